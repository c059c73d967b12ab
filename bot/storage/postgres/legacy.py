"""A database of an earlier form: its parts, set aside as `old_*`, are read and written as those of today."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

from bot.storage import legacy
from bot.storage.postgres.connections import Connection

BATCH = 500
"""How many tables are held in memory at the same time."""
STAY = """
INSERT INTO moves SELECT * FROM old_moves;
INSERT INTO checkpoints SELECT * FROM old_checkpoints;
INSERT INTO wishes (user_id, table_id, at) SELECT "user", table_id, at FROM old_wishes;
INSERT INTO tidings (table_id, user_id, due) SELECT table_id, "user", due FROM old_tidings;
"""
WHOLE = legacy.WHOLE.format(**{**legacy.OLD, "moves": "old_moves"})
WHOLE += "WHERE tables.id > $1 ORDER BY tables.id LIMIT $2"
SEATS = 'SELECT seat, "user", name, level FROM old_seats WHERE table_id = $1 ORDER BY seat'
HAPPENED = """
SELECT number, after, kind, seat, "user", name, level, at FROM old_incidents WHERE table_id = $1 ORDER BY number
"""
LAST = "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('old_tables', 'id')::regclass), 0)"


async def carry_over(connection: Connection) -> None:
    """Fill the parts of the present form from those of form 14, in the transaction that is open."""
    kept = defaultdict[str, list[dict[str, Any]]](list)
    last = 0
    while rows := await connection.fetch(WHOLE, last, BATCH):
        last = rows[-1]["id"]
        for row in rows:
            seats = [_plain(each, 2) for each in await connection.fetch(SEATS, row["id"])]
            happened = [_plain(each, 5) for each in await connection.fetch(HAPPENED, row["id"])]
            for part, new in legacy.table(dict(row), seats, happened).items():
                kept[part] += new
        await _write(connection, kept)
    notes = {row["key"]: row["value"] for row in await connection.fetch("SELECT key, value FROM old_notes")}
    outages = [dict(row) for row in await connection.fetch("SELECT begin, until FROM old_outages ORDER BY begin")]
    kept["choices"] = [*legacy.outages(outages, notes), *legacy.remarks(notes)]
    for part, read in legacy.CHOICES.items():
        for row in await connection.fetch(f"SELECT * FROM old_{part}"):  # noqa: S608 # constants
            kept["choices"] += read(dict(row))
    await _write(connection, kept)
    await connection.execute(STAY)
    await connection.execute("UPDATE numbers SET last = $1", await connection.fetchval(LAST))


def _plain(row: Any, name: int) -> list[Any]:
    """Return the columns of a row, of which one was kept as JSON writes it."""
    return [json.loads(value) if number == name else value for number, value in enumerate(row)]


async def _write(connection: Connection, kept: dict[str, list[dict[str, Any]]]) -> None:
    for part, rows in kept.items():
        if rows:
            columns = list(rows[0])
            records = [tuple(row[name] for name in columns) for row in rows]
            await connection.copy_records_to_table(part, records=records, columns=columns)
    kept.clear()
