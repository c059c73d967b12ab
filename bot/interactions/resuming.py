"""/table resume: a table whose channel, thread or server is gone goes on in another place."""

from __future__ import annotations

import discord

from bot.faces import messages
from bot.faces.components import Page
from bot.interactions.permissions import demand
from bot.interactions.request import Request
from bot.sending.codes import UNKNOWN_CHANNEL
from bot.storage.records import Status, TableId
from bot.tables.refusals import GuildOnly, NothingRests, NotOpener, StillThere
from bot.tables.table import Table
from engine.errors import NotSeated


async def candidates(request: Request) -> list[Table]:
    """Return the tables that a person can bring here: those at rest, and those whose place just went."""
    tables, guild = request.tables, request.guild
    own = await tables.suspended(user=request.user)
    here = await tables.suspended(guild=guild) if request.moderator and guild else []
    lost = [table for table in await tables.find(user=request.user) if await _lost(request, table)]
    found = {table.id: table for table in (*own, *here, *lost)}
    able = [table for _, table in sorted(found.items()) if await _may(request, table)]
    if not able:
        raise NothingRests
    return able


async def resume(request: Request, table_id: int) -> None:
    """Let a table go on in the channel of the command, announced anew."""
    guild, channel = request.guild, request.channel
    if guild is None or channel is None:
        raise GuildOnly
    tables = request.tables
    table = await tables.get(TableId(table_id))
    await _check(request, table)
    demand(request.interaction)
    if table.status is not Status.SUSPENDED:
        if not await _lost(request, table):
            raise StillThere(channel=f"<#{table.channel}>")
        await tables.suspend(table.id)
    table = await tables.resume(table.id, guild=guild, channel=channel)
    speaker = request.speaker(table)
    await request.answer(Page((speaker.key("resume-done", table=messages.title(table.record, speaker)),)))


async def _check(request: Request, table: Table) -> None:
    """Raise a refusal unless this person may bring a table here."""
    seated = request.user in table.people.users
    if table.guild == request.guild:
        if not seated and not request.moderator:
            raise NotSeated
    elif not await _without_server(request, table) or table.record.opener != request.user:
        raise NotOpener if seated else NotSeated


async def _may(request: Request, table: Table) -> bool:
    try:
        await _check(request, table)
    except (NotOpener, NotSeated):
        return False
    return True


async def _without_server(request: Request, table: Table) -> bool:
    """Tell whether Herald isn't in a table's server; as long as not all servers are known, it may be.

    Discord is asked of a server that another process looks after.
    """
    client: discord.Client = request.interaction.client
    if not request.tables.ours(table.record):
        try:
            await client.fetch_guild(table.guild, with_counts=False)
        except (discord.NotFound, discord.Forbidden):
            return True
        return False
    return client.is_ready() and client.get_guild(table.guild) is None


async def _lost(request: Request, table: Table) -> bool:
    """Tell whether the place of a table that doesn't rest is gone; Discord is asked where Herald doesn't see it."""
    if await _without_server(request, table):
        return True
    client: discord.Client = request.interaction.client
    server = client.get_guild(table.guild)
    if server is not None and server.get_channel_or_thread(table.channel) is not None:
        return False
    try:
        await client.fetch_channel(table.channel)
    except discord.HTTPException as error:
        return error.code == UNKNOWN_CHANNEL
    return False
