"""What agents know of For the King: what is worth what at court, and rollouts of the rest of a match."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from statistics import mean

import pytest

from engine.agents import LEVELS
from engine.agents.agent import advise
from engine.agents.knight import best
from engine.events import SILENT
from engine.game import Judgement
from engine.games.fortheking import judgement, rollout, rules, scoring
from engine.games.fortheking.actions import Action, Bid, Place
from engine.games.fortheking.auction_position import Holding, Position
from engine.games.fortheking.imagine import KEPT, imagine
from engine.games.fortheking.outlook import PILE
from engine.games.fortheking.rollout import Plan
from engine.games.fortheking.state import Player, State
from engine.rng import Rng
from engine.scene import Seat
from tests.contract.walks import AnyMatch, walk
from tests.engine.games.fortheking.scenarios import (
    GAME,
    P1,
    P2,
    PASS,
    SEED,
    Scenario,
    played,
    share_table,
)
from tests.engine.games.scenarios import in_words, scenarios
from tests.every import marks

SEATS = pytest.mark.parametrize("seats", [pytest.param(seats, marks=marks(GAME, seats)) for seats in GAME.seats])


@cache
def knights(seats: int, number: int = 1) -> tuple[AnyMatch, ...]:
    """Return the positions of a match between knights."""
    match = walk(GAME, seats, number)[0][0]
    found = [match]
    while match.deciding:
        seat = match.deciding[0]
        match, _ = match.play(seat, [liked(match.state, seat)])
        found.append(match)
    return tuple(found)


class ChampionJudgement:
    """The judgement by a champion's numbers."""

    consider = staticmethod(judgement.consider)
    score = staticmethod(rollout.score)
    worth = staticmethod(judgement.worth)
    horizon = judgement.horizon


def liked(state: State, seat: Seat, judged: Judgement[State, Action] = judgement) -> Action:
    """Return what a knight plays, or a champion that doesn't search."""
    return best(judged, state, seat, rules.legal(state, seat), Rng(SEED, 0))


def considered(state: State, seat: Seat) -> list[Plan]:
    """Return what a seat plans that is asked for a bid."""
    return rollout.plans(state, seat, judgement.consider(state, seat, rules.legal(state, seat)))


def by_the_rules(state: State, seat: Seat, action: Action) -> float:
    """Return a seat's part of the victory where an action is played and it goes on against knights."""
    other, rng = state.copy(), Rng(SEED, 0)
    rules.apply(other, seat, action, rng, SILENT)
    while rules.deciding(other):
        actor = rules.deciding(other)[0]
        judged: Judgement[State, Action] = ChampionJudgement() if actor == seat else judgement
        rules.apply(other, actor, liked(other, actor, judged), rng, SILENT)
    places = rules.places(other) or ()
    return 1 / places.count(1) if places[seat] == 1 else 0.0


def is_as_by_the_rules(state: State) -> bool:
    """Tell whether a rollout in which the seat that is asked passes ends as by the rules."""
    seat = rules.deciding(state)[0]
    ((won, _),) = rollout.outcomes(state, seat, [Plan(PASS, 0)], Rng(SEED, 0))
    return won == by_the_rules(state, seat, PASS)


def auctions(seats: int, number: int = 1, every: int = 1) -> list[AnyMatch]:
    """Return positions of knights in which somebody is asked for a bid, of so many each one."""
    found = knights(seats, number)[::every]
    return [match for match in found if match.state.up and not match.state.payment and match.deciding]


@SEATS
def test_the_first_plan_is_what_a_champion_prefers(seats: int) -> None:
    """In every question for a bid of a match: to go on as long as the card is worth more, or to pass."""
    asked = auctions(seats)
    assert len(asked) > 10
    for match in asked:
        plan, seat = considered(match.state, match.deciding[0])[0], match.deciding[0]
        assert plan.action == liked(match.state, seat, ChampionJudgement())
        assert (plan.limit == 0) == (plan.action == PASS)


@SEATS
def test_no_plan_goes_further_than_one_can_pay(seats: int) -> None:
    """In gold, or in cards where gold is sold (F28), nor does a knight bid so; each number is planned once."""
    for match in walk(GAME, seats, 1)[0]:
        state = match.state
        if state.up is None or state.payment is not None:
            continue
        seat = match.deciding[0]
        player, limits = state.players[seat], [plan.limit or 0 for plan in considered(state, seat)]
        thought = judgement.consider(state, seat, match.legal[seat])
        bids = [action.amount for action in thought if isinstance(action, Bid)]
        assert len(set(limits)) == len(limits)
        assert max(*limits, *bids, 0) <= (len(player.hand) if state.sells_gold else player.gold)
        assert all(limit > state.bid for limit in limits if limit)


@pytest.mark.slow
@SEATS
def test_the_last_lots_end_as_by_the_rules(seats: int) -> None:
    """Whoever sees all cards can say who will win, whatever is bid now."""
    last = [each.state for number in range(3) for each in auctions(seats, number) if not each.state.favor]
    assert last
    assert all(map(is_as_by_the_rules, last))


@pytest.mark.slow
@SEATS
def test_most_rollouts_of_the_auctions_end_as_by_the_rules(seats: int) -> None:
    """Estimates that are some lots old may turn the rest of a long match, rarely."""
    states = [each.state for number in range(3) for each in auctions(seats, number, 4)]
    assert sum(map(is_as_by_the_rules, states)) > 0.8 * len(states)


@pytest.mark.slow
@SEATS
def test_the_end_is_counted_as_the_rules_do(seats: int) -> None:
    """Sums, letters and second duties (F37-F40), gold and offices where points are equal (F41)."""
    for number in range(6):
        for match in knights(seats, number)[-20:]:
            state = match.state
            won = scoring.victory(state, scoring.points(state)).seats
            parts = [rollout.judge_end(Position(state), Seat(seat))[0] for seat in range(seats)]
            assert parts == [1 / len(won) if seat in won else 0 for seat in range(seats)]


def test_a_king_is_resolved_as_by_the_rules() -> None:
    """Each choice of its first step, the second step as a knight has it (F14-F17)."""
    state = played("gold-1 diplomacy-H | military-A", "king-shift1", "bid 1, pass, pay 1", "33334").state
    assert state.crown is not None
    plans = considered(state, P1)
    parts = [won for won, _ in rollout.outcomes(state, P1, plans, Rng(SEED, 0))]
    assert parts == [by_the_rules(state, P1, plan.action) for plan in plans]
    assert 0 < sum(parts) < len(parts)


def test_the_clearer_a_victory_the_better() -> None:
    """Whoever has won by more has done better, and who has lost has done worse."""
    narrow, wide = (Position(played("diplomacy-H | military-A", board=board).state) for board in ("23331", "63331"))
    assert rollout.judge_end(narrow, P1)[1] < rollout.judge_end(wide, P1)[1]
    assert rollout.judge_end(wide, P2)[1] < 0.5 < rollout.judge_end(wide, P1)[1]


def test_who_can_not_pay_a_standing_bid_gets_nothing() -> None:
    """In a world where a bid was a bluff the others bid anew (F31)."""
    state = played("diplomacy-A | gold-1", "military-A", "bid 1").state
    ((won, _),) = rollout.outcomes(state, P2, [Plan(PASS, 0)], Rng(SEED, 0))
    assert won == 0
    ((won, _),) = rollout.outcomes(state, P2, [Plan(Bid(2), 2)], Rng(SEED, 0))
    assert 0 <= won <= 1


def test_known_gold_is_paid_first() -> None:
    """Of two equal pieces others know one; paid openly, it is known no more."""
    holding = Holding(Player(["gold-2", "gold-2"], taken=["gold-2"]), 5)
    for gold in (2, 0):
        holding.pay(2)
        assert (holding.known_pieces[2], holding.known_count, holding.gold) == (0, 0, gold)


@pytest.mark.slow
@pytest.mark.parametrize("gold, up", [("gold-3", "military-A"), ("gold-3 gold-1", "livestock-A")])
def test_a_champion_keeps_its_gold_for_the_card_that_decides(gold: str, up: str) -> None:
    """The greatest office is decided by the last card, which it put there itself; a knight spends on the first."""
    hands = f"diplomacy-E military-B {gold} | diplomacy-F livestock-B gold-2"
    table = played(hands, f"{up} diplomacy-I", board="61111")
    assert liked(table.state, P1) == Bid(1)
    for number in range(4):
        rng = Rng(bytes([number]) * 32, 0)
        assert advise(LEVELS["champion"], GAME, table.match.view(P1, rng), rng).actions == (PASS,)


@SEATS
def test_speedup_grows_as_lots_get_fewer(seats: int) -> None:
    """As many rollouts as ever at the first lot, and never fewer later."""
    found = [rollout.speedup(match.state) for match in knights(seats) if match.state.phase == "auction"]
    assert found[0] == rollout.SPEEDUP[seats]
    assert found == sorted(found)
    assert found[-1] == rollout.MOST * rollout.SPEEDUP[seats]


@SEATS
def test_likely_worlds_look_the_same_to_the_seat(seats: int) -> None:
    """Nothing that it sees differs, wherever the hidden cards lie."""
    for match in knights(seats)[::9]:
        for seat in match.deciding:
            world = rollout.imagine(match.state, seat, Rng(SEED, 1))
            assert replace(match, state=world).frame(seat) == match.frame(seat)


@pytest.mark.slow
@SEATS
def test_likely_worlds_hold_what_knights_would_have_kept(seats: int) -> None:
    """More of what they keep, offices with high duties above all, and of paid cards more gold of 1.

    Where a King has changed the duties before the auctions begin, the higher ones were worth more to keep.
    """
    odds = KEPT[seats]
    assert is_likelier(begun(seats), lambda player: (odds[card] for card in player.hand))
    state = begun(seats)
    duties = state.board = {office: 1 + at for at, office in enumerate(state.board)}
    assert is_likelier(state, lambda player: (duties[card.partition("-")[0]] for card in player.hand if card in PILE))
    state = begun(seats)
    for card in state.players[P2].hand[:2]:
        state.players[P2].give_face_down(card, state.players[P2].discarded)
    assert is_likelier(state, lambda player: (card == "gold-1" for card in player.discarded))


def begun(seats: int) -> State:
    """Return a state of knights in which the auctions begin."""
    state: State = next(match.state for match in knights(seats) if match.state.phase == "auction")
    return state.copy()


def is_likelier(state: State, worth: Callable[[Player], Iterable[float]]) -> bool:
    """Tell whether others have more of something in 40 likely worlds than in 40 of which any is as likely."""
    plain, likely = (
        mean(
            each
            for number in range(40)
            for at, player in enumerate(imagined(state, P1, Rng(SEED, number)).players)
            if at != P1
            for each in worth(player)
        )
        for imagined in (imagine, rollout.imagine)
    )
    return plain < likely


@pytest.mark.parametrize(
    "hand, bid, gold",
    [("gold-1", 1, "gold-1"), ("gold-1 gold-1 gold-1", 3, "gold-3"), ("gold-2", 1, "gold-2")],
)
def test_gold_is_not_paid_for_with_as_much_gold(hand: str, bid: int, gold: str) -> None:
    """It would add nothing, and be seen (F27)."""
    state = played(f"{hand} | diplomacy-B gold-1", f"{gold} military-A architecture-A").state
    legal: list[Action] = [Bid(bid), PASS]
    assert {best(judgement, state, P1, legal, Rng(bytes([number]) * 32, 0)) for number in range(20)} == {PASS}


@scenarios(
    Scenario,
    """
gold is spent on the last card, for it is worth nothing but in a tie (F41)
    hands: gold-3 diplomacy-A | gold-1 diplomacy-B
    cards: diplomacy-H
    expected: bid 1

gold after which nothing comes is not worth a card of an office (F27)
    hands: diplomacy-H military-A | diplomacy-B gold-1
    cards: gold-1
    expected: pass

the cheapest payment, card by card (C9)
    hands: gold-1 gold-2 gold-3 | gold-1
    cards: diplomacy-H military-A
    choices: bid 2, pass
    expected: pay 2

a small card where one is far ahead pays for gold rather than the one that holds an office
    hands: livestock-A livestock-B livestock-C livestock-H livestock-I diplomacy-H | diplomacy-E gold-1
    cards: gold-3 military-A architecture-A
    choices: bid 1, pass
    expected: discard livestock

the best card of a great office is kept
    hands: |
    cards: diplomacy-I gold-1 gold-2
    expected: place keep
""",
)
def test_knight_plays_what_anybody_would(scenario: Scenario) -> None:
    """F27, F41, C9: what is worth most at court, for what is missed least."""
    assert in_words(liked(scenario.play()[0].state, P1)).startswith(scenario.expected)


def test_the_office_one_leads_is_raised() -> None:
    """And not the one that the rival leads (F14); the worst gold isn't kept."""
    hands = [["diplomacy-H", "diplomacy-I"], ["military-H", "military-I"]]
    table = share_table(2, ["king-plus1", "gold-1", "gold-2"], hands=hands)
    table.do(P1, Place("keep"))
    assert in_words(liked(table.state, P1)) == "raise diplomacy"
    assert liked(played(" | ", "gold-1 diplomacy-I gold-2").state, P1) != Place("keep")


def test_who_has_won_has_the_better_end() -> None:
    """Worth says at the end how clear it was."""
    state = played("diplomacy-H | military-A", board="53331").state
    assert judgement.worth(state, P1) > 0.5 > judgement.worth(state, P2)


def test_gold_is_worth_what_is_left_to_buy() -> None:
    """Six pieces more are far less of a lead before the last card than with six to come."""

    def lead(left: str) -> float:
        rich, poor = (
            judgement.worth(played(f"{hand} | gold-3 livestock-A", f"livestock-B {left}").state, P1)
            for hand in ("gold-3 gold-3 gold-3 gold-1", "gold-3 gold-1")
        )
        return rich - poor

    last, lots = "military-A", "military-A diplomacy-A architecture-A diplomacy-B military-B architecture-B"
    assert 0 < 2 * lead(last) < lead(lots)
