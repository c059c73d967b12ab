"""/table proof: the file of a finished match, and what it proves."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.faces import messages
from bot.faces.components import Picture
from bot.faces.fairness import opened_button
from bot.interactions.request import Request
from bot.storage.records import TableRecord
from bot.storage.store import Store
from bot.tables.refusals import NotOver
from bot.tables.table import Table
from engine import proof
from engine.proof import Shuffle
from engine.scene import Seat


async def provable(request: Request) -> Sequence[Table]:
    """Return the finished tables of a channel; raise NotOver where one still goes on and none is finished."""
    tables, channel = request.services.tables, request.interaction.channel_id or 0
    found = await tables.finished(channel)
    if not found and await tables.find(channel=channel):
        raise NotOver
    return found


async def prove(request: Request, table_id: int) -> None:
    """Give the proof of a match that is over as a file, with what it proves."""
    table = await request.table(table_id)
    file = await proof_of(table, request.services.storage)
    try:
        verdict = await asyncio.to_thread(proof.prove, file, request.services.games)
        told = "\n".join(map(request.language.say, verdict.told))
    except proof.Unproved as error:
        told = request.language.text("proof-fails", why=error.text)
    title = messages.title(table.record, request.speaker(table))
    button = opened_button(table.record.id, request.language)
    name = f"herald-table-{table.record.id}.json"
    proved = Picture(name, request.language.text("proof-file"), file.encode())
    await request.tell(f"### {title}\n{told}", [[button]], proved)


async def proof_of(table: Table, storage: Store) -> str:
    """Return a finished match as a file that proves itself; raise NotOver if anything in it may still be hidden."""
    over, log = table.over, await storage.log(table.record.id)
    return proof.write(over, _shuffle(table.record), [(line.rules, Seat(line.seat), line.action) for line in log])


def _shuffle(table: TableRecord) -> Shuffle | None:
    """Return what the seed was made of; None where the seed itself was pledged."""
    pledged = table.pledged
    if pledged is None:
        return None
    words = tuple(None if sitter.word is None else sitter.word.hex() for sitter in table.sitters)
    message = None if pledged.message is None else str(pledged.message)
    return Shuffle(secret=pledged.secret.hex(), message=message, words=words)
