"""Scenes that no game of this house has: a new game gets its pictures without a line here."""

from __future__ import annotations

import pytest

from bot.faces.picture.rendering import draw
from bot.faces.picture.requests import hand_picture, table_picture
from engine.game import Outcome
from engine.match import Ask, Frame
from engine.scene import Card, Chart, Fact, Item, Panel, Place, Row, Scene, Seat, Text, Tile, Value, Who, say
from tests.bot.faces.picture.sights import NAMES, TITLE, drawn, localizer
from tests.bot.faces.picture.test_layout import assert_sound

SEATS = 4


def text(said: Value) -> Text:
    """Return a text of whatever is to be said."""
    return say("value", value=said)


def cards(count: int, figure: Value = "") -> tuple[Item, ...]:
    """Return different cards."""
    return tuple(Card(text(f"Card {number}"), f"unknown-{number % 3}", figure, "") for number in range(count))


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
    frames = *(frame(rows, asked=asked) for asked in (0, 1, 4)), frame(rows, asked=0, outcome=over)
    sheets = [drawn(table_picture(shown, TITLE, localizer(SEATS))) for shown in frames]
    for sheet in sheets:
        assert_sound(sheet)
        assert {"Ann", "Bob", "Cleo", "Dora"} <= {label.text for _, _, label in sheet.labels}
    ranked = [label.text for _, _, label in sheets[-1].labels]
    assert sorted(NAMES[:SEATS], key=ranked.index) == ["Ann", "Cleo", "Bob", "Dora"]

    order = hand_picture(frame(rows, Seat(1)), TITLE, localizer(SEATS))
    if order is not None:
        assert_sound(drawn(order))
        assert draw(order)
