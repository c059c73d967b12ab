"""The button *Note* of a private view, and the dialog that it opens."""

from __future__ import annotations

from bot.features.notes import view
from bot.features.notes.kept import PrivateNote
from bot.interactions import showing
from bot.interactions.request import Request
from bot.storage.records import Status
from bot.tables.refusals import UnknownClick
from bot.tables.table import Table
from engine.errors import NotSeated


async def note(request: Request, table_id: int, way: str = "", word: str = "") -> None:
    """Open the dialog with what this person has written down about a table; raise NotSeated for anybody else."""
    table = await _seated(request, table_id)
    kept = await request.services.preferences.get(PrivateNote, table.record.id, request.person.user)
    words = [word for word in (way, word) if word]
    await request.ask(view.dialog(table.record.id, words, kept.text, request.language))


async def noted(request: Request, table_id: int, way: str = "", word: str = "") -> None:
    """Keep what was written, and show the private view from which the dialog was opened, with what was picked there."""
    table = await _seated(request, table_id)
    if len(request.written) > view.LONGEST:
        raise UnknownClick
    await request.services.preferences.change(PrivateNote, table.record.id, request.person.user, text=request.written)
    if way == "hand" or table.record.status is not Status.PLAYING:
        await showing.hand(request, table_id)
    else:
        await showing.own_view(request, table, progress=showing.progress_of(request, table, way, word))


async def _seated(request: Request, table_id: int) -> Table:
    """Return a table whose game has begun, and where this person sits; raise NotSeated for any other."""
    table = await request.table(table_id)
    if table.match is None or table.viewer(request.person.user) is None:
        raise NotSeated
    return table
