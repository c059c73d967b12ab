"""The first phase, Share Influence, and the Kings that it brings (F4-F12, F13-F19).

An Adviser hands out cards, the others pick from the middle. King cards are revealed at once when received, in either
phase, and resolved tile by tile.
"""

from __future__ import annotations

from engine.events import EventSink
from engine.games.fortheking import cards
from engine.games.fortheking.actions import ZONES, Change, Lower, Raise, Zone
from engine.games.fortheking.state import Crown, State
from engine.rng import Rng
from engine.scene import Seat

RAISE = {office.key: Raise(office.key) for office in cards.OFFICES}
LOWER = {office.key: Lower(office.key) for office in cards.OFFICES}


def reveal(state: State, seat: Seat, card: str, sink: EventSink) -> None:
    """Reveal a King that `seat` received; it leaves the game and waits for its steps (F9)."""
    state.used.append(card)
    state.crown = Crown(seat, card, cards.FACES[card].steps)
    sink.all("king", player=seat, card=card)


def targets(state: State) -> tuple[Change, ...]:
    """Return the changes that the present step of the King allows: raises first, offices in their order (F14-F17)."""
    crown = state.crown
    if crown is None:
        return ()

    free = [
        (key, value) for key, value in state.board.items() if key not in crown.touched
    ]
    found: list[Change] = []
    if "+" in crown.steps[0]:
        found += [RAISE[key] for key, value in free if value < cards.PRIMARY_MAX]
    if "-" in crown.steps[0]:
        found += [LOWER[key] for key, value in free if value > cards.PRIMARY_MIN]
    return tuple(found)


def change(state: State, action: Change, sink: EventSink) -> None:
    """Change one tile, at once and for good (C6)."""
    crown = _crown(state)
    by, key = (1, "raised") if isinstance(action, Raise) else (-1, "lowered")
    state.board[action.office] += by

    value = state.board[action.office]
    sink.all(
        key if state.seats > cards.FEWEST_PLAYERS else f"{key}-alone",
        player=crown.seat,
        office=action.office,
        value=value,
        second=cards.secondary_duty(value, state.seats),
    )

    _next_step(state, (*crown.touched, action.office))


def play_forced_king(state: State, sink: EventSink) -> bool:
    """Play a King's step without a choice: its only change, or none if no tile allows it (F16, F17, C7).

    Return False if there are several.
    """
    crown = _crown(state)
    possible = targets(state)
    if len(possible) > 1:
        return False

    if possible:
        sink.all("only-office", player=crown.seat)
        change(state, possible[0], sink)
    else:
        sink.all("no-raise" if crown.steps[0] == "+" else "no-lower", card=crown.card)
        _next_step(state, crown.touched)
    return True


def _crown(state: State) -> Crown:
    if state.crown is None:
        raise ValueError("no King is being resolved")
    return state.crown


def _next_step(state: State, touched: tuple[str, ...]) -> None:
    crown = _crown(state)
    steps = crown.steps[1:]
    state.crown = Crown(crown.seat, crown.card, steps, touched) if steps else None


def room(players: int) -> dict[str, int]:
    """Return how many cards each zone takes in one turn (F6)."""
    return {"keep": 1, "middle": players - 1, "favor": 1}


def open_zones(state: State) -> list[Zone]:
    """Return the zones that still take a card this turn (F6)."""
    room = state.room
    return [zone for zone in ZONES if room[zone]]


def choices(state: State) -> list[str]:
    """Return the different cards in the middle, in the order they were laid."""
    return list(dict.fromkeys(state.middle))


def start_turn(state: State, adviser: Seat, sink: EventSink) -> None:
    """Hand the deck to `adviser` (F4)."""
    state.turn += 1
    state.adviser, state.picker = adviser, state.left_neighbour(adviser)
    state.room = room(state.seats)
    tell_turn(state, sink)


def tell_turn(state: State, sink: EventSink) -> None:
    """Tell everybody the number of the turn, and its Adviser."""
    turns = cards.turns(state.seats)
    sink.all(
        "adviser",
        player=state.adviser,
        turn=state.turn,
        turns=turns,
    )


def place(state: State, zone: Zone, sink: EventSink) -> None:
    """Place the drawn card in `zone` for good (F5-F7, F9, F10)."""
    card, state.drawn = state.drawn, None
    if card is None:
        raise ValueError("no card is drawn")

    state.room[zone] -= 1

    adviser = state.adviser

    if zone == "middle":
        sink.unveil()
        state.middle.append(card)
        sink.all("middle", player=adviser, card=card)
    elif zone == "keep" and card in cards.KINGLY:
        sink.unveil()
        reveal(state, adviser, card, sink)
    else:
        if zone == "keep":
            state.players[adviser].gain(card, openly=False)
        else:
            state.favor.append(card)
            state.players[adviser].favored.append(card)
        sink.others(adviser, zone, player=adviser)
        sink.only(adviser, f"{zone}-own", card=card)


def take(state: State, card: str, sink: EventSink) -> None:
    """Give `card` from the middle to the player that picks; a King is resolved before the next pick (F8, F9)."""
    seat = state.picker
    state.middle.remove(card)
    state.picker = state.left_neighbour(seat)
    sink.all("take", player=seat, card=card)

    if card in cards.KINGLY:
        reveal(state, seat, card, sink)
    else:
        state.players[seat].gain(card, openly=True)


def play_forced(state: State, rng: Rng, sink: EventSink) -> bool:
    """Play the next step that leaves no choice; return False if a seat has to decide, or if the phase is over."""
    zones = open_zones(state)

    if state.drawn is not None:
        if len(zones) > 1:
            return False
        sink.once("only-zone", player=state.adviser)
        place(state, zones[0], sink)
    elif zones:
        # The Adviser's next card, which only the Adviser sees (F5).
        sink.unveil()
        state.drawn = state.deck.pop()
    elif state.middle:
        if len(choices(state)) > 1:
            return False
        # Alike cards leave no choice, either (F8, C7).
        take(state, state.middle[0], sink)
    elif state.deck:
        start_turn(state, state.left_neighbour(state.adviser), sink)
    else:
        gather(state, rng, sink)

    return True


def gather(state: State, rng: Rng, sink: EventSink) -> None:
    """End the phase: the favor deck is shuffled, and the left neighbour of the last Adviser bids first (F20)."""
    state.phase = "auction"
    rng.for_occasion("favor deck").shuffle(state.favor)
    state.first = state.left_neighbour(state.adviser)
    sink.all("phase-auction", player=state.first, count=len(state.favor))
