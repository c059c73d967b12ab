"""Tables from before version 5, whose shuffles were made of no secret: each is given a row that says so, sealed."""

from __future__ import annotations

import json
import sqlite3

from bot.storage import chain

TABLES = "SELECT id, (SELECT count(*) FROM seats WHERE table_id = id) FROM tables"
INSERT = "INSERT INTO shuffles VALUES (?, ?, ?, ?, ?)"


def fill(db: sqlite3.Connection) -> None:
    """Keep of every table that nobody has pledged or added anything, inside the transaction that is open."""
    for table, seats in db.execute(TABLES).fetchall():
        kept = table, None, None, json.dumps([None] * seats)
        db.execute(INSERT, (*kept, chain.seal(chain.written(kept))))
