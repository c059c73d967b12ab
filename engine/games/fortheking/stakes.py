"""What a decision is about, as rows for the seat asked alone: the card with what it is worth there, and the own hand.

Of others it tells what everybody saw them take: the least that they hold (F28 bounds their gold from above only).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.games.fortheking import cards, names, scene
from engine.games.fortheking.auction import MOST
from engine.games.fortheking.state import State
from engine.scene import Fact, Row, Seat, Text, Value, Who, say

REMEMBERED = 1024
READY = 4
"""How many numbers are buttons in private."""


def stakes(state: State, seat: Seat) -> tuple[Row, ...]:
    """Return the offices where one of them is chosen, the card where there is one, and the own cards."""
    own = scene.holding(state, seat)
    if state.phase == "share" and state.crown is None and state.drawn is not None:
        return _about("drawn", state.drawn, tuple(_worth(state, seat, state.drawn))), *scene.room(state), own
    if state.up is None:
        return scene.board(state), own
    facts = *_worth(state, seat, state.up), _fact("means", means(state, seat))
    return _about("up", state.up, facts), own


def means(state: State, seat: Seat) -> int:
    """Return what a seat has to pay with: cards for gold, else gold (F26, F27)."""
    player = state.players[seat]
    return len(player.hand) if state.sells_gold else player.gold


def usual(state: State) -> int:
    """Return the middle one of the bids that have won, in gold or in cards as now; 0 where none has."""
    bids = sorted(
        sale.bid for sale in state.sales if sale.seat is not None and bool(cards.GOLD[sale.card]) == state.sells_gold
    )
    return bids[len(bids) // 2] if bids else 0


def ready(state: State, seat: Seat, former: int = 0) -> tuple[tuple[int, Text | None], ...]:
    """Return the bids that mean something to a seat: just enough, the usual, the `former` limit, and all it holds.

    There are a few in any case; above what the seat holds are the least and what it has named itself.
    """
    least, held = state.bid + 1, means(state, seat)
    meant = {min(usual(state), held): "usual", held: "held", former: "former"}
    notes = {amount: say(f"fortheking-ready-{key}") for amount, key in meant.items() if amount >= least}
    if state.bid and least not in notes:
        notes[least] = say("fortheking-ready-least")
    shown = [*notes, *(amount for amount in range(least, max(held, least) + 1) if amount not in notes)]
    return tuple((amount, notes.get(amount)) for amount in sorted(shown[:READY]) if amount <= MOST)


@lru_cache(REMEMBERED)
def _fact(key: str, value: Value) -> Fact:
    return Fact(say(f"fortheking-stake-{key}"), value)


@lru_cache(REMEMBERED)
def _about(key: str, card: str, facts: tuple[Fact, ...]) -> Row:
    return Row(say(f"fortheking-row-{key}"), (names.CARDS[card], *facts), names.EMPTY, subject=True)


def _worth(state: State, seat: Seat, card: str) -> Iterator[Fact]:
    """Yield what an office comes to: its duties, the own sum, and the least of others; of gold, the own sum."""
    face = cards.FACES[card]
    if face.kind == "gold":
        yield _fact("own", state.players[seat].gold)
    if not face.office:
        return
    yield _fact("duties", scene.duties(state, state.board[face.office]))
    yield _fact("own", _sum(state.players[seat].hand, face.office))
    known = ((_sum(player.taken, face.office), at) for at, player in enumerate(state.players) if at != seat)
    others = sorted(((total, at) for total, at in known if total), key=lambda one: (-one[0], one[1]))
    if others:
        yield _fact(
            "others", tuple(say("fortheking-stake-other", player=Who(Seat(at)), total=total) for total, at in others)
        )


def _sum(held: Sequence[str], office: str) -> int:
    return sum(face.value for face in map(cards.FACES.__getitem__, held) if face.office == office)
