"""The positions of the queue, cards that come and go, and the Placement Phase (R3, R6-R8, R16-R18).

In the Placement Phase each player in turn lays one card face down. The last decision is kept by the names that
everybody knows once it is done.
"""

from __future__ import annotations

from engine.events import EventSink
from engine.games.oriflamme import cards
from engine.games.oriflamme.actions import (
    Action,
    Activate,
    Lay,
    Place,
    PutTwin,
    Reveal,
    Target,
)
from engine.games.oriflamme.state import Aim, Card, Decision, State
from engine.scene import Seat


def places(state: State, seat: Seat, *, twin: bool = False) -> list[Place]:
    """Return the places for a card of `seat`: the ends and cards of the family, for a Twin not a Prince (R6, R23)."""
    barred = "prince" if twin else ""
    if not state.queue:
        return ["first"]
    own = [
        index + 1
        for index, card in state.tops
        if card.family == seat and card.name != barred
    ]
    return ["first", "last", *own]


def put(state: State, place: Place, card: Card) -> int:
    """Lay `card` on `place` and return the index of its position; the pointer moves with the queue (B1.3)."""
    if place == "first":
        state.queue.insert(0, [card])
        state.pointer += state.phase == "resolution"
        return 0

    if place == "last":
        state.queue.append([card])
        return len(state.queue) - 1

    state.queue[place - 1].append(card)
    return place - 1


def remove(state: State, index: int, sink: EventSink) -> None:
    """Put the top card of a position on the face-up pile of its colour (R13, R15, R53, R55).

    The position may stay behind empty until `close_gaps`.
    """
    card = state.queue[index].pop()
    if index == state.pointer and state.stage == "working":
        state.stage = "gone"

    if not card.revealed:
        sink.unveil()

    state.players[card.colour].pile.append(card.name)
    if card.briber is not None:
        sink.all("token-back", player=card.briber, card=card.name)


def close_gaps(state: State) -> None:
    """Close the gaps; the pointer moves with the queue, so that nothing is skipped or repeated (B1.3)."""
    if [] in state.queue:
        state.pointer -= state.queue[: state.pointer].count([])
        state.queue = [position for position in state.queue if position]


def decision(state: State, seat: Seat, action: Action) -> Decision:
    """Return the record of an `action` that is about to be played.

    A card that is revealed or eliminated has its name there from then on (R10, R13).
    """
    match action:
        case Reveal():
            return Decision(seat, action, state.top(state.pointer).name)
        case Target(position):
            acting = state.top(state.acting or 0).name
            aim = _aim(state.top(position - 1))
            return Decision(seat, action, acting, aim, position - 1 == state.acting)
        case Activate(position):
            return Decision(seat, action, "plot", _aim(state.top(position - 1)))
        case PutTwin(int(place)) | Lay(int(place)):
            covered = state.top(place - 1)
            # A card that is covered keeps its face (R6, R9).
            aim = _aim(covered if covered.revealed else covered.with_name(""))
            return Decision(seat, action, aim=aim)
        case _:
            return Decision(seat, action)


def _aim(card: Card) -> Aim:
    return Aim(card.family, card.colour, card.name)


def choose(state: State, card: str, sink: EventSink) -> None:
    """Choose `card` in secret; where the queue is empty, its place is no question (R6, C10)."""
    state.chosen = card
    if not state.queue:
        lay(state, "first", sink)


def lay(state: State, place: Place, sink: EventSink) -> None:
    """Lay the chosen card face down at `place` (R6)."""
    seat = state.laying_seat
    card = state.chosen or ""
    empty = not state.queue

    state.last = decision(state, seat, Lay(place))
    state.players[seat].hand.remove(card)
    index = put(state, place, Card(card, seat, state.round))

    word = "only" if empty else place if isinstance(place, str) else "on"
    sink.others(seat, f"lay-{word}", player=seat, number=index + 1)
    sink.only(seat, "lay-own", card=card, number=index + 1)
    state.chosen = None
    state.laid += 1


def begin_resolution(state: State, sink: EventSink) -> None:
    """Begin the Resolution Phase once each player has laid a card."""
    state.phase, state.pointer, state.stage = "resolution", 0, "fresh"
    sink.all("resolution")


def next_round(state: State, sink: EventSink) -> None:
    """Pass the First Player tile to the left and begin the next round, or end the game (R3, R5, C11)."""
    state.course.append(tuple(state.influence))
    state.first = Seat((state.first + 1) % state.seats)
    state.laid = 0

    if state.round == cards.ROUNDS:
        state.phase = "over"
        sink.all("over")
        return

    state.phase = "placement"
    state.round += 1
    tell_round(state, sink)


def tell_round(state: State, sink: EventSink) -> None:
    """Tell everybody the number of the round that begins, and its first player."""
    sink.all(
        "round",
        player=state.first,
        round=state.round,
        rounds=cards.ROUNDS,
    )
