"""What is worth what in the queue: what a knight does in positions that anybody would agree on."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.agents.knight import best
from engine.games.oriflamme import judgement
from engine.games.oriflamme.actions import Action, Back, Choose, Target
from engine.rng import Rng
from tests.engine.games.oriflamme.scenarios import (
    GAME,
    LEAVE,
    REVEAL,
    SEED,
    R,
    Scenario,
    Table,
    placing,
    played,
    resolving,
)
from tests.engine.games.scenarios import in_words, scenarios


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
    assert openings([LEAVE, REVEAL], resolving("R:queen_0, B:felon^", "round: 1")) == {LEAVE, REVEAL}


@scenarios(
    Scenario,
    """
two a round are more than a token
    queue: R:queen_1, B:felon^
    given: round: 2
    expected: reveal

at any time
    queue: R:queen_1, B:felon^
    expected: reveal

and in the last round
    queue: R:queen_1, B:felon^
    given: round: 6
    expected: reveal

a Trap lies in wait as a bait (R47)
    queue: R:trap_1, B:felon^
    expected: leave

until the last round; then it is one point (R47)
    queue: R:trap_1, B:felon^
    given: round: 6
    expected: reveal

tokens don't count in the queue (R58)
    queue: R:impersonation_3, B:queen^
    given: round: 6
    expected: reveal

each token of a Plot is worth another activation of the Queen (R43)
    queue: R:plot_0, B:felon^, R:queen^
    given: round: 2
    expected: leave

which must come in the last round (R43)
    queue: R:plot_4, B:felon^, R:queen^
    given: round: 6
    expected: reveal

an opponent's Queen is hit before an own card (R34)
    queue: R:schemer^, >R:cutthroat_0, B:queen^
    choices: reveal
    expected: target 3

a Queen is bribed rather than a Felon (R52)
    queue: R:bribery_0, B:felon^, G:queen^
    given: round: 2
    choices: reveal
    expected: target 3

both Felons bring a point each; one alone is worth less than a Prince (R26)
    queue: B:prince^, >R:cutthroat_0, B:felon^, G:felon^
    choices: reveal
    expected: target 3

also in the last round (R26)
    queue: B:prince^, >R:cutthroat_0, B:felon^, G:felon^
    given: round: 6
    choices: reveal
    expected: target 3
""",
)
def test_knight_plays_what_anybody_would(scenario: Scenario) -> None:
    """R26, R34, R43, R47, R52, R58: what earns most, and in the last round what still earns."""
    assert in_words(liked(scenario.play()[0])) == scenario.expected


@pytest.mark.parametrize("leads, other, taken", [("felon", "cutthroat", "other"), ("apothecary", "prince", "leads")])
def test_bribery_weighs_gain_and_loss(leads: str, other: str, taken: str) -> None:
    """It brings its owner what it takes from another: half as much again as that family's loss, more if that leads."""
    table = played(f"R:bribery_0, G:{leads}^, B:{other}^", "reveal", "round: 2, G has: 9")
    assert liked(table) == Target({"leads": 2, "other": 3}[taken])


def test_nobody_sane_goes_back_from_a_card_that_was_chosen() -> None:
    """A rival would go to and fro."""
    table = placing("R:queen^")
    table.do("choose trap")
    assert Back() in table.legal
    assert Back() not in judgement.consider(table.state, R, table.legal)


def test_who_has_more_influence_is_better_off() -> None:
    """And with as much, who has more at work in the queue."""
    ahead = resolving("B:trap_0, R:felon^", "R has: 5").state
    even = resolving("B:trap_0, R:felon^").state
    queen = resolving("B:trap_0, R:queen^").state
    assert judgement.worth(ahead, R) > judgement.worth(even, R)
    assert judgement.worth(queen, R) > judgement.worth(even, R)
