"""How old a message is goes by Discord's time, whatever the host's clock shows."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import discord
import pytest

from bot.sending.codes import DiscordClock
from tests.bot.announce.healing import begun
from tests.bot.server import Evening

pytestmark = pytest.mark.seed(5)

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize("hours", [-3, 0, 2, 24])
def test_the_time_is_what_the_newest_id_says(monkeypatch: pytest.MonkeyPatch, hours: int) -> None:
    """L7: a click is as old as its way to the bot."""
    monkeypatch.setattr(discord.utils, "utcnow", lambda: NOON + timedelta(hours=hours))
    clock = DiscordClock()
    clock.set_by_snowflake(discord.utils.time_snowflake(NOON))
    assert clock.now() == NOON
    assert clock.age(discord.utils.time_snowflake(NOON - timedelta(minutes=5))) == timedelta(minutes=5)


async def test_a_clock_that_is_hours_ahead_posts_nothing_anew(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """L7: twelve moves made twenty-four new messages, for each of them looked an hour old."""
    party = await begun(court)
    board = court.board().id
    right = discord.utils.utcnow
    monkeypatch.setattr(discord.utils, "utcnow", lambda: right() + timedelta(hours=2))
    await party.play(6)
    assert court.board().id == board
