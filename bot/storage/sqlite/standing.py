"""How a database in a file stands, for its host."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.storage.records import TableId
from bot.storage.sqlite import migrations, questions
from bot.storage.sqlite.database import explain, open_reading, open_unwritten, wal_bytes
from bot.storage.standing import Behind, Standing

BEHIND = f"""
SELECT tables.id, coalesce(
    (SELECT min(at) FROM moves WHERE table_id = tables.id AND moves.seq > coalesce(announcements.seq, 0)),
    iif(announcements.table_id IS NULL, created, NULL)
) AS since
FROM tables LEFT JOIN announcements ON announcements.table_id = tables.id
WHERE tables.id IN ({questions.BEHIND})
ORDER BY tables.id
"""  # noqa: S608 # constants of these modules
"""The time of what was changed first and not shown: a move, or the table's opening; of all else none is kept."""
LOBBIES = "SELECT created FROM tables WHERE status = 'lobby' ORDER BY id"
SUSPENDED = "SELECT count(*) FROM tables WHERE status = 'suspended'"


def standing(path: Path) -> Standing:
    """Look at a database, also while a Herald runs on it, and write nothing; raise StorageError if it can't be read."""
    try:
        with closing(open_reading(path, migrations.newest(), open_unwritten)) as db:
            return _standing(db, path)
    except sqlite3.Error as error:
        raise explain(error, path) from error


def _standing(db: sqlite3.Connection, path: Path) -> Standing:
    return Standing(
        behind=tuple(Behind(TableId(row["id"]), row["since"]) for row in db.execute(BEHIND)),
        lobbies=tuple(row["created"] for row in db.execute(LOBBIES)),
        suspended=db.execute(SUSPENDED).fetchone()[0],
        wal_bytes=wal_bytes(path),
    )
