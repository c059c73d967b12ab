"""Weeks at some tables with the real process, which is killed and stopped again and again; people come as they like."""

from __future__ import annotations

import random
import signal
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import time

import pytest

from bot.clocks.timeline import DAY, HOUR, REMINDERS, Standstill
from bot.storage.backends import verify
from bot.storage.records import Status, TableId, TableRecord
from engine.games import GAMES
from tests.bot.storage.samples import opened, sqlite
from tests.loopback.people import Person
from tests.loopback.records import Channel
from tests.loopback.server import Loopback
from tests.process.looking import query, told
from tests.process.playing import check_posted_once
from tests.process.process import Bot

SECONDS = 180.0
TABLES, NAMES = 4, ("Ann", "Bo", "Cy")
LOST = "Cy"
"""Who never comes back."""
ROUNDS, VISITED = 60, 8
"""How often Herald is stopped at most, and until when people come at all."""
STEP = (6 * HOUR, DAY, 2 * DAY, 3 * DAY)
"""How much time passes at once, as if Herald had lived through it."""
DUE = "SELECT count(*) FROM clocks JOIN tables ON id = table_id WHERE due <= {now} AND status = 'playing'"


async def tables(bot: Bot, *, ago: float = 0.0) -> list[TableRecord]:
    """Return the tables as they are on the disk of a bot that is down, as if all had begun so much earlier."""
    async with opened(sqlite(bot.database)) as storage:
        found = [table for table in [await storage.load(TableId(number)) for number in range(1, TABLES + 1)] if table]
        for table in found if ago else ():
            if table.clock is not None and table.status is Status.PLAYING:
                seats = tuple(replace(each, since=each.since - ago) for each in table.clock.seats)
                earlier = replace(table.clock, seats=seats, acted=table.clock.acted - ago)
                await storage.store_published(table.id, clock=earlier.with_due(Standstill()))
        return found


def done(bot: Bot) -> bool:
    """Tell whether all that was due is done, and shown."""
    [[due]] = query(bot.database, DUE.format(now=time()))[0]
    return not due and told(bot.database)


async def plays(person: Person, hall: Channel) -> None:
    """Let somebody press Play and give the first answer that can be given by one button, if they are asked."""
    board = next(each for each in hall.messages if each.ids("log"))
    for play in board.ids("play")[:1]:
        view = (await person.click(board, custom_id=play)).message
        for move in [*view.ids("move"), *view.ids("offer")][:1]:
            await person.click(view, custom_id=move)


def calls(discord: Loopback) -> Iterator[tuple[int, str, bool]]:
    """Yield whom each post has pinged, by which question as far as it names one, and whether it was a reminder."""
    for post in discord.world.posts:
        hushes = [each.rpartition(":")[2] for each in post.ids("hush")]
        for user in post.pinged:
            yield user, hushes[0] if hushes else str(post.id), bool(hushes)


@pytest.mark.soak
async def test_tables_that_nobody_looks_after_are_played_on_however_often_the_bot_dies(tmp_path: Path) -> None:
    """Every table ends or rests, nobody is reminded more than twice of a question, and nothing is sent twice."""
    dice = random.Random(5)
    async with Loopback() as discord, Bot(discord, tmp_path) as bot:
        people = [discord.person(name) for name in NAMES]
        halls = [discord.open_channel(f"hall-{number}") for number in range(TABLES)]
        await bot.start()
        for number, hall in enumerate(halls):
            guests = dice.sample(people, 2 + number % 2)
            await guests[0].slash(hall, "newgame fortheking", pace="day")
            await discord.until(partial(getattr, hall, "messages"), SECONDS)
            for guest in guests[1:]:
                await guest.click(hall.messages[0], "Join")
            await guests[0].click(hall.messages[0], "Start")
        found: list[TableRecord] = []
        for number in range(ROUNDS):
            await discord.until(partial(done, bot), SECONDS)
            if number % 2:
                await bot.kill()
            else:
                bot.send(signal.SIGTERM)
                assert await bot.ended() == 0
            found = await tables(bot, ago=dice.choice(STEP))
            if all(each.status is not Status.PLAYING or (each.clock and each.clock.rests) for each in found):
                break
            await bot.start()
            if number % 4 == 1:
                # Dies while it does what was due.
                await bot.kill()
                await bot.start()
            for person, hall in zip(people, dice.sample(halls, len(people)), strict=True):
                if person.name != LOST and number < VISITED:
                    await plays(person, hall)
        over = [each.status is Status.OVER or (each.clock is not None and each.clock.rests) for each in found]
        assert all(over)
        reminders = Counter((user, question) for user, question, reminds in calls(discord) if reminds)
        assert max(reminders.values(), default=0) <= REMINDERS
        check_posted_once(discord)
        assert "Traceback" not in bot.log, bot.log
    assert list(verify(bot.database, GAMES)) == []
