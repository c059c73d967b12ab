"""Eliminating cards, and what that sets off: Queen, Trap, Prince and Twin (R13, R24b, R34, R48-R51)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.oriflamme import cards, names, positions
from engine.games.oriflamme.state import Card, State
from engine.games.oriflamme.tale import Tale
from engine.scene import Seat, Text, Value, Who, say


def eliminate(state: State, acting: int, targets: Sequence[int], points: int, tale: Tale) -> bool:
    """Eliminate the top cards of some positions at once; return whether the acting card is still there.

    The positions stay behind, perhaps empty, until the queue is closed (C8).
    """
    actor = positions.top(state, acting)
    victims = [positions.top(state, index) for index in targets]
    _credit(state, actor, acting, targets, points, tale)
    for index in targets:
        positions.remove(state, index, tale)
    trapped = _spring(state, actor, acting, victims, tale)
    _partners(state, victims, tale)
    return not trapped and acting not in targets


def _credit(state: State, actor: Card, acting: int, targets: Sequence[int], points: int, tale: Tale) -> None:
    """Give the points for the elimination, then those for opponents' Queens (R13, R25, R34)."""
    player = state.players[actor.family]
    victims = [positions.top(state, index) for index in targets]
    player.gain(actor.name, points)
    tale.all(
        "eliminate",
        player=Who(actor.family),
        card=names.name(actor.name),
        number=acting + 1,
        victims=tuple(_victim(index, card) for index, card in zip(targets, victims, strict=True)),
        points=points,
    )
    queens = sum(card.name == "queen" and card.family != actor.family for card in victims)
    if queens:
        player.gain("queens", queens)
        tale.all("queens", player=Who(actor.family), points=queens)


def _victim(index: int, card: Card) -> Text:
    whose: dict[str, Value] = {"player": Who(card.family), "card": names.name(card.name), "number": index + 1}
    if card.revealed:
        return say("oriflamme-victim-shown", **whose)
    return say("oriflamme-victim-hidden", tokens=card.tokens, **whose)


def _spring(state: State, actor: Card, acting: int, victims: Sequence[Card], tale: Tale) -> bool:
    """Let an opponent's Trap discard the acting card and steal from its player (R48-R51)."""
    trap = next((card for card in victims if card.name == "trap" and card.family != actor.family), None)
    if trap is None:
        return False
    stolen = state.players[actor.family].lose("robbed", cards.STOLEN)
    state.players[trap.family].gain("stolen", stolen)
    tale.all(
        "trap",
        player=Who(actor.family),
        owner=Who(trap.family),
        card=names.name(actor.name),
        points=stolen,
    )
    positions.remove(state, acting, tale)
    return True


def _partners(state: State, victims: Sequence[Card], tale: Tale) -> None:
    """Discard the uncovered Twins of an eliminated Prince's family, and the other way round (R24b, R24c, C2)."""
    wanted: set[tuple[Seat, str]] = {
        (card.family, cards.PARTNER[card.name]) for card in victims if card.name in cards.PARTNER
    }
    for index in [index for index, card in state.tops if (card.family, card.name) in wanted]:
        card = positions.top(state, index)
        tale.all(
            "partner" if card.revealed else "partner-hidden",
            player=Who(card.family),
            card=names.name(card.name),
            partner=names.name(cards.PARTNER[card.name]),
            tokens=card.tokens,
        )
        positions.remove(state, index, tale)
