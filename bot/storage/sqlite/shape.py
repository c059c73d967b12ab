"""Whether the tables of a database have the columns that its steps gave them: their names are on the disk, too."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path

from bot.storage.port import StorageError

COLUMNS: Mapping[str, str] = {
    "announcements": "table_id revision seq message phase look post post_from called dms restored summons seal",
    "checkpoints": "table_id seq rules asked state seal",
    "clocks": "table_id clock seal due",
    "customs": "server customs seal",
    "follows": "server game user way seal",
    "habits": "user habits seal digest",
    "incidents": "table_id number after kind seat user name level at",
    "moves": "table_id seq rules seat action told at seal",
    "notes": "key value",
    "orders": "table_id number given seal",
    "outages": "begin until",
    "seats": "table_id seat user name level",
    "servers": "server language locale pictures gone seal",
    "shuffles": "table_id secret first_message words seal",
    "tables": (
        "id game guild channel opener private status revision created rules seat_count seed seq asked "
        "seal state since expired generations ended_by people advice takes_orders"
    ),
    "tidings": "table_id user due",
    "users": "user private dm_closed dm_told language locale pictures seal",
    "wishes": "user table_id at",
}
"""The columns of each table in the newest version."""
FOUND = """
SELECT found.name, group_concat(columns.name, ' ') FROM sqlite_schema AS found, pragma_table_info(found.name) AS columns
WHERE found.type = 'table' GROUP BY found.name
"""


def check(db: sqlite3.Connection, path: Path) -> None:
    """Raise StorageError if a table or a column isn't there: none of its rows could be read by its name."""
    if not COLUMNS.items() <= columns(db).items():
        raise StorageError("storage-damaged", path=str(path))


def columns(db: sqlite3.Connection) -> dict[str, str]:
    """Return the columns of each table of a database."""
    return dict(db.execute(FOUND).fetchall())
