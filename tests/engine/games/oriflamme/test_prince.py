"""Prince and Twin (R22-R24c, C1, C2, C14)."""

from __future__ import annotations

import pytest

from engine.errors import IllegalAction
from engine.games.oriflamme.actions import PutTwin, Target
from tests.engine.games.oriflamme.table import (
    LEAVE,
    REVEAL,
    B,
    G,
    Given,
    R,
    facts,
    keys,
    lay_all,
    resolving,
)


def test_the_revealed_prince_brings_tokens_twin_and_1() -> None:
    """S32, R22, R24: in this order; the Twin at the end brings 1 when the pointer reaches it."""
    table = resolving("G:felon_0", "R:prince_1", "B:queen_0", "G:trap_0", at=2)
    assert keys(table.do(REVEAL)) == ["reveal"]
    assert table.has(R) == 2
    told = table.do(PutTwin("last"))
    assert keys(told) == ["twin-last", "gain"]
    assert (facts(told, "twin-last")["number"], facts(told, "gain")["number"]) == (5, 2)
    assert (table.queue[-1], table.has(R)) == ("R:twin^", 3)
    table.do(LEAVE, LEAVE)
    assert table.has(R) == 4


def test_a_twin_at_the_beginning_waits_for_the_next_round() -> None:
    """S33, R24: the pointer has passed it."""
    table = resolving("G:felon_0", "R:prince_0", "B:queen_0", at=2)
    table.do(REVEAL, PutTwin("first"))
    assert (table.queue[0], table.has(R), table.decider) == ("R:twin^", 2, B)
    assert table.state.pointer == 3
    table.do(LEAVE)
    assert table.has(R) == 2
    lay_all(table)
    assert (table.has(R), table.decider) == (3, G)


def test_the_twin_covers_cards_of_the_family_but_no_prince() -> None:
    """S34, R23: on the own face-down Trap it is fine; the Trap isn't resolved then."""
    table = resolving("R:prince_0", "R:trap_1", "B:queen_0", "G:prince^[R]", "R:queen^ / R:plot_0")
    table.do(REVEAL)
    assert table.places == ["first", "last", 2, 5]
    for taboo in (1, 3, 4):
        with pytest.raises(IllegalAction):
            table.do(PutTwin(taboo))
    table.do(PutTwin(2))
    assert table.queue[1] == "R:trap_1 / R:twin^"
    assert (table.has(R), table.decider) == (1 + 1 + 1, B)


def test_the_twin_may_cover_a_bribed_character() -> None:
    """R23, R7: it belongs to the family."""
    table = resolving("R:prince_0", "B:felon^[R]", "R:queen^[B]")
    table.do(REVEAL)
    assert table.places == ["first", "last", 2]


def test_in_the_first_round_the_twin_has_two_places() -> None:
    """R23, C14: nothing else of the family lies there yet."""
    table = resolving("B:felon_0", "R:prince_0", "G:queen_0", at=2, given=Given(round=1))
    table.do(REVEAL)
    assert table.places == ["first", "last"]


@pytest.mark.parametrize("pile", ["twin", ""])
def test_a_face_up_prince_gives_only_1(pile: str) -> None:
    """S35, R22, C1: no Twin is offered, whether it went or never came."""
    table = resolving("R:prince^", given=Given(pile={R: pile}))
    assert (table.queue, table.has(R)) == (["R:prince^"], 2)


def test_a_prince_revealed_without_a_twin_set_aside_gives_only_1() -> None:
    """R23, C1: the Twin was here already."""
    table = resolving("R:prince_0", given=Given(pile={R: "twin"}))
    table.do(REVEAL)
    assert (table.queue, table.has(R)) == (["R:prince^"], 2)


def test_a_twin_acts_like_any_face_up_card() -> None:
    """R24: 1 each time."""
    assert resolving("R:twin^").has(R) == 2


def test_a_prince_goes_with_an_eliminated_twin() -> None:
    """S36, R24b, R14: and the eliminator gets 1 in all."""
    table = resolving("R:apothecary^", "B:twin^", "R:trap_0", "B:prince^")
    told = table.do(Target(2))
    assert table.queue == ["R:apothecary^", "R:trap_0"]
    assert (table.pile(B), table.has(R), table.has(B)) == (["twin", "prince"], 2, 1)
    assert keys(told)[:2] == ["eliminate", "partner"]


def test_one_twin_takes_both_princes_along() -> None:
    """R24b, R24c: the bribed one too, for it belongs to the family."""
    table = resolving("R:apothecary^", "B:twin^", "R:trap_0", "B:prince^", "G:prince^[B]")
    table.do(Target(2))
    assert table.queue == ["R:apothecary^", "R:trap_0"]
    assert (table.pile(B), table.pile(G)) == (["twin", "prince"], ["prince"])


def test_a_face_down_prince_is_turned_up_and_discarded() -> None:
    """C2: its tokens are lost."""
    table = resolving("R:apothecary^", "G:twin^[B]", "R:trap_0", "B:prince_2")
    told = table.do(Target(2))
    assert table.queue == ["R:apothecary^", "R:trap_0"]
    assert (facts(told, "partner-hidden")["tokens"], table.has(B)) == (2, 1)


@pytest.mark.parametrize(
    ("queue", "left"),
    [
        # S37: a covered Twin stays.
        (["B:prince^", "R:trap_0", "B:twin^ / B:felon_0"], ["R:trap_0", "B:twin^ / B:felon_0"]),
        # The printed example: the Twin goes along, the other Prince stays.
        (["B:prince^", "R:trap_0", "B:twin^", "G:prince^[B]"], ["R:trap_0", "G:prince^[B]"]),
        # R24c, R57: a Prince that was bribed away doesn't follow its old Twin.
        (["B:twin^", "R:trap_0", "B:prince^[G]"], ["R:trap_0", "B:prince^[G]"]),
        # S39, R14: the Prince that is discarded takes no Twin along.
        (["B:twin^", "R:trap_0", "B:prince^", "G:twin^[B]"], ["R:trap_0", "G:twin^[B]"]),
        # C2: the Twin under the Prince is uncovered by then, and goes too.
        (["B:twin^ / B:prince^", "R:trap_0", "G:queen_0"], ["R:trap_0", "G:queen_0"]),
        # C2: the set is fixed when the trigger fires; a Prince that is uncovered by it stays.
        (["B:twin^", "R:trap_0", "G:prince^[B] / B:prince_0"], ["R:trap_0", "G:prince^[B]"]),
    ],
)
def test_who_goes_along_and_who_stays(queue: list[str], left: list[str]) -> None:
    """S37, S39, R14, R24b, R24c, R57, C2: face up, uncovered and of the family at that moment."""
    table = resolving("R:apothecary^", *queue)
    table.do(Target(2))
    assert table.queue == ["R:apothecary^", *left]


def test_two_princes_struck_at_once_take_their_twins_along() -> None:
    """R25, R24b: all victims leave before anything follows."""
    table = resolving("R:cutthroat^", "B:prince^", "G:twin^", "R:trap_0", "G:prince^", "B:twin^")
    assert (table.queue, table.has(R)) == (["R:cutthroat^", "R:trap_0"], 3)


def test_the_own_elimination_sets_it_off_too() -> None:
    """R24b, R13: Red's Apothecary hits Red's Prince, and Red's Twin behind it goes; the Queen is not skipped."""
    table = resolving("R:twin^", "R:prince^", "R:apothecary^", "R:queen^", "B:trap_0", at=3)
    table.do(Target(2))
    assert table.queue == ["R:apothecary^", "R:queen^", "B:trap_0"]
    assert (table.has(R), table.decider, table.state.pointer) == (1 + 1 + 2, B, 2)


def test_a_twin_under_the_acting_impersonation_is_covered() -> None:
    """C7, R24b, R18: Red's Prince goes, the Twin stays and acts once Impersonation is gone."""
    table = resolving("R:twin^ / R:impersonation_0", "R:prince^")
    assert keys(table.do(REVEAL))[2:5] == ["eliminate", "spent", "gain"]
    assert (table.queue[0], table.has(R)) == ("R:twin^", 1 + 1 + 1)


def test_a_family_is_that_of_the_moment_for_what_is_discarded_along() -> None:
    """R24c, R55: Blue's Prince, bribed by Green, is Green's; Blue's own Twin stays, and each goes to its colour."""
    table = resolving("R:apothecary^", "B:prince^[G]", "R:trap_0", "B:twin^", "G:twin^")
    table.do(Target(2))
    assert table.queue == ["R:apothecary^", "R:trap_0", "B:twin^"]
    assert (table.pile(B), table.pile(G)) == (["prince"], ["twin"])
