"""Seals of older versions made anew in the form of `chain`: that of version 2 covered people and announcements.

A row that isn't what its old seal says keeps that seal, so that `verify` goes on to tell of it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import blake2b
from typing import Any

from bot.storage import chain, rows
from bot.storage.port import Damaged

SEAL_BYTES = 32
ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), default=bytes.hex)
TABLE = """
SELECT tables.*, (
    SELECT json_group_array(json_array(seat, user, name)) FROM seats WHERE table_id = tables.id
) AS sitters
FROM tables WHERE id = ?
"""
PEOPLE = """
SELECT id, opener, created, since, expired, ended_by, (
    SELECT json_group_array(json_array(seat, user, name)) FROM seats WHERE table_id = tables.id
) AS sitters
FROM tables
"""
TRIGGERS = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"


def reseal(db: sqlite3.Connection) -> None:
    """Give every sound row of a database of version 2 its seal of today, inside the transaction that is open."""
    with _triggers_dropped(db), _any_text(db):
        for (table,) in db.execute("SELECT id FROM tables").fetchall():
            _reseal_table(db, table)
            _reseal_checkpoints(db, table)
            _reseal_moves(db, table)


def with_column(db: sqlite3.Connection, column: str) -> None:
    """Give every sound table a seal that covers a new column as well, inside the transaction that is open."""
    with _any_text(db):
        for (table,) in db.execute("SELECT id FROM tables").fetchall():
            row = dict(db.execute("SELECT * FROM tables WHERE id = ?", (table,)).fetchone())
            before = {name: value for name, value in row.items() if name != column}
            if row["seal"] == _anew("tables", before):
                db.execute("UPDATE tables SET seal = ? WHERE id = ?", (_anew("tables", row), table))


def seal_the_rest(db: sqlite3.Connection) -> None:
    """Seal whatever has had no seal until now, as it stands, inside the transaction that is open."""
    with _any_text(db):
        for row in db.execute(PEOPLE).fetchall():
            with suppress(Damaged):
                db.execute("UPDATE tables SET people = ? WHERE id = ?", (rows.people_of(row), row["id"]))
        for part in ("announcements", "users", "servers"):
            key = chain.COLUMNS[part][0]
            for row in db.execute(f"SELECT * FROM {part}").fetchall():  # noqa: S608 # constants of `chain`
                seal = chain.sealed(part, row)
                db.execute(f"UPDATE {part} SET seal = ? WHERE {key} = ?", (seal, row[key]))  # noqa: S608 # as above


@contextmanager
def _triggers_dropped(db: sqlite3.Connection) -> Iterator[None]:
    """Let append-only tables be changed for once."""
    triggers = db.execute(TRIGGERS).fetchall()
    for trigger in triggers:
        db.execute(f"DROP TRIGGER {trigger['name']}")
    yield
    for trigger in triggers:
        db.execute(trigger["sql"])


@contextmanager
def _any_text(db: sqlite3.Connection) -> Iterator[None]:
    """Read texts that are none any more as what they are: changed."""
    before, db.text_factory = db.text_factory, lambda text: text.decode(errors="surrogateescape")
    yield
    db.text_factory = before


def _reseal_table(db: sqlite3.Connection, table: int) -> None:
    row = dict(db.execute(TABLE, (table,)).fetchone())
    try:
        row["sitters"] = sorted(json.loads(row["sitters"]))
    except ValueError:
        return
    if _was_whole(row):
        db.execute("UPDATE tables SET seal = ? WHERE id = ?", (_anew("tables", row), table))


def _reseal_checkpoints(db: sqlite3.Connection, table: int) -> None:
    for base in db.execute("SELECT rowid, * FROM checkpoints WHERE table_id = ?", (table,)).fetchall():
        row = dict(base)
        number = row.pop("rowid")
        if _was_whole(row):
            db.execute("UPDATE checkpoints SET seal = ? WHERE rowid = ?", (_anew("checkpoints", row), number))


def _reseal_moves(db: sqlite3.Connection, table: int) -> None:
    """Walk both chains at once: each move follows on what was its predecessor's seal, and on what that is now."""
    was = now = chain.START
    for move in db.execute("SELECT rowid, * FROM moves WHERE table_id = ? ORDER BY seq", (table,)).fetchall():
        row = dict(move)
        number, kept = row.pop("rowid"), row["seal"]
        sound = _was_whole(row, was)
        was, now = kept, _anew("moves", row, now) if sound else kept
        if sound:
            db.execute("UPDATE moves SET seal = ? WHERE rowid = ?", (now, number))


def _anew(part: str, row: Mapping[str, Any], before: bytes = chain.START) -> bytes:
    return chain.seal(chain.written(row[column] for column in chain.COLUMNS[part] if column in row), before)


def _was_whole(row: Mapping[str, Any], before: bytes = chain.START) -> bool:
    """Tell whether a row is what was sealed: a hash of all columns that aren't NULL as JSON, keys in order."""
    known = {column: value for column, value in row.items() if value is not None and column != "seal"}
    return bool(row["seal"] == blake2b(before + ENCODER.encode(known).encode(), digest_size=SEAL_BYTES).digest())
