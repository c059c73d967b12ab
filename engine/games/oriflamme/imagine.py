"""Imagined states, which a viewer can't tell from the real one: other colours' hidden cards are dealt anew.

Nothing here reads a hidden card except to learn which cards of a colour are hidden, all together: everybody knows that.
Each deal that a viewer can't rule out is as likely as every other: the only places that tell anything of a hidden card
are the set-aside ones, which are dealt first, from the cards that can lie there, each set of them with the same odds.
"""

from __future__ import annotations

from engine.games.oriflamme import cards
from engine.games.oriflamme.state import Card, Player, State
from engine.rng import Rng
from engine.scene import Viewer


def imagine(state: State, viewer: Viewer, rng: Rng) -> State:
    """Return another state with the same frame for `viewer`; it depends on the viewer's knowledge and the draws."""
    other = state.copy()
    if other.phase == "over":
        return other

    down = _face_down(other)
    for seat, player in enumerate(other.players):
        if seat != viewer:
            _deal(other, player, down[seat], rng)

    if other.chosen is not None and other.laying_seat != viewer:
        other.chosen = rng.choice(other.players[other.laying_seat].hand)
    return other


def _face_down(state: State) -> list[list[tuple[int, int, Card]]]:
    """Return each colour's face-down cards in the queue as (index of the position, height in it, card)."""
    down: list[list[tuple[int, int, Card]]] = [[] for _ in state.players]
    for index, position in enumerate(state.queue):
        for height, card in enumerate(position):
            if not card.revealed:
                down[card.colour].append((index, height, card))
    return down


def _deal(
    state: State, player: Player, down: list[tuple[int, int, Card]], rng: Rng
) -> None:
    """Deal the hidden cards of a colour into its hand, the queue (`down`) and the set-aside cards.

    A card that an Impersonation lacked (`player.absent`) can't be set aside (R36).
    """
    items = sorted(
        [*player.hand, *player.aside, *(card.name for _, _, card in down)],
        key=cards.order,
    )
    hidden = rng.shuffled(items)
    if player.absent:
        # What may be set aside goes first, in its random order; of the others any can be anywhere.
        hidden.sort(key=player.absent.__contains__)
        size = len(player.aside)
        hidden[size:] = rng.shuffled(hidden[size:])

    aside = len(player.aside)
    rest = len(player.aside) + len(down)
    player.aside = sorted(hidden[:aside], key=cards.order)
    for (index, height, card), name in zip(down, hidden[aside:rest], strict=True):
        state.queue[index][height] = card.with_name(name)
    player.hand = sorted(hidden[rest:], key=cards.order)
