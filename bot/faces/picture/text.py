"""Texts of pictures: in one language, as blocks that fit, and labelled values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.faces.picture import font as letters
from bot.faces.picture import sprites
from bot.faces.picture.colours import FADED, GILT, GOLD, INK, Colour
from bot.faces.picture.font import (
    ELLIPSIS,
    FIGURE,
    HEADING,
    NAME,
    NOTE,
    STRONG,
    Font,
    drawable,
    readable,
)
from bot.faces.picture.layout import (
    BASELINE,
    EMPTY,
    INNER,
    MARGIN,
    WIDTH,
    Block,
    Fill,
    Label,
    Part,
    Piece,
    column,
    flow,
    level,
    line,
    over,
)
from bot.faces.scene_text import Localizer
from bot.texts.fluent import Language, Names
from bot.texts.names import DRAWN_RIVAL, END_ISOLATE, ISOLATE, RIVAL, People
from engine.frozen import frozen
from engine.scene import Fact, Panel, Seat, Text, Who

RULE_GAP = 8.0
LOZENGE = 6.0
CREST = 24.0
LEFT = MARGIN + CREST + 6
"""Where the text of a band begins."""

BESIDE_CREST = WIDTH - LEFT - MARGIN
"""How wide a text of a band may be."""

BAND = 30.0
"""How high a band is, at least."""

GAP = 5


@frozen
class PictureLocalizer(Localizer):
    """Localizer of pictures: its people have names as they can be drawn, and `emblems`, by seat."""

    emblems: Names = ()

    def say(self, text: Text) -> str:
        """Return `text` as it is drawn."""
        return drawable(self.language.say(text, self.people.names))

    def name(self, seat: Seat) -> str:
        """Return the name of the person on `seat` as it is drawn."""
        return self.people.names[seat]

    def times(self, count: int) -> str:
        """Return the `count` of equal cards as it is drawn; "" for one."""
        if count > 1:
            return self.key("picture-times", count=count)
        return ""

    def letter(self, emblem: str) -> str:
        """Return the letter of `emblem`; "" for one that has none."""
        key = f"emblem-{emblem}.letter"
        if not self.language.has_text(key):
            return ""
        return self.key(key)

    def seat_emblem(self, seat: Seat) -> str:
        """Return the emblem of a player: the reader's own one, or that of the seat."""
        return self.emblems[seat] or f"seat-{seat + 1}"


def _name(seat: int, name: str, language: Language) -> str:
    text = name.strip(ISOLATE + END_ISOLATE).replace(RIVAL, DRAWN_RIVAL)
    shown = drawable(text, ELLIPSIS)
    if readable(shown):
        return shown
    return drawable(language.text("picture-seat", number=seat + 1))


def make_voice(localizer: Localizer, panels: Sequence[Panel] = ()) -> PictureLocalizer:
    """Return the localizer of a picture from that of its message, for the people of `panels`."""
    names = tuple(
        _name(seat, name, localizer.language)
        for seat, name in enumerate(localizer.people.plain_names)
    )
    known = {panel.seat: panel.emblem for panel in panels}
    emblems = (known.get(Seat(seat), "") for seat in range(len(names)))

    return PictureLocalizer(
        localizer.language, People((), names), emblems=tuple(emblems)
    )


def label(text: str, kind: Font, room: float, colour: Colour = INK) -> Label:
    """Return `text` on one line that is no wider than `room`."""
    return fitting_label(text, (kind, kind.smaller), room, colour)


def fitting_label(
    text: str, kinds: Sequence[Font], room: float, colour: Colour = INK
) -> Label:
    """Return `text` on one line in the first of `kinds` that makes it fit, or else cut in the last."""
    kind = next(
        (kind for kind in kinds if letters.width(text, kind) <= room), kinds[-1]
    )
    return Label(letters.shorten(text, kind, room), kind, colour)


def paragraph(
    text: str,
    kind: Font,
    room: float,
    most: int = 2,
    align: float = 0,
    colour: Colour = INK,
) -> Block:
    """Return `text` as up to `most` lines."""
    lines = letters.wrap(text, kind, room, most)
    pieces = [Label(each, kind, colour) for each in lines]
    return column(pieces, align=align)


def heading(text: str, room: float = INNER, captions: Sequence[str] = ()) -> Block:
    """Return the title of a part, with a thin rule behind it and, where they fit, the `captions` of its numbers."""
    title = label(text, HEADING, room)
    said = line([Label(each, NOTE, FADED) for each in captions], RULE_GAP)
    if title.width + RULE_GAP + said.width > room:
        said = EMPTY
    ends = room - said.width - (RULE_GAP if said.width else 0)
    begins = title.width + RULE_GAP
    middle = title.height / 2 + 1
    rule: tuple[Part, ...] = (
        (begins, middle, Fill(ends - begins, 0.5, GOLD)),
        (ends - LOZENGE, middle + 0.25 - LOZENGE / 2, sprites.lozenge(LOZENGE)),
    )
    stands = room - said.width, BASELINE * (title.height - said.height), said
    shown = *(rule if begins + LOZENGE < ends else ()), stands

    return Block(room, title.height + 2, ((0, 0, title), *shown))


def banner(crest: Piece, texts: Iterable[Piece], ground: Colour) -> Block:
    """Return a band across the picture: `crest`, and `texts` beside it."""
    text = column(texts)
    height = max(BAND, text.height + 8)
    return over(
        Fill(WIDTH, height, ground),
        (0, 2, Fill(WIDTH, 0.5, GILT)),
        (0, height - 2.5, Fill(WIDTH, 0.5, GILT)),
        level(MARGIN, crest, height),
        level(LEFT, text, height),
    )


def fact_block(fact: Fact, room: float, voice: PictureLocalizer) -> Block:
    """Return a labelled value: on one line if it fits, else the value below its label."""
    name = voice.say(fact.label)
    value = voice.value(fact.value)
    title = label(name, NOTE, room, FADED)
    if isinstance(fact.value, Who):
        return line(
            [
                title,
                person(fact.value.seat, room - title.width - 2 * GAP - 20, voice),
            ],
            GAP,
        )
    kind = FIGURE if isinstance(fact.value, int) else STRONG
    if title.width + GAP + letters.width(value, kind) <= room:
        return line([title, Label(value, kind)], GAP, BASELINE)

    return column([title, paragraph(value, STRONG, room)])


def person(seat: Seat, room: float, voice: PictureLocalizer) -> Block:
    """Return the name of the person on `seat` with the emblem."""
    shield = sprites.shield(voice.seat_emblem(seat), 16)
    return line([shield, label(voice.name(seat), NAME, room)], 4)


def fact_flow(
    facts: Iterable[Fact], room: float, voice: PictureLocalizer, *before: Piece
) -> Block:
    """Return labelled values side by side, in as many lines as that takes; other pieces may come first."""
    return flow(
        [*before, *(fact_block(fact, room, voice) for fact in facts)],
        room,
        14,
        0,
        0.65,
    )
