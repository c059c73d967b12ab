"""The thread of a new table, where its server wants one.

Theory of operation. A thread is made before its table is kept, since the table's record has the thread's id. A draft is
kept before the thread is asked for, and taken back once the table is kept or the thread removed. If Herald dies in
between, whoever typed the command got no answer, and types it again: the draft tells that a thread was left behind,
which is removed before the next one is made, or in the first round of what is due.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial

import discord

from bot.faces.hooks import Due
from bot.features.threads import tags
from bot.features.threads.tags import Place, lacking, place_of, tags_for, wants_tag
from bot.interactions.permissions import WEEK, make_thread, remove_thread, table_thread
from bot.interactions.request import Request
from bot.interactions.services import Services
from bot.storage.choices import Kind
from bot.storage.port import StorageError
from bot.storage.records import Status, TableRecord
from bot.tables.refusals import ChannelGone, NoThread, TooManyThreads


@dataclass(frozen=True, slots=True)
class ThreadChannel:
    """The channel or forum in which each new table of a server gets a thread; None: where it is opened."""

    server: int
    channel: int | None = None


@dataclass(frozen=True, slots=True)
class ThreadDraft:
    """A thread that is being made in a `channel` for the table of an `interaction`; None: no more."""

    server: int
    interaction: int
    channel: int | None = None


KINDS = (
    Kind("thread-channel", ThreadChannel, ("server",)),
    Kind("thread-draft", ThreadDraft, ("server", "interaction")),
)

MADE_WITHIN = timedelta(minutes=1)
"""How long after a command its thread is made at the latest."""
_under_way: set[int] = set()
"""The interactions whose threads are being made by this process."""


@asynccontextmanager
async def room(request: Request, table: TableRecord) -> AsyncIterator[int | None]:
    """Make the thread of a new table; None where the server wants none, or, as its opener is told, none can be made."""
    place = await _chosen(request, table)
    if place is None:
        yield None
        return

    async with AsyncExitStack() as stack:
        await stack.enter_async_context(_drafted(request, place))
        try:
            making = partial(_make, request, table, place)
            made = await stack.enter_async_context(table_thread(request, table, making))
        except (ChannelGone, NoThread, TooManyThreads):
            await request.tell(tags.opens_here(place.id, lacking(place), request.language))
            made = None
        yield made


async def _chosen(request: Request, table: TableRecord) -> Place | None:
    """Return the place in which a table gets a thread; None where there is none, which is told if one was chosen."""
    channel = (await request.services.storage.choice(ThreadChannel, table.guild)).channel
    if channel is None:
        return None
    place = place_of(request.interaction.guild, channel)
    lacks = lacking(place) if place else []
    if place is None or lacks or (wants_tag(place) and not tags_for(place, table)):
        await request.tell(tags.opens_here(channel, lacks, request.language))
        return None
    return place


@asynccontextmanager
async def _drafted(request: Request, place: Place) -> AsyncIterator[None]:
    """Keep, within the block, that a thread is being made; remove before what an earlier attempt left behind."""
    storage, number = request.services.storage, request.interaction.id
    await remove_leftovers(request.services, await storage.choices(ThreadDraft, server=place.guild.id))
    draft = ThreadDraft(place.guild.id, number, place.id)
    _under_way.add(number)
    try:
        await storage.keep(draft)
        yield
    finally:
        _under_way.discard(number)
        # What stays would find its thread with the table in it.
        with suppress(StorageError):
            await storage.keep(replace(draft, channel=None))


async def _make(request: Request, table: TableRecord, place: Place, name: str) -> discord.Thread:
    """Make the thread of a table in a channel, or its post in a forum, which begins with a sentence."""
    if isinstance(place, discord.TextChannel):
        return await make_thread(place, name)
    told = tags.begins(table, request.sitter.name, await request.services.audience.language(table.guild))
    applied = tags_for(place, table)
    made = await place.create_thread(name=name, content=told, applied_tags=applied, auto_archive_duration=WEEK)
    return made.thread


def sweep(services: Services) -> Due:
    """Return what removes, once after a start, the threads that were left behind."""
    swept = False

    async def remove(_: float) -> None:
        nonlocal swept
        if not swept:
            drafts = await services.storage.choices(ThreadDraft)
            await remove_leftovers(services, [each for each in drafts if services.storage.share.has_guild(each.server)])
            swept = True

    return remove


async def remove_leftovers(services: Services, drafts: Sequence[ThreadDraft]) -> None:
    """Remove the threads of drafts that nobody works at any more, and in which no table stands."""
    for draft in drafts:
        if draft.interaction in _under_way:
            continue
        for thread in _threads(services, draft):
            if not await services.storage.find(channel=thread.id, status=[*Status]):
                await remove_thread(thread)
        await services.storage.keep(replace(draft, channel=None))


def _threads(services: Services, draft: ThreadDraft) -> list[discord.Thread]:
    """Return the threads that may have been made for a draft."""
    sender = services.announcer.sender
    place = sender.channel(draft.channel or 0)
    begun = discord.utils.snowflake_time(draft.interaction)
    known = place.threads if isinstance(place, discord.TextChannel | discord.ForumChannel) else []
    own = (each for each in known if each.owner_id == sender.user)
    return [each for each in own if begun <= discord.utils.snowflake_time(each.id) < begun + MADE_WITHIN]
