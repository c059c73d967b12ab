"""The little Discord of the sandbox: a server with a channel, people and the bot in it, and a clock at real time."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Iterator,
    Sequence,
)
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import Context
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import discord
import simcord
from simcord.backend.access import channel_accessible
from simcord.backend.models import Channel, Interaction, Message
from simcord.builders import GuildHandle

from bot.announce import announce_state
from bot.clocks.table_clock import DAY
from bot.host.errors import HostError
from bot.storage.sqlite import writer
from bot.tables import due_times
from bot.texts.fluent import Language
from sandbox.locales import hear_locales, locale

log = logging.getLogger(__name__)

BOT = "Herald"
# Keys of people; how each is called is said in the language of the server.
PEOPLE = ("ann", "bo", "cy", "dana", "olena", "finn", "gus", "hana")
# So many are there, and more only if a table is to have more: on a telephone each takes room.
CROWD = 5
OWNER = "olena"
# Who reads this language whatever the server's is.
READS = {"dana": "en", "olena": "uk"}
# How Discord names a language that it knows only with a region.
THREADS = (11, 12)

# An action waits this long for the bot before the next one may begin, in seconds.
PATIENCE = 0.25
# Discord gives up on an answer after this many seconds.
ANSWER = 3.0
BLINK = 0.05
# What may take long: the bot's start and its end, in seconds.
LIFE = 10.0
# A table is opened for people within this, also where other programs keep the processor from what draws.
READY = 120.0
AGES = 24 * 3600.0
TICK = 1.0
# The record of what happened is cut back to KEPT entries when it grows past LONG.
LONG, KEPT = 4000, 500

Files = dict[str, tuple[str, str]]
"""By the addresses at which somebody was shown them: where files lie, and their names."""


class Dead(Exception):
    """The bot couldn't be started again; the sandbox must be."""


class TooBusy(HostError):
    """The bot didn't come to rest in time: other programs leave it no processor."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody to play as."""

    key: str
    name: str
    language: str
    member: simcord.MemberActor

    @property
    def id(self) -> int:
        """The person's user id."""
        return self.member.id


@dataclass(slots=True)
class Clock:
    """The time of a world and of its bot, in seconds since the epoch: real time, and `ahead` by nights that passed."""

    ahead: float = 0.0

    def __call__(self) -> float:
        """Return the present time."""
        return time.time() + self.ahead


@dataclass(slots=True)
class World:
    """A running Discord of one server, with the bot that `make_bot` returns in it; the server reads `words`."""

    words: Language
    clock: Clock
    env: simcord.Env
    make_bot: Callable[[], discord.Client]
    guild: GuildHandle
    channel: simcord.ChannelHandle
    people: dict[str, Person]
    dismissed: set[tuple[str, int]] = field(default_factory=set)
    read: dict[tuple[str, int], int] = field(default_factory=dict)
    handed: dict[str, tuple[Files, ...]] = field(default_factory=dict)
    emoji: dict[int, bytes] = field(default_factory=dict)
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _cut: int = 0
    _touched: int = 0

    @property
    def version(self) -> int:
        """A number that grows with everything that happens."""
        return self._cut + len(self.env.backend.transcript) + self._touched

    def touch(self) -> None:
        """Let every open page look again."""
        self._touched += 1

    def places(self, person: Person) -> list[Channel]:
        """Return where a person can read: the channels, their threads, and the conversation with the bot."""
        backend = self.env.backend
        dm = backend.get_dm_channel(person.id)
        known, here = backend.channels.values(), self.guild.id
        rooms = [room for room in known if room.guild_id == here]
        return [room for room in rooms if self.may_read(person, room)] + [dm]

    def may_read(self, person: Person, room: Channel) -> bool:
        """Tell whether a person may read in a text channel or thread of the server."""
        backend, texts = self.env.backend, {0, *THREADS}
        reads = channel_accessible(backend, room.id, person.id, history=True)
        return room.type in texts and reads

    def room(self, person: Person, number: str | int) -> Channel:
        """Return a place by its id, or the channel where a person can't read there."""
        places = self.places(person)
        home = self.env.backend.get_channel(self.channel.id)
        return next((one for one in places if str(one.id) == str(number)), home)

    def messages(self, person: Person, room: Channel) -> list[Message]:
        """Return what a person sees in a place, oldest first."""
        every = self.env.backend.messages.get(room.id, {}).values()
        return [
            one
            for one in every
            if one.visible_to(person.id) and (person.key, one.id) not in self.dismissed
        ]

    def actor(
        self, person: Person, room: Channel
    ) -> simcord.MemberActor | simcord.UserHandle:
        """Return who acts for a person in a place: the member in the server, the user in direct messages."""
        return person.member.user if room.guild_id is None else person.member

    def handle(self, room: Channel) -> simcord.ChannelHandle:
        """Return the library's handle of a place."""
        guild = self.guild if room.guild_id else None
        return simcord.ChannelHandle(self.env, guild, room)

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Let nothing else happen in this Discord meanwhile, its clock included; raise TooBusy for what doesn't end."""
        async with self._lock:
            with patient(self.env):
                yield

    async def done(self, verb: Awaitable[object]) -> Interaction:
        """Let a person do something while the world is `alone`, until the bot is at rest; return what it led to."""
        before = len(self.env.backend.interactions)
        with suppress(TimeoutError):
            await verb
        await self.rest()
        return list(self.env.backend.interactions.values())[before:][-1]

    async def rest(self) -> None:
        """Wait until the bot is at rest; raise TooBusy after READY seconds.

        simcord waits for each timer that ends before its own patience does, so that is short, and begins anew.
        """
        last = asyncio.get_running_loop().time() + READY
        while True:
            try:
                return await self.env.settle()
            except TimeoutError as error:
                if asyncio.get_running_loop().time() >= last:
                    raise TooBusy("sandbox-too-busy") from error

    async def act(
        self, verb: Awaitable[object], seconds: float | None = None
    ) -> Interaction | None:
        """Let a person do something, and return the interaction it made, answered or given up after so many seconds."""
        async with self._lock:
            before = len(self.env.backend.interactions)
            # A bot that still works isn't at fault: the page shows its posts when they come.
            with suppress(TimeoutError):
                await verb
            made = list(self.env.backend.interactions.values())[before:]
        if made:
            seconds = ANSWER if seconds is None else seconds
            await until(lambda: made[-1].responded, seconds)
        return made[-1] if made else None

    async def keep_time(self) -> None:
        """Keep the clock of this Discord at that of its world, until cancelled."""
        while True:
            await asyncio.sleep(TICK)
            with suppress(TimeoutError):
                async with self._lock:
                    await self.env.advance_time(max(0.0, _behind(self.env, self.clock)))
            self._shorten()

    def _shorten(self) -> None:
        record = self.env.backend.transcript
        if len(record) > LONG:
            self._cut += len(record) - KEPT
            del record[:-KEPT]
            self.env.backend.http_requests.clear()
            self._forget_files()

    def _forget_files(self) -> None:
        """Let go of the files that no message shows any more: each move brings new pictures."""
        backend = self.env.backend
        messages = [one for room in backend.messages.values() for one in room.values()]
        kept = {file["url"] for one in messages for file in one.attachments}
        for url in backend.cdn._blobs.keys() - kept:  # noqa: SLF001 - simcord keeps every file for ever
            del backend.cdn._blobs[url]  # noqa: SLF001 - as above

    async def restart(
        self, meanwhile: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        """Stop the bot, do something `meanwhile`, start a new one on the same database; raise Dead if that fails."""
        async with self.alone():
            await self.env.bot.close()
            if meanwhile is not None:
                await meanwhile()
            try:
                await self.env.restart_bot(self.make_bot())
            except Exception as error:
                raise Dead(str(error)) from error
        self.touch()

    async def sleep(self) -> None:
        """Let a day pass at once while the bot is stopped, as a host's machine sleeps; raise as `restart` does."""

        async def meanwhile() -> None:
            self.clock.ahead += DAY
            self.env.backend.clock.advance(_behind(self.env, self.clock))

        await self.restart(meanwhile)


async def until(so: Callable[[], bool], seconds: float) -> None:
    """Wait until something is so, at most that long."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while not so():  # noqa: ASYNC110 - simcord has nothing to be woken by
                await asyncio.sleep(BLINK)


@contextmanager
def patient(env: simcord.Env) -> Iterator[None]:
    """Give the bot a long time to finish what it does; raise TooBusy if it needs longer."""
    usual, env.settle_timeout = env.settle_timeout, LIFE
    try:
        yield
    except TimeoutError as error:
        raise TooBusy("sandbox-too-busy") from error
    finally:
        env.settle_timeout = usual


def _behind(env: simcord.Env, clock: Clock) -> float:
    return clock() - env.now().timestamp()


@asynccontextmanager
async def living(
    make_bot: Callable[[], discord.Client],
    words: Language,
    people: int = CROWD,
    clock: Clock | None = None,
) -> AsyncIterator[World]:
    """Run a world of a language, in which there are so many people or more, with its bot and its clock.

    Both end with the block. A bot that goes by the same `clock` sees nights pass.
    """
    with _unhurried():
        async with _begun(make_bot, words, people, clock or Clock()) as world:
            yield world


@asynccontextmanager
async def _begun(
    make_bot: Callable[[], discord.Client], words: Language, people: int, clock: Clock
) -> AsyncIterator[World]:
    bot = make_bot()
    shards = 1 if isinstance(bot, discord.AutoShardedClient) else None
    settings: Any = {"check_errors": False, "settle_timeout": PATIENCE}
    env = simcord.Env(bot, shard_count=shards, **settings)
    env.backend.clock.advance(_behind(env, clock))
    env.backend.bot_user.name = BOT
    # Hears each event before the bot does.
    locales: dict[str, str] = {}
    env.backend.subscribers.append(hear_locales(locales, locale(words.locale)))
    with patient(env):
        await env.start()
    try:
        world = _populated(env, make_bot, words, clock, PEOPLE[: max(people, CROWD)])
        locales.update(
            {str(one.id): locale(one.language) for one in world.people.values()}
        )
        async with world.alone():
            await world.rest()
        async with _clock(world):
            yield world
    finally:
        await _ended(env)


@contextmanager
def _unhurried() -> Iterator[None]:
    """Let no bot begin anything for which a patient world would wait long.

    Nobody replaces the world's own database, so that no look at it is needed, nor a quiet moment; and an analysis or
    the close of a day, for which champions think, goes on beside the world.
    """
    usual = writer.LOOK_SECONDS, announce_state.PEACE, due_times.start_in_background
    writer.LOOK_SECONDS = announce_state.PEACE = AGES
    due_times.start_in_background = _begin_beside
    try:
        yield
    finally:
        writer.LOOK_SECONDS, announce_state.PEACE, due_times.start_in_background = usual


def _begin_beside(work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
    """Begin something that the world takes for nobody's: it knows the bot's by their context."""
    return Context().run(partial(asyncio.create_task, work, name=name))


@asynccontextmanager
async def _clock(world: World) -> AsyncIterator[None]:
    clock = asyncio.create_task(world.keep_time())
    clock.add_done_callback(_stopped)
    try:
        yield
    finally:
        clock.cancel()
        await asyncio.gather(clock, return_exceptions=True)


def _stopped(clock: asyncio.Task[None]) -> None:
    """Say that the clock stands still, if it does: every message would be of the same time."""
    if not clock.cancelled():
        log.error("the clock of this Discord has stopped", exc_info=clock.exception())


async def _ended(env: simcord.Env) -> None:
    with patient(env):
        await env.bot.close()
        with suppress(TimeoutError):
            await env.shutdown()


def _populated(
    env: simcord.Env,
    make_bot: Callable[[], discord.Client],
    words: Language,
    clock: Clock,
    keys: Sequence[str],
) -> World:
    users = {
        key: env.create_user(key, global_name=words.text("sandbox-person", who=key))
        for key in keys
    }
    server = words.text("sandbox-server")
    spoken = locale(words.locale)
    guild = env.create_guild(server, owner=users[OWNER], preferred_locale=spoken)
    channel = guild.create_text_channel(words.text("sandbox-channel"))
    # Its posts are places; it is nothing to read itself, and stays empty until tables are to open there.
    guild.create_forum_channel(words.text("sandbox-forum"))
    people = {
        key: Person(
            key,
            words.text("sandbox-person", who=key),
            READS.get(key, words.locale),
            guild.add_member(user),
        )
        for key, user in users.items()
    }
    return World(words, clock, env, make_bot, guild, channel, people)
