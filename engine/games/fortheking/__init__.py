"""For the King (and Me): place cards, bid with what you kept, and hold the best duties of the court."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from engine.game import Option, Outcome, Question, Told
from engine.games.fortheking import imagine, names, questions, report, rules, scene
from engine.games.fortheking.actions import Action
from engine.games.fortheking.state import State
from engine.games.fortheking.tale import Tale
from engine.rng import Rng
from engine.scene import Scene, Seat, Viewer

__all__ = ["ForTheKing"]

NO_MIGRATIONS: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = MappingProxyType({})


class ForTheKing:
    """The rules of For the King (and Me), for two to five players (F1)."""

    key = "fortheking"
    rules = 1
    seats = range(2, 6)
    state_type = State
    action_type: Any = Action
    migrations = NO_MIGRATIONS
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

    def option(self, state: State, seat: Seat, action: Action) -> Option:
        """Return how a legal action is offered."""
        return questions.option(state, seat, action)

    def apply(self, state: State, seat: Seat, action: Action, rng: Rng) -> Sequence[Told]:
        """Play a legal action on the state that is given, and return what is told, to whom."""
        tale = Tale()
        rules.apply(state, seat, action, rng, tale)
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
