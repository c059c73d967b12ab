"""What is taken out of the database, inside a transaction: whole tables, and people from tables that are over.

People have a seal of their own, so that whoever is removed leaves position and log as they were written.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from bot.storage import chain, rows
from bot.storage.port import LostUpdate
from bot.storage.records import FORGOTTEN, Status, TableId, TableRecord
from bot.storage.sqlite import changes, questions

DELETE = "DELETE FROM tables WHERE id = ? AND revision = ? AND status IN ('over', 'ended')"
PARTS = (
    *("wishes", "announcements", "clocks", "tidings", "incidents", "seats", "shuffles", "orders"),
    *("moves", "checkpoints"),
)
STALE = """
SELECT id FROM tables WHERE status = ? AND since <= ? AND status <> 'playing' ORDER BY since LIMIT ?
"""
"""Says again what the index `tables_since` leaves out: SQLite uses it for no other question."""
UNPLAYED = """
SELECT tables.id FROM tables JOIN announcements ON table_id = tables.id
WHERE status = 'ended' AND status <> 'playing' AND tables.revision = announcements.revision
    AND coalesce(tables.seq, 0) = 0
ORDER BY since LIMIT ?
"""
WISH = "INSERT INTO wishes VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
DUE = "SELECT user, table_id FROM wishes JOIN tables ON id = table_id WHERE status IN ('over', 'ended')"
WISHES = "SELECT user, table_id FROM wishes WHERE user = ?"
GRANTED = "DELETE FROM wishes WHERE user = ? AND table_id = ?"
CLOSED = "SELECT status IN ('over', 'ended') FROM tables WHERE id = ?"
UNSEAT = """
UPDATE seats SET user = ?, name = '#' || (seat + 1), level = NULL WHERE table_id = ? AND user = ? RETURNING seat
"""
UNNOTE = "UPDATE incidents SET user = ?, name = '#' || (seat + 1) WHERE table_id = ? AND user = ?"
FORGET_MESSAGES = "UPDATE announcements SET dms = ?, summons = ?, seal = ? WHERE table_id = ?"
UNOPEN = "UPDATE tables SET opener = ? WHERE id = ? AND opener = ?"
UNNAME = "UPDATE tables SET ended_by = ? WHERE id = ? AND ended_by = ?"

ABSENT = "server NOT IN (SELECT value FROM json_each(?))"
BACK = f"UPDATE servers SET gone = NULL WHERE gone IS NOT NULL AND NOT {ABSENT}"  # noqa: S608 # constants of this module
GONE = f"UPDATE servers SET gone = ? WHERE gone IS NULL AND {ABSENT}"  # noqa: S608 # as above
FORGET_SERVERS = "DELETE FROM servers WHERE gone <= ? RETURNING server"


def delete(db: sqlite3.Connection, table: TableRecord) -> None:
    """Delete a table that is over with all its rows; raise LostUpdate if it isn't, or isn't what was read."""
    # The log may go only once its table has gone, which the foreign keys would forbid before the end.
    db.execute("PRAGMA defer_foreign_keys = ON")
    try:
        if not db.execute(DELETE, (table.id, table.revision)).rowcount:
            raise LostUpdate
        for part in PARTS:
            db.execute(f"DELETE FROM {part} WHERE table_id = ?", (table.id,))  # noqa: S608 # constants of this module
    finally:
        db.execute("PRAGMA defer_foreign_keys = OFF")


def retire(db: sqlite3.Connection, table: TableRecord) -> None:
    """End a table that has nowhere to be shown; raise LostUpdate if it isn't what was read."""
    changes.seat(db, replace(table, status=Status.ENDED))
    changes.announce(db, table.id, replace(table.announced, revision=table.revision + 1, dms=(), consents=()))


def forget(db: sqlite3.Connection, user: int, table: TableId) -> None:
    """Take a person out of a table that is over; raise LostUpdate if it isn't."""
    closed = db.execute(CLOSED, (table,)).fetchone()
    if closed is None or not closed[0]:
        raise LostUpdate
    with _overwritten(db), _people_sealed(db, table):
        seats = {seat for (seat,) in db.execute(UNSEAT, (FORGOTTEN, table, user)).fetchall()}
        db.execute(UNNOTE, (FORGOTTEN, table, user))
        db.execute(UNOPEN, (FORGOTTEN, table, user))
        db.execute(UNNAME, (FORGOTTEN, table, user))
        _forget_messages(db, table, seats, user)
        db.execute(GRANTED, (user, table))


def forget_choices(db: sqlite3.Connection, user: int) -> None:
    """Delete what a person has chosen."""
    with _overwritten(db):
        db.execute("DELETE FROM users WHERE user = ?", (user,))
        for part in ("habits", "follows", "tidings"):
            db.execute(f"DELETE FROM {part} WHERE user = ?", (user,))  # noqa: S608 # constants


def forget_servers(db: sqlite3.Connection, present: Collection[int], now: float, before: float) -> Sequence[int]:
    """Date the servers that are not present any more; delete and return those that were gone at a time already."""
    there = json.dumps(list(present))
    db.execute(BACK, (there,))
    db.execute(GONE, (now, there))
    gone = [server for (server,) in db.execute(FORGET_SERVERS, (before,)).fetchall()]
    for part in ("customs", "follows"):
        db.executemany(f"DELETE FROM {part} WHERE server = ?", [(server,) for server in gone])  # noqa: S608 # constants
    return gone


def wish(db: sqlite3.Connection, user: int, tables: Iterable[TableId], at: float) -> None:
    """Keep that a person wants to be taken out of tables as soon as they are over."""
    db.executemany(WISH, [(user, table, at) for table in tables])


def _forget_messages(db: sqlite3.Connection, table: TableId, seats: set[int], user: int) -> None:
    """Forget which messages were sent to a person, on which seat ever; what can't be read is forgotten whole."""
    for row in db.execute("SELECT * FROM announcements WHERE table_id = ?", (table,)).fetchall():
        dms, summons = rows.without_person(row["dms"], row["summons"], seats, user)
        whole = chain.whole("announcements", row)
        seal = chain.sealed("announcements", {**dict(row), "dms": dms, "summons": summons}) if whole else row["seal"]
        db.execute(FORGET_MESSAGES, (dms, summons, seal, table))


@contextmanager
def _people_sealed(db: sqlite3.Connection, table: TableId) -> Iterator[None]:
    """Seal the people of a table anew after a change of them; what was damaged before stays so."""
    found = f"{questions.SELECT} WHERE id = ?"
    whole = rows.people_whole(db.execute(found, (table,)).fetchone())
    yield
    if whole:
        after = rows.people_of(db.execute(found, (table,)).fetchone())
        db.execute("UPDATE tables SET people = ? WHERE id = ?", (after, table))


@contextmanager
def _overwritten(db: sqlite3.Connection) -> Iterator[None]:
    """Let SQLite overwrite what is deleted, which it would leave on its pages otherwise."""
    (before,) = db.execute("PRAGMA secure_delete").fetchone()
    db.execute("PRAGMA secure_delete = ON")
    yield
    db.execute(f"PRAGMA secure_delete = {before}")
