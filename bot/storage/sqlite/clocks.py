"""The clocks of tables as rows, what is due, and when Herald was down."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Sequence

from pydantic import TypeAdapter, ValidationError

from bot.clocks.clock import Clock
from bot.clocks.habits import Habits
from bot.clocks.timeline import Stretch
from bot.storage.records import TableId
from bot.storage.sqlite import chain

log = logging.getLogger(__name__)

KEEP = """
INSERT INTO clocks VALUES (?, ?, ?, ?)
ON CONFLICT (table_id) DO UPDATE SET clock = excluded.clock, seal = excluded.seal, due = excluded.due
"""
DUE = "SELECT table_id FROM clocks WHERE due <= ? ORDER BY due LIMIT ?"
NEXT = """
SELECT min(due) AS due FROM (
    SELECT min(due) AS due FROM clocks WHERE due IS NOT NULL
    UNION ALL SELECT min(digest) FROM habits WHERE digest IS NOT NULL
)
"""
OUTAGES = "SELECT begin, until FROM outages ORDER BY begin"
KEEP_OUTAGE = "INSERT INTO outages VALUES (?, ?) ON CONFLICT (begin) DO UPDATE SET until = max(until, excluded.until)"
FORGET_OUTAGES = "DELETE FROM outages WHERE until <= ? OR begin >= ?"
ALL_DUE = "UPDATE clocks SET due = ? WHERE due IS NOT NULL"

KEEP_HABITS = """
INSERT INTO habits VALUES (?, ?, ?, ?)
ON CONFLICT (user) DO UPDATE SET habits = excluded.habits, seal = excluded.seal, digest = excluded.digest
"""
DIGESTS = "SELECT user FROM habits WHERE digest <= ? ORDER BY digest LIMIT ?"

FORM: TypeAdapter[Clock] = TypeAdapter(Clock)
HABITS: TypeAdapter[Habits] = TypeAdapter(Habits)


def keep(db: sqlite3.Connection, table: TableId, clock: Clock | None) -> None:
    """Keep how the clocks of a table stand; None leaves it without any."""
    if clock is not None:
        kept = table, FORM.dump_json(clock).decode()
        db.execute(KEEP, (*kept, chain.seal(chain.written(kept)), clock.due))


def clock_of(row: sqlite3.Row) -> Clock | None:
    """Return the clocks of a row of rows.SELECT, None if it has none; damaged ones count for none, said in the log.

    Whoever has lost them loses no table: it waits for everybody.
    """
    if row["clocks"] is None:
        return None
    if whole(row):
        try:
            return FORM.validate_json(row["clocks"])
        except ValidationError:
            pass
    log.error("The clocks of table %s are damaged, and stand still; `python -m bot verify` says more", row["id"])
    return None


def whole(row: sqlite3.Row) -> bool:
    """Tell whether the clocks of a row of rows.SELECT are what was sealed, if there are any."""
    return row["clocks"] is None or row["clock_seal"] == chain.seal(chain.written((row["id"], row["clocks"])))


def keep_habits(db: sqlite3.Connection, habits: Habits) -> None:
    """Keep what a person has chosen about time."""
    kept = habits.user, HABITS.dump_json(habits).decode()
    db.execute(KEEP_HABITS, (*kept, chain.seal(chain.written(kept)), habits.digest))


def habits(db: sqlite3.Connection, user: int) -> Habits:
    """Return what a person has chosen about time; damaged choices count as never made, said in the log."""
    row = db.execute("SELECT * FROM habits WHERE user = ?", (user,)).fetchone()
    if row is None:
        return Habits(user)
    if habits_whole(row):
        try:
            return HABITS.validate_json(row["habits"])
        except ValidationError:
            pass
    log.error("What somebody chose is damaged, and counts as never chosen; `python -m bot verify` says more")
    return Habits(user)


def habits_whole(row: sqlite3.Row) -> bool:
    """Tell whether what a person has chosen about time is what was sealed."""
    return bool(row["seal"] == chain.seal(chain.written((row["user"], row["habits"]))))


def outages(db: sqlite3.Connection) -> Sequence[Stretch]:
    """Return when Herald was down, oldest first."""
    return [(row["begin"], row["until"]) for row in db.execute(OUTAGES)]


def keep_outage(db: sqlite3.Connection, begin: float, until: float, forgets: float) -> None:
    """Keep that Herald was down, and forget what ended before a moment."""
    db.execute(FORGET_OUTAGES, (forgets, until))
    db.execute(KEEP_OUTAGE, (begin, until))


def set_back(db: sqlite3.Connection, now: float) -> None:
    """Let every table be looked at, and forget what has not been yet."""
    db.execute(FORGET_OUTAGES, (0.0, now))
    db.execute(ALL_DUE, (now,))
