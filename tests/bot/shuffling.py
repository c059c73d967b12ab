"""What tests of the fair shuffle do: secrets and digests as they are kept, and words that people add."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from simcord.backend.models import Message

from bot.storage import documents
from bot.storage.records import Pledged, TableId
from tests.bot.server import Answer, Evening, Guest, Place

HEX = re.compile(r"\b[0-9a-f]{64}\b")
WORD = "a rook in the rain"


async def pledged(court: Evening, table: int = 1) -> Pledged:
    """Return what a table has pledged."""
    found = (await court.table_record(table)).pledged
    assert found is not None
    return found


async def secret(court: Evening) -> bytes:
    """Return the secret of table 1."""
    return (await pledged(court)).secret


def private(court: Evening) -> Message:
    """Return the newest message that only one person sees."""
    return next(message for message in reversed(court.messages()) if message.is_ephemeral)


async def dialog(guest: Guest, place: Place) -> Answer:
    """Press the button for a word."""
    answer = await guest.press("word", place)
    assert answer.result.modal
    return answer


async def add(guest: Guest, place: Place, word: str = WORD) -> Answer:
    """Open the dialog and send a word."""
    opened = await dialog(guest, place)
    return Answer(guest.evening, await guest.member.submit_modal(opened.result, {"word": word}))


async def joins(guest: Guest, lobby: Place) -> Message:
    """Take a seat, and return the private answer."""
    await guest.press("join", lobby)
    return private(guest.evening)


def find(court: Evening, message: int) -> Message:
    """Return a public message as it stands now."""
    return next(one for one in court.public() if one.id == message)


async def digests(court: Evening) -> list[bytes | None]:
    """Return what is kept of each seat's word."""
    return [sitter.word for sitter in (await court.table_record()).sitters]


def files(court: Evening) -> list[Path]:
    """Return the files of the database."""
    return sorted(court.database.parent.glob(f"{court.database.name}*"))


async def stopped_exchange(court: Evening, **changes: Any) -> TableId:
    """Let a host write into the database of a bot that is stopped, with the seals that belong to it, and start it."""
    table = replace(await court.table_record(), **changes)
    await court.bot.close()
    assert table.clock is not None
    kept, clock = documents.table_row(table), documents.clock_row(table.id, table.clock)
    with closing(sqlite3.connect(court.database)) as database, database:
        database.execute("UPDATE tables SET document = :document, seal = :seal, match = :match WHERE id = :id", kept)
        told = "UPDATE clocks SET clock = :document, seal = :seal, due = :due WHERE table_id = :table_id"
        database.execute(told, clock)
    await court.env.restart_bot(court.another())
    await court.settle()
    return table.id


async def announced(court: Evening, table: TableId) -> None:
    """Wait until a table is shown: where a message is posted anew the drawing process has to begin first."""
    async with asyncio.timeout(60):
        while table in court.bot.announcer._tasks:  # noqa: ASYNC110 - nothing tells of its end
            await asyncio.sleep(0.05)
    await court.settle()


async def exchange(court: Evening, **changes: Any) -> None:
    """Exchange something, and let the table be announced before anybody presses anything."""
    table = await stopped_exchange(court, **changes)
    court.bot.announcer.touch(table)
    await announced(court, table)
