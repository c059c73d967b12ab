"""The queue as it lies: neighbours, places, and cards that come and go (R16-R18)."""

from __future__ import annotations

from engine.games.oriflamme.actions import Place
from engine.games.oriflamme.state import Card, State
from engine.scene import Seat
from engine.telling import Tell


def top(state: State, index: int) -> Card:
    """Return the uncovered card of a position."""
    return state.queue[index][-1]


def beside(state: State, index: int) -> list[int]:
    """Return the indexes of the adjacent positions, left before right (R16)."""
    return [other for other in (index - 1, index + 1) if 0 <= other < len(state.queue)]


def places(state: State, seat: Seat, *, twin: bool = False) -> list[Place]:
    """Return where a player can lay a card: the ends and on cards of the family, a Twin not on a Prince (R6, R23)."""
    barred = "prince" if twin else ""
    if not state.queue:
        return ["first"]
    own = [index + 1 for index, card in state.tops if card.family == seat and card.name != barred]
    return ["first", "last", *own]


def put(state: State, place: Place, card: Card) -> int:
    """Lay a card on a place and return the index of its position; the pointer moves with the queue (B1.3)."""
    if place == "first":
        state.queue.insert(0, [card])
        state.pointer += state.phase == "resolution"
        return 0
    if place == "last":
        state.queue.append([card])
        return len(state.queue) - 1
    state.queue[place - 1].append(card)
    return place - 1


def remove(state: State, index: int, tell: Tell) -> Card:
    """Take the top card out of a position, which may stay behind empty until `close` (R13, R53, R55)."""
    card = state.queue[index].pop()
    if index == state.pointer and state.stage == "working":
        state.stage = "gone"
    if not card.revealed:
        tell.unveil()
    state.take_in(card)
    if card.briber is not None:
        tell.all("token-back", player=card.briber, card=card.name)
    return card


def close(state: State) -> None:
    """Close the gaps; the pointer moves with the queue, so that nothing is skipped or repeated (B1.3)."""
    if [] in state.queue:
        state.pointer -= state.queue[: state.pointer].count([])
        state.queue = [position for position in state.queue if position]
