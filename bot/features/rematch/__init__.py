"""Rematch: the same game again, from a table that is over, with the same people or against rivals."""

from __future__ import annotations

from collections.abc import Sequence

from bot.faces.components import Parts, Style, text_button
from bot.faces.feature_hooks import Feature
from bot.faces.scene_text import Localizer
from bot.interactions.lobby import (
    begin_with_rivals,
    name_rivals,
    table_facts,
    tell_opened,
)
from bot.interactions.permissions import require_permissions
from bot.interactions.request import Request
from bot.storage.records import Sitter, Status, TableRecord
from bot.tables.refusals import NotOver, UnknownClick
from bot.tables.starts import (
    is_alike_with_rivals,
    rematch_record,
    rematch_record_alone,
    rematched_table,
)
from bot.tables.table import Table
from bot.tables.table_cache import changes_table
from bot.tables.tables import Tables

LEVEL = "knight"
"""The level of the rivals that replace people."""


async def rematch(request: Request, table: Table) -> None:
    """Open a table like this one, with a seat for this person; the lobby pings the others."""
    opened, fresh = await _open(request, table)
    if fresh:
        await tell_opened(request, opened)
    else:
        await request.tell(request.text("rematch-open", **table_facts(opened)))


async def against_rivals(request: Request, table: Table) -> None:
    """Begin the same game again, with rivals on the seats of the others; people are replaced at `LEVEL`."""
    record = table.record
    others = [each for each in record.sitters if each.user != request.user]
    levels = [each.level or LEVEL for each in others]
    rivals = await name_rivals(request, record.guild, levels)

    opened, fresh = await _open(request, table, rivals)
    if not fresh:
        await request.tell(request.text("rivals-open", **table_facts(opened)))
        return
    await request.defer()
    await begin_with_rivals(request, opened)


async def _open(
    request: Request, table: Table, rivals: Sequence[Sitter] = ()
) -> tuple[Table, bool]:
    """Return the successor of a table that is over (`open_rematch`), and whether it is new.

    A new one counts for the person's rate limit. Raise `UnknownClick` for a private table.
    """
    table.seat_of(request.user)
    if table.record.alone:
        raise UnknownClick
    require_permissions(request.interaction, opens_thread=False)
    limits = request.services.rate_limits
    with limits.count_opening(request.user):
        opened, fresh = await open_rematch(
            request.tables, table.id, request.sitter, rivals
        )
    if not fresh:
        limits.tables.give_back(request.user)

    return opened, fresh


@changes_table
async def open_rematch(
    tables: Tables, table: Table, sitter: Sitter, rivals: Sequence[Sitter] = ()
) -> tuple[Table, bool]:
    """Return the rematch of the finished `table`, or one with `rivals` for all but `sitter`, and whether it is new.

    Raise `NotSeated` for others than its people, and `NotOver` before its end. A rematch that was opened before is
    returned instead, or a game of `sitter` against rivals alone that is open in this channel.
    """
    table.seat_of(sitter.user)
    if table.status is not Status.OVER:
        raise NotOver

    find = tables.storage.find
    if rivals:
        found = await find(user=sitter.user, channel=table.channel)
        known = [each for each in found if is_alike_with_rivals(table.record, each)]
        record = rematch_record_alone(table.record, sitter, rivals)
    else:
        found = await find(channel=table.channel, status=[Status.LOBBY])
        known = [each for each in found if rematched_table(each) == table.id]
        record = rematch_record(table.record, sitter, tables.now())

    if known:
        return await tables.get(known[0].id), False
    return await tables.open(record), True


def _rows(table: TableRecord, localizer: Localizer) -> list[Parts]:
    """Return the row of rematch buttons; none unless the table has `Status.OVER`."""
    if table.status is not Status.OVER:
        return []
    again = text_button(
        localizer,
        "button-rematch",
        "rematch",
        table.id,
        style=Style.SUCCESS,
    )
    # One person's rematch is against rivals already.
    several = sum(each.level is None for each in table.sitters) > 1

    rivals = (
        [text_button(localizer, "button-rivals", "alone", table.id)] if several else []
    )
    return [[again, *rivals]]


REMATCH = Feature(
    key="rematch",
    routes={"rematch": rematch, "alone": against_rivals},
    rows=_rows,
)
