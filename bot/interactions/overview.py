"""A person's own tables on every server, and the way from one that has been answered to the next that waits."""

from __future__ import annotations

from bot.faces import hooks, overview
from bot.faces.overview import Standing
from bot.interactions.request import Request
from bot.interactions.showing import NO_TABLE, own_view
from bot.storage.records import Status
from bot.tables.refusals import NothingWaits
from bot.tables.table import Table


async def tables(request: Request, page: int = 1) -> None:
    """Show a person a page of all tables at which they sit, on every server."""
    user = request.user
    found = [*await request.tables.find(user=user), *await request.tables.suspended(user=user)]
    # A stop in the midst of opening a private table leaves one that nobody misses.
    found = [table for table in found if table.match is not None or not table.record.alone]
    standings = [await _standing(request, table) for table in found]
    more = await hooks.overview_buttons(request.services.storage, user, request.language)
    await request.answer(overview.tables(standings, page, request.language, request.names, more))


async def following(request: Request, table_id: int = NO_TABLE) -> None:
    """Lead a person to the table that has waited for them longest, but for the one where they come from."""
    found = await request.tables.find(user=request.user)
    standings = [await _standing(request, each) for each in found if each.id != table_id and not each.record.alone]
    waiting = [each for each in overview.ordered(standings) if each.waits]
    if not waiting:
        raise NothingWaits
    await own_view(request, await request.table(waiting[0].table.id))


async def _standing(request: Request, table: Table) -> Standing:
    speaker = request.speaker(table)
    if table.match is None:
        return Standing(table.record, speaker)
    frame = table.frame(table.seat_of(request.user))
    if table.status is not Status.PLAYING:
        return Standing(table.record, speaker, frame)
    asked = (await request.tables.logs.recalled(table)).asked_at(frame.viewer)
    return Standing(table.record, speaker, frame, asked)
