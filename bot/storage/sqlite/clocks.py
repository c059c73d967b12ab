"""The clocks of tables in the database, what is due, and when Herald was down."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from bot.clocks.clock import Clock
from bot.clocks.habits import Habits
from bot.clocks.timeline import Stretch
from bot.storage import clocks as written
from bot.storage.port import LostUpdate
from bot.storage.records import TableId

KEEP = """
INSERT INTO clocks VALUES (?, ?, ?, ?)
ON CONFLICT (table_id) DO UPDATE SET clock = excluded.clock, seal = excluded.seal, due = excluded.due
"""
DUE = "SELECT table_id FROM clocks WHERE due <= ? ORDER BY due LIMIT ?"
NEXT = """
SELECT min(due) AS due FROM (
    SELECT min(due) AS due FROM clocks WHERE due IS NOT NULL
    UNION ALL SELECT min(digest) FROM habits WHERE digest IS NOT NULL
    UNION ALL SELECT min(due) FROM tidings
)
"""
KEEP_OUTAGE = "INSERT INTO outages VALUES (?, ?) ON CONFLICT (begin) DO UPDATE SET until = max(until, excluded.until)"
FORGET_OUTAGES = "DELETE FROM outages WHERE (until > ? AND begin < ?) IS NOT TRUE"
KEEP_NOTE = "INSERT INTO notes VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
ALL_DUE = "UPDATE clocks SET due = min(due, ?) WHERE due IS NOT NULL"

KEEP_HABITS = """
INSERT INTO habits VALUES (?, ?, ?, ?)
ON CONFLICT (user) DO UPDATE SET habits = excluded.habits, seal = excluded.seal, digest = excluded.digest
"""
DIGESTS = "SELECT user FROM habits WHERE digest <= ? ORDER BY digest LIMIT ?"


def keep(db: sqlite3.Connection, table: TableId, clock: Clock | None) -> None:
    """Keep how the clocks of a table stand; None leaves it as it is. Raise LostUpdate if there is no such table."""
    if clock is None:
        return
    try:
        db.execute(KEEP, written.clock(table, clock))
    except sqlite3.IntegrityError as error:
        raise LostUpdate from error


def keep_habits(db: sqlite3.Connection, habits: Habits) -> None:
    """Keep what a person has chosen about time."""
    db.execute(KEEP_HABITS, written.habits(habits))


def habits(db: sqlite3.Connection, user: int) -> Habits:
    """Return what a person has chosen about time."""
    return written.habits_of(user, db.execute("SELECT * FROM habits WHERE user = ?", (user,)).fetchone())


def outages(db: sqlite3.Connection) -> Sequence[Stretch] | None:
    """Return when Herald was down, oldest first; None if that isn't what was written."""
    return written.outages_of(db.execute(written.OUTAGES).fetchall())


def keep_outage(db: sqlite3.Connection, begin: float, until: float, forgets: float) -> None:
    """Keep that Herald was down, and forget what ended before a moment."""
    whole = _forget_outages(db, forgets, until)
    db.execute(KEEP_OUTAGE, (begin, until))
    if whole:
        _seal_outages(db)


def set_back(db: sqlite3.Connection, now: float) -> None:
    """Let every table be looked at, and forget what has not been yet."""
    if _forget_outages(db, 0.0, now):
        _seal_outages(db)
    db.execute(ALL_DUE, (now,))


def _forget_outages(db: sqlite3.Connection, ended: float, begun: float) -> bool:
    """Forget what ended before a moment or began after another; tell whether all that is left is what was written.

    Damage that was sealed with what comes after it would never be noticed.
    """
    whole = outages(db) is not None
    db.execute(FORGET_OUTAGES, (ended, begun))
    return whole or db.execute("SELECT 1 FROM outages").fetchone() is None


def _seal_outages(db: sqlite3.Connection) -> None:
    db.execute(KEEP_NOTE, (written.OUTAGES_SEAL, written.outages_seal(db.execute(written.OUTAGES).fetchall())))
