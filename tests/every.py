"""What a test is tried with that holds for every game, or for every language."""

from __future__ import annotations

import pytest

from bot.texts.fluent import locales
from engine.games import GAMES

FOR_EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
FOR_EVERY_KEY = pytest.mark.parametrize("game", GAMES)
"""Every game by the name that commands and records have for it."""
FOR_EVERY_LANGUAGE = pytest.mark.parametrize("locale", locales())
