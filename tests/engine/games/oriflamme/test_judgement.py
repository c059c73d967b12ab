"""What is worth what in the queue: what a knight does in positions that anybody would agree on."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.agents.knight import best
from engine.games.oriflamme import judgement
from engine.games.oriflamme.actions import Action, Back, Choose, Target
from engine.rng import Rng
from tests.engine.games.oriflamme.table import GAME, LEAVE, REVEAL, SEED, Given, R, Table, resolving


def liked(table: Table) -> Action:
    """Return what a knight plays for whoever must decide."""
    seat = table.match.deciding[0]
    return best(judgement, table.state, seat, table.match.legal[seat], Rng(SEED, 0))


def openings(legal: Sequence[Action], table: Table) -> set[Action]:
    """Return what knights play there with many draws."""
    seat = table.match.deciding[0]
    return {best(judgement, table.state, seat, legal, Rng(bytes([number]) * 32, 0)) for number in range(40)}


def test_a_match_is_opened_in_more_than_one_way() -> None:
    """Who always lays the Queen and turns her over is read before the first card lies there."""
    first = Table(GAME.rules.setup(3, Rng(SEED, 0)))
    laid = openings([Choose(card) for card in ("queen", "schemer", "cutthroat", "trap", "bribery")], first)
    assert laid == {Choose("queen"), Choose("schemer")}
    assert openings([LEAVE, REVEAL], resolving("R:queen_0", "B:felon^", given=Given(round=1))) == {LEAVE, REVEAL}


@pytest.mark.parametrize("round_", [2, 3, 6])
def test_a_queen_is_turned_over_at_once(round_: int) -> None:
    """Two a round are more than a token."""
    assert liked(resolving("R:queen_1", "B:felon^", given=Given(round=round_))) == REVEAL


def test_a_trap_lies_in_wait_until_the_last_round() -> None:
    """As a bait; then it is one point (R47)."""
    assert liked(resolving("R:trap_1", "B:felon^", given=Given(round=3))) == LEAVE
    assert liked(resolving("R:trap_1", "B:felon^", given=Given(round=6))) == REVEAL


def test_tokens_are_taken_in_the_last_round() -> None:
    """They don't count in the queue (R58)."""
    assert liked(resolving("R:impersonation_3", "B:queen^", given=Given(round=6))) == REVEAL


def test_a_plot_gathers_while_it_is_early() -> None:
    """Each token is worth another activation of the Queen (R43)."""
    assert liked(resolving("R:plot_0", "B:felon^", "R:queen^", given=Given(round=2))) == LEAVE
    assert liked(resolving("R:plot_4", "B:felon^", "R:queen^", given=Given(round=6))) == REVEAL


def test_the_queen_of_an_opponent_is_hit_before_an_own_card() -> None:
    """Whom to hit: what still earns, and one more for a Queen (R34)."""
    table = resolving("R:schemer^", "R:cutthroat_0", "B:queen^", at=2)
    table.do(REVEAL)
    assert liked(table) == Target(3)


def test_bribery_takes_what_earns_most() -> None:
    """A Queen rather than a Felon (R52)."""
    table = resolving("R:bribery_0", "B:felon^", "G:queen^", given=Given(round=2))
    table.do(REVEAL)
    assert liked(table) == Target(3)


def test_nobody_sane_goes_back_from_a_card_that_was_chosen() -> None:
    """A rival would go to and fro."""
    table = resolving("R:queen^", at=2, given=Given(round=2))
    while table.state.phase != "placement":
        table.do(table.legal[0])
    seat = table.match.deciding[0]
    table.do(Choose(table.state.players[seat].hand[0]))
    assert any(isinstance(action, Back) for action in table.legal)
    assert not any(isinstance(action, Back) for action in judgement.consider(table.state, seat, table.legal))


def test_who_has_more_influence_is_better_off() -> None:
    """And with as much, who has more at work in the queue."""
    ahead = resolving("B:trap_0", "R:felon^", given=Given(has={R: 5})).state
    even = resolving("B:trap_0", "R:felon^").state
    queen = resolving("B:trap_0", "R:queen^").state
    assert judgement.worth(ahead, R) > judgement.worth(even, R)
    assert judgement.worth(queen, R) > judgement.worth(even, R)
