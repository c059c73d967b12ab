"""A table before and after the game: opening one, the clicks under an open one, and the end of a running one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import discord

from bot.faces import fairness, messages
from bot.faces.layout import Page
from bot.faces.limits import THREAD_NAME, shorten
from bot.faces.names import plain
from bot.interactions import preferences
from bot.interactions.permissions import demand
from bot.interactions.request import Request
from bot.sending.outgoing import Outgoing
from bot.storage.port import Private, Status, TableId, TableRecord
from bot.tables.refusals import Elsewhere, PlayersOnly
from bot.tables.table import Table
from bot.tables.tables import NO_TABLE
from engine.scene import say

WEEK: Final = 10080
"""Minutes until a quiet thread is archived: the longest that Discord has."""


async def open_table(request: Request, game: str, private: Private | None, *, thread: bool) -> None:
    """Open a table in this channel, or in a thread of its own; the announcer posts it."""
    guild, channel = request.interaction.guild_id, request.interaction.channel_id
    if guild is None or channel is None:
        raise PlayersOnly
    _check(request, thread=thread)
    await request.defer()
    await preferences.notice(request)
    if thread:
        channel = await _thread(request, guild, game)
    opener = request.sitter
    record = TableRecord(NO_TABLE, game, guild, channel, opener.user, private, Status.LOBBY, (opener,))
    table, _ = await asyncio.gather(request.services.tables.open(record), preferences.remember(request))
    opened = request.language.text("newgame-opened", table=str(table.record.id), channel=f"<#{channel}>")
    await _offer_word(request, table, opened)


def _check(request: Request, *, thread: bool) -> None:
    here = request.interaction.channel
    if thread and not isinstance(here, discord.TextChannel):
        raise Elsewhere
    demand(request.interaction, opens_thread=thread)


async def _thread(request: Request, guild: int, game: str) -> int:
    """Return the id of a new public thread in the channel of the command."""
    public = await request.services.audience.language(guild)
    name = public.text("thread-name", game=say(f"{game}-name"), player=plain(request.sitter.name))
    channel = request.interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise Elsewhere
    made = await channel.create_thread(
        name=shorten(name, THREAD_NAME), type=discord.ChannelType.public_thread, auto_archive_duration=WEEK
    )
    return made.id


async def join(request: Request, table_id: int) -> None:
    """Take a seat, and hear how to add to the shuffle."""
    table = await _do(request, table_id, lambda found: request.services.tables.join(found, request.sitter))
    await _offer_word(request, table, request.language.text("joined", table=str(table.record.id)))


async def _offer_word(request: Request, table: Table, told: str) -> None:
    """Tell somebody who has taken a seat, in private, what is told and that a word may be added to the shuffle."""
    offer = request.language.text("word-offer")
    await request.tell(f"{told}\n{offer}", [[fairness.word_button(table.record.id, request.language)]])


async def leave(request: Request, table_id: int) -> None:
    """Give a seat back."""
    await _do(request, table_id, lambda found: request.services.tables.leave(found, request.person.user))


async def start(request: Request, table_id: int) -> None:
    """Begin the game."""
    tables, user, moderator = request.services.tables, request.person.user, request.moderator
    await _do(request, table_id, lambda found: tables.start(found, user, moderator=moderator))


async def cancel(request: Request, table_id: int) -> None:
    """Give up a table that has not begun."""
    tables, user, moderator = request.services.tables, request.person.user, request.moderator
    await _do(request, table_id, lambda found: tables.cancel(found, user, moderator=moderator))


async def _do(request: Request, table_id: int, change: Callable[[TableId], Awaitable[Table]]) -> Table:
    """Change a table, show what became of it in the message that was clicked, and return it."""
    table = await request.table(table_id)
    async with request.services.announcer.answering(table.record.id, request.message) as answering:
        table = await change(table.record.id)
        look = await _standing(request, table)
        await request.redraw(look)
        answering.shown(look)
        if request.person.user in table.people.users:
            await preferences.remember(request)
    return table


async def _standing(request: Request, table: Table) -> Outgoing:
    """Return how the table message looks now."""
    speaker = await request.services.audience.speaker(table)
    frame = table.match.frame(None) if table.match else None
    return Outgoing(None, messages.standing(table.record, frame, request.services.tables.seats(table), speaker))


async def end(request: Request, table_id: int) -> None:
    """End a running table, after it was confirmed."""
    table = await request.table(table_id)
    speaker = request.speaker(table)
    await request.services.tables.end(table.record.id, request.person.user, moderator=request.moderator)
    await request.answer(Page((speaker.key("end-done", table=messages.title(table.record, speaker)),)))


async def keep(request: Request, table_id: int) -> None:
    """Leave a table as it is after all."""
    table = await request.table(table_id)
    await request.answer(Page((request.speaker(table).key("end-kept"),)))
