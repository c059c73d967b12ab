"""What can be drawn: a table, a hand, or cards, as values that say all of a picture; equal ones look alike.

Who asks for a picture is not who draws it: these are made where people are answered, small to hand over, and whatever
draws takes 20 MB and 0.2 s to load: it knows these, and they don't know it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from bot.faces.words import Speaker
from bot.texts.fluent import Language, language
from bot.texts.names import People
from engine.scene import Card, Panel, Row, Scene, Seat, Text, say

if TYPE_CHECKING:
    from engine.match import Ask, Frame

YOUR_TURN = say("picture-your-turn")


@dataclass(frozen=True, slots=True)
class Drawable:
    """What can be drawn; equal ones look alike."""

    name: ClassVar[str]
    """The name of the file, which tells nothing."""

    @property
    def label(self) -> str:
        """What the log calls it: the file, and of which table it is, but nothing that lies there."""
        return self.name


@dataclass(frozen=True, slots=True)
class EmblemPicture(Drawable):
    """An emblem on its shield, 128 pixels square, for an emoji."""

    name = "emblem.png"

    emblem: str


@dataclass(frozen=True, slots=True)
class PictureRequest(Drawable):
    """A picture that can be drawn, in the language of a locale; `names` are the people of the table, by seat."""

    locale: str
    names: tuple[str, ...]

    @property
    def speaker(self) -> Speaker:
        """Who says the texts of the picture."""
        return Speaker(language(self.locale), People((), self.names))


@dataclass(frozen=True, slots=True)
class TitledPicture(PictureRequest):
    """A picture of one table, whose title says of which game and which table it is."""

    title: str

    @property
    def label(self) -> str:
        """The file, and which game and table it is of."""
        return f"{self.name} of {self.title}"


@dataclass(frozen=True, slots=True)
class TablePicture(TitledPicture):
    """A table as everybody sees it: `asks` are who must decide, and what is said of it; None of the reader's own turn.

    `answered` are those who have answered already what several are asked at once; what, nobody is told. `places` and
    `report` are the end's, both empty while the match goes on. A `whole` one has all that a phone shows.
    """

    name = "table.png"

    scene: Scene
    asks: tuple[tuple[Seat, Text | None], ...]
    answered: tuple[Seat, ...]
    places: tuple[int, ...]
    report: tuple[Text, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class FilmPicture(TitledPicture):
    """Pictures of one table, one after the other, each for so many `seconds`; `story` is what they tell in words."""

    name = "film.webp"

    frames: tuple[TablePicture, ...]
    seconds: tuple[float, ...]
    story: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class SamplePicture(TablePicture):
    """A table to learn from, with a number at each of the `parts`, which are known by what stands there."""

    name = "sample.png"

    parts: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class HandPicture(TitledPicture):
    """What only one person sees; of the `panels` it has the emblems alone, so that one hand stays one picture."""

    name = "hand.png"

    seat: Seat
    rows: tuple[Row, ...]
    panels: tuple[Panel, ...]


@dataclass(frozen=True, slots=True)
class DecisionPicture(HandPicture):
    """What a decision is about, as only the person asked sees it, under the `heading` of the phase."""

    heading: Text


@dataclass(frozen=True, slots=True)
class CardsPicture(PictureRequest):
    """Kinds of cards, for the rules; one card alone is large."""

    name = "cards.png"

    row: Row


@dataclass(frozen=True, slots=True)
class BoxPicture(PictureRequest):
    """How many there are of each card of a game, group by group."""

    name = "box.png"

    row: Row


def _reader(speaker: Speaker) -> tuple[str, tuple[str, ...]]:
    return speaker.language.locale, speaker.people.names


def sample_picture(frame: Frame, title: str, speaker: Speaker, parts: tuple[Text, ...]) -> SamplePicture:
    """Ask for the picture of a table to learn from, its parts numbered."""
    asks = tuple((ask.seat, ask.waiting) for ask in frame.asks)
    return SamplePicture(*_reader(speaker), title, frame.scene, asks, (), (), (), whole=True, parts=parts)


def box_picture(row: Row, language: Language) -> BoxPicture:
    """Ask for the picture of all cards of a game."""
    return BoxPicture(language.locale, (), row)


def table_picture(frame: Frame, title: str, speaker: Speaker) -> TablePicture:
    """Ask for the picture of what everybody may see of a frame, whoever's it is; only whose turn it is says "you"."""
    asks = tuple((ask.seat, None if ask.seat == frame.viewer else ask.waiting) for ask in frame.asks)
    places, report = (frame.outcome.places, frame.outcome.report) if frame.outcome else ((), ())
    answered = frame.together.answered if frame.together else ()
    scene = replace(frame.scene, hand=())
    return TablePicture(*_reader(speaker), title, scene, asks, answered, places, report, whole=False)


def whole_picture(frame: Frame, title: str, speaker: Speaker) -> TablePicture:
    """Ask for the picture of a table with all that is known of it, however high that makes it."""
    return replace(table_picture(frame, title, speaker), whole=True)


def hand_picture(frame: Frame, title: str, speaker: Speaker) -> HandPicture | None:
    """Ask for the picture of what only the viewer sees; None where that shows no card."""
    scene = frame.scene
    held = any(isinstance(item, Card) for row in scene.hand for item in row.items)
    if frame.viewer is None or not held:
        return None
    panels = tuple(Panel(panel.seat, emblem=panel.emblem) for panel in scene.panels)
    return HandPicture(*_reader(speaker), title, frame.viewer, scene.hand, panels)


def decision_picture(frame: Frame, title: str, speaker: Speaker, about: Ask | None = None) -> HandPicture | None:
    """Ask for the picture of what the viewer has to decide, or is asked `about` an order; else for that of the hand."""
    ask = about or frame.mine
    hand = hand_picture(frame, title, speaker)
    if ask is None or not (ask.stakes or hand) or frame.viewer is None:
        return hand
    rows, panels = (
        ask.stakes or frame.scene.hand,
        tuple(Panel(each.seat, emblem=each.emblem) for each in frame.scene.panels),
    )
    return DecisionPicture(*_reader(speaker), title, frame.viewer, rows, panels, frame.scene.heading)


def cards_picture(row: Row, language: Language) -> CardsPicture:
    """Ask for the picture of kinds of cards; of one card alone, large."""
    return CardsPicture(language.locale, (), row)
