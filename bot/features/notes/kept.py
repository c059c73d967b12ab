"""What is kept of notes: read for the private view of who wrote them, and for that person's export."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.faces.words import Speaker
from bot.features.notes.view import shown
from bot.storage.choices import Kind
from bot.storage.records import TableId
from bot.storage.store import Store
from bot.tables.preferences import Preferences
from bot.tables.table import Table


@dataclass(frozen=True, slots=True)
class PrivateNote:
    """What a user has written down about a table, for nobody else; empty for nothing."""

    table: TableId
    user: int
    text: str = ""


KIND = Kind("note", PrivateNote, ("table", "user"))


async def first_line(chosen: Preferences, table: Table, user: int, speaker: Speaker, _: object) -> list[str]:
    """Return the first line of what a user wrote down about a table; no line where nothing was."""
    written = (await chosen.get(PrivateNote, table.record.id, user)).text
    return [shown(written, speaker)] if written else []


async def settings_lines(*_: object) -> Sequence[str]:
    """Return nothing: a note stands at its table, not among the settings."""
    return ()


async def document(storage: Store, user: int) -> dict[str, Any]:
    """Return every note of a user, with the number of its table, as JSON can hold it."""
    found = await storage.choices(PrivateNote, user=user)
    return {"notes": [{"table": int(each.table), "note": each.text} for each in found]}
