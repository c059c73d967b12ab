"""Playouts: an imagined world is played to its end, or as far as its judgement looks, and valued for a seat."""

from __future__ import annotations

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
    rules = game.rules
    rules.apply(world, seat, first, rng, SILENT)

    for _ in range(LONGEST if game.judgement is None else game.judgement.horizon):
        deciding = rules.deciding(world)
        if not deciding:
            break
        actor = deciding[0]
        rules.apply(world, actor, _choose_action(game, world, actor, rng), rng, SILENT)

    return value(game, world, seat)


def _choose_action(game: AnyGame, world: Any, seat: Seat, rng: Rng) -> Any:
    legal = game.rules.legal(world, seat)
    judgement = game.judgement
    if judgement is None:
        return random_actions.draw(legal, rng)
    if len(legal) > 1 and not rng.below(SLIPS):
        considered = judgement.consider(world, seat, legal)
        return random_actions.draw(considered, rng)
    return best(judgement, world, seat, legal, rng)


def value(game: AnyGame, world: Any, seat: Seat) -> float:
    """Return the value of `world` for `seat`: its part of the victory, and how clear it was, if the game can tell."""
    places = game.rules.places(world)
    worth = None
    if game.judgement is not None:
        worth = game.judgement.worth(world, seat)
    if places is None:
        return 0.5 if worth is None else worth
    won = 0.0
    if places[seat] == 1:
        won = 1 / places.count(1)
    if worth is None:
        return won
    return mix_worth(won, worth)


def mix_worth(won: float, worth: float) -> float:
    """Return the value of an end for a seat by its part of the victory and by how clear the end was for it."""
    return (1 - CLEARLY) * won + CLEARLY * worth
