"""Oriflamme: Ablaze: lay cards in a queue, leave them hidden or reveal them, and win the most Influence."""

from __future__ import annotations

from typing import Any

from engine.analysis import Calibration
from engine.game import Game
from engine.games.oriflamme import (
    judgement,
    order_rules,
    order_texts,
    queue_positions,
    rules,
    telling,
)
from engine.games.oriflamme.actions import Action
from engine.games.oriflamme.final_report import highlights
from engine.games.oriflamme.state import State
from engine.scene import Seat
from engine.tutorial import Tutorial


def _without_course(state: dict[str, Any]) -> dict[str, Any]:
    """Migration from rules 1, without the course of Influence: the past of `state` can't be known any more."""
    return {**state, "course": []}


def _without_last(state: dict[str, Any]) -> dict[str, Any]:
    """Migration from rules 2, where `last` named a position: that may hold another card by now."""
    return {**state, "last": None}


PRIMER_ROUNDS = 3
"""The rounds of the primer: after these a learner has seen how cards act and go."""

ORIFLAMME: Game[State, Action] = Game(
    key="oriflamme",
    version=3,
    seats=range(3, 6),
    state_type=State,
    action_type=Action,
    rules=rules,
    telling=telling,
    minutes={3: 20, 4: 25, 5: 30},
    waits={3: (36, 25), 4: (50, 35), 5: (66, 45)},
    decisions=26,
    best_with=4,
    headings=frozenset({"round", "resolution", "over"}),
    passing=frozenset({"round", "resolution", "forced"}),
    hints=telling.hints,
    migrations={1: _without_course, 2: _without_last},
    judgement=judgement,
    highlights=highlights,
    chapters=frozenset(
        {"round", "reveal", "reveal-bare", "reveal-lost", "reveal-kept"}
    ),
    opening=queue_positions.tell_round,
    ordering=order_rules,
    order_telling=order_texts,
    orders_begin=State.has_begun_resolving,
    primer=Tutorial(
        number=1,
        seats=3,
        seat=Seat(1),
        skipped=0,
        over=lambda state: state.round > PRIMER_ROUNDS,
    ),
    points=lambda state: state.influence,
    foresight=Calibration(1.022, -0.095),
)
"""Oriflamme: Ablaze, for three to five players (R1)."""
