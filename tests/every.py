"""What a test is tried with that holds for every game, or for every language; and at which tables a check is held.

That is by `make test` with every game, and with few or many people by turns.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from bot.texts.fluent import locales
from engine.game import AnyGame
from engine.games import GAMES

FOR_EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
FOR_EVERY_KEY = pytest.mark.parametrize("game", GAMES)
"""Every game by the name that commands and records have for it."""
FOR_EVERY_LANGUAGE = pytest.mark.parametrize("locale", locales())


def soak(*values: object) -> Any:
    """Return what the soak alone tries, as `pytest.param`."""
    return pytest.param(*values, marks=pytest.mark.soak)


def slow(*values: object) -> Any:
    """Return what takes more than a moment to try, as `pytest.param`."""
    return pytest.param(*values, marks=pytest.mark.slow)


def marks(game: AnyGame, seats: int) -> tuple[pytest.MarkDecorator, ...]:
    """Return when a table is tried: the fewest at any time, the most in their turn, those between them by the soak."""
    if seats == game.seats[0]:
        return ()
    return (pytest.mark.slow,) if seats == game.seats[-1] else (pytest.mark.slow, pytest.mark.soak)


def every_table(games: Iterable[AnyGame]) -> list[Any]:
    """Return each number of seats of each game, as `pytest.param`."""
    return [
        pytest.param(game, seats, id=f"{game.key}-{seats}p", marks=marks(game, seats))
        for game in games
        for seats in game.seats
    ]


def by_turns(checks: Iterable[Any], games: Iterable[AnyGame]) -> list[Any]:
    """Return each check with each table, as `pytest.param`: what was given, alone or as a tuple, the game, the seats.

    Of a game a check meets the fewest or the most people; what the next check meets, and the next game, are the others.
    By the soak it meets every number of people.
    """
    every, found = list(games), []
    for place, each in enumerate(checks):
        check = each if hasattr(each, "marks") else pytest.param(*each if isinstance(each, tuple) else (each,))
        for turn, game in enumerate(every):
            met = game.seats[-((place + turn) % 2)]
            for seats in game.seats:
                when = (*check.marks, *marks(game, seats), *([] if seats == met else [pytest.mark.soak]))
                name = f"{_name(*check.values)}-{game.key}-{seats}p"
                found.append(pytest.param(*check.values, game, seats, marks=when, id=name))
    return found


def _name(check: Any, *values: object) -> str:
    name = check if isinstance(check, str) else check.__name__.removeprefix("check_")
    return "-".join(map(str, (name, *values)))
