"""Setup and Placement Phase (R1-R9)."""

from __future__ import annotations

import pytest

from engine.errors import IllegalAction
from engine.games.oriflamme import cards
from engine.games.oriflamme.actions import Back, Choose, Lay
from engine.games.oriflamme.state import census
from engine.scene import Seat
from tests.engine.games.oriflamme.table import (
    LEAVE,
    B,
    G,
    Given,
    R,
    Table,
    keys,
    lay_all,
    marks,
    panel,
    placing,
    start,
)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_everybody_gets_seven_cards_three_aside_the_twin_and_one_influence(seats: int) -> None:
    """R1, R2: ten cards are shuffled, the Twin is not among them."""
    state = start(seats).state
    assert len(state.players) == seats
    for player in state.players:
        assert (len(player.hand), len(player.aside), player.twin, player.influence) == (7, 3, True, 1)
        assert sorted(player.hand + player.aside) == sorted(cards.SHUFFLED)
        assert (player.hand, player.aside) == tuple(
            sorted(some, key=cards.order) for some in (player.hand, player.aside)
        )
    assert set(census(state).values()) == {1}
    assert len({tuple(player.aside) for player in state.players}) > 1


def test_the_first_player_is_drawn_by_lot() -> None:
    """R3: any seat can begin."""
    assert {start(3, number).state.first for number in range(20)} == {R, B, G}


def test_the_first_card_lies_in_the_middle_and_the_second_has_two_places() -> None:
    """S1, R6, C10, C14: there is nothing to decide about the first place, and nothing of one's own to cover."""
    match = start(3)
    table = Table(match.state)
    assert keys(table.do(table.legal[0])) == ["lay-only", "lay-own"]
    table.do(table.legal[0])
    assert table.places == ["first", "last"]
    with pytest.raises(IllegalAction):
        table.do(Lay(1))


def test_a_card_goes_to_the_ends_or_on_the_own_family() -> None:
    """S2, R6: Red has three places; not on Blue's card."""
    table = placing("R:queen_0", "B:felon^", given=Given(round=2))
    table.do(Choose("trap"))
    assert table.places == ["first", "last", 1]
    with pytest.raises(IllegalAction):
        table.do(Lay(2))
    table.do(Lay(1))
    assert table.queue == ["R:queen_0 / R:trap_0", "B:felon^"]


@pytest.mark.parametrize(
    ("place", "queue"),
    [("first", ["R:trap_0", "B:felon^", "G:plot_0"]), ("last", ["B:felon^", "G:plot_0", "R:trap_0"])],
)
def test_the_ends_are_the_ends(place: str, queue: list[str]) -> None:
    """R6: never between cards."""
    table = placing("B:felon^", "G:plot_0")
    table.do(Choose("trap"))
    assert table.places == ["first", "last"]
    table.do(Lay("first" if place == "first" else "last"))
    assert table.queue == queue


def test_nobody_may_pass() -> None:
    """R6: every choice is a card."""
    assert all(isinstance(action, Choose) for action in placing("B:felon^").legal)


def test_in_an_empty_queue_of_a_later_round_the_card_becomes_the_queue() -> None:
    """R6, C10: its place is forced, and told."""
    table = placing(given=Given(round=4))
    assert keys(table.do(Choose("queen"))) == ["lay-only", "lay-own"]
    assert (table.queue, table.decider) == (["R:queen_0"], B)


def test_another_card_can_be_chosen_before_it_is_laid() -> None:
    """R6: the way back leads to the whole hand, and nothing is told of it."""
    table = placing("B:felon^")
    before = table.legal
    assert table.do(Choose("queen")) == []
    assert table.legal[-1] == Back()
    assert table.do(Back()) == []
    assert table.legal == before
    table.lay("trap", "last")
    assert table.queue == ["B:felon^", "R:trap_0"]


def test_everybody_lays_one_card_in_turn_from_the_first_player() -> None:
    """R6: then the queue is resolved; who has laid is marked."""
    table = placing("G:felon_0")
    for seat in (R, B, G):
        assert table.decider == seat
        table.lay("trap", "last")
        if seat == B:
            assert [("mark-laid" in marks(table.scene(None), one)) for one in (R, B, G)] == [True, True, False]
            assert panel(table.scene(None), R)["hand"] == panel(table.scene(None), G)["hand"]
    assert table.queue == ["G:felon_0", "R:trap_0", "B:trap_0", "G:trap_0"]
    assert (table.state.phase, table.decider) == ("resolution", G)


def test_a_bribed_character_belongs_to_the_briber_for_stacking() -> None:
    """R7, S60: Blue may cover Red's bribed Queen, Red may not."""
    table = placing("R:queen^[B]", "B:felon^[R]")
    table.do(Choose("trap"))
    assert table.places == ["first", "last", 2]
    table.do(Lay("last"), Choose("trap"))
    assert table.places == ["first", "last", 1]
    table.do(Lay(1))
    assert table.queue[0] == "R:queen^[B] / B:trap_0"


def test_a_stack_may_grow() -> None:
    """R8: a third card, a fourth card."""
    table = placing("R:queen^ / R:trap_1 / R:felon_0")
    table.lay("plot", 1)
    assert table.queue == ["R:queen^ / R:trap_1 / R:felon_0 / R:plot_0"]


def test_the_first_player_tile_passes_to_the_left_after_each_round() -> None:
    """S5, R3, R4, R5, C11: six rounds, the queue keeps its direction, and one card each is left over."""
    table = Table(start(4, 3).state)
    first = table.state.first
    for number in range(cards.ROUNDS):
        assert (table.state.round, table.state.first) == (number + 1, (first + number) % 4)
        assert table.decider == table.state.first
        lay_all(table)
        for index in range(len(table.state.queue)):
            assert table.state.pointer == index
            table.do(LEAVE)
    assert table.state.phase == "over"
    assert table.state.first == Seat((first + cards.ROUNDS) % 4)
    assert [len(player.hand) for player in table.state.players] == [1] * 4
    assert len(table.state.queue) == 24
