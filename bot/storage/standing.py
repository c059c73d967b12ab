"""How a database stands, for its host: what Discord is behind with, and what waits; nothing of any game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.storage import documents, sql
from bot.storage.port import Contents, Statement
from bot.storage.records import Announced, TableId
from bot.storage.seals import Row

BEHIND = Statement(f"""
SELECT tables.id, created, announcements.document AS announced, announcements.seal AS announced_seal
FROM tables LEFT JOIN announcements ON announcements.table_id = tables.id
WHERE tables.id IN ({sql.BEHIND} AND {{ours}}) ORDER BY tables.id
""")  # noqa: S608 # constants of `sql`
FIRST = Statement("SELECT min(at) AS at FROM moves WHERE table_id = :id AND seq > :seq")
LOBBIES = Statement("SELECT created FROM tables WHERE status = 'lobby' ORDER BY id")
SUSPENDED = Statement("SELECT count(*) AS suspended FROM tables WHERE status = 'suspended'")


@dataclass(frozen=True, slots=True)
class Behind:
    """A table of which Discord hasn't been shown everything, and since when, in Unix seconds; None: nobody knows."""

    table: TableId
    since: float | None


@dataclass(frozen=True, slots=True)
class Standing:
    """What is behind; when each lobby was opened, None if that wasn't kept; what has lost its place; the WAL's size.

    That is None where the log isn't Herald's to look after.
    """

    behind: Sequence[Behind]
    lobbies: Sequence[float | None]
    suspended: int
    wal_bytes: int | None = None


async def standing(contents: Contents) -> Standing:
    """Return how a database stands."""
    behind = [Behind(TableId(row["id"]), await _since(contents, row)) for row in await contents.rows(BEHIND)]
    lobbies = [row["created"] for row in await contents.rows(LOBBIES)]
    (counted,) = await contents.rows(SUSPENDED)
    return Standing(tuple(behind), tuple(lobbies), counted["suspended"])


async def _since(contents: Contents, row: Row) -> float | None:
    """Return when what isn't shown began: a move, or the table's opening; of all else no time is kept."""
    shown = documents.shown_of(row) or Announced()
    (first,) = await contents.rows(FIRST, id=row["id"], seq=shown.seq)
    at: float | None = first["at"] if first["at"] is not None or shown.message is not None else row["created"]
    return at
