"""Threads of tables: each new table of a server gets one in its channel, or a post with tags in its forum.

Theory of operation. A thread is made before its table is stored, since the table's record has the thread's id. A draft
is stored before the thread is requested, and removed once the table is stored or the thread removed. If Herald dies in
between, the command got no answer, and is typed again: the draft tells of a thread that was left behind, which is
removed before the next one is made, or in the first round of due work.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import timedelta
from functools import partial
from typing import Any

import discord

from bot.faces.feature_hooks import Due, Feature
from bot.faces.settings import Form
from bot.features.threads import tags
from bot.features.threads.tags import (
    Place,
    lacking,
    missing,
    place_of,
    show,
    tags_for,
    wants_tag,
)
from bot.host.connection_errors import OUTAGES
from bot.interactions.permissions import (
    WEEK,
    make_thread,
    permissions_at,
    remove_thread,
    table_thread,
)
from bot.interactions.preferences import channel_field, managed_guild
from bot.interactions.request import Request
from bot.interactions.services import Services
from bot.storage.keyed_documents import DocumentKind
from bot.storage.port import StorageError
from bot.storage.records import Status, TableRecord
from bot.tables.refusals import NoThread
from bot.texts.names import bold_name
from engine.frozen import frozen, replace
from engine.scene import say


@frozen
class ThreadChannel:
    """The `channel` or forum in which new tables of a server get threads; None: tables stand where they are opened."""

    server: int
    channel: int | None = None


@frozen
class ThreadDraft:
    """A thread that is being made in `channel` for the table of `interaction`; None: no longer."""

    server: int
    interaction: int
    channel: int | None = None


KINDS = (
    DocumentKind("thread-channel", ThreadChannel, ("server",)),
    DocumentKind("thread-draft", ThreadDraft, ("server", "interaction")),
)

MADE_WITHIN = timedelta(minutes=1)
"""How long after a command its thread is made at the latest."""
_under_way: set[int] = set()
"""The interactions whose threads are being made by this process."""


@asynccontextmanager
async def thread_for_table(
    request: Request, table: TableRecord
) -> AsyncIterator[int | None]:
    """Make the thread of a new table, and yield its id; None without one.

    Where a thread is wanted but can't be made, the opener is told, and the table opens without one.
    """
    place = await _thread_place(request, table)
    if place is None:
        yield None
        return

    async with AsyncExitStack() as stack:
        await stack.enter_async_context(_hold_draft(request, place))
        try:
            making = partial(_make, request, table, place)
            made = await stack.enter_async_context(table_thread(request, table, making))
        except NoThread:
            await request.tell(
                tags.why_opened_here(place.id, lacking(place), request.language)
            )
            made = None
        yield made


async def _thread_place(request: Request, table: TableRecord) -> Place | None:
    """Return the channel or forum for the thread of a table; None without a usable one, of which the opener is told."""
    storage = request.services.storage
    channel = (await storage.choice(ThreadChannel, table.guild)).channel
    if channel is None:
        return None
    place = place_of(request.interaction.guild, channel)
    lacks = lacking(place) if place else []
    if place is None or lacks or (wants_tag(place) and not tags_for(place, table)):
        await request.tell(tags.why_opened_here(channel, lacks, request.language))
        return None

    return place


@asynccontextmanager
async def _hold_draft(request: Request, place: Place) -> AsyncIterator[None]:
    """Store a `ThreadDraft` for the length of the block; leftovers of earlier attempts are removed before."""
    storage, number = request.services.storage, request.interaction.id
    await remove_leftovers(
        request.services, await storage.choices(ThreadDraft, server=place.guild.id)
    )
    draft = ThreadDraft(place.guild.id, number, place.id)
    _under_way.add(number)

    try:
        await storage.store_choices(draft)
        yield
    finally:
        _under_way.discard(number)
        # What stays would find its thread with the table in it.
        with suppress(StorageError):
            await storage.store_choices(replace(draft, channel=None))


async def _make(
    request: Request, table: TableRecord, place: Place, name: str
) -> discord.Thread:
    """Make the thread of a table in a channel, or its post in a forum, which begins with a sentence."""
    if isinstance(place, discord.TextChannel):
        return await make_thread(place, name)
    public = await request.services.audience.language(table.guild)
    told = public.text(
        "threads-begins",
        player=bold_name(request.sitter.name),
        game=say(f"{table.game}-name"),
    )
    made = await place.create_thread(
        name=name,
        content=told,
        applied_tags=tags_for(place, table),
        auto_archive_duration=WEEK,
    )
    return made.thread


def sweep(services: Services) -> Due:
    """Return the due work that removes leftover threads: once after a start, in its first round."""
    swept = False

    async def remove(_: float) -> None:
        nonlocal swept
        if not swept:
            drafts = await services.storage.choices(ThreadDraft)
            share = services.storage.share
            own = [each for each in drafts if share.has_guild(each.server)]
            await remove_leftovers(services, own)
            swept = True

    return remove


async def remove_leftovers(services: Services, drafts: Sequence[ThreadDraft]) -> None:
    """Remove the threads of `drafts` that are under way no more, unless a table stands there."""
    for draft in drafts:
        if draft.interaction in _under_way:
            continue
        for thread in _leftover_threads(services, draft):
            if not await services.storage.find(channel=thread.id, status=[*Status]):
                await remove_thread(thread)
        await services.storage.store_choices(replace(draft, channel=None))


def _leftover_threads(services: Services, draft: ThreadDraft) -> list[discord.Thread]:
    """Return the threads that may have been made for `draft`: Herald's own, of `MADE_WITHIN` after the command."""
    sender = services.announcer.sender
    place = sender.channel(draft.channel or 0)
    begun = discord.utils.snowflake_time(draft.interaction)
    known = []
    if isinstance(place, discord.TextChannel | discord.ForumChannel):
        known = place.threads
    return [
        each
        for each in known
        if each.owner_id == sender.user
        and begun <= discord.utils.snowflake_time(each.id) < begun + MADE_WITHIN
    ]


PATIENCE = 1.0
"""Seconds that tags may take to be made: the answer waits for them."""


def fields(request: Request) -> Mapping[str, Form]:
    """Return the settings of a server about threads, as fields of its dialog."""
    guild = request.interaction.guild
    field = channel_field(guild, "threads", tags.KINDS, lambda each: {"channel": each})
    return {"here": {ThreadChannel: {"channel": field}}}


async def lines(request: Request) -> Sequence[str]:
    """Return the lines of a server's settings about threads."""
    guild = managed_guild(request)
    reader = request.language
    channel = (await request.services.storage.choice(ThreadChannel, guild)).channel
    place = place_of(request.interaction.guild, channel)
    public = await request.services.audience.language(guild)
    return tags.channel_lines(channel, place, request.services.games, public, reader)


async def prepare_forum(
    request: Request, changes: Mapping[type[Any], Mapping[str, Any]]
) -> None:
    """Apply a chosen forum: make the tags that it lacks, where Herald may, within `PATIENCE` seconds.

    On failure posts go untagged.
    """
    channel = changes.get(ThreadChannel, {}).get("channel")
    place = place_of(request.interaction.guild, channel)
    if (
        not isinstance(place, discord.ForumChannel)
        or not permissions_at(place).manage_channels
    ):
        return
    public = await request.services.audience.language(place.guild.id)
    names = missing(place, request.services.games, public)

    if names:
        tags = [*place.available_tags, *(discord.ForumTag(name=each) for each in names)]
        with suppress(*OUTAGES):
            async with asyncio.timeout(PATIENCE):
                await place.edit(available_tags=tags)


THREADS = Feature(
    key="threads",
    fields=fields,
    server_lines=lines,
    on_server_changes=prepare_forum,
    room=thread_for_table,
    show=show,
    kinds=KINDS,
    due=sweep,
)
