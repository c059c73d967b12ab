"""The parts that pictures are put together from."""

from __future__ import annotations

import pytest

from bot.faces.picture.card import signs
from bot.faces.picture.chart import space_out
from bot.faces.picture.colours import common
from bot.faces.picture.font import ELLIPSIS, NAME
from bot.faces.picture.layout import Block, Fill, Label, column, flow, line, within_margins
from bot.faces.picture.row import board
from bot.faces.picture.text import make_voice
from engine.games.fortheking import names
from engine.games.fortheking.cards import OFFICES
from engine.scene import Card, Fact, Tile, say
from tests.bot.faces.picture.sights import localizer
from tests.every import FOR_EVERY_LANGUAGE

RED, INK = common("rubric"), common("ink")


def brick(width: float, height: float) -> Block:
    """Return a block of one colour."""
    return Block(width, height, ((0, 0, Fill(width, height, RED)),))


def test_blocks_are_laid_out() -> None:
    """Gaps lie between the pieces only, and what is empty takes no room; a flow breaks before it leaves its room.

    Each block knows only what is in it.
    """
    bricks, nothing = [brick(10, 5), brick(20, 7)], Block(0, 0)
    stood, lain = column(bricks, 3), line(bricks, 3)
    assert [(each.width, each.height) for each in (stood, lain)] == [(20, 15), (33, 7)]
    assert column([brick(10, 5), nothing, Label("", NAME, INK), brick(10, 5)], 3).height == 13
    assert line([nothing, brick(10, 5)], 3).width == 10
    flown = flow([brick(40, 10)] * 5, 100, 10, 2)
    assert (flown.width, flown.height) == (90, 34)
    assert flow([brick(400, 10)], 100, 10, 2).height == 10, "what is too wide by itself stands alone"
    (placed,) = within_margins(within_margins(brick(1, 1), 3, 0), 20, 0).marks
    assert (placed.x, placed.y) == (20, 23)


@pytest.mark.parametrize(
    ("wanted", "places"),
    [([10, 50, 90], [10, 50, 90]), ([50, 50, 50], [50, 60, 70]), ([95, 99, 99], [75, 85, 95]), ([0], [5]), ([], [])],
)
def test_names_at_the_ends_of_lines_keep_apart(wanted: list[float], places: list[float]) -> None:
    """Lines that end together still have names that can be read."""
    assert space_out(wanted, 10, 100) == places


@FOR_EVERY_LANGUAGE
def test_an_office_without_a_second_duty_has_its_name_whole(locale: str) -> None:
    """A value that is a word takes room from the name beside it: the longest name stands in two lines then."""
    duties = Fact(names.NONE, 1), Fact(names.NONE, names.NONE)
    tiles = [Tile(names.office(office.key), f"fortheking-office-{office.key}", duties) for office in OFFICES]
    shown = board(tiles, make_voice(localizer(4, locale)))
    assert not [label.text for _, _, label in shown.labels if label.text.endswith(ELLIPSIS)]


LYING = (10, "net"), (9, "net"), (9, "net"), (2, "float"), (10, "net"), (1, "float")
"""Figures and emblems of cards, in the order in which they were laid."""


@pytest.mark.parametrize(
    ("heap", "shown"),
    [(False, ["10 9\u00d72", "2", "10", "1"]), (True, ["9\u00d72 10\u00d72", "1 2"])],
    ids=["row", "heap"],
)
def test_small_signs_stand_as_their_cards_lie_and_those_of_a_heap_by_kinds_and_figures(
    *, heap: bool, shown: list[str]
) -> None:
    """The first in the shallows, the second in the deep: sorted, they would be somebody else's choice."""
    cards = tuple(Card(say("value", value=figure), emblem, figure) for figure, emblem in LYING)
    blocks = signs(cards, make_voice(localizer(2)), heap=heap)
    said = [[placed.mark.text for placed in block.marks if isinstance(placed.mark, Label)] for block in blocks]
    assert [" ".join(words) for words in said] == shown
