"""One of several that stands for the others in a test that takes long; the soak tries them all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from bot.texts.fluent import locales
from engine.games import GAMES


def represented(every: Iterable[Any], by: Any) -> list[Any]:
    """Return the parameters of a test; all but one are left to the soak."""
    return [
        pytest.param(each, id=str(getattr(each, "key", each)), marks=() if each == by else pytest.mark.soak)
        for each in every
    ]


def every_other(numbers: Iterable[int]) -> list[Any]:
    """Return numbers as the parameters of a test, every other one of which is left to the soak."""
    return [pytest.param(number, marks=pytest.mark.soak if number % 2 else ()) for number in numbers]


def seats() -> list[Any]:
    """Return each game with each number of people; those between the fewest and the most are left to the soak."""
    return [
        pytest.param(
            each,
            count,
            id=f"{each.key}-{count}",
            marks=() if count in {each.seats[0], each.seats[-1]} else pytest.mark.soak,
        )
        for each in GAMES.values()
        for count in each.seats
    ]


def game(by: str) -> pytest.MarkDecorator:
    """Return every game as the parameter of a test, one of which stands for the others."""
    return pytest.mark.parametrize("game", represented(GAMES.values(), GAMES[by]))


LANGUAGE = "uk"
"""The language that stands for the others where a test is about languages: English is what all other tests read."""
EVERY_LANGUAGE = pytest.mark.parametrize("locale", represented(locales(), by=LANGUAGE))
"""Every language as the parameter of an evening."""
