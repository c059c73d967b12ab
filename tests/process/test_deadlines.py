"""The bot is killed between the end of somebody's time and what follows from it: that is done once, after a start."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from functools import partial

import pytest

from bot.clocks.table_clock import HOUR
from bot.clocks.timeline import Standstill
from bot.storage.backends import verify
from bot.storage.records import IncidentKind, TableRecord
from engine.games import GAMES
from tests.bot.storage.samples import loaded, opened, sqlite
from tests.loopback.server import Loopback
from tests.process.playing import Party, check, read_story, told
from tests.process.process import Bot, open_lobby

SECONDS = 30.0
HAND = "My hand"
KILLS = 4
AGO = 5 * HOUR
"""Longer than an hour's pace and its reserve."""


async def kept(bot: Bot, *, ago: float = 0.0) -> TableRecord:
    """Return the table as it is on the disk of a bot that is down, its questions asked so much earlier."""
    async with opened(sqlite(bot.database)) as storage:
        table = await loaded(storage, 1)
        assert table.clock is not None
        if ago:
            seats = (
                each if each.asked is None else replace(each, since=each.since - ago) for each in table.clock.seats
            )
            clock = replace(table.clock, seats=tuple(seats)).with_due(Standstill())
            await storage.store_published(table.id, clock=clock)
            table = replace(table, clock=clock)
        return table


def gone_on(bot: Bot, moves: int) -> bool:
    """Tell whether anybody has moved since."""
    return len(read_story(bot.database).moves) > moves


@pytest.mark.soak
async def test_deadline_is_acted_upon_once_despite_kills(discord: Loopback, bot: Bot) -> None:
    """Before it and in it. A knight plays for who is late, which the log says once, and a press brings them back.

    No move is lost.
    """
    dice = random.Random(7)
    hall, ann = await open_lobby(bot, pace="hour")
    people = [ann, discord.person("Bo")]
    await people[1].click(hall.messages[0], "Join")
    await people[0].click(hall.messages[0], "Start")
    party = Party(discord, hall, people, dice, bot.database)
    await discord.until(lambda: party.calls and told(bot.database), SECONDS)
    for _ in range(KILLS):
        await bot.kill()
        moves = read_story(bot.database).moves
        await kept(bot, ago=AGO)
        await bot.start()
        await asyncio.sleep(dice.uniform(0.0, 0.4))
        await bot.kill()
        assert read_story(bot.database).moves[: len(moves)] == moves
        await bot.start()
        await discord.until(partial(gone_on, bot, len(moves)), SECONDS)
        await discord.until(lambda: told(bot.database), SECONDS)
    await bot.kill()
    table = await kept(bot)
    late = [seat for seat, sitter in enumerate(table.sitters) if sitter.level is not None]
    assert late
    cared = [each for each in table.incidents if each.kind is IncidentKind.SEATED and each.sitter.level is not None]
    assert sorted(each.seat for each in cared) == late
    await bot.start()
    for seat in late:
        person = next(each for each in people if each.id == table.sitters[seat].user)
        await person.click(next(each for each in hall.messages if HAND in str(each.buttons)), HAND)
    await discord.quiet()
    check(party, bot.database)
    await bot.stop()
    assert all(sitter.level is None for sitter in (await kept(bot)).sitters)
    assert list(verify(bot.database, GAMES)) == []
