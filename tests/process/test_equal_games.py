"""Equal choices make equal games of a deal of the day, in whichever process they are played."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256

import pytest

from bot.features.daily.closing import deal_table
from bot.features.daily.deals import DEAL_SEATS, Deal, can_be_dealt
from bot.rivals.thinking import repeatable_choice
from bot.tables.tables import table_after
from engine.game import AnyGame
from engine.games import GAMES
from engine.rng import Rng
from tests.contract.walks import choose, seed

PEOPLE = range(2)
"""Of which each chooses otherwise, and always the same."""


@pytest.mark.slow
def test_equal_choices_make_equal_games_in_any_process() -> None:
    """Design, The deal of the day: whatever order a process has its sets in, rivals choose alike after equal play."""
    ends = _ends()
    assert _told().split() == ends
    assert len({*ends}) == len(ends) == len(GAMES) * len(PEOPLE)


def _told() -> str:
    """Return what another process tells of the ends, in which hashes begin otherwise."""
    environment = {**os.environ, "PYTHONHASHSEED": "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"}
    made = subprocess.run(  # noqa: S603 - this module itself
        [sys.executable, "-m", __name__], env=environment, capture_output=True, check=True, text=True
    )
    return made.stdout


def _ends() -> list[str]:
    return [_end(game, person) for game in GAMES.values() for person in PEOPLE]


def _end(game: AnyGame, person: int) -> str:
    """Return a hash of the end of a game of a person against knights."""
    seats = DEAL_SEATS if can_be_dealt(game) else game.best
    table, lots = deal_table(Deal("2026-01-05", game.key, bytes(range(32))), game, seats), Rng(seed(person), 0)
    while deciding := table.started_match.deciding:
        seat = deciding[0]
        rival = repeatable_choice(table.started_match, seat).actions
        table, _ = table_after(table, seat, rival if seat else (choose(table.started_match, seat, lots),))
    return sha256(repr(table.started_match.state).encode()).hexdigest()


if __name__ == "__main__":
    sys.stdout.write("\n".join(_ends()))
