"""Steps through a finished match are measured beside looks at a hand, by turns, and begin again at its end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bench.replay import OPEN, PICTURES, WORDS, Played, Waits, lay_out, records, walk
from bench.start import CLICK, Stage
from engine.games import GAMES
from tests.loopback.server import Loopback

GAME = next(iter(GAMES.values()))


def whole() -> Played:
    """Return a match, all of it."""
    return Played.by_lot(GAME, GAME.seats[0])


@pytest.mark.slow
@pytest.mark.parametrize("shown", [WORDS, PICTURES])
async def test_steps_and_looks_take_turns(tmp_path: Path, shown: str) -> None:
    """So many of both, and the first look apart; the walk goes on from the beginning where the match ends."""
    async with Loopback() as discord:
        stage = Stage(discord, tmp_path, "bot", {})
        await lay_out(tmp_path / "herald.db", whole(), stage.channel.id, pictures=shown == PICTURES)
        pressed = list[str]()
        discord.world.watchers.append(lambda event: pressed.append(event.data["custom_id"]))
        waits = await walk(stage, 3)
    assert (len(waits.steps), len(waits.hands)) == (3, 3)
    assert min(waits.first, *waits.steps, *waits.hands) > 0
    assert pressed[:2] == [CLICK, OPEN]
    assert pressed[2:] == [CLICK, "replay:2:1:all:next", CLICK, "replay:2:2:all:next", CLICK, "replay:2:3:all:next"]


def test_p99_of_steps_is_held_to_the_goal() -> None:
    """It may be 1.3 times that of looks, and one part of the walk decides nothing; the first look is only told."""
    quick = Waits(0.5, [0.013] * 100, [0.011] * 100)
    assert [each.reached for each in records("here", quick)] == [None, True, None]
    slow = replace(quick, steps=([0.011] * 18 + [0.02] * 2) * 5)
    assert [each.reached for each in records("here", slow)] == [None, False, None]
    disturbed = replace(quick, steps=[0.011] * 80 + [0.5] * 20)
    assert [each.reached for each in records("here", disturbed)] == [None, True, None]
