"""What can never be in Oriflamme: Ablaze (C13)."""

from __future__ import annotations

from engine.games.oriflamme.state import State


def check(state: State) -> None:
    """Fail where a state came about that the rules rule out (C13)."""
    for index, position in enumerate(state.queue):
        assert len({card.family for card in position}) == 1, "a stack of one position belongs to one family"
        for card in position:
            shown = card.is_character or not card.revealed or index == state.acting
            assert shown, "an intrigue stays face up only while it waits for its target"
            assert not (card.revealed and card.tokens), "tokens lie on face-down cards only"
    tokens = [card.briber for card in state.cards if card.briber is not None]
    assert len(tokens) == len(set(tokens)), "each player has one Bribery token"
    assert all(player.influence >= 0 for player in state.players), "Influence is never below 0"
