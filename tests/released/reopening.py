"""Today's bot, started on the database that the released version left, in the Discord that it left."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
import simcord
from simcord.backend.models import Message

from bot.client.herald import Herald
from bot.host.config import Config
from bot.pictures.process import WorkerProcess
from bot.storage.records import TableId
from bot.tables.table import Table
from tests.bot import discord_time, translated
from tests.bot.clocked import named
from tests.bot.limits import problems
from tests.bot.party import Party
from tests.bot.record import Json, Record, Sent, written
from tests.bot.server import FREE, Evening, Guest, about, buttons
from tests.released import left
from tests.released.left import Left

NEWEST = 20
"""How many of a person's DMs are looked through for the present question."""


@dataclass(slots=True)
class Returned(Party):
    """People who know from the table itself whose turn it is: they were called before this evening began."""

    @property
    def held(self) -> Table:
        """Return the table as it is in the bot's memory."""
        held = self.evening.tables.cache.peek(TableId(self.table))
        assert held is not None
        return held

    @property
    def over(self) -> bool:
        """Tell whether the game is over; not every server reads it in English."""
        return self.held.started_match.outcome is not None

    async def next(self) -> Guest:
        """Return the person who is asked."""
        asked = self.held.people.users[self.held.started_match.deciding[0]]
        return next(guest for guest in self.guests if guest.id == asked)

    @property
    def post(self) -> Message:
        """Return the table's present post."""
        return self.evening.message(self.channel, self.held.record.announced.post or 0)

    def dms(self, guest: Guest) -> list[Message]:
        """Return a person's DMs about this table: they have its buttons, in any language."""
        return [one for one in guest.dms[-NEWEST:] if about(buttons(one), self.table)]


def guest(court: Evening, table: Left, user: int) -> Guest:
    """Return a person in the server of a table."""
    backend = court.env.backend
    server = simcord.GuildHandle(court.env, backend.guilds[table.place[0]])
    known = backend.users[user]
    member = simcord.MemberActor(court.env, server, simcord.UserHandle(court.env, known))
    return Guest(known.global_name or known.name, member, court)


@dataclass(frozen=True, slots=True)
class Shown:
    """A message in which something of a table can be pressed: what, and by whom if it has an only reader."""

    message: Message
    reader: int | None
    buttons: list[Json]


def shown(court: Evening) -> dict[int, list[Shown]]:
    """Return where something of each table can be pressed now."""
    found: dict[int, list[Shown]] = defaultdict(list)
    for known in court.env.backend.messages.values():
        for message in known.values():
            parts = buttons(message)
            for number in filter(str.isdecimal, {str(part["custom_id"]).split(":")[1] for part in parts}):
                found[int(number)].append(Shown(message, court.record._reader(message), parts))
    return found


def posted(court: Evening) -> list[Sent]:
    """Return the messages that the bot has posted since it started, in channels and in DMs."""
    return [sent for sent in court.record.sent if sent.method == "POST" and sent.path.endswith("/messages")]


def calls(court: Evening) -> Counter[tuple[int, int]]:
    """Count who was called to which table, by a ping or by a DM."""
    return Counter(
        (int(str(sent.buttons[0]["custom_id"]).split(":")[1]), user)
        for sent in posted(court)
        for user in (sent.pings or ([sent.reader] if sent.reader else []))
    )


def repeated(court: Evening, before: frozenset[tuple[int, str]]) -> list[str]:
    """Return what was posted since the start of tables that weren't behind, and stood there before, word for word."""
    behind = {each.table for each in left.tables() if each.untold}
    sent = [one for one in posted(court) if not any(about(one.buttons, number) for number in behind)]
    return [words for one in sent if (one.channel, words := written(one.payload)) in before]


def stood(court: Evening) -> frozenset[tuple[int, str]]:
    """Return all that stands in each place: the place, and all the words of each message, as those of a payload."""
    return frozenset(
        (place, written({"content": one.content, "components": one.components, "attachments": one.attachments}))
        for place, known in court.env.backend.messages.items()
        for one in known.values()
    )


@asynccontextmanager
async def reopened(room: Path, patch: pytest.MonkeyPatch, *, after: float = 60) -> AsyncIterator[Evening]:
    """Lay everything down so many seconds later, with a bot that isn't started; in the end Discord's limits were kept.

    `start` starts it. No handler may have failed unseen.
    """
    patch.setattr(WorkerProcess, "draw", named)
    patch.setattr("bot.announce.announce_state.DEBOUNCE", 0.0)
    patch.setattr("bot.storage.sqlite.writer.LOOK_SECONDS", 24 * 3600.0)
    for waits in ("announcer.QUIET", "announce_state.QUIET", "announce_state.PEACE"):
        patch.setattr(f"bot.announce.{waits}", 24 * 3600.0)
    another = partial(Herald, Config(database=left.database(room / "herald.db"), **FREE))
    env = discord_time.Env(another(), shard_count=1, check_errors=False)
    left.world().furnish(env.backend)
    env.backend.advance_clock(after)
    record = Record(env)
    discord_time.install(patch)
    translated.install(patch)
    record.install(patch)
    home, place = left.tables()[0].place
    server = simcord.GuildHandle(env, env.backend.guilds[home])
    channel = simcord.ChannelHandle(env, server, env.backend.channels[place])
    try:
        yield Evening(env, room / "herald.db", server, channel, [], record, another)
        assert not [one.id for one in env.backend.interactions.values() if not one.responded]
        assert not env.errors
        assert not [problem for sent in record.sent for problem in problems(sent.payload)]
    finally:
        await asyncio.wait_for(env.bot.close(), 5)
        await env.shutdown()


async def start(court: Evening) -> None:
    """Start the bot, and let it tell what the last stop left unsaid."""
    await court.env.start()
    await court.settle()
