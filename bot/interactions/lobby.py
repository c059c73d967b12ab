"""A table before and after the game: opening one, the clicks under an open one, and the end of a running one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import discord

from bot.announce.answering import Answering
from bot.clocks.clock import PACES, USUAL, Clock, Terms
from bot.faces import fairness, lobby, messages
from bot.faces import rivals as faces
from bot.faces.layout import Page
from bot.faces.limits import THREAD_NAME, shorten
from bot.interactions import preferences
from bot.interactions.permissions import demand
from bot.interactions.request import Request
from bot.sending.codes import NO_ACCESS, NO_PERMISSION, TOO_MANY_THREADS, UNKNOWN_CHANNEL
from bot.sending.outgoing import Outgoing, paged
from bot.storage.records import NO_TABLE, NO_USER, Private, Sitter, Status, TableId, TableRecord
from bot.tables.refusals import (
    AlreadyStarted,
    ChannelGone,
    Elsewhere,
    GuildOnly,
    NoThread,
    NotOpener,
    TableClosed,
    TableFull,
    TooManyThreads,
    UnknownClick,
)
from bot.tables.table import Table
from bot.texts.names import plain
from engine.errors import Refused
from engine.scene import say

NO_THREAD: Final = {
    UNKNOWN_CHANNEL: ChannelGone,
    NO_ACCESS: NoThread,
    NO_PERMISSION: NoThread,
    TOO_MANY_THREADS: TooManyThreads,
}
"""Why Discord makes no thread, by the code of its error."""
NOWHERE: Final = 0
"""The channel of a table whose thread isn't made yet."""
SEEN: Final = 8.0
"""Seconds that a game waits until its lobby has been shown."""
WEEK: Final = 10080
"""Minutes until a quiet thread is archived: the longest that Discord has."""


@dataclass(frozen=True, slots=True)
class Company:
    """How many rivals play from the first moment on, and how well; and whether people can order ahead."""

    rivals: int = 0
    level: str = "knight"
    orders: bool | None = None


ALONE: Final = Company()


async def open_table(
    request: Request,
    game: str,
    private: Private | None,
    *,
    thread: bool,
    company: Company = ALONE,
    pace: str | None = None,
) -> None:
    """Open a table in this channel, or in a thread of its own; the announcer posts it.

    Whatever isn't chosen is as the server wants it. With enough rivals for a game it begins at once.
    """
    guild, channel = request.interaction.guild_id, request.interaction.channel_id
    if guild is None or channel is None:
        raise GuildOnly
    _check(request, thread=thread)
    if company.rivals >= request.services.games[game].seats[-1]:
        raise TableFull
    opener, paces = request.sitter, request.services.paces
    sitters = opener, *await name_rivals(request, guild, [company.level] * company.rivals)
    customs = await request.services.preferences.customs(guild)
    clock = Clock(Terms(PACES.get(pace or customs.pace, PACES[USUAL]), customs.then), opens_secret=True)
    record = TableRecord(NO_TABLE, game, guild, channel, opener.user, private, Status.LOBBY, sitters, clock=clock)
    wanted = customs.orders if company.orders is None else company.orders
    orders = wanted and request.services.games[game].ordering is not None
    record = replace(record, advice=customs.advice, orders=orders)
    paces.open(opener.user)
    try:
        table = await _opened(request, record, thread=thread)
    except BaseException:
        paces.tables.give_back(opener.user)
        raise
    number, place = str(table.record.id), f"<#{table.record.channel}>"
    if company.rivals and (await begin_at_once(request, table)).match is not None:
        await request.tell(request.language.text("newgame-begun", table=number, channel=place))
        return
    await offer_word(request, table, request.language.text("newgame-opened", table=number, channel=place))


async def name_rivals(request: Request, guild: int, levels: Sequence[str]) -> list[Sitter]:
    """Return rivals of some levels that sit down with the person who opens a table, each by a name of its own."""
    public, seated = await request.services.audience.language(guild), [request.sitter.name]
    for _ in levels:
        seated.append(faces.free_name(public, seated, request.interaction.id))
    return [Sitter(NO_USER, name, level=level) for name, level in zip(seated[1:], levels, strict=True)]


async def _opened(request: Request, record: TableRecord, *, thread: bool) -> Table:
    """Return a new table; in a thread that is made for it, and that goes if the table can't be kept."""
    await request.defer()
    await preferences.notice(request)
    if not thread:
        return await _kept(request, record)
    # No thread is made for a table that is refused; how many there are in the channel doesn't matter to a thread.
    await request.services.tables.check_open(replace(record, channel=NOWHERE))
    made = await _thread(request, record)
    try:
        return await _kept(request, replace(record, channel=made.id))
    except BaseException:
        await _remove(made)
        raise


async def _kept(request: Request, record: TableRecord) -> Table:
    table, _ = await asyncio.gather(request.services.tables.open(record), preferences.remember(request))
    return table


def _check(request: Request, *, thread: bool) -> None:
    here = request.interaction.channel
    if thread and not isinstance(here, discord.TextChannel):
        raise Elsewhere
    demand(request.interaction, opens_thread=thread)


async def _thread(request: Request, table: TableRecord) -> discord.Thread:
    """Return a new public thread in the channel of the command; raise a refusal if Discord makes none."""
    public = await request.services.audience.language(table.guild)
    name = public.text("thread-name", game=say(f"{table.game}-name"), player=plain(request.sitter.name))
    channel = request.interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise Elsewhere
    try:
        return await channel.create_thread(
            name=shorten(name, THREAD_NAME), type=discord.ChannelType.public_thread, auto_archive_duration=WEEK
        )
    except discord.HTTPException as error:
        if error.code in NO_THREAD:
            raise NO_THREAD[error.code] from None
        raise


async def _remove(thread: discord.Thread) -> None:
    """Remove a thread that no table came into; where Herald may not delete it, it is at least archived."""
    try:
        await thread.delete()
    except discord.HTTPException:
        with suppress(discord.HTTPException):
            await thread.edit(archived=True)


async def begin_at_once(request: Request, table: Table) -> Table:
    """Begin a game against rivals as soon as everybody has seen the pledge for its shuffle; else the lobby waits."""
    tables, number = request.services.tables, table.record.id
    if len(table.record.sitters) < tables.game(table).seats[0]:
        return table
    with suppress(TimeoutError):
        async with asyncio.timeout(SEEN):
            await tables.pledge_shown(number)
            # Somebody may have joined, started or cancelled it meanwhile.
            with suppress(Refused):
                return await tables.start(number, request.person.user)
    return await tables.get(number)


async def rivals(request: Request, table_id: int) -> None:
    """Let a rival come or go, or allow advice, as was picked in the list of an open table."""
    picked = next(iter(request.values), "")
    await _do(request, table_id, lambda found: _picked(request, found, picked))


async def _picked(request: Request, table: TableId, picked: str) -> Table:
    tables, user, moderator = request.services.tables, request.person.user, request.moderator
    if picked == faces.ADVICE:
        return await tables.seats.allow_advice(table, user, moderator=moderator)
    if picked.startswith(faces.AWAY):
        return await tables.seats.dismiss(table, user, picked.removeprefix(faces.AWAY), moderator=moderator)
    if picked not in faces.LEVELS:
        raise UnknownClick
    record = (await tables.get(table)).record
    public = await request.services.audience.language(record.guild)
    name = faces.free_name(public, [sitter.name for sitter in record.sitters], record.id)
    return await tables.seats.invite(table, user, Sitter(NO_USER, name, level=picked), moderator=moderator)


async def orders(request: Request, table_id: int) -> None:
    """Let people order ahead at an open table, or no more."""
    tables, user, moderator = request.services.tables, request.person.user, request.moderator
    await _do(request, table_id, lambda found: tables.seats.allow_orders(found, user, moderator=moderator))


async def join(request: Request, table_id: int) -> None:
    """Take a seat, and hear how to add to the shuffle."""
    table = await _do(request, table_id, lambda found: request.services.tables.join(found, request.sitter))
    await offer_word(request, table, request.language.text("joined", table=str(table.record.id)))


async def offer_word(request: Request, table: Table, told: str) -> None:
    """Tell somebody who has taken a seat, in private, what is told, the pledge, and that a word may be added to it."""
    pledge = fairness.pledge_to_keep(table.record, request.speaker(table))
    told = "\n".join([told, request.language.text("word-offer"), *pledge])
    await request.tell(told, [[fairness.word_button(table.record.id, request.language)]])


async def leave(request: Request, table_id: int) -> None:
    """Give a seat back."""
    await _do(request, table_id, lambda found: request.services.tables.leave(found, request.person.user))


async def start(request: Request, table_id: int) -> None:
    """Begin the game."""
    tables, user, moderator = request.services.tables, request.person.user, request.moderator
    await _do(request, table_id, lambda found: tables.start(found, user, moderator=moderator))


async def cancel(request: Request, table_id: int) -> None:
    """Ask whether a table that has not begun should really be given up."""
    table = await request.table(table_id)
    if not table.record.status.open:
        raise TableClosed
    if table.record.status is not Status.LOBBY:
        raise AlreadyStarted
    table.opener_only(request.person.user, moderator=request.moderator)
    await request.answer(lobby.confirm_cancel(table.record, request.speaker(table)))


async def give_up(request: Request, table_id: int) -> None:
    """Give up a table that has not begun, after it was confirmed."""
    table = await request.table(table_id)
    await request.services.tables.cancel(table.record.id, request.person.user, moderator=request.moderator)
    speaker = request.speaker(table)
    await request.answer(Page((speaker.key("cancel-done", table=messages.title(table.record, speaker)),)))


async def clear(request: Request) -> None:
    """Give up all tables of this channel that have not begun; a moderator's to do."""
    if not request.moderator:
        raise NotOpener
    tables, user = request.services.tables, request.person.user
    cleared = 0
    for table in await tables.find(channel=request.interaction.channel_id):
        if table.record.status is not Status.LOBBY:
            continue
        # Somebody may have started it, or given it up, in the meantime.
        with suppress(AlreadyStarted, TableClosed):
            await tables.cancel(table.record.id, user, moderator=True)
            cleared += 1
    await request.answer(Page((request.language.text("clear-done", count=cleared),)))


async def _do(request: Request, table_id: int, change: Callable[[TableId], Awaitable[Table]]) -> Table:
    """Change a table, show what became of it in the message that was clicked, and return it."""
    table = await request.table(table_id)
    async with request.services.announcer.answering(table.record.id, request.message) as answering:
        table = await change(table.record.id)
        if answering.keeps(table):
            await request.defer()
        else:
            look = await _standing(request, table, answering)
            await request.redraw(look)
            answering.shown(look)
        if request.person.user in table.people.users:
            await preferences.remember(request)
    return table


async def _standing(request: Request, table: Table, answering: Answering) -> Outgoing:
    """Return how the table message looks now."""
    speaker = await request.services.audience.speaker(table)
    if table.record.status is Status.LOBBY:
        return await answering.lobby(table, speaker)
    frame = table.match.frame(None) if table.match else None
    return paged(lobby.standing(table.record, frame, speaker))


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
