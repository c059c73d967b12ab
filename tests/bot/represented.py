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


def game(by: str) -> pytest.MarkDecorator:
    """Return every game as the parameter of a test, one of which stands for the others."""
    return pytest.mark.parametrize("game", represented(GAMES.values(), GAMES[by]))


LANGUAGE = "uk"
"""The language that stands for the others where a test is about languages: English is what all other tests read."""
EVERY_LANGUAGE = pytest.mark.parametrize("locale", represented(locales(), by=LANGUAGE))
"""Every language as the parameter of an evening."""
