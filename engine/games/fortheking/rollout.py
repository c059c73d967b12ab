"""Rollouts: a champion and knights bid to the end of the match, several times as fast as by the rules; and plans.

A plan is up to which number a seat bids for the lot that is up: the others' limits are found once for each world, and
plans that come to the same sale there share all that follows. So the whole rest of the auctions is played out hundreds
of times in a decision. Only rare things among knights are left out: a bid that can't be paid loses no card (F30).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.events import SILENT
from engine.games.fortheking import cards, judgement, rules
from engine.games.fortheking.actions import Action, Bid
from engine.games.fortheking.auction_position import GOLDEN, Holding, Position
from engine.games.fortheking.imagine import imagine_likely
from engine.games.fortheking.outlook import NUMBER, PILE, ahead
from engine.games.fortheking.state import State
from engine.rng import Rng
from engine.scene import Seat

imagine = imagine_likely

SPEEDUP, MOST = {2: 13, 3: 9, 4: 6, 5: 5}, 4
"""How many rollouts may take the place of a playout by the number of players, and up to how many times as many where
few lots are left. Most decisions are settled long before."""

LOTS = 4
"""After so many lots everybody looks at everything again."""
HIGHER = 6
"""How many numbers above the standing bid are thought of."""
LETTER = {card: cards.LETTERS.index(cards.FACES[card].letter) for card in PILE}


class Plan(NamedTuple):
    """An `action`, and for a bid or a pass the `limit`: up to which number the seat goes for this lot."""

    action: Action
    limit: int | None = None


class Sale(NamedTuple):
    """The `seat` that gets a lot, for the number `bid`; None at 0."""

    seat: int | None = None
    bid: int = 0


def speedup(state: State) -> int:
    """Return how many rollouts may take the place of a playout: the more, the fewer lots are left."""
    lots = len(state.favor) + 1
    more = min(MOST, max(1, cards.turns(state.seats) / lots))
    return int(SPEEDUP[state.seats] * more)


def score(state: State, seat: Seat, actions: Sequence[Action]) -> Sequence[float]:
    """Return the value of each of `actions` for a champion."""
    return judgement.score(state, seat, actions, judgement.CHAMPION)


def plans(state: State, seat: Seat, actions: Sequence[Action]) -> list[Plan]:
    """Return the plans of a `seat` in the auctions that considers some `actions`, by its knowledge."""
    if state.phase != "auction":
        return []
    if state.up is None or state.payment is not None:
        return [Plan(action) for action in actions]

    bids = [action for action in actions if isinstance(action, Bid)]
    passing = Plan(rules.PASS, 0)
    if not bids:
        return [passing]

    reach = min(state.means(seat), state.bid + HIGHER)
    limits = range(state.bid + 1, reach + 1)
    likely = _highest_bid(Position(state), seat, state.up, judgement.CHAMPION)
    # The knight's choice first, then plans that are near to it.
    ranked = sorted(
        [0, *limits], key=lambda limit: (limit > likely, abs(limit - likely))
    )
    return [Plan(bids[0], limit) if limit else passing for limit in ranked]


def outcomes(
    world: State, seat: Seat, tried: Sequence[Plan], rng: Rng
) -> list[tuple[float, float]]:
    """Return for each plan in `tried` the part of the victory of `seat` in a `world`, and how clear the end was."""
    if tried[0].limit is None:
        seed = rng.words(1)[0].to_bytes(8, "big") * 4
        return [_play_out(world, seat, plan.action, Rng(seed, 0)) for plan in tried]
    limits = [plan.limit or 0 for plan in tried]
    return _outcomes_by_limit(world, seat, limits)


def _play_out(
    world: State, seat: Seat, action: Action, rng: Rng
) -> tuple[float, float]:
    state = world.copy()
    rules.apply(state, seat, action, rng, SILENT)
    position = Position(state)

    crown = state.crown
    if crown is not None:
        touched = tuple(NUMBER[office] for office in crown.touched)
        position.resolve(crown.seat, crown.steps, touched)
    if state.up is not None:
        _sell(position, _find_sale(position, state, _highest_bids(position, seat)))
    _auction(position, seat)

    return judge_end(position, seat)


def _outcomes_by_limit(
    world: State, seat: Seat, limits: Sequence[int]
) -> list[tuple[float, float]]:
    """Return the outcome of each limit for the lot that is up."""
    position = Position(world)
    stops = _highest_bids(position, seat)

    found: dict[Sale, tuple[float, float]] = {}
    sales = []
    for limit in limits:
        stops[seat] = limit
        sale = _find_sale(position, world, stops)
        sales.append(sale)
        if sale not in found:
            after = position.copy()
            _sell(after, sale)
            _auction(after, seat)
            found[sale] = judge_end(after, seat)

    return [found[sale] for sale in sales]


def _highest_bids(position: Position, seat: int) -> list[int]:
    """Return up to which number each seat goes for the lot that is up: a champion's `seat`, and knights'."""
    up = position.lots[-1]
    return [
        _highest_bid(
            position, one, up, judgement.CHAMPION if one == seat else judgement.KNIGHT
        )
        for one in range(position.seats)
    ]


def _highest_bid(
    position: Position, seat: int, up: str, numbers: judgement.Weights
) -> int:
    """Return the highest number that `seat` names: the last one at which the lot is worth more than its price."""
    holding, look = position.holdings[seat], position.looks[seat]
    if not holding.means(up):
        return 0

    price = look.price
    worth = judgement.own_value(look, up, price, numbers) - judgement.PROFIT
    if not cards.GOLD[up]:
        price *= numbers.gold
        # The number itself is too much where it is worth exactly that.
        most = int(worth / price) if price else holding.gold
        return max(0, min(holding.gold, most - (most > 0 and worth <= price * most)))

    number, paid = 0, 0.0
    for lost, _ in _cheapest_first(position, seat):
        paid += lost
        if paid >= worth:
            break
        number += 1
    return number


def _cheapest_first(position: Position, seat: int) -> list[tuple[float, str]]:
    """Return the cards of a hand with their worth there, the least first."""
    holding = position.holdings[seat]
    look = position.looks[seat]
    price = look.price
    held = [(look.loss(card), card) for card in holding.cards]
    for value, card in GOLDEN.items():
        held += [(price * value, card)] * holding.pieces[value]
    return sorted(held)


def _find_sale(position: Position, state: State, stops: Sequence[int]) -> Sale:
    """Return the sale of the lot that is up, as its bidding stands in `state`, by each seat's limit in `stops`."""
    if state.payment is not None:
        return Sale(state.payment.seat, state.payment.due)

    staying = [player.is_bidding for player in state.players]
    sale = _bid_up(Sale(state.bidder, state.bid), staying, state.bidding, stops)
    up = position.lots[-1]
    if sale.seat is None or sale.bid <= position.holdings[sale.seat].means(up):
        return sale

    # Whoever can't pay is out, and the others bid anew (F31).
    staying = [
        not player.out and at != sale.seat for at, player in enumerate(state.players)
    ]
    return _bid_up(Sale(), staying, position.first, stops)


def _bid_up(sale: Sale, staying: list[bool], at: int, stops: Sequence[int]) -> Sale:
    """Return the sale to the seat that stays, each going up by one as far as it goes (`stops`)."""
    leader, bid = sale
    left = sum(staying)

    while left and (left > 1 or leader is None or not staying[leader]):
        if staying[at]:
            if bid < stops[at]:
                leader, bid = at, bid + 1
            else:
                staying[at] = False
                left -= 1
        at = (at + 1) % len(stops)

    return Sale(leader, bid) if left else Sale()


def _sell(position: Position, sale: Sale) -> None:
    """Let the lot that is up be paid for and taken."""
    up = position.lots[-1]
    seat = sale.seat
    if seat is not None:
        if cards.GOLD[up]:
            for _, card in _cheapest_first(position, seat)[: sale.bid]:
                position.lose(seat, card)
        else:
            position.holdings[seat].pay(sale.bid)
        if up in cards.KINGLY:
            position.resolve(seat, cards.FACES[up].steps)
        else:
            position.gain(seat, up)

    position.lots.pop()
    position.first = (position.first + 1) % position.seats


def _auction(position: Position, seat: int) -> None:
    """Sell all lots that are left; `seat` is a champion's."""
    while position.lots:
        stops = _highest_bids(position, seat)
        staying = [holding.count > 0 for holding in position.holdings]
        sale = _bid_up(Sale(), staying, position.first, stops)
        _sell(position, sale)
        if not len(position.lots) % LOTS:
            position.look_anew()


def judge_end(position: Position, seat: Seat) -> tuple[float, float]:
    """Return the part of the victory of `seat`, and how clear the end was for it."""
    held = [
        _office_holdings(holding, len(position.board)) for holding in position.holdings
    ]
    scored = _points(position, held)
    winners = _winners(position, scored, held)
    return (1 / len(winners) if seat in winners else 0.0), ahead(scored, seat)


class Held(NamedTuple):
    """The cards of a seat in an office at the end: a higher sum, an earlier letter and more cards go first."""

    total: float
    letter: int
    size: int


def _office_holdings(holding: Holding, offices: int) -> list[Held | None]:
    letters: list[list[int]] = [[] for _ in range(offices)]
    for card in holding.cards:
        letters[PILE[card][0]].append(LETTER[card])
    return [
        Held(total, -min(held), len(held)) if held else None
        for total, held in zip(holding.strengths, letters, strict=True)
    ]


def _points(position: Position, held: Sequence[Sequence[Held | None]]) -> list[int]:
    """Return the score of each seat (F37-F40)."""
    found = [0] * position.seats
    for at, primary in enumerate(position.board):
        ranked = sorted(
            [(one, seat) for seat, offices in enumerate(held) if (one := offices[at])],
            reverse=True,
        )
        values = (primary, cards.secondary_duty(primary, position.seats))
        for value, (_, seat) in zip(values, ranked, strict=False):
            found[seat] += value

    return found


def _winners(
    position: Position, scored: Sequence[int], held: Sequence[Sequence[Held | None]]
) -> list[int]:
    """Return the winners: by points, gold, then in the first office that one of them has (F41)."""
    ranks = [
        (points, holding.gold)
        for points, holding in zip(scored, position.holdings, strict=True)
    ]
    best = max(ranks)
    leaders = [seat for seat, rank in enumerate(ranks) if rank == best]
    if len(leaders) == 1:
        return leaders

    for at in range(len(position.board)):
        having = [
            (one.size, one.letter, seat) for seat in leaders if (one := held[seat][at])
        ]
        if having:
            return [max(having)[-1]]
    return leaders
