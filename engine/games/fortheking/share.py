"""The first phase, Share Influence: an Adviser hands out cards, the others pick from the middle (F4-F12)."""

from __future__ import annotations

from engine.games.fortheking import cards, kings, names
from engine.games.fortheking.actions import ZONES, Zone
from engine.games.fortheking.state import State
from engine.games.fortheking.tale import Tale
from engine.rng import Rng
from engine.scene import Seat, Who


def room(players: int) -> dict[str, int]:
    """Return how many cards each zone takes in one turn (F6)."""
    return {"keep": 1, "middle": players - 1, "favor": 1}


def open_zones(state: State) -> list[Zone]:
    """Return the zones that still take a card this turn (F6)."""
    return [zone for zone in ZONES if state.room[zone]]


def choices(state: State) -> list[str]:
    """Return the different cards in the middle, in the order they were laid."""
    return list(dict.fromkeys(state.middle))


def start_turn(state: State, adviser: Seat, tale: Tale) -> None:
    """Hand the deck to an Adviser (F4)."""
    state.turn += 1
    state.adviser, state.picker = adviser, state.left(adviser)
    state.room = room(state.seats)
    tale.all("adviser", player=Who(adviser), turn=state.turn, turns=cards.turns(state.seats))


def draw(state: State) -> None:
    """Draw the Adviser's next card, which only the Adviser sees (F5)."""
    state.drawn = state.deck.pop()


def place(state: State, zone: Zone, tale: Tale) -> None:
    """Place the drawn card for good (F5-F7, F9, F10)."""
    card, state.drawn = state.drawn, None
    if card is None:
        raise ValueError("no card is drawn")
    state.room[zone] -= 1
    if zone == "middle":
        state.middle.append(card)
        tale.all("middle", player=Who(state.adviser), card=names.name(card))
    elif zone == "favor":
        state.favor.append(card)
        state.players[state.adviser].favored.append(card)
        tale.others(state.adviser, "favor", player=Who(state.adviser))
        tale.only(state.adviser, "favor-own", card=names.name(card))
    else:
        _keep(state, card, tale)


def _keep(state: State, card: str, tale: Tale) -> None:
    if card in cards.KINGLY:
        kings.reveal(state, state.adviser, card, tale)
        return
    state.players[state.adviser].gain(card, openly=False)
    tale.others(state.adviser, "keep", player=Who(state.adviser))
    tale.only(state.adviser, "keep-own", card=names.name(card))


def take(state: State, card: str, tale: Tale) -> None:
    """Give a card from the middle to the player who picks; a King is resolved before the next pick (F8, F9)."""
    seat = state.picker
    state.middle.remove(card)
    state.picker = state.left(seat)
    tale.all("take", player=Who(seat), card=names.name(card))
    if card in cards.KINGLY:
        kings.reveal(state, seat, card, tale)
    else:
        state.players[seat].gain(card, openly=True)


def place_forced(state: State, tale: Tale) -> None:
    """Place the drawn card in the only zone left (C7)."""
    zone = open_zones(state)[0]
    tale.once("only-zone", player=Who(state.adviser))
    place(state, zone, tale)


def take_forced(state: State, tale: Tale) -> None:
    """Give the only card left in the middle to the player who picks (F8, C7)."""
    tale.all("only-card", player=Who(state.picker))
    take(state, state.middle[0], tale)


def go_on(state: State, rng: Rng, tale: Tale) -> bool:
    """Do what happens by itself next; return False if somebody has to decide, or if the phase is over."""
    zones = open_zones(state)
    if state.drawn is not None:
        if len(zones) > 1:
            return False
        place_forced(state, tale)
    elif zones:
        draw(state)
    elif state.middle:
        if len(choices(state)) > 1:
            return False
        take_forced(state, tale)
    elif state.deck:
        start_turn(state, state.left(state.adviser), tale)
    else:
        gather(state, rng, tale)
    return True


def gather(state: State, rng: Rng, tale: Tale) -> None:
    """End the phase: the favor deck is shuffled, and the left neighbour of the last Adviser bids first (F20)."""
    state.phase = "auction"
    rng.shuffle(state.favor)
    state.first = state.left(state.adviser)
    tale.all("phase-auction", player=Who(state.first), count=len(state.favor))
