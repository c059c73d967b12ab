"""Oriflamme: Ablaze: lay cards in a queue, leave them hidden or reveal them, and win the most Influence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from engine.game import Option, Outcome, Question, Told
from engine.games.oriflamme import imagine, names, questions, report, rules, scene
from engine.games.oriflamme.actions import Action
from engine.games.oriflamme.state import State
from engine.games.oriflamme.tale import Tale
from engine.rng import Rng
from engine.scene import Scene, Seat, Viewer

__all__ = ["Oriflamme"]


def _without_course(state: dict[str, Any]) -> dict[str, Any]:
    """Return a state of rules 1, which didn't keep the course of Influence: its past can't be known any more."""
    return {**state, "course": []}


MIGRATIONS: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = MappingProxyType({1: _without_course})


class Oriflamme:
    """The rules of Oriflamme: Ablaze, for three to five players (R1)."""

    key = "oriflamme"
    rules = 2
    seats = range(3, 6)
    state_type = State
    action_type: Any = Action
    migrations = MIGRATIONS
    glossary = names.glossary()

    def setup(self, seats: int, rng: Rng) -> State:
        """Return the state before the first decision."""
        return rules.setup(seats, rng)

    def asking(self, state: State) -> Mapping[Seat, Question[Action]]:
        """Return who must decide now, and what: one seat, or nobody when the match is over."""
        seat = rules.decider(state)
        return {} if seat is None else {seat: questions.question(state, seat)}

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return every legal action of a seat."""
        return rules.legal(state, seat)

    def option(self, state: State, seat: Seat, action: Action) -> Option:  # noqa: ARG002 - only who is asked has options
        """Return how a legal action is offered."""
        return questions.option(state, action)

    def apply(self, state: State, seat: Seat, action: Action, rng: Rng) -> Sequence[Told]:  # noqa: ARG002 - no chance
        """Play a legal action on the state that is given, and return what is told, to whom."""
        tale = Tale()
        rules.apply(state, seat, action, tale)
        return tale.told

    def scene(self, state: State, viewer: Viewer) -> Scene:
        """Return what a viewer may see."""
        return scene.scene(state, viewer)

    def outcome(self, state: State) -> Outcome | None:
        """Return the result, or None while the match goes on."""
        return report.outcome(state)

    def imagine(self, state: State, viewer: Viewer, rng: Rng) -> State:
        """Return another state that the viewer can't tell from this one."""
        return imagine.imagine(state, viewer, rng)
