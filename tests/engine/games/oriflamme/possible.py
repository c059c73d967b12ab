"""What can never be in Oriflamme: Ablaze (C13)."""

from __future__ import annotations

from engine.games.oriflamme.state import State


def check(state: State) -> None:
    """Fail where a state came about that the rules rule out (C13)."""
    for index, position in enumerate(state.queue):
        if len({card.family for card in position}) != 1:
            raise AssertionError("a stack of one position belongs to one family")
        for card in position:
            if card.revealed and not card.is_character and index != state.acting:
                raise AssertionError("an intrigue stays face up only while it waits for its target")
            if card.revealed and card.tokens:
                raise AssertionError("tokens lie on face-down cards only")
    tokens = [card.briber for card in state.cards if card.briber is not None]
    if len(tokens) != len(set(tokens)):
        raise AssertionError("each player has one Bribery token")
    if any(player.influence < 0 for player in state.players):
        raise AssertionError("Influence is never below 0")
