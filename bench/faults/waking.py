"""Many tables with something to tell at once, as after a long stop: how soon all is told, and who waits meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.faults import ledger
from bench.faults.people import say
from bench.faults.trials import Trial
from bench.processes import Bot
from bench.records import Record
from bench.start import CLICK, GUILD, MOST, USER, record
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.store import Store
from tests.loopback.people import Person
from tests.loopback.records import Message
from tests.loopback.server import Loopback

GIVEN_UP = 900.0
"""Seconds after which nobody waits any longer for all tables to be told."""
BETWEEN = 0.5
"""Seconds between two clicks."""
LIMITED = {"REQUESTS_PER_SECOND": "50"}
"""As by default; people of other benchmarks click faster than any person could, and nobody is limited there."""
ALLOWED = "at most 50"
"""How many requests a second Discord takes from a bot."""


async def waking(trial: Trial) -> list[Record]:
    """Start a Herald with so many tables of which nothing was shown, while somebody clicks."""
    with TemporaryDirectory() as folder:
        async with (
            Loopback() as discord,
            Bot("bot", discord, Path(folder), LIMITED) as bot,
        ):
            person, message = await _untold(
                discord, Path(folder) / "herald.db", trial.size
            )
            await bot.start()
            begun, waits = time.monotonic(), list[float]()
            clicking = asyncio.create_task(_click(person, message, waits))
            await discord.until(lambda: not ledger.behind(bot.database), GIVEN_UP)
            seconds = time.monotonic() - begun
            clicking.cancel()
            sent = Counter(
                int(each.at)
                for each in discord.requests
                if each.path.startswith(("/channels", "/guilds"))
            )
    what = f"{trial.size:,} tables waking at once"
    say(f"waking: {what}, all told after {seconds:.1f} s, {sent.total():,} requests")
    return [
        Record(f"{what}: seconds until all are told", seconds, "s"),
        Record(f"{what}: requests for each", sent.total() / trial.size, "requests"),
        Record(
            f"{what}: requests in a second, at most",
            max(sent.values()),
            "requests",
            goal=ALLOWED,
        ),
        Record(
            f"{what}: seconds until a click was answered meanwhile, at most",
            max(waits),
            "s",
            goal="at most 3",
        ),
    ]


async def _untold(
    discord: Loopback, database: Path, tables: int
) -> tuple[Person, Message]:
    """Make a database of tables, each in a channel of its own; return somebody who plays, and what they can press."""
    discord.world.guild_id, discord.world.guilds = GUILD, [GUILD]
    people = [discord.person(f"Person {number}") for number in range(MOST * tables)]
    for person, user in zip(people, count(USER), strict=False):
        person.user.id = user
        discord.world.users[user] = person.user
    channels = [discord.open_channel(f"hall-{number}") for number in range(tables)]
    storage = Store(SqliteDatabase(database))
    await storage.open()
    records = (
        record(number, channel.id, USER + MOST * number)
        for number, channel in enumerate(channels)
    )
    await asyncio.gather(*map(storage.create, records))
    await storage.close()
    button = {"type": 2, "style": 2, "label": "My hand", "custom_id": CLICK}
    body = {"content": "A table", "components": [{"type": 1, "components": [button]}]}
    return people[0], discord.world.create(channels[0], body, {})


async def _click(person: Person, message: Message, waits: list[float]) -> None:
    """Look at the own hand again and again, and note how long each answer takes."""
    while True:
        event = await person.begin_click(message, CLICK)
        await person.wait(event, GIVEN_UP)
        waits.append(event.answered_at - event.sent)
        await asyncio.sleep(BETWEEN)
