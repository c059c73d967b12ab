"""Private tables opened: in a DM where Discord lets Herald write one, else in an answer that any command leads back to.

Nobody is called: what is sent notifies nobody, and its person has just asked for it.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import discord

from bot.announce.sender import nonce
from bot.faces.layout import Page
from bot.faces.picture.requests import decision_picture
from bot.faces.rivals import companions
from bot.features.alone import view
from bot.interactions import preferences
from bot.interactions.lobby import Company
from bot.interactions.request import Request
from bot.interactions.showing import after_rivals, own_page, own_view
from bot.sending.outgoing import paged
from bot.storage.records import NO_PLACE, NO_TABLE, Status, TableRecord
from bot.tables.refusals import WrongPlayers
from bot.tables.table import Table

log = logging.getLogger(__name__)

DM_SECONDS: Final = 1.0
"""For so long a command waits until its table stands in the DM; then it stands in the answer."""


async def open_table(request: Request, game: str, company: Company) -> None:
    """Open a private table of a game and show its first question; raise WrongPlayers, TooManyAlone or TooSoon."""
    table = await _opened(request, game, company)
    await preferences.remember(request)
    link = None if request.guild is None else await _write(request, table)
    if link is None:
        await own_view(request, table, [request.text("alone-begun", **request.names)])
    else:
        await request.answer(Page((request.text("alone-in-dm", link=link),)))


async def open_here(request: Request, game: str, company: Company) -> None:
    """Open a private table for somebody who asks for a table in a DM."""
    await open_table(request, game, company)


async def _opened(request: Request, game: str, company: Company) -> Table:
    rules = request.services.games[game]
    count = company.rivals or rules.best - 1
    if count + 1 not in rules.seats:
        raise WrongPlayers(low=rules.seats[0], high=rules.seats[-1])
    person, number = request.sitter, request.interaction.id
    rivals = companions(request.language, [person.name], [company.level] * count, number)
    place = number % (count + 1)
    record = TableRecord(
        NO_TABLE,
        game,
        NO_PLACE,
        NO_PLACE,
        request.user,
        None,
        Status.LOBBY,
        (*rivals[:place], person, *rivals[place:]),
        advice=True,
        orders=rules.ordering is not None and company.orders is not False,
    )
    paces = request.services.paces
    paces.open(request.user)
    try:
        return await request.tables.open_alone(record)
    except BaseException:
        paces.tables.give_back(request.user)
        raise


async def _write(request: Request, table: Table) -> str | None:
    """Show a private table in the DM of its person; return the address there, None where Herald can't write to them."""
    sender = request.services.announcer.sender
    try:
        async with asyncio.timeout(DM_SECONDS):
            table = await after_rivals(request, table)
            page = await own_page(request, table, [request.text("alone-begun", **request.names)])
            look = paged(page, await request.picture(table, decision_picture))
            channel = await sender.open_dm(request.user)
            message = await sender.send(channel, look, nonce("p", table, table.record.opener, channel), None)
    except (TimeoutError, discord.HTTPException) as error:
        log.info("table %s: its person is shown it in an answer: %r", table.record.id, error)
        return None
    return view.dm_link(channel, message)
