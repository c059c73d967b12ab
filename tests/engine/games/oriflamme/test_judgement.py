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
    G,
    Given,
    R,
    Table,
    placing,
    played,
    resolving,
)
from tests.engine.games.scenarios import in_words


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
    assert openings([LEAVE, REVEAL], resolving("R:queen_0, B:felon^", given=Given(round=1))) == {LEAVE, REVEAL}


@pytest.mark.parametrize(
    ("queue", "round_", "choices", "played_then"),
    [
        # Two a round are more than a token.
        *(("R:queen_1, B:felon^", round_, "", "reveal") for round_ in (2, 3, 6)),
        # R47: a Trap lies in wait as a bait until the last round; then it is one point.
        ("R:trap_1, B:felon^", 3, "", "leave"),
        ("R:trap_1, B:felon^", 6, "", "reveal"),
        # R58: tokens don't count in the queue.
        ("R:impersonation_3, B:queen^", 6, "", "reveal"),
        # R43: each token of a Plot is worth another activation of the Queen.
        ("R:plot_0, B:felon^, R:queen^", 2, "", "leave"),
        ("R:plot_4, B:felon^, R:queen^", 6, "", "reveal"),
        # R34: an opponent's Queen is hit before an own card; R52: a Queen is bribed rather than a Felon.
        ("R:schemer^, >R:cutthroat_0, B:queen^", 3, "reveal", "target 3"),
        ("R:bribery_0, B:felon^, G:queen^", 2, "reveal", "target 3"),
        # R26: both Felons bring a point each, also in the last round; one alone is worth less than a Prince.
        *(("B:prince^, >R:cutthroat_0, B:felon^, G:felon^", round_, "reveal", "target 3") for round_ in (3, 6)),
    ],
)
def test_knight_plays_what_anybody_would(queue: str, round_: int, choices: str, played_then: str) -> None:
    """R26, R34, R43, R47, R52, R58: what earns most, and in the last round what still earns."""
    assert in_words(liked(played(queue, choices, Given(round=round_)))) == played_then


@pytest.mark.parametrize(
    ("leads", "other", "taken"), [("felon", "cutthroat", "other"), ("apothecary", "prince", "leads")]
)
def test_bribery_weighs_gain_and_loss(leads: str, other: str, taken: str) -> None:
    """It brings its owner what it takes from another: half as much again as that family's loss, more if that leads."""
    table = played(f"R:bribery_0, G:{leads}^, B:{other}^", "reveal", Given(round=2, has={G: 9}))
    assert liked(table) == Target({"leads": 2, "other": 3}[taken])


def test_nobody_sane_goes_back_from_a_card_that_was_chosen() -> None:
    """A rival would go to and fro."""
    table = placing("R:queen^")
    table.do(Choose("trap"))
    assert Back() in table.legal
    assert Back() not in judgement.consider(table.state, R, table.legal)


def test_who_has_more_influence_is_better_off() -> None:
    """And with as much, who has more at work in the queue."""
    ahead = resolving("B:trap_0, R:felon^", given=Given(has={R: 5})).state
    even = resolving("B:trap_0, R:felon^").state
    queen = resolving("B:trap_0, R:queen^").state
    assert judgement.worth(ahead, R) > judgement.worth(even, R)
    assert judgement.worth(queen, R) > judgement.worth(even, R)
