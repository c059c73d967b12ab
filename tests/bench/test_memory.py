"""The soak: who plays in it leaves no table, so that what grows is not the number of tables."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bench.memory import Sample, alone, figures, helpers, resident, sample
from bench.rounds import Load, herald
from bench.whole import hall


@pytest.mark.soak
async def test_who_plays_a_part_of_a_soak_leaves_no_table_and_no_channel(tmp_path: Path) -> None:
    """However far the games are; and what is measured afterwards is there to be measured."""
    async with hall("bot", tmp_path) as place:
        played, _ = await herald(place, Load(3, 40), 1, leave=True)
        assert played.clicks >= 40
        assert not place.discord.world.channels
        with closing(sqlite3.connect(place.bot.database)) as db:
            statuses = [status for (status,) in db.execute("SELECT status FROM tables")]
        assert len(statuses) >= 3
        assert set(statuses) <= {"ended", "over"}
        measured = sample(place.bot, 40)
        assert 20 < measured.resident < 500
        assert measured.helpers.keys() == set(helpers(place.bot.pid))
        assert all(alone(helper) < resident(helper) for helper in measured.helpers)


def test_the_end_is_held_against_the_half() -> None:
    """Of samples that lie evenly; each helper is told beside it."""
    samples = [Sample(0, 70.0, {}), Sample(10, 90.0, {}), Sample(20, 100.0, {7: 30.0}), Sample(40, 104.0, {7: 31.0})]
    first, growth, most, helper = figures(samples)
    assert (first.value, growth.value, growth.against, growth.ratio) == (70.0, 104.0, 100.0, 1.04)
    assert growth.reached
    assert (most.value, most.reached, helper.value) == (104.0, True, 31.0)
