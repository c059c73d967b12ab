"""Requests: a table, a hand, or cards, as values that determine a whole picture; equal ones look alike.

Requests are made in the process that answers and drawn in another one: they are small to hand over, and don't import
the code that draws, which takes 20 MB and 0.2 s to load.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeAlias

from bot.faces.scene_text import Localizer
from bot.texts.fluent import Language, Names, language
from bot.texts.names import People
from engine.frozen import frozen, replace
from engine.scene import Panel, Part, Row, Scene, Seat, Text, hashed_once, say

if TYPE_CHECKING:
    from engine.match import Ask, Frame

YOUR_TURN = say("picture-your-turn")

Texts: TypeAlias = tuple[Text, ...]
Asks: TypeAlias = tuple[tuple[Seat, Text | None], ...]
"""The seats that must decide, with a sentence on each (None: reader)."""


@frozen
class Drawable(Part):
    """Protocol of a request; equal requests look alike, and each keeps its hash, which takes as long as it is deep."""

    name: ClassVar[str]
    """The name of the file, which tells nothing."""

    @property
    def label(self) -> str:
        """Name for the log: the file and its table, without any content."""
        return self.name


@hashed_once
@frozen
class EmblemPicture(Drawable):
    """An emblem on its shield, 128 pixels square, for an emoji."""

    name = "emblem.png"

    emblem: str


@frozen
class PictureRequest(Drawable):
    """Request of a picture in the language of `locale`; `names` are the people of the table, by seat.

    The `title` has the game and the table; it is empty for cards.
    """

    locale: str
    names: Names
    title: str

    @property
    def localizer(self) -> Localizer:
        """Localizer of the texts in the picture."""
        return Localizer(language(self.locale), People((), self.names))

    @property
    def label(self) -> str:
        """File name, and the game and the table, if the picture is of one."""
        return f"{self.name} of {self.title}" if self.title else self.name


@hashed_once
@frozen
class TablePicture(PictureRequest):
    """A table as everybody sees it: `asks` are the seats that must decide, with a sentence on each (None: reader).

    `answered` are the seats that have answered a joint question, without their answers. `places` and `report` belong to
    the end and are empty while the match goes on. A `whole` picture has everything that a phone can show.
    """

    name = "table.png"

    scene: Scene
    asks: Asks
    answered: tuple[Seat, ...]
    places: tuple[int, ...]
    report: Texts
    whole: bool


@hashed_once
@frozen
class FilmPicture(PictureRequest):
    """Pictures of one table, one after the other, each for so many `seconds`; `story` is their text."""

    name = "film.webp"

    frames: tuple[TablePicture, ...]
    seconds: tuple[float, ...]
    story: Texts


@hashed_once
@frozen
class SamplePicture(TablePicture):
    """A table to learn from, with a number at each of the `parts`, which are found by their texts."""

    name = "sample.png"

    parts: Texts


@hashed_once
@frozen
class HandPicture(PictureRequest):
    """A hand, for its owner alone; of the `panels` it has only the emblems, so that equal hands are equal requests."""

    name = "hand.png"

    seat: Seat
    rows: tuple[Row, ...]
    panels: tuple[Panel, ...]


@hashed_once
@frozen
class DecisionPicture(HandPicture):
    """The subject of a decision, for the player asked alone, under the `heading` of the phase."""

    heading: Text


@hashed_once
@frozen
class CardsPicture(PictureRequest):
    """Kinds of cards, for the rules; one card alone is large."""

    name = "cards.png"

    row: Row


@hashed_once
@frozen
class BoxPicture(CardsPicture):
    """All cards of a game with their counts, group by group."""

    name = "box.png"


def _reader(localizer: Localizer) -> tuple[str, Names]:
    return localizer.language.locale, localizer.people.names


def sample_picture(
    frame: Frame, title: str, localizer: Localizer, parts: Texts
) -> SamplePicture:
    """Return the request for a table to learn from, its `parts` numbered."""
    asks = tuple((ask.seat, ask.waiting) for ask in frame.asks)
    return SamplePicture(
        *_reader(localizer),
        title,
        frame.scene,
        asks,
        (),
        (),
        (),
        whole=True,
        parts=parts,
    )


def box_picture(row: Row, language: Language) -> BoxPicture:
    """Return the request for all cards of a game."""
    return BoxPicture(language.locale, (), "", row)


def table_picture(frame: Frame, title: str, localizer: Localizer) -> TablePicture:
    """Return the request for the public part of `frame`, of any viewer; only the turn says "you" to them."""
    asks = tuple(
        (ask.seat, None if ask.seat == frame.viewer else ask.waiting)
        for ask in frame.asks
    )
    end = frame.outcome
    return TablePicture(
        *_reader(localizer),
        title,
        replace(frame.scene, hand=()),
        asks,
        frame.joint.answered if frame.joint else (),
        end.places if end else (),
        end.report if end else (),
        whole=False,
    )


def whole_picture(frame: Frame, title: str, localizer: Localizer) -> TablePicture:
    """Return the request for a table with all that is known of it, at any height."""
    return replace(table_picture(frame, title, localizer), whole=True)


def hand_picture(frame: Frame, title: str, localizer: Localizer) -> HandPicture | None:
    """Return the request for the viewer's hand; None where it has no card."""
    scene = frame.scene
    if frame.viewer is None or not any(row.cards for row in scene.hand):
        return None
    return HandPicture(
        *_reader(localizer),
        title,
        frame.viewer,
        scene.hand,
        _emblems(scene),
    )


def _emblems(scene: Scene) -> tuple[Panel, ...]:
    """Return the panels of `scene` with nothing but their emblems."""
    return tuple(Panel(panel.seat, emblem=panel.emblem) for panel in scene.panels)


def decision_picture(
    frame: Frame, title: str, localizer: Localizer, about: Ask | None = None
) -> HandPicture | None:
    """Return the request for the viewer's decision, or for the order they are asked `about`; else for their hand."""
    ask = about or frame.mine
    hand = hand_picture(frame, title, localizer)
    if ask is None or not (ask.stakes or hand) or frame.viewer is None:
        return hand
    scene = frame.scene
    return DecisionPicture(
        *_reader(localizer),
        title,
        frame.viewer,
        ask.stakes or scene.hand,
        _emblems(scene),
        scene.heading,
    )


def cards_picture(row: Row, language: Language) -> CardsPicture:
    """Return the request for kinds of cards; one card alone is large."""
    return CardsPicture(language.locale, (), "", row)
