"""Commands about a table: what each does, which tables it can mean, and the question which one if several."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain

from bot.faces import hooks, messages, pages
from bot.faces.hooks import Handler, TableCommand
from bot.interactions import clocks, leaving, resuming, showing
from bot.interactions.request import Request
from bot.storage.records import Status
from bot.tables.refusals import NoTables, UnknownClick
from bot.tables.table import Table

HAND = "hand"
"""What `/hand` wants of a table; it is no subcommand of /table."""


async def running(request: Request, *, own: bool = False) -> Sequence[Table]:
    """Return the tables that go on in a channel, or those of them where this person sits."""
    tables, channel = request.tables, request.channel or 0
    return await (tables.find(user=request.user, channel=channel) if own else tables.find(channel=channel))


async def seen(request: Request) -> Sequence[Table]:
    """Return the tables that go on in a channel, else this person's that rest, else the match that ended there last.

    Of a table that hasn't begun there is nothing to see yet: there the match before it is meant.
    """
    tables, user, channel = request.tables, request.user, request.channel or 0
    found = await tables.find(channel=channel)
    begun = [table for table in found if table.match is not None] or await tables.suspended(user=user)
    return begun or await tables.past(user, channel) or found


async def ending(request: Request, table_id: int) -> None:
    """Ask whether a table should really be ended."""
    table = await request.table(table_id)
    table.opener_only(request.user, moderator=request.moderator)
    await request.answer(messages.confirm_end(table.record, request.speaker(table)))


COMMANDS = (
    TableCommand("show", "look", showing.look, seen),
    TableCommand("log", "log", showing.log, seen),
    TableCommand("pause", "pause", clocks.pause, running),
    TableCommand("leave", "leaving", leaving.leaving, partial(running, own=True)),
    TableCommand("replace", "replacing", leaving.replacing, running),
    TableCommand("end", "ending", ending, running),
    TableCommand("resume", "resuming", resuming.resume, resuming.candidates),
)


def known() -> Sequence[TableCommand]:
    """Return the subcommands of /table: the core's, and those of the features that are hung in."""
    return [*COMMANDS, *chain.from_iterable(each.table_commands for each in hooks.FEATURES)]


async def obey(request: Request, command: TableCommand) -> None:
    """Do what a subcommand says with the only table it can mean; ask which if there are several."""
    await about(request, command.verb, command.handler, await command.candidates(request))


async def about(request: Request, verb: str, handler: Handler, tables: Sequence[Table]) -> None:
    """Let a handler have the only one of these tables; ask which if there are several; NoTables if there are none."""
    if not tables:
        raise NoTables
    if len(tables) == 1:
        await handler(request, tables[0].id)
    else:
        waiting = sum(table.status is Status.LOBBY for table in tables)
        clears = waiting if handler is ending and request.moderator else 0
        await request.answer(pages.which(verb, [table.record for table in tables], request.language, clears=clears))


async def hand(request: Request) -> None:
    """Show what only this person may see: of a table of the channel, else of any."""
    tables, user = request.tables, request.user
    here = await tables.find(user=user, channel=request.channel or 0)
    found = here or await tables.find(user=user) or await tables.suspended(user=user)
    await about(request, HAND, showing.hand, found)


async def which(request: Request, verb: str) -> None:
    """Go on with the table that was picked when a command could have meant several."""
    picked, handlers = request.numbers, {HAND: showing.hand, **{each.verb: each.handler for each in known()}}
    if verb not in handlers or not picked:
        raise UnknownClick
    await handlers[verb](request, picked[0])
