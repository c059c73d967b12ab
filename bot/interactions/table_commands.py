"""Commands about tables: their handlers, the tables that each can mean, and the list to pick one from.

`/tables` lists the user's tables on every server, with a way from one that was answered to the next that waits. `/table
resume` moves a table whose channel, thread or server is gone to the channel of the command.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, compress

import discord

from bot.faces import feature_hooks, lobby, messages, own_tables
from bot.faces.feature_hooks import Handler, TableCommand
from bot.faces.own_tables import OwnTable
from bot.interactions import clocks, table_views, vacancies
from bot.interactions.permissions import require_permissions
from bot.interactions.request import Request
from bot.interactions.table_views import answer_done, show_own_view
from bot.policies import is_led_by
from bot.sending.codes import UNKNOWN_CHANNEL
from bot.storage.records import NO_TABLE, Status
from bot.tables.refusals import (
    AlreadyStarted,
    GuildOnly,
    NothingRests,
    NotOpener,
    TableClosed,
    UnknownClick,
)
from bot.tables.table import Table
from engine.errors import NotSeated, Refused


async def show_tables(request: Request, page: int = 1) -> None:
    """Show a page of all tables at which the user sits, on every server."""
    user = request.user
    found = [
        *await request.tables.find(user=user),
        *await request.tables.find_suspended(user=user),
    ]
    # A stop in the midst of opening a private table leaves one that nobody misses.
    found = [
        table for table in found if table.match is not None or not table.record.alone
    ]
    standings = [await _overview_entry(request, table) for table in found]
    more = await feature_hooks.overview_buttons(
        request.services.storage,
        user,
        request.language,
    )
    await request.answer(
        own_tables.overview_page(
            standings,
            page,
            request.language,
            request.command_names,
            more,
        )
    )


async def show_next_table(request: Request, table_id: int = NO_TABLE) -> None:
    """Show the private view of the table that has waited for the user longest, other than `table_id`."""
    found = await request.tables.find(user=request.user)
    standings = [
        await _overview_entry(request, each)
        for each in found
        if each.id != table_id and not each.record.alone
    ]
    waiting = [each for each in own_tables.sort_by_wait(standings) if each.waits]
    if not waiting:
        raise Refused("refused-nothing-waits")
    await show_own_view(request, await request.table(waiting[0].table.id))


async def _overview_entry(request: Request, table: Table) -> OwnTable:
    """Return the line of `table` in the list of the user's tables."""
    localizer = request.localizer(table)
    if table.match is None:
        return OwnTable(table.record, localizer)

    frame = table.frame(table.seat_of(request.user))
    if table.status is not Status.PLAYING:
        return OwnTable(table.record, localizer, frame)

    asked = (await request.tables.logs.with_recent(table)).asked_at(frame.viewer)
    return OwnTable(table.record, localizer, frame, asked)


async def resumable_tables(request: Request) -> list[Table]:
    """Return the tables that the user may resume here: suspended ones, and those whose channel is gone."""
    tables = request.tables
    guild = request.guild
    own = await tables.find_suspended(user=request.user)
    here = []
    if request.is_moderator and guild:
        here = await tables.find_suspended(guild=guild)
    # At once: Discord is asked about each that another process looks after.
    live = await tables.find(user=request.user)
    gone = await asyncio.gather(*(_is_channel_gone(request, each) for each in live))
    lost = compress(live, gone)

    # Guild 0 is no server that is gone: a private table stands in none.
    found = {
        table.id: table for table in (*own, *here, *lost) if not table.record.alone
    }
    able = [
        table
        for _, table in sorted(found.items())
        if await _is_resumable(request, table)
    ]

    if not able:
        raise NothingRests
    return able


async def resume_table_here(request: Request, table: Table) -> None:
    """Resume a table in the channel of the command; raise `Refused` while its own channel exists.

    A private table has no channel and gets none: raise `NothingRests`.
    """
    guild = request.guild
    channel = request.channel
    if guild is None or channel is None:
        raise GuildOnly

    tables = request.tables
    if table.record.alone:
        raise NothingRests
    await _check_may_resume(request, table)
    require_permissions(request.interaction)

    if table.status is not Status.SUSPENDED:
        if not await _is_channel_gone(request, table):
            raise Refused("refused-still-there", channel=f"<#{table.channel}>")
        await tables.suspend(table.id, table.channel)

    table = await tables.resume(table.id, guild=guild, channel=channel)

    key = "resume-done" if table.match else "resume-open"
    await answer_done(request, table, key)


async def _check_may_resume(request: Request, table: Table) -> None:
    """Raise `NotSeated` or `NotOpener` unless the user may resume `table` here."""
    seated = request.user in table.people.users
    if table.guild == request.guild:
        if not seated and not request.is_moderator:
            raise NotSeated
    elif (
        not await _is_guild_gone(request, table) or table.record.opener != request.user
    ):
        raise NotOpener


async def _is_resumable(request: Request, table: Table) -> bool:
    try:
        await _check_may_resume(request, table)
    except (NotOpener, NotSeated):
        return False
    return True


async def _is_guild_gone(request: Request, table: Table) -> bool:
    """Tell whether Herald isn't in the server of `table`; as long as not all servers are known, it may be.

    Discord is asked about a server of another process.
    """
    client: discord.Client = request.interaction.client
    if not request.tables.is_ours(table.record):
        try:
            await client.fetch_guild(table.guild, with_counts=False)
        except (discord.NotFound, discord.Forbidden):
            return True
        return False

    return client.is_ready() and client.get_guild(table.guild) is None


async def _is_channel_gone(request: Request, table: Table) -> bool:
    """Tell whether the channel of a running table is gone; Discord is asked where the cache doesn't have it."""
    if await _is_guild_gone(request, table):
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


HAND = "hand"
"""The verb of `/hand` in the custom_id of the list of tables; it is no subcommand of `/table`."""


async def running_tables(
    request: Request, fits: Callable[[Request, Table], bool], *, own: bool = False
) -> Sequence[Table]:
    """Return the open tables of this channel that `fits`, with `own` among those at which the user sits.

    Where none does, it is the first one, whose handler refuses it. Without any open table of the user's own here,
    those take the place that are suspended on this server.
    """
    asked = {"channel": request.channel or 0}
    if own:
        asked["user"] = request.user

    found = await request.tables.find(**asked)
    if own and not found:
        found = await _own_suspended_tables(request)
    able = [table for table in found if fits(request, table)]
    return able or found[:1]


async def _own_suspended_tables(request: Request) -> list[Table]:
    """Return the suspended tables of this server at which the user sits."""
    guild = request.guild or 0
    return await request.tables.find_suspended(user=request.user, guild=guild)


def _is_begun(_: Request, table: Table) -> bool:
    return table.match is not None


def _can_end(request: Request, table: Table) -> bool:
    return is_led_by(table.record, request.actor)


def _can_replace(request: Request, table: Table) -> bool:
    if not request.is_moderator:
        return False
    if table.match is None:
        return False
    return request.user not in table.people.users


async def visible_tables(request: Request) -> Sequence[Table]:
    """Return the tables to show here: begun ones of the channel, else `_own_suspended_tables`, else the last match.

    A lobby has nothing to show: the match before it in the channel is meant, if there was one.
    """
    tables = request.tables
    user = request.user
    channel = request.channel or 0
    found = await tables.find(channel=channel)
    begun = [table for table in found if table.match is not None]
    return (
        begun
        or await _own_suspended_tables(request)
        or await tables.find_last_finished(user, channel)
        or found
    )


async def confirm_end(request: Request, table: Table) -> None:
    """Ask the opener or a moderator to confirm that a table is ended."""
    table.check_opener(request.actor)
    page = messages.confirm_end(table.record, request.localizer(table))
    await request.answer(page)


async def end_table(request: Request, table: Table) -> None:
    """End a running table, after it was confirmed."""
    await request.tables.end(table.id, request.actor)
    await answer_done(request, table, "end-done")


async def confirm_cancel(request: Request, table: Table) -> None:
    """Ask the opener or a moderator to confirm that a lobby is given up."""
    record = table.lobby_for_opener(request.actor)
    page = lobby.confirm_cancel(record, request.localizer(table))
    await request.answer(page)


async def cancel_table(request: Request, table: Table) -> None:
    """Give up a lobby, after it was confirmed."""
    await request.tables.cancel(table.id, request.actor)
    await answer_done(request, table, "cancel-done")


async def cancel_lobbies(request: Request) -> None:
    """Give up all lobbies of this channel; raise `NotOpener` unless a moderator asks."""
    channel = request.channel
    if not request.is_moderator or channel is None:
        raise NotOpener

    tables = request.tables
    cleared = 0
    for table in await tables.find(channel=channel):
        if table.status is not Status.LOBBY:
            continue
        # Somebody may have started it, or given it up, in the meantime.
        with suppress(AlreadyStarted, TableClosed):
            await tables.cancel(table.id, request.actor)
            cleared += 1

    await request.answer_text(request.text("clear-done", count=cleared))


async def leave_as_is(request: Request, table: Table) -> None:
    """Leave a table as it is: the answer *no* to a question for confirmation."""
    kept = request.localizer(table).key("end-kept")
    # Its one message asked for the confirmation, and leads on.
    if table.record.alone and table.status is Status.PLAYING:
        await show_own_view(request, table, [kept])
        return
    await request.answer_text(kept)


_all_own = partial(running_tables, fits=lambda *_: True, own=True)
_pausable = partial(running_tables, fits=_is_begun, own=True)
_replaceable = partial(running_tables, fits=_can_replace)
_endable = partial(running_tables, fits=_can_end)
COMMANDS = (
    TableCommand("show", "look", table_views.show_table, visible_tables),
    TableCommand("log", "log", table_views.show_log, visible_tables),
    TableCommand("pause", "pause", clocks.vote_for_pause, _pausable),
    TableCommand("leave", "leaving", vacancies.confirm_leave, _all_own),
    TableCommand("replace", "replacing", vacancies.ask_seat_to_free, _replaceable),
    TableCommand("end", "ending", confirm_end, _endable),
    TableCommand("resume", "resuming", resume_table_here, resumable_tables),
)
"""The subcommands of `/table` that the core has."""


def all_table_commands() -> Sequence[TableCommand]:
    """Return all subcommands of `/table`: `COMMANDS` and those of the features that are registered."""
    return [
        *COMMANDS,
        *chain.from_iterable(each.table_commands for each in feature_hooks.FEATURES),
    ]


async def run_command(request: Request, command: TableCommand) -> None:
    """Run `command` on the only table that it can mean; let the user pick if there are several."""
    await run_on_table(
        request,
        command.verb,
        command.handler,
        await command.candidates(request),
    )


async def run_on_table(
    request: Request, verb: str, handler: Handler, tables: Sequence[Table]
) -> None:
    """Call `handler` with the only one of `tables`, or let the user pick one; raise `Refused` if there are none."""
    if not tables:
        raise Refused("refused-no-tables")

    if len(tables) == 1:
        await handler(request, await request.table(tables[0].id))
    else:
        clearing = handler is confirm_end and request.is_moderator
        clears = sum(clearing and table.status is Status.LOBBY for table in tables)
        records = [table.record for table in tables]
        await request.answer(
            own_tables.table_choice_page(verb, records, request.language, clears=clears)
        )


async def run_hand_command(request: Request) -> None:
    """Show the user's hand: at the table of this channel, else at any."""
    tables = request.tables
    user = request.user
    here = await tables.find(user=user, channel=request.channel or 0)
    found = (
        here or await tables.find(user=user) or await tables.find_suspended(user=user)
    )
    await run_on_table(request, HAND, table_views.show_hand, found)


async def run_on_picked(request: Request, verb: str) -> None:
    """Run the command `verb` on the table that was picked for it."""
    handlers = {each.verb: each.handler for each in all_table_commands()}
    handlers[HAND] = table_views.show_hand
    if verb not in handlers or not request.numbers:
        raise UnknownClick
    await handlers[verb](request, await request.table(request.numbers[0]))
