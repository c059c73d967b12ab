"""Oriflamme: Ablaze: lay cards in a queue, leave them hidden or reveal them, and win the most Influence."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from engine.game import Game
from engine.games.oriflamme import rules, telling
from engine.games.oriflamme.actions import Action
from engine.games.oriflamme.state import State

__all__ = ["ORIFLAMME"]


def _without_course(state: dict[str, Any]) -> dict[str, Any]:
    """Return a state of rules 1, which didn't keep the course of Influence: its past can't be known any more."""
    return {**state, "course": []}


ORIFLAMME: Game[State, Action] = Game(
    key="oriflamme",
    version=2,
    seats=range(3, 6),
    state_type=State,
    action_type=Action,
    rules=rules,
    telling=telling,
    migrations=MappingProxyType({1: _without_course}),
    chapters=frozenset({"round", "reveal", "reveal-bare", "reveal-lost", "reveal-kept", "over"}),
)
"""Oriflamme: Ablaze, for three to five players (R1)."""
