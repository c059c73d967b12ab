"""Nothing overlaps, nothing leaves the picture, nothing grows too high or too heavy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, combinations, cycle, islice
from typing import TypeAlias

import pytest

from bot.faces.card_help import kinds
from bot.faces.components import ALT_TEXT
from bot.faces.picture import font as letters
from bot.faces.picture.alt import describe
from bot.faces.picture.card import HUGE, plain
from bot.faces.picture.card_queue import DENSE, LARGE, LOW, Format, place
from bot.faces.picture.layout import MOST, WIDTH, Block, Label, Placed, Plate
from bot.faces.picture.rendering import draw
from bot.faces.picture.requests import cards_picture, hand_picture, table_picture
from bot.faces.picture.text import PictureLocalizer, make_voice
from bot.texts.fluent import language
from engine.game import AnyGame
from engine.games import GAMES
from engine.scene import Place, Seat, say
from tests.bot.faces.gallery import TORTURE
from tests.bot.faces.picture.sights import EVERY_TABLE, TABLES, TITLE, drawn, hands, localizer, positions, tables, texts
from tests.every import FOR_EVERY_GAME, FOR_EVERY_LANGUAGE

Box: TypeAlias = tuple[float, float, float, float]

KILOBYTE = 1024
HEAVIEST = 100 * KILOBYTE
FREE = 3
PHONE, SMALLEST = 342, 12
"""How wide a phone shows a picture, and what Discord's own small text measures there, in CSS pixels."""

EDGE = 0.25
"""By how much of a unit, less than a pixel, a mark may leave what it lies on."""

ODD = (
    *TORTURE,
    "",
    "مرحبا بالعالم",
    "漢字かな",
    "👩\u200d👩\u200d👧 Zoë",
    "…",
    "i" * 32,
    "Ґалаґан Ї́жак",
    "Ann 😀 Bob 😀",
)
LONGEST = ("W" * 32, "Щ" * 32, "W W W W W W W W W W W W W W W W", "g" * 32, "@" * 32)


def ink(x: float, y: float, label: Label) -> Box:
    """Return where the ink of a text lies."""
    left, top, right, bottom = letters.mask(label.text, label.kind).getbbox() or (0, 0, 0, 0)
    scale = letters.SCALE
    return x + left / scale, y + top / scale, x + right / scale, y + bottom / scale


def overlap(one: Box, other: Box) -> bool:
    """Tell whether two boxes share more than an edge."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def faults(sheet: Block) -> list[str]:
    """Return the texts that meet another one or leave the picture."""
    boxes = [(label.text, ink(x, y, label)) for x, y, label in sheet.labels]
    out = [text for text, box in boxes if min(box) < 0 or box[2] > WIDTH or box[3] > sheet.height]
    met = [f"{a} / {b}" for (a, one), (b, other) in combinations(boxes, 2) if overlap(one, other)]
    return [*out, *met]


def leaving(marks: Iterable[Placed], width: float, height: float) -> list[Placed]:
    """Return the marks that leave a place of that size."""
    return [
        placed
        for placed in marks
        if min(placed.x, placed.y) < 0 or placed.x + placed.mark.width > width or placed.y + placed.mark.height > height
    ]


def outside(sheet: Block) -> list[Placed]:
    """Return the marks that leave the picture by more than a rim, and those that leave the plate that cuts them off."""
    plates = [piece.mark for piece in sheet.placed_pieces() if isinstance(piece.mark, Plate)]
    beyond = [leaving(plate.marks, plate.width + EDGE, plate.height + EDGE) for plate in plates]
    return [*chain(*beyond), *leaving(sheet.marks, WIDTH + 0.5, sheet.height + 1)]


def assert_sound(sheet: Block) -> None:
    """Check that nothing in a picture overlaps or leaves it, and that it is not too high."""
    assert faults(sheet) == []
    assert outside(sheet) == []
    assert sheet.height <= MOST


def small(shown: Block) -> Iterator[str]:
    """Yield what a picture says in letters that are too small for a phone."""
    return (label.text for _, _, label in shown.labels if label.kind.size * PHONE / shown.width < SMALLEST)


@pytest.mark.slow
@EVERY_TABLE
def test_no_text_meets_another_or_leaves(game: AnyGame, seats: int) -> None:
    """By the ink of the letters, not by their lines; a phone shows each large enough; at most 100 KB, if highest."""
    sights = [*tables(game, seats), *hands(game, seats)]
    for sight in sights:
        assert_sound(sight.sheet)
        assert list(small(sight.sheet)) == []
    highest = sorted(sights, key=lambda sight: sight.sheet.height)[-2:]
    assert all(len(draw(sight.order)) <= HEAVIEST for sight in highest)


NAMED = {"turned": ODD[:5], "odd": ODD[5:10], "scripts": ODD[8:13], "long": LONGEST}
BY_TURNS = [
    pytest.param(
        *(game, seats, names),
        id=f"{game.key}-{seats}p-{kind}",
        marks=pytest.mark.slow if at % len(NAMED) == turn else pytest.mark.soak,
    )
    for at, (game, seats) in enumerate(TABLES)
    for turn, (kind, names) in enumerate(NAMED.items())
]
"""Every table with every kind of names; but for the soak, each table has one of them by turns."""


@pytest.mark.parametrize(("game", "seats", "names"), BY_TURNS)
def test_no_name_breaks_a_picture(game: AnyGame, seats: int, names: tuple[str, ...]) -> None:
    """Any script, length and direction, emoji, towers of marks, nothing at all."""
    for match in positions(game, seats, 5):
        speaks = localizer(seats, "uk", tuple(islice(cycle(names), seats)))
        frames = map(match.frame, (None, *match.deciding))
        orders = [order(frame, TITLE, speaks) for frame in frames for order in (table_picture, hand_picture)]
        for order in filter(None, orders):
            assert faults(drawn(order)) == []
            assert drawn(order).height <= MOST
            assert len(describe(order)) <= ALT_TEXT


def test_a_letter_without_a_glyph_is_never_drawn() -> None:
    """A font's empty box would stand there."""
    speaks = localizer(5, "en", ("مرحبا", "漢字", "😀😀", "Ann 😀", "\u202e\u200b"))
    sheet = drawn(table_picture(positions(GAMES["oriflamme"], 5, 3)[1].frame(None), TITLE, speaks))
    said = " ".join(texts(sheet))
    assert said == letters.drawable(said)
    assert {"Seat 1", "Seat 2", "Seat 3", "Ann …"} <= {*texts(sheet)}


@FOR_EVERY_LANGUAGE
@FOR_EVERY_GAME
@pytest.mark.parametrize("format_", [LARGE, LOW, DENSE])
def test_name_of_card_touches_no_rim_of_its_place(game: AnyGame, locale: str, format_: Format) -> None:
    """Three units stay free on either side, and what finds room between them is whole."""
    speaks = make_voice(localizer(1, locale))
    for card in filter(plain, kinds(game.telling.glossary)):
        shown = place(Place(say("value", value=1), "unknown", seat=Seat(0), top=card), 1, format_, speaks)
        name = speaks.say(card.name)
        ((x, label),) = ((x, label) for x, _, label in shown.labels if label.text.startswith(name[:4]))
        narrow = letters.NARROW if format_ is LARGE else letters.NARROWEST
        assert label.text == name or letters.width(name, narrow) > shown.width - 2 * FREE
        assert x >= FREE
        assert x + label.width <= shown.width - FREE


@FOR_EVERY_LANGUAGE
@FOR_EVERY_GAME
def test_kinds_of_cards_fit(game: AnyGame, locale: str) -> None:
    """Whole rows of the rules, and each card alone; no line parts what stands in parentheses.

    A card alone is drawn without what it does: the message says that in words, right above it. The alt text names it
    alone; several have their title.
    """
    speaks = PictureLocalizer(language(locale))
    for row in game.telling.glossary:
        for cards in (row.cards, *([card] for card in row.cards)):
            order = cards_picture(replace(row, items=tuple(cards)), language(locale))
            sheet = drawn(order)
            assert_sound(sheet)
            assert list(small(sheet)) == []
            title, *named = (
                " ".join(language(locale).say(each).split()) for each in (row.title, *(card.name for card in cards))
            )
            assert describe(order) == (f"{title}: {'; '.join(named)}." if named[1:] else f"{named[0]}.")
            assert len(describe(order)) <= ALT_TEXT
            assert [text for text in texts(sheet) if text.count("(") != text.count(")")] == []
            if len(cards) == 1:
                most = 2 * len(f"{speaks.say(row.title)} {speaks.say(cards[0].name)}")
                assert len("".join(texts(sheet))) <= most
                assert max(placed.mark.height for placed in sheet.marks) >= HUGE.height
