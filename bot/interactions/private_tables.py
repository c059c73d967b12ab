"""Private tables: opening one, and showing it first in the user's DM, or in the answer where a DM can't be sent.

Commands lead back to either. Its messages notify nobody: the user has just asked for the table.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from bot.faces.lobby import new_rivals
from bot.host import answer_deadline
from bot.host.connection_errors import OUTAGES
from bot.interactions import preferences
from bot.interactions.lobby import NewTable
from bot.interactions.request import Request
from bot.interactions.table_views import own_page, show_own_view, wait_for_rivals
from bot.rivals.playing import due_turns
from bot.storage.records import NO_PLACE, NO_TABLE, Status, TableId, TableRecord
from bot.tables.table import Table
from engine.errors import Refused
from engine.frozen import frozen

log = logging.getLogger(__name__)

DM_SECONDS = 1.0
"""Seconds that a command waits until its table stands in the DM, at most half of the time left to answer.

After that it is shown in the answer.
"""


@frozen
class SharedDeal:
    """A deal that others play as well: its `name` and `secret`, and the user's seat `place`; by default it is none."""

    name: str = ""
    secret: bytes | None = None
    place: int = -1


NOT_SHARED = SharedDeal()


async def find_shared(
    request: Request, game: str, deal: str, *status: Status
) -> TableId:
    """Return the user's table for the `deal` of `game` that has one of these `status`; `NO_TABLE` for none."""
    storage = request.services.storage
    found = await storage.find(
        user=request.user,
        guild=NO_PLACE,
        status=status,
    )
    fits = (each.id for each in found if (each.deal, each.game) == (deal, game))
    return next(fits, NO_TABLE)


async def open_private_table(
    request: Request,
    game: str,
    options: NewTable,
    deal: SharedDeal = NOT_SHARED,
    *,
    instead_of: TableId = NO_TABLE,
) -> Table:
    """Return a new private table; raise `Refused` for a wrong number of players, or at a limit.

    Without a `deal` the user sits anywhere. The table `instead_of` is ended, unless it is too soon for another.
    """
    rules = request.services.games[game]
    count = options.rivals or rules.best - 1
    if count + 1 not in rules.seats:
        raise Refused("refused-players", low=rules.seats[0], high=rules.seats[-1])

    number = request.interaction.id
    taken = [request.sitter.name]
    levels = [options.level] * count
    rivals = new_rivals(request.language, taken, levels, 0 if deal.name else number)
    place = number % (count + 1) if deal.place < 0 else deal.place

    record = TableRecord(
        NO_TABLE,
        game,
        NO_PLACE,
        NO_PLACE,
        request.user,
        None,
        Status.LOBBY,
        (*rivals[:place], request.sitter, *rivals[place:]),
        advice=not deal.name,
        orders=rules.ordering is not None and options.orders is not False,
        deal=deal.name,
    )

    with request.services.rate_limits.count_opening(request.user):
        if instead_of:
            await request.tables.end(instead_of, request.user)
        return await request.tables.open_alone(record, deal.secret)


async def show_first(request: Request, table: Table, key: str) -> None:
    """Show a new private table below the text `key`: in the user's DM, or in the answer where that fails."""
    await preferences.store_user_locale(request)
    line, link = request.text(key, **request.command_names), None
    if request.guild is not None:
        link = await _send_dm(request, table, line)
    if link is None:
        await show_own_view(request, table, [line])
    else:
        await request.answer_text(request.text("alone-in-dm", link=link))


async def _send_dm(request: Request, table: Table, line: str) -> str | None:
    """Send the private view of `table` to the user's DM and return its URL; None where Herald can't write there.

    A picture that is still to be drawn follows the words.
    """
    sender = request.services.announcer.sender
    pictures = request.services.pictures

    try:
        async with asyncio.timeout(min(DM_SECONDS, answer_deadline.seconds_left() / 2)):
            table = await wait_for_rivals(request, table)
            if due_turns(table):
                # An answer is edited once the rivals have played; a DM would go on waiting.
                return None
            outgoing = await own_page(request, table, [line])
            shown = sender.with_cached_picture(outgoing)
            user = request.user
            sent = await sender.send_dm(table, "p", user, shown, None, user)
    except OUTAGES as error:
        log.info(
            "table %s: its person is shown it in an answer: %r",
            table.record.id,
            error,
        )
        return None

    channel, message = sent
    if shown.picture is None:
        edit = partial(sender.overwrite, channel, message)
        ticket = pictures.call_off(message)
        pictures.follow(edit, message, ticket, outgoing)

    return f"https://discord.com/channels/@me/{channel}/{message}"
