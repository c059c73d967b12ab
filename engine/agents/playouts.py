"""Playouts: an imagined world is played to its end, or as far as its judgement looks, and valued for a seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.agents import random_actions
from engine.agents.knight import best
from engine.events import SILENT
from engine.game import A, AnyGame
from engine.rng import Rng
from engine.scene import Seat

LONGEST = 400
"""How many actions a playout has where nothing can judge a state before the end; what isn't over then is even."""
SLIPS = 12
"""One action in so many is any sane one instead of the best: nobody plays exactly as one thinks."""
CLEARLY = 0.5
"""How much counts, at the end, how clearly a match was won or lost, where a judgement tells."""


def playout(game: AnyGame, world: Any, seat: Seat, first: A, rng: Rng) -> float:
    """Play `first` in `world`, which changes, then everybody's actions; return the value for `seat`, 0 to 1."""
    game.rules.apply(
        world,
        seat,
        first,
        rng,
        SILENT,
    )
    most = LONGEST if game.judgement is None else game.judgement.horizon
    play_on(
        game,
        world,
        rng,
        most,
        SLIPS,
    )
    return value(game, world, seat)


def play_on(game: AnyGame, world: Any, rng: Rng, most: int, slips: int = 0) -> None:
    """Play `most` actions in `world`, which changes, or to its end; one in so many `slips` is any sane one, 0: none.

    A game without a judgement is played by any sane actions.
    """
    rules, judgement = game.rules, game.judgement

    for _ in range(most):
        deciding = rules.deciding(world)
        if not deciding:
            break
        actor = deciding[0]
        legal = rules.legal(world, actor)
        if judgement is None:
            action = random_actions.draw(legal, rng)
        elif slips and len(legal) > 1 and not rng.below(slips):
            action = random_actions.draw(judgement.consider(world, actor, legal), rng)
        else:
            action = best(judgement, world, actor, legal, rng)
        rules.apply(world, actor, action, rng, SILENT)


def value(game: AnyGame, world: Any, seat: Seat) -> float:
    """Return the value of `world` for `seat`: its part of the victory, and how clear it was, if the game can tell."""
    places = game.rules.places(world)
    won = 0.5 if places is None else victory_part(places, seat)
    if game.judgement is None:
        return won
    worth = game.judgement.worth(world, seat)
    return worth if places is None else mix_worth(won, worth)


def victory_part(places: Sequence[int] | None, seat: Seat) -> float:
    """Return the part of the victory that `seat` has by the `places`; none while the match goes on."""
    return 1 / places.count(1) if places and places[seat] == 1 else 0.0


def mix_worth(won: float, worth: float) -> float:
    """Return the value of an end for a seat by its part of the victory and by how clear the end was for it."""
    return (1 - CLEARLY) * won + CLEARLY * worth
