"""Eliminating cards, and what that sets off: Queen, Trap, Prince and Twin (R13, R24b, R34, R48-R51)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.oriflamme import cards, positions
from engine.games.oriflamme.state import Card, State
from engine.scene import Seat
from engine.telling import Plain, Tell


def eliminate(state: State, acting: int, targets: Sequence[int], points: int, tell: Tell) -> bool:
    """Eliminate the top cards of some positions at once; return whether the acting card is still there.

    The positions stay behind, perhaps empty, until the queue is closed (C8).
    """
    actor = positions.top(state, acting)
    victims = [positions.top(state, index) for index in targets]
    _credit(state, actor, acting, targets, points, tell)
    for index in targets:
        positions.remove(state, index, tell)
    trapped = _spring(state, actor, acting, victims, tell)
    _partners(state, victims, tell)
    return not trapped and acting not in targets


def _credit(state: State, actor: Card, acting: int, targets: Sequence[int], points: int, tell: Tell) -> None:
    """Give the points for the elimination, then those for opponents' Queens (R13, R25, R34)."""
    player = state.players[actor.family]
    victims = [positions.top(state, index) for index in targets]
    player.gain(actor.name, points)
    facts: dict[str, Plain] = {"player": actor.family, "card": actor.name, "number": acting + 1, "points": points}
    if list(targets) == [acting]:
        tell.all("eliminate-itself", **facts)
    else:
        gone = [
            (card.family, card.name, index + 1, card.revealed, card.tokens)
            for index, card in zip(targets, victims, strict=True)
        ]
        tell.all("eliminate", victims=tuple(gone), **facts)
    queens = sum(card.name == "queen" and card.family != actor.family for card in victims)
    if queens:
        player.gain("queens", queens)
        tell.all("queens", player=actor.family, points=queens)


def _spring(state: State, actor: Card, acting: int, victims: Sequence[Card], tell: Tell) -> bool:
    """Let an opponent's Trap discard the acting card and steal from its player (R48-R51)."""
    trap = next((card for card in victims if card.name == "trap" and card.family != actor.family), None)
    if trap is None:
        return False
    stolen = state.players[actor.family].lose("robbed", cards.STOLEN)
    state.players[trap.family].gain("stolen", stolen)
    tell.all(
        "trap",
        player=actor.family,
        owner=trap.family,
        card=actor.name,
        points=stolen,
    )
    positions.remove(state, acting, tell)
    return True


def _partners(state: State, victims: Sequence[Card], tell: Tell) -> None:
    """Discard the uncovered Twins of an eliminated Prince's family, and the other way round (R24b, R24c, C2)."""
    wanted: set[tuple[Seat, str]] = {
        (card.family, cards.PARTNER[card.name]) for card in victims if card.name in cards.PARTNER
    }
    for index in [index for index, card in state.tops if (card.family, card.name) in wanted]:
        card = positions.top(state, index)
        tell.all(
            "partner" if card.revealed else "partner-hidden",
            player=card.family,
            card=card.name,
            partner=cards.PARTNER[card.name],
            tokens=card.tokens,
        )
        positions.remove(state, index, tell)
