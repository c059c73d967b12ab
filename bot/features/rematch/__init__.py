"""Rematch: the same game again, from a table that is over, with the same people or against rivals."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from bot.faces.components import Parts, Style, button
from bot.faces.hooks import Feature
from bot.faces.words import Speaker
from bot.interactions.lobby import (
    begin_with_rivals,
    name_rivals,
    table_facts,
    tell_opened,
)
from bot.interactions.permissions import require_permissions
from bot.interactions.request import Request
from bot.storage.records import Sitter, Status, TableId, TableRecord
from bot.tables.refusals import UnknownClick
from bot.tables.table import Table

LEVEL: Final = "knight"
"""The level of the rivals that replace people."""


async def rematch(request: Request, table_id: int) -> None:
    """Open a table like this one, with a seat for this person; the lobby pings the others."""
    opened, fresh = await _open(request, table_id, request.tables.rematches.open)
    if fresh:
        await tell_opened(request, opened)
    else:
        sentence = request.text("rematch-open", **table_facts(opened))
        await request.tell(sentence)


async def against_rivals(request: Request, table_id: int) -> None:
    """Begin the same game again, with rivals on the seats of the others; people are replaced at `LEVEL`."""
    table = await request.table(table_id)
    record = table.record
    others = [each for each in record.sitters if each.user != request.user]
    levels = [each.level or LEVEL for each in others]
    rivals = await name_rivals(request, record.guild, levels)

    async def open_alone(number: TableId, sitter: Sitter) -> tuple[Table, bool]:
        return await request.tables.rematches.open_alone(number, sitter, rivals)

    opened, fresh = await _open(request, table_id, open_alone)
    if not fresh:
        sentence = request.text("rivals-open", **table_facts(opened))
        await request.tell(sentence)
        return
    await request.defer()
    await begin_with_rivals(request, opened)


async def _open(
    request: Request,
    table_id: int,
    opening: Callable[[TableId, Sitter], Awaitable[tuple[Table, bool]]],
) -> tuple[Table, bool]:
    """Return the successor of a table that is over, made by `opening`, and whether it is new.

    A new one counts for the person's rate limit. Raise `UnknownClick` for a private table.
    """
    table = await request.table(table_id)
    table.seat_of(request.user)
    if table.record.alone:
        raise UnknownClick
    require_permissions(request.interaction, opens_thread=False)
    limits = request.services.rate_limits
    limits.take_table(request.user)
    fresh = False
    try:
        opened, fresh = await opening(table.id, request.sitter)
    finally:
        if not fresh:
            limits.tables.give_back(request.user)

    return opened, fresh


def _rows(table: TableRecord, speaker: Speaker) -> list[Parts]:
    """Return the row of rematch buttons; none unless the table has `Status.OVER`."""
    if table.status is not Status.OVER:
        return []
    say_ = speaker.text
    again = button(say_("button-rematch"), "rematch", table.id, style=Style.SUCCESS)
    # One person's rematch is against rivals already.
    several = sum(each.level is None for each in table.sitters) > 1

    return [
        [
            again,
            *([button(say_("button-rivals"), "alone", table.id)] if several else []),
        ]
    ]


REMATCH = Feature(
    key="rematch",
    routes={"rematch:<table_id>": rematch, "alone:<table_id>": against_rivals},
    rows=_rows,
)
