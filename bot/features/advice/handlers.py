"""A click on advice: that a level was asked is kept for everybody before it thinks."""

from __future__ import annotations

from dataclasses import replace

from bot.features.advice.view import ADVISERS, advised
from bot.interactions.plays import asking, else_anew
from bot.interactions.request import Request
from bot.storage.records import Incident, Kind, TableId
from bot.tables.refusals import UnknownClick
from bot.tables.seating import bare
from bot.tables.table import Table
from bot.tables.tables import Tables
from engine.errors import Refused


class NoAdvice(Refused):
    """Nobody may ask for advice at this table, or the person isn't asked anything."""

    key = "refused-no-advice"


async def advice(request: Request, table_id: int, seat: int, question: str, level: str) -> None:
    """Ask a level what it would choose; everybody reads that it was asked, and this person alone what it said."""
    services = request.services
    async with else_anew(request, table_id):
        answers = await asking(request, table_id, seat, question)
        if level not in ADVISERS:
            raise UnknownClick
        table = await ask_level(services.tables, answers.table, request.person.user, level)
        # A level may think for longer than Discord waits.
        await request.defer()
        given = await services.thinkers.advice(table.started, answers.ask.seat, level)
        legal = table.started.legal[answers.ask.seat]
        chosen = [answers.ask.choices[legal.index(action)].option.label for action in given.actions if action in legal]
        await request.tell(advised(level, chosen, given.reason, request.speaker(table)))


async def ask_level(tables: Tables, number: TableId, user: int, level: str) -> Table:
    """Keep that a person who is asked asks a level for advice; raise NoAdvice where that isn't allowed."""

    async def change(found: Table) -> Table:
        seat, record = found.going_on.seat_of(user), found.record
        if not record.advice or seat not in found.started.deciding:
            raise NoAdvice
        sitter = replace(bare(record.sitters[seat]), level=level)
        asked = Incident(found.started.seq, Kind.ADVISED, seat, sitter, tables.now())
        return await tables.cache.keep(found, replace(record, incidents=(*record.incidents, asked)))

    return await tables.cache.change(number, change)
