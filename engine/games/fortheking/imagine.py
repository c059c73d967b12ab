"""Imagined states, which a viewer can't tell from the real one: everything hidden from it is dealt anew.

Nothing here reads a hidden card except to learn which cards are hidden, all together, which the viewer knows too. Every
deal of the hidden cards to their places that fits the viewer's knowledge is as likely as every other. It knows: the
number of cards in each place; that no hand ever holds a King (F9); the cards that were seen taken; the cards that the
viewer put in the favor deck; that a player with a payment due can pay (F28); and that one that could not had less
(F30).

Two things are taken more simply than they are known: where equal cards came out of the favor deck, the viewer's own
count as the first of them; and a card that was seen taken before the last face-down loss may be any that was lost. Both
make rare worlds a little too likely or unlikely (by up to a sixth of all, in positions made for it), for rivals alone.
To know better, each copy and each loss had to be kept in the state with the moment when it was seen: new saves and
slower copies, for less than tournaments of rivals can tell.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence

from engine.games.fortheking import cards
from engine.games.fortheking.hidden_deals import (
    Bound,
    CardOdds,
    Odds,
    Places,
    deal,
    gold,
    mix_in,
)
from engine.games.fortheking.state import Player, State
from engine.rng import Rng
from engine.scene import Viewer

FIRST_KING = min(map(cards.order, cards.KINGLY))
"""Where the Kings begin among sorted cards: they end them."""

MOST_GOLD = sum(cards.GOLD[card] for card in cards.pool(cards.MOST_PLAYERS))

USUAL_DUTY = 3


def _odds(
    great: Mapping[int, float], small: Mapping[int, float], pieces: Sequence[float]
) -> Odds:
    """Return the odds of each card but Kings: by the values of great and small offices, and of gold from 1 to 3."""
    odds = {f"gold-{value}": one for value, one in enumerate(pieces, start=1)}
    for office in cards.OFFICES:
        by_value = great if office.values == cards.HIGH else small
        for letter, value in zip(cards.LETTERS, office.values, strict=True):
            odds[f"{office.key}-{letter}"] = by_value[value]
    return odds


KEPT = {
    players: _odds({2: 1.0, 3: 2.0, 4: 3.6}, {1: 1.3, 2: 4.3}, pieces)
    for players, pieces in {
        2: (0.33, 1.4, 3.5),
        3: (0.75, 0.6, 1.1),
        4: (1.5, 1.6, 1.2),
        5: (4.3, 4.0, 2.3),
    }.items()
}
"""The odds that a knight has kept each hidden card, by the number of players, where an office has its first duty; they
go with the duty. So it was in 4,000 matches of knights when the auctions began."""

PAID = _odds({2: 0.08, 3: 0.015, 4: 0.003}, {1: 0.05, 2: 0.003}, (20.0, 1.0, 0.2))
"""The odds that a card that was kept has been paid face down: knights pay with what is worth least."""


def imagine_likely(state: State, viewer: Viewer, rng: Rng) -> State:
    """Return a state as `imagine` does, in which the others have rather kept, and paid, what knights do."""
    kept = {
        card: odds * state.board.get(card.partition("-")[0], USUAL_DUTY)
        for card, odds in KEPT[state.seats].items()
    }
    return imagine(state, viewer, rng, CardOdds(kept, PAID))


def imagine(
    state: State, viewer: Viewer, rng: Rng, habits: CardOdds | None = None
) -> State:
    """Return another state with the same frame for `viewer`; it depends on the viewer's knowledge and the draws.

    By `habits` some hidden cards lie rather with players, and were rather paid, than others.
    """
    other = state.copy()
    if other.phase != "over":
        # What the hands would have scored shows them; it is told when the match is over.
        other.course = [(0,) * len(other.players)] * len(other.course)

    others = [player for seat, player in enumerate(other.players) if seat != viewer]
    mine = _own_favors(other, viewer)
    known = [_known_cards(other, player) for player in others]

    hidden = _hidden_piles(other, viewer, mine)
    for player, (sure, maybe) in zip(others, known, strict=True):
        held = [*player.hand, *player.discarded, *player.lost]
        hidden += _without(held, [*sure, *maybe])
    hidden.sort(key=cards.order)
    kings = bisect_left(hidden, FIRST_KING, key=cards.order)

    pairs = zip(others, known, strict=True)
    places = [_places(other, player, sure, maybe) for player, (sure, maybe) in pairs]
    dealt, rest = deal(hidden[:kings], places, rng, habits)
    for player, (sure, _), given in zip(others, known, dealt, strict=True):
        player.hand = sorted(sure + given.hand, key=cards.order)
        player.discarded = sorted(given.discarded, key=cards.order)
        player.lost = sorted(given.lost, key=cards.order)

    left = mix_in(rest, hidden[kings:], rng)
    _fill_piles(other, viewer, mine, left, rng)
    _share_favors(other, others, viewer, rng)
    return other


def _own_favors(state: State, viewer: Viewer) -> list[str]:
    """Return the cards that `viewer` put in the favor deck and that must still be there."""
    if viewer is None:
        return []
    return _without(state.players[viewer].favored, state.revealed_cards)


def _known_cards(state: State, player: Player) -> tuple[list[str], list[str]]:
    """Return a player's cards that are surely in the hand, and those that are there or went face down (C11)."""
    if state.phase == "over":
        return player.hand, _without([*player.taken, *player.earlier], player.hand)
    return player.taken, player.earlier


def _hidden_piles(state: State, viewer: Viewer, mine: list[str]) -> list[str]:
    """Return the cards in piles that `viewer` can't look into, but for its own (`mine`)."""
    hidden = [*state.box, *state.deck, *_without(state.favor, mine)]
    if state.drawn and viewer != state.adviser:
        hidden.append(state.drawn)
    return hidden


def _places(state: State, player: Player, sure: list[str], maybe: list[str]) -> Places:
    """Return the places of `player` that cards are dealt to, with the bounds on the gold there."""
    return Places(
        len(player.hand) - len(sure),
        len(player.discarded),
        len(player.lost),
        maybe,
        _bounds(state, player, gold(sure)),
    )


def _bounds(state: State, player: Player, seen: int) -> list[Bound]:
    """Return the bounds on a player's gold beyond the `seen` one (F28, F30)."""
    bounds = [
        Bound(0, proof.most - seen, proof.discarded, proof.lost)
        for proof in player.proofs
    ]
    payment = state.payment
    if payment is None or state.sells_gold or state.players[payment.seat] is not player:
        return bounds

    discarded = len(player.discarded)
    bounds.append(Bound(payment.due - seen, MOST_GOLD, discarded, len(player.lost)))
    return bounds


def _fill_piles(
    state: State, viewer: Viewer, mine: list[str], rest: list[str], rng: Rng
) -> None:
    """Deal the favor deck, the draw deck, the box and the drawn card from `rest`, in its random order."""
    favor = len(state.favor) - len(mine)
    deck = len(state.deck)
    state.favor = mix_in(rest[:favor], mine, rng)
    state.deck = rest[favor : favor + deck]
    if state.drawn and viewer != state.adviser:
        state.drawn = rest.pop()
    state.box = rest[favor + deck :]


def _share_favors(
    state: State, others: Iterable[Player], viewer: Viewer, rng: Rng
) -> None:
    """Deal anew which of the `others` put which card in the favor deck."""
    whole = [*state.favor, *state.revealed_cards]
    if viewer is not None:
        whole = _without(whole, state.players[viewer].favored)

    dealt = rng.shuffled(whole)
    for player in others:
        count = len(player.favored)
        player.favored = dealt[:count]
        del dealt[:count]


def _without(pile: list[str], gone: list[str]) -> list[str]:
    """Return `pile` less the cards of `gone`, as far as it has them."""
    if not gone:
        return pile
    left = pile.copy()
    for card in gone:
        if card in left:
            left.remove(card)
    return left
