"""Win chances: the share of worlds, imagined from a seat's view, that the seat wins if knights play them on.

Theory of operation. A seat's chance is estimated by its own knowledge, as a champion decides: worlds are imagined from
its view, and each is played to its end. Whether another action would have been better is a question of its own: both
are played in the same worlds with the same draws, none of which the champion had chosen it by, so that neither the luck
of a world nor that of the choice counts as a gain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any, NamedTuple

from engine.agents.agent import Late, Pick, PickContext, in_time
from engine.agents.champion import Champion, mean_and_error
from engine.agents.playouts import play_on, victory_part
from engine.events import SILENT
from engine.frozen import frozen
from engine.game import A, AgentView, AnyGame
from engine.rng import Rng
from engine.scene import Seat

Z = 1.959964
"""How many standard errors an interval of 95 % has to each side."""
PRIOR, NEVER = 2.0, 0.001
"""How many victories and defeats an estimate is taken for besides, and what is too unlikely: nothing is certain."""
MOST_ACTIONS = 4000
"""After so many actions a world counts as one without an end, which nobody has won."""


class Chance(NamedTuple):
    """The victories of a seat in so many imagined `worlds`; a shared one counts as its part."""

    won: float = 0.0
    worlds: int = 0

    def __add__(self, other: object) -> Chance:
        """Return the estimate from the worlds of both."""
        if not isinstance(other, Chance):
            return NotImplemented
        won = self.won + other.won
        worlds = self.worlds + other.worlds
        return Chance(won, worlds)

    @property
    def share(self) -> float:
        """Return the share of victories, from 0 to 1."""
        if not self.worlds:
            return 0.0
        return self.won / self.worlds

    @property
    def interval(self) -> tuple[float, float, float]:
        """Return the share, and the bounds of its 95 % interval, each strictly between 0 and 1 (Agresti and Coull).

        The order is lower bound, share, upper bound.
        """
        worlds = self.worlds + 2 * PRIOR
        middle = (self.won + PRIOR) / worlds
        spread = Z * sqrt(middle * (1 - middle) / worlds)
        share = (self.won + 1) / (self.worlds + 2)
        return max(NEVER, middle - spread), share, min(1 - NEVER, middle + spread)


NONE = Chance()


@frozen
class Comparison:
    """The champion's choice in the place of an action: its `pick`, and the chances of both in the same worlds.

    `gain` is the share of victories more that its action brings, and `spread` by how much that may be wrong at 95 %.
    """

    pick: Pick[Any]
    played: Chance = NONE
    better: Chance = NONE
    gain: float = 0.0
    spread: float = 0.0

    @property
    def is_clear(self) -> bool:
        """Tell whether the champion's action is better by more than chance would make of it."""
        return self.gain > self.spread


def estimate(
    game: AnyGame, view: AgentView[Any], rng: Rng, worlds: int, late: Late = in_time
) -> Chance:
    """Return the chance of the view's seat, from so many `worlds`, or from fewer once it is `late`."""
    chance = Chance()
    for _ in range(worlds):
        if late():
            break
        world = game.rules.imagine(view.twin, view.seat, rng)
        chance += Chance(_finish(game, world, view.seat, rng), 1)
    return chance


def compare(
    game: AnyGame,
    view: AgentView[Any],
    played: A,
    rng: Rng,
    worlds: int,
    late: Late = in_time,
) -> Comparison:
    """Return the champion's choice, tried against the action `played` in so many `worlds`, or in fewer."""
    legal = game.rules.legal(view.twin, view.seat)
    spot = PickContext(game, view.seat, view.twin, legal, rng, late)
    pick = Champion().pick(spot)
    if pick.action == played:
        return Comparison(pick)

    pair = played, pick.action
    races = list(
        _compare_in_worlds(
            game,
            view,
            pair,
            rng,
            worlds,
            late,
        )
    )
    count = len(races)
    before, better = (Chance(sum(race[at] for race in races), count) for at in (0, 1))
    gains = [after - now for now, after in races]

    return Comparison(pick, before, better, *_mean_gain(gains))


def _compare_in_worlds(
    game: AnyGame,
    view: AgentView[Any],
    actions: Sequence[Any],
    rng: Rng,
    worlds: int,
    late: Late,
) -> Iterator[list[float]]:
    """Yield, world by world, the part of the victory that each of `actions` brings."""
    for _ in range(worlds):
        if late():
            return
        world = game.rules.imagine(view.twin, view.seat, rng)
        draws = rng.fresh_seed()
        yield [
            _finish(game, world.copy(), view.seat, Rng(draws, 0), action)
            for action in actions
        ]


def _finish(game: AnyGame, world: Any, seat: Seat, rng: Rng, *first: Any) -> float:
    """Play `world` to its end, which changes it; return the part of the victory that `seat` gets.

    The seat's own `first` actions are played before.
    """
    for action in first:
        game.rules.apply(world, seat, action, rng, SILENT)
    play_on(game, world, rng, MOST_ACTIONS)
    return victory_part(game.rules.places(world), seat)


def _mean_gain(gains: Sequence[float]) -> tuple[float, float]:
    """Return the mean of `gains`, and by how much it may be wrong at 95 %; of fewer than two it may be anything."""
    if len(gains) <= 1:
        return 0.0, 1.0
    mean, error = mean_and_error(gains)
    return mean, Z * error
