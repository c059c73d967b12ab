"""/table record: the record of a finished match, what it proves, and the way into an app that logs plays."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.faces import messages
from bot.faces.components import Picture, button, click
from bot.faces.fairness import opened_button
from bot.features.proof import plays
from bot.features.proof.recording import Wanted, file_name, record_of
from bot.interactions.request import Request
from bot.tables.refusals import NotOver, UnknownClick
from bot.tables.table import Table
from engine import proof


async def provable(request: Request) -> Sequence[Table]:
    """Return the finished tables of a channel; raise NotOver where one still goes on and none is finished."""
    tables, channel = request.services.tables, request.interaction.channel_id or 0
    found = await tables.finished(channel)
    if not found and await tables.find(channel=channel):
        raise NotOver
    return found


async def prove(request: Request, table_id: int) -> None:
    """Give the record of a match that is over as a file, with what it proves."""
    table = await request.table(table_id)
    file = await record_of(table, request.services.storage, Wanted(request.interaction.user.id))
    try:
        verdict = await asyncio.to_thread(proof.prove, file, request.services.games)
        told = "\n".join(map(request.language.say, verdict.told))
    except proof.Unproved as error:
        told = request.language.text("proof-fails", why=error.text)
    title = messages.title(table.record, request.speaker(table))
    row = [opened_button(table.record.id, request.language)]
    if table.record.practice is None:
        row.append(button(request.text("button-log-play"), click("logplay", table.record.id)))
    proved = Picture(file_name(table.record.id), request.language.text("proof-file"), file.encode())
    await request.tell(f"### {title}\n{told}", [row], proved)


async def log_play(request: Request, table_id: int) -> None:
    """Give the link by which a person logs a finished match in Board Game Stats.

    Raise NotOver while the match goes on, UnknownClick for a practice, which counts for nothing.
    """
    table = await request.table(table_id)
    table.over  # noqa: B018 - it is asked first: of what isn't over no log is read
    if table.record.practice is not None:
        raise UnknownClick
    log = await request.services.storage.log(table.record.id)
    await request.tell(request.text("play-link", link=plays.link(table, log, request.user, request.language)))
