"""Nothing overlaps, leaves its picture or grows too high, also in scenes that no game of this house has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, combinations, cycle, islice, pairwise
from typing import TypeAlias

import pytest

from bot.faces.components import ALT_TEXT, ELLIPSIS
from bot.faces.picture import chart
from bot.faces.picture import font as letters
from bot.faces.picture.alt import describe
from bot.faces.picture.card import HUGE, plain
from bot.faces.picture.card_queue import DENSE, LARGE, LOW, Format, place
from bot.faces.picture.layout import MOST, WIDTH, Block, Label, Placed, Plate, Sprite
from bot.faces.picture.players import EMBLEM
from bot.faces.picture.rendering import draw
from bot.faces.picture.requests import cards_picture, hand_picture, table_picture, whole_picture
from bot.faces.picture.sprites import crest, shield
from bot.faces.picture.text import CREST, make_voice
from bot.faces.rulebook import kinds
from bot.faces.scene_text import Localizer
from bot.texts.fluent import language
from engine.game import AnyGame, Outcome
from engine.games import GAMES
from engine.match import Ask, Frame
from engine.scene import Card, Chart, Fact, Item, Panel, Place, Row, Scene, Seat, Text, Tile, Value, Who, say
from tests.bot.faces.gallery import TORTURE, contents, lobbies, shown, table_of
from tests.bot.faces.picture.sights import (
    EVERY_TABLE,
    NAMES,
    TABLES,
    TITLE,
    drawn,
    hands,
    localizer,
    positions,
    tables,
    texts,
)
from tests.bot.limits import problems
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


@pytest.mark.parametrize("game, seats, names", BY_TURNS)
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
    speaks = make_voice(localizer(0, locale))
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


# Scenes of any game

SEATS = 4


def text(said: Value) -> Text:
    """Return a text of whatever is to be said."""
    return say("value", value=said)


def cards(count: int, figure: Value = "", emblem: str = "unknown", of: int = 3) -> tuple[Card, ...]:
    """Return different cards, with one emblem of so many by turns."""
    return tuple(Card(text(f"Card {number}"), f"{emblem}-{number % of + 1}", figure) for number in range(count))


def places(count: int) -> tuple[Item, ...]:
    """Return places with everything that can lie there."""
    top = Card(text("Longest name of any card"), "unknown")
    return tuple(
        Place(
            text(f"{number}."),
            "unknown",
            seat=Seat(number % SEATS),
            top=top if number % 2 else None,
            tokens=number * 7,
            badge="unknown",
            under=(top, None, top) if number % 3 else (),
            now=number == 3,
        )
        for number in range(count)
    )


def tiles(count: int, value: Value = 12345) -> tuple[Item, ...]:
    """Return tiles with a value each, and without."""
    fact = Fact(text("Worth"), value, text("which is a very long explanation of what it is worth"), Seat(1))
    return tuple(Tile(text(f"Tile {number}"), "unknown", (fact, fact) * (number % 2)) for number in range(count))


def row(*items: Item) -> Row:
    """Return a row of anything."""
    return Row(text("A row"), items, text("nothing"))


ROWS: tuple[tuple[Row, ...], ...] = (
    (),
    (row(),),
    (row(*cards(1)),),
    (row(*cards(2, 7)), row(Fact(text("Left"), 3)), row(Fact(text("Who"), Who(Seat(2))))),
    (row(*cards(7)), row(*cards(3, text("every other one")))),
    (row(*cards(120, 1)), row(*tiles(5))),
    (row(*tiles(1)), row(*cards(1), *tiles(2), *places(2), Fact(text("Mixed"), "yes"))),
    (row(*places(30)),),
    (row(*places(90)), row(*tiles(9))),
    (row(*tiles(60, text("no number"))),),
)


def panel(seat: int) -> Panel:
    """Return a player with a mark, figures and cards."""
    facts = tuple(Fact(text(f"Figure {number}"), number * seat) for number in range(1 + seat))
    return Panel(Seat(seat), (text("marked"), text("marked at great length, " * seat)), facts, (row(*cards(seat, 2)),))


def frame(rows: tuple[Row, ...], viewer: Seat | None = None, asked: int = 2, outcome: Outcome | None = None) -> Frame:
    """Return a frame with these rows, in which several are asked at once."""
    asks = tuple(Ask(Seat(seat), text("Choose"), text("Somebody chooses."), open=False) for seat in range(asked))
    facts = Fact(text("Fact"), text("told at length, " * 9)), Fact(text("Number"), 7)
    hand = () if viewer is None else rows
    charts = (Chart(text("Course"), (1, 2, 3), ((0, -3, 9), (1, 1, 1), (5, 5, 5), (5, 5, 6))),)
    scene = Scene(text("Heading"), "phase", facts, rows, tuple(map(panel, range(SEATS))), hand=hand, charts=charts)
    return Frame(viewer, scene, asks, outcome, "", ())


@pytest.mark.slow
@pytest.mark.parametrize("rows", ROWS, ids=range(len(ROWS)))
def test_any_scene_has_its_pictures(rows: tuple[Row, ...]) -> None:
    """Empty rows, rows of everything, more than any picture can hold, emblems that nobody drew.

    At the end with shared places, a long reason, and a course that goes below nothing; a hand where it shows a card.
    """
    over = Outcome((1, 3, 1, 4), (text("won for a reason that is told at length, " * 6),))
    told: list[str] = []
    for seen in (*(frame(rows, asked=asked) for asked in (0, 1, 4)), frame(rows, asked=0, outcome=over)):
        sheet = drawn(table_picture(seen, TITLE, localizer(SEATS)))
        assert_sound(sheet)
        told = texts(sheet)
        assert {*NAMES[:SEATS]} <= {*told}
    assert sorted(NAMES[:SEATS], key=told.index) == ["Ann", "Cleo", "Bob", "Dora"]

    order = hand_picture(frame(rows, Seat(1)), TITLE, localizer(SEATS))
    if order is not None:
        assert_sound(drawn(order))
        assert draw(order)


EIGHT = 8
LONG_NAMES = tuple(f"{seat} of the Wolkenburgs of Würzburg"[:32].ljust(32, "m") for seat in range(1, EIGHT + 1))
OF_EIGHT = re.compile(r"[1-8] of ")
"""How each name begins, however little of it finds room."""

OVER = Outcome(tuple(range(1, EIGHT + 1)), (text("the first one won"),))


def eight(locale: str = "en") -> Localizer:
    """Return who speaks at this table."""
    return localizer(EIGHT, locale, LONG_NAMES)


def houses() -> tuple[Tile, ...]:
    """Return a tile for each player."""
    worth = (Fact(text("Worth"), seat, text("points"), Seat(seat)) for seat in range(EIGHT))
    return tuple(Tile(text(f"House {seat}"), f"seat-{seat}", (fact,)) for seat, fact in enumerate(worth, 1))


def eighth(seat: int) -> Panel:
    """Return a player with a mark, three figures and two known cards."""
    facts = tuple(Fact(text(label), seat * number) for number, label in enumerate(("Points", "Cards", "Coins"), 1))
    return Panel(Seat(seat), (text("has answered"),) * (seat % 2), facts, (row(*cards(2, emblem="seat")),))


def crowd(viewer: Seat | None = None, asked: int = EIGHT, outcome: Outcome | None = None) -> Frame:
    """Return a frame of a game of eight that asks all of them at once, or is over."""
    shown = frame((row(*houses()),), viewer, asked, outcome)
    course = Chart(text("Course"), tuple(range(1, 7)), tuple((0, 1, 2, 3, 3, 3 + seat // 4) for seat in range(EIGHT)))
    panels, hand = tuple(map(eighth, range(EIGHT))), shown.scene.hand and (row(*cards(9, emblem="seat", of=EIGHT)),)
    return replace(shown, scene=replace(shown.scene, panels=panels, hand=hand, charts=(course,)))


def sprites(sheet: Block) -> set[Sprite]:
    """Return everything in a picture that is drawn as SVG."""
    return {placed.mark for placed in sheet.marks if isinstance(placed.mark, Sprite)}


@pytest.mark.parametrize("outcome", [None, OVER])
@FOR_EVERY_LANGUAGE
def test_everybody_is_seen_in_the_picture_of_the_table(locale: str, outcome: Outcome | None) -> None:
    """With name and shield, whole and beside nobody else's; at the end in the course, too; and by the alt text."""
    every, one = (
        table_picture(crowd(asked=0 if outcome else asked, outcome=outcome), TITLE, eight(locale))
        for asked in (EIGHT, 1)
    )
    sheet = drawn(every)
    assert_sound(sheet)
    names = Counter(label[0] for label in texts(sheet) if OF_EIGHT.match(label))
    assert len(names) == EIGHT
    assert names.total() >= EIGHT * (2 if outcome else 1)
    shields = {shield(f"seat-{seat}", EMBLEM) for seat in names}
    assert len(shields) == EIGHT
    assert shields <= sprites(sheet)
    told = describe(one)
    assert len(told) <= ALT_TEXT
    assert all(f"{name}:" in told for name in LONG_NAMES)


def test_a_hand_among_eight_has_its_own_crest() -> None:
    """The last seat is no stranger."""
    order = hand_picture(crowd(Seat(7)), TITLE, eight())
    assert order is not None
    sheet = drawn(order)
    assert_sound(sheet)
    assert crest("seat-8", CREST) in sprites(sheet)


def test_eight_lines_of_a_chart_are_told_apart_without_colour() -> None:
    """Each has a marker and dashes of its own, and a place for its name."""
    assert len(set(chart.MARKERS)) == len(set(chart.DASHES)) == EIGHT
    order = whole_picture(crowd(asked=0, outcome=OVER), TITLE, eight())
    ends = sorted(y for x, y, label in drawn(order).labels if x > WIDTH - chart.ENDS and OF_EIGHT.match(label.text))
    assert len(ends) == EIGHT
    assert min(after - before for before, after in pairwise(ends)) >= chart.APART - 0.01


@FOR_EVERY_LANGUAGE
def test_every_message_keeps_discords_limits_and_cuts_nothing(locale: str) -> None:
    """40 components and 4,000 characters; 2,000 in a post that calls all eight."""
    table, speaks = table_of("fortheking", LONG_NAMES, locale)
    views = (shown(table, view, speaks) for view in (crowd(), crowd(Seat(7)), crowd(asked=0, outcome=OVER)))
    for sent in chain(lobbies(table, speaks, range(2, EIGHT + 1)), *views):
        assert problems(sent) == []
        assert ELLIPSIS not in "".join(contents(sent))
