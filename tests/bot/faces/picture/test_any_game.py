"""Scenes that no game of this house has: a new game gets its pictures without a line here.

So do eight people at a table, with names as long as Discord lets them be: all are seen, and every message is sent.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import chain, pairwise

import pytest

from bot.faces.components import ALT_TEXT, ELLIPSIS
from bot.faces.picture import chart
from bot.faces.picture.alt import describe
from bot.faces.picture.layout import WIDTH, Block, Sprite
from bot.faces.picture.players import EMBLEM
from bot.faces.picture.rendering import draw
from bot.faces.picture.requests import hand_picture, table_picture, whole_picture
from bot.faces.picture.sprites import crest, shield
from bot.faces.picture.text import CREST
from bot.faces.scene_text import Localizer
from engine.game import Outcome
from engine.match import Ask, Frame
from engine.scene import Card, Chart, Fact, Item, Panel, Place, Row, Scene, Seat, Text, Tile, Value, Who, say
from tests.bot.faces.gallery import contents, lobbies, shown, table_of
from tests.bot.faces.picture.sights import NAMES, TITLE, drawn, localizer, texts
from tests.bot.faces.picture.test_layout import assert_sound
from tests.bot.limits import problems
from tests.every import FOR_EVERY_LANGUAGE

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
NAMED = re.compile(r"[1-8] of ")
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
    names = Counter(label[0] for label in texts(sheet) if NAMED.match(label))
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
    ends = sorted(y for x, y, label in drawn(order).labels if x > WIDTH - chart.ENDS and NAMED.match(label.text))
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
