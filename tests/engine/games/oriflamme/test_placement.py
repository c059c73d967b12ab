"""Setup and Placement Phase (R1-R9)."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from engine.games.oriflamme import cards
from engine.scene import Seat
from tests.engine.games.oriflamme.scenarios import Scenario
from tests.engine.games.oriflamme.table import (
    LEAVE,
    B,
    G,
    R,
    Table,
    lay_all,
    marks,
    placing,
    start,
)
from tests.engine.games.scenarios import scenarios


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_everybody_gets_seven_cards(seats: int) -> None:
    """R1-R3: of ten that are shuffled; three are set aside, the Twin waits, with one Influence. Any seat can begin."""
    state = start(seats).state
    assert len(state.players) == seats
    for player in state.players:
        assert (len(player.hand), len(player.aside), player.twin, player.influence) == (7, 3, True, 1)
        assert sorted(player.hand + player.aside) == sorted(cards.SHUFFLED)
        for pile in (player.hand, player.aside):
            assert pile == sorted(pile, key=cards.order)
    assert len({tuple(player.aside) for player in state.players}) > 1
    assert {start(seats, number).state.first for number in range(30)} == {*range(seats)}


@dataclass(frozen=True)
class Placing(Scenario):
    """What comes of a queue in the Placement Phase, where Red begins."""

    @property
    def table(self) -> Table:
        """Return the table before any choice."""
        return placing(self.queue, given=self.given)


@scenarios(
    Placing(
        "Red may lay onto the own card, not onto Blue's, and covers it (S2, R6)",
        "R:queen_0, B:felon^",
        "choose trap, lay 1",
        "R:queen_0 / R:trap_0, B:felon^",
        offers="first last 1",
    ),
    Placing(
        "nobody has to cover a card: the beginning is before all others (S1, R6, C14)",
        "B:felon^, G:plot_0",
        "choose trap, lay first",
        "R:trap_0, B:felon^, G:plot_0",
        offers="first last",
    ),
    Placing(
        "and the end behind them (R6)",
        "B:felon^, G:plot_0",
        "choose trap, lay last",
        "B:felon^, G:plot_0, R:trap_0",
        offers="first last",
    ),
    Placing(
        "the first card lies in the middle, which is told (S1, R6, C10)",
        "",
        "choose queen",
        "R:queen_0",
        told="lay-only lay-own",
    ),
    Placing(
        "another card can be chosen, and nothing is told (R6)",
        "B:felon^",
        "choose queen, back, choose trap, lay last",
        "B:felon^, R:trap_0",
        told="lay-last lay-own",
    ),
    Placing(
        "a character belongs to its briber, who may cover it (R7, S60)",
        "R:queen^[B], B:felon^[R]",
        "choose trap, lay last, choose trap, lay 1",
        "R:queen^[B] / B:trap_0, B:felon^[R], R:trap_0",
        offers="first last 2, first last 1",
    ),
    Placing(
        "a stack may grow to any height (R8)",
        "R:queen^ / R:trap_1 / R:felon_0",
        "choose plot, lay 1",
        "R:queen^ / R:trap_1 / R:felon_0 / R:plot_0",
    ),
)
def test_cards_are_laid_as_ruled(scenario: Placing) -> None:
    """S1, S2, S60, R6-R8, C10, C14: at the ends, onto the own family, never between cards."""
    scenario.check()


def test_everybody_lays_one_card_in_turn_from_the_first_player() -> None:
    """R6: then the queue is resolved; who has laid is marked."""
    table = placing("G:felon_0")
    for seat in (R, B, G):
        assert table.match.deciding == (seat,)
        table.lay("trap", "last")
        if seat == B:
            assert [("mark-laid" in marks(table.scene(None), one)) for one in (R, B, G)] == [True, True, False]
    assert table.queue == ["G:felon_0", "R:trap_0", "B:trap_0", "G:trap_0"]
    assert (table.state.phase, table.match.deciding) == ("resolution", (G,))


def test_the_first_player_tile_passes_to_the_left_after_each_round() -> None:
    """S5, R3, R4, R5, C11: six rounds, the queue keeps its direction, and one card each is left over."""
    table = Table(start(4, 3).state)
    first = table.state.first
    for number in range(cards.ROUNDS):
        assert (table.state.round, table.state.first) == (number + 1, (first + number) % 4)
        assert table.match.deciding == (table.state.first,)
        lay_all(table)
        for index in range(len(table.state.queue)):
            assert table.state.pointer == index
            table.do(LEAVE)
    assert table.state.phase == "over"
    assert table.state.first == Seat((first + cards.ROUNDS) % 4)
    assert [len(player.hand) for player in table.state.players] == [1] * 4
    assert len(table.state.queue) == 24
