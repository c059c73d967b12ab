"""A table that a viewer can't tell from the real one: all that is hidden from that viewer is dealt anew.

Nothing here reads a hidden card except to learn which cards are hidden, all together, which the viewer knows too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.games.fortheking import cards
from engine.games.fortheking.state import Player, State
from engine.rng import Rng
from engine.scene import Viewer

TRIES = 8
"""How often a payer's hand is dealt before the richest possible one is taken."""


def imagine(state: State, viewer: Viewer, rng: Rng) -> State:
    """Return another state with the same frame for this viewer; it depends on the viewer's knowledge and the draws."""
    other = state.copy()
    deal = _Deal(other, viewer, rng)
    deal.hands()
    deal.piles()
    deal.favored()
    return other


class _Deal:
    """The cards that a viewer can't see, being dealt anew into the places that they lie in."""

    def __init__(self, state: State, viewer: Viewer, rng: Rng) -> None:
        self.state = state
        self.viewer = viewer
        self.rng = rng
        self.others = [player for seat, player in enumerate(state.players) if seat != viewer]
        self.pool = self._hidden()
        self.mine = self._own_favors()

    def _hidden(self) -> list[str]:
        """Return every card in a place that the viewer can't look into, in an order that tells nothing."""
        state = self.state
        piles = [state.box, state.deck, state.favor]
        for player in self.others:
            piles += [player.discarded, player.lost] if self._over else [player.hand, player.discarded, player.lost]
        hidden = [card for pile in piles for card in pile]
        if state.drawn and self.viewer != state.adviser:
            hidden.append(state.drawn)
        return sorted(hidden, key=cards.order)

    @property
    def _over(self) -> bool:
        return self.state.phase == "over"

    def _own_favors(self) -> list[str]:
        """Return the cards that the viewer put in the favor deck and that must still be there."""
        if self.viewer is None:
            return []
        own = Counter(self.state.players[self.viewer].favored) - Counter(self.state.revealed)
        return _remove(self.pool, own.elements())

    def hands(self) -> None:
        """Deal the others' hands and what they gave face down, neither of which ever holds a King (F9)."""
        known = [self._known(player) for player in self.others]
        kings = [card for card in self.pool if card in cards.KINGLY]
        self.pool = [card for card in self.pool if card not in cards.KINGLY]
        self.rng.shuffle(self.pool)
        everybody = list(zip(self.others, known, strict=True))
        for player, (sure, maybe) in sorted(everybody, key=lambda one: not self._pays(one[0])):
            self._player(player, sure, maybe)
        self.pool += kings
        self.rng.shuffle(self.pool)

    def _known(self, player: Player) -> tuple[list[str], list[str]]:
        """Return a player's cards that are surely in the hand, and those that are there or went face down."""
        if self._over:
            unseen = Counter(player.taken) + Counter(player.earlier) - Counter(player.hand)
            return [], _remove(self.pool, unseen.elements())
        return _remove(self.pool, player.taken), _remove(self.pool, player.earlier)

    def _pays(self, player: Player) -> bool:
        """Return whether this player is asked for gold, which is proof of having it (F28)."""
        state = self.state
        payment = state.payment
        return bool(payment and state.up and not cards.GOLD[state.up] and state.players[payment.seat] is player)

    def _player(self, player: Player, sure: list[str], maybe: list[str]) -> None:
        size = 0 if self._over else len(player.hand) - len(sure)
        away = len(player.discarded) + len(player.lost)
        if not self._over:
            free = self._free(player, size, away, sure, maybe)
            player.hand = sorted(sure + free, key=cards.order)
        rest = maybe + [self.pool.pop() for _ in range(away - len(maybe))]
        self.rng.shuffle(rest)
        gone = len(player.discarded)
        player.discarded = sorted(rest[:gone], key=cards.order)
        player.lost = sorted(rest[gone:], key=cards.order)

    def _free(self, player: Player, size: int, away: int, sure: list[str], maybe: list[str]) -> list[str]:
        """Take the unknown part of a hand from the pool and from what may be in it; the payer's must cover the debt."""
        need = self.state.payment.due - _gold(sure) if self._pays(player) and self.state.payment else 0
        for _ in range(TRIES):
            here = self._split(size, away, maybe)
            pooled = size - len(here)
            hand = here + self.pool[len(self.pool) - pooled :]
            if _gold(hand) >= need:
                return self._take(hand, here, maybe)
            self.rng.shuffle(self.pool)
        here, hand = self._richest(size, away, maybe)
        return self._take(hand, here, maybe)

    def _split(self, size: int, away: int, maybe: list[str]) -> list[str]:
        """Choose at random which of the cards seen taken earlier are still in the hand."""
        places = [True] * size + [False] * away
        self.rng.shuffle(places)
        return [card for card, kept in zip(maybe, places, strict=False) if kept]

    def _richest(self, size: int, away: int, maybe: list[str]) -> tuple[list[str], list[str]]:
        """Return the hand with the most gold, of which the first list was seen taken earlier."""
        ranked = sorted(maybe, key=_worth, reverse=True)
        must = max(0, len(maybe) - away)
        rest = [(card, True) for card in ranked[must:]] + [(card, False) for card in self.pool]
        best = sorted(rest, key=lambda one: -_worth(one[0]))[: size - must]
        here = ranked[:must] + [card for card, seen in best if seen]
        return here, ranked[:must] + [card for card, _ in best]

    def _take(self, hand: list[str], here: list[str], maybe: list[str]) -> list[str]:
        _remove(maybe, here)
        pooled = Counter(hand) - Counter(here)
        _remove(self.pool, pooled.elements())
        return hand

    def piles(self) -> None:
        """Deal the favor deck, the draw deck, the box and the drawn card."""
        state = self.state
        state.favor = self.mine + self._pop(len(state.favor) - len(self.mine))
        self.rng.shuffle(state.favor)
        state.deck = self._pop(len(state.deck))
        if state.drawn and self.viewer != state.adviser:
            state.drawn = self.pool.pop()
        state.box = self._pop(len(state.box))

    def favored(self) -> None:
        """Deal anew who of the others put which card in the favor deck."""
        state = self.state
        whole = Counter(state.favor) + Counter(state.revealed)
        if self.viewer is not None:
            whole -= Counter(state.players[self.viewer].favored)
        cards_of_others = sorted(whole.elements(), key=cards.order)
        self.rng.shuffle(cards_of_others)
        for player in self.others:
            player.favored = [cards_of_others.pop() for _ in player.favored]

    def _pop(self, count: int) -> list[str]:
        return [self.pool.pop() for _ in range(count)]


def _worth(card: str) -> int:
    return cards.GOLD[card]


def _gold(pile: Iterable[str]) -> int:
    return sum(map(_worth, pile))


def _remove(pool: list[str], taken: Iterable[str]) -> list[str]:
    """Take cards out of a pool and return them."""
    found = list(taken)
    for card in found:
        pool.remove(card)
    return found
