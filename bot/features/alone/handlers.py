"""Clicks at private tables: going back to an earlier decision, putting the table away, playing once more."""

from __future__ import annotations

from bot.faces import messages
from bot.faces.words import Speaker
from bot.features.alone import view
from bot.features.alone.opening import open_table
from bot.features.alone.rewinding import Rewinds
from bot.interactions.lobby import Company
from bot.interactions.request import Request
from bot.interactions.showing import own_view
from bot.storage.records import Status
from bot.tables.refusals import NotOver, UnknownClick
from bot.tables.table import Table


async def rewind(request: Request, table_id: int) -> None:
    """Show to which decisions this person can go back."""
    table = await request.table(table_id)
    decisions = await Rewinds(request.tables).decisions(table, request.user)
    frame = table.frame(table.seat_of(request.user))
    await request.answer(view.rewinding(table.record, frame, decisions, request.speaker(table)))


async def rewound(request: Request, table_id: int) -> None:
    """Go back to the decision that was picked, and ask it anew."""
    if not request.values:
        raise UnknownClick
    table = await request.table(table_id)
    played = await Rewinds(request.tables).rewind(table.id, request.user, request.values[0])
    speaker: Speaker = request.speaker(played.table)
    await own_view(request, played.table, [speaker.told(event, played.seat) for event in played.told])


async def put_away(request: Request, table_id: int) -> None:
    """Ask whether a private table should really be put away for good."""
    table = await _alone(request, table_id)
    await request.answer(messages.confirm_end(table.record, request.speaker(table)))


async def again(request: Request, table_id: int) -> None:
    """Open a private table like one that is over, with as many rivals of the same level."""
    table = await _alone(request, table_id)
    if table.status is not Status.OVER:
        raise NotOver
    levels = [sitter.level for sitter in table.record.sitters if sitter.level is not None]
    company = Company(rivals=len(levels), level=levels[0], orders=table.record.orders)
    await open_table(request, table.record.game, company)


async def _alone(request: Request, table_id: int) -> Table:
    table = await request.table(table_id)
    if not table.record.alone:
        raise UnknownClick
    return table
