"""The English texts: to whom they speak."""

from __future__ import annotations

import re

from tests.engine.games.oriflamme.table import (
    GAME,
)
from tests.engine.games.sentences import source


def test_the_game_is_asked_in_the_second_person_and_told_in_the_third() -> None:
    """Public waiting texts never say "you": they are read by everybody."""
    entries = re.findall(r"^(oriflamme-(?:wait|told)-[\w-]+) =(.*(?:\n +(?![ .]).*)*)", source(GAME.key), re.MULTILINE)
    told = {key: text.lower().split() for key, text in entries if not key.endswith("-own")}
    assert len(told) > 40
    assert not [key for key, words in told.items() if "you" in words]
