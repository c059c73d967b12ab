"""How long people wait for an answer."""

from __future__ import annotations

import random
from statistics import median

import discord
import pytest

from engine.games import GAMES
from tests.bot.party import Party
from tests.bot.server import GAME, Evening

MOST_CPU, MOST_SECONDS = 0.02, 1.5
"""Seconds: of CPU for the median answer, which takes 5 ms; besides waits for a core, for all but one in a hundred."""


def test_discord_py_reads_and_writes_json_with_orjson() -> None:
    """Nobody imports it by name: without this, nothing would say that it is missing."""
    assert discord.utils.HAS_ORJSON


@pytest.mark.seed(2)
async def test_answers_come_well_within_discords_three_seconds(court: Evening) -> None:
    """A full table, from the click to the moment at which the answer is on its way."""
    guests = court.guests[: GAMES[GAME].seats[-1]]
    await court.seat(*guests)
    court.record.is_timed = True
    party = Party(court, guests, random.Random(2))
    await party.play(60)
    seconds = sorted(court.record.seconds)
    assert len(seconds) > 60
    assert median(court.record.cpu) < MOST_CPU
    assert seconds[len(seconds) * 99 // 100] < MOST_SECONDS
