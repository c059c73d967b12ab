"""What is done to the database inside a transaction: each change reads what it builds on, checks it and writes."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import asdict, replace

from bot.storage.port import Announced, Logged, LostUpdate, Person, Server, Status, TableId, TableRecord
from bot.storage.sqlite import chain, rows
from engine.saves import Save

INSERT = """
INSERT INTO tables (game, guild, channel, private, status, rules, seat_count, seed, seq, asked, state,
    opener, revision, created, seal)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, x'')
"""
UPDATE = """
UPDATE tables SET status = ?, rules = ?, seat_count = ?, seed = ?, seq = ?, asked = ?, state = ?,
    opener = ?, revision = ?, seal = ?
WHERE id = ?
"""
BEFORE = """
SELECT revision, id, game, guild, channel, private, status, rules, seed, seq,
    (SELECT seal FROM moves WHERE table_id = tables.id AND seq = tables.seq) AS last
FROM tables WHERE id = ?
"""
"""What a change builds on: all but the state, which lies in other pages, and the seal that the next move continues."""
INSERT_MOVE = "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
INSERT_CHECKPOINT = "INSERT OR IGNORE INTO checkpoints VALUES (?, ?, ?, ?, ?, ?)"
ANNOUNCE = """
INSERT INTO announcements VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id)
DO UPDATE SET revision = excluded.revision, seq = excluded.seq, message = excluded.message, phase = excluded.phase,
    look = excluded.look, post = excluded.post, post_from = excluded.post_from, called = excluded.called,
    dms = excluded.dms
"""
KEEP_PERSON = """
INSERT INTO users VALUES (:user, :private, :dm_closed, :dm_told, :language, :locale, :pictures) ON CONFLICT (user)
DO UPDATE SET private = excluded.private, dm_closed = excluded.dm_closed, dm_told = excluded.dm_told,
    language = excluded.language, locale = excluded.locale, pictures = excluded.pictures
"""
KEEP_SERVER = """
INSERT INTO servers VALUES (:id, :language, :locale, :pictures) ON CONFLICT (server)
DO UPDATE SET language = excluded.language, locale = excluded.locale, pictures = excluded.pictures
"""
KEEP_NOTE = "INSERT INTO notes VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"


def create(db: sqlite3.Connection, table: TableRecord) -> TableRecord:
    """Insert a table and return it with its id."""
    columns = (*rows.sealed(table)[1:], table.opener, table.revision, table.created)
    created = replace(table, id=TableId(db.execute(INSERT, columns).lastrowid or 0))
    db.execute("UPDATE tables SET seal = ? WHERE id = ?", (chain.seal(rows.sealed(created)), created.id))
    announce(db, created.id, table.announced)
    _sit(db, created)
    if table.save is not None:
        _check_in(db, created.id, table.save)
    return created


def seat(db: sqlite3.Connection, table: TableRecord) -> None:
    """Keep status, opener and sitters; raise LostUpdate if the table has been changed since it was read."""
    before = _before(db, table)
    if before["seq"] != (table.save and table.save.seq):
        raise _refusal(db, table.id)
    _sit(db, table)
    _keep(db, table)


def record(db: sqlite3.Connection, table: TableRecord, moves: Sequence[Logged]) -> None:
    """Keep the match, the status and the new moves; raise LostUpdate if they don't follow on what is there.

    The first record has no moves and seats everybody in their final order. The first position of a match, and of each
    version of its rules, is kept as a checkpoint.
    """
    before, save = _before(db, table), table.save
    if save is None or not _follows_on(before, save, moves):
        raise _refusal(db, table.id)
    if before["seq"] is None:
        _sit(db, table)
    if moves:
        _append(db, table.id, moves, before["last"])
    if save.rules != before["rules"]:
        _check_in(db, table.id, save)
    _keep(db, table)


def announce(db: sqlite3.Connection, table: TableId, announced: Announced) -> None:
    """Keep what has been announced of a table; raise LostUpdate if there is no such table."""
    try:
        db.execute(ANNOUNCE, (table, *rows.shown(announced)))
    except sqlite3.IntegrityError as error:
        raise LostUpdate from error


def keep_person(db: sqlite3.Connection, person: Person) -> None:
    """Keep what a user has chosen."""
    db.execute(KEEP_PERSON, {**asdict(person), "private": person.private and person.private.value})


def keep_server(db: sqlite3.Connection, server: Server) -> None:
    """Keep what is chosen for a server."""
    db.execute(KEEP_SERVER, asdict(server))


def keep_note(db: sqlite3.Connection, key: str, value: str) -> None:
    """Keep a remark."""
    db.execute(KEEP_NOTE, (key, value))


def _before(db: sqlite3.Connection, table: TableRecord) -> sqlite3.Row:
    """Return what a change of a table builds on; raise LostUpdate if the table isn't what was read any more."""
    found: sqlite3.Row | None = db.execute(BEFORE, (table.id,)).fetchone()
    if found is None or tuple(found)[:6] != (table.revision, *rows.sealed(table)[:5]):
        raise _refusal(db, table.id)
    return found


def _refusal(db: sqlite3.Connection, table: TableId) -> LostUpdate | rows.Damaged:
    """Return why a change isn't made: the table was changed by others, or by what damages databases."""
    found = db.execute("SELECT * FROM tables WHERE id = ?", (table,)).fetchone()
    return LostUpdate() if found is None or chain.whole("tables", found) else rows.Damaged(table)


def _follows_on(before: sqlite3.Row, save: Save, moves: Sequence[Logged]) -> bool:
    """Tell whether a position and the moves that led to it continue what is there."""
    seq = before["seq"]
    if seq is None:
        return save.game == before["game"] and save.seq == 0 and not moves and before["status"] == Status.LOBBY
    numbers = [move.seq for move in moves]
    same_match = (before["game"], before["seed"]) == (save.game, save.seed) and save.seq >= seq
    follows = numbers == list(range(seq + 1, save.seq + 1))
    return same_match and follows and (not moves or Status(before["status"]).open)


def _keep(db: sqlite3.Connection, table: TableRecord) -> None:
    """Write a table in its next revision, sealed."""
    sealed = rows.sealed(table)
    db.execute(UPDATE, (*sealed[5:], table.opener, table.revision + 1, chain.seal(sealed), table.id))


def _sit(db: sqlite3.Connection, table: TableRecord) -> None:
    db.execute("DELETE FROM seats WHERE table_id = ?", (table.id,))
    seated = [(table.id, number, sitter.user, sitter.name) for number, sitter in enumerate(table.sitters)]
    db.executemany("INSERT INTO seats VALUES (?, ?, ?, ?)", seated)


def _append(db: sqlite3.Connection, table: TableId, moves: Sequence[Logged], last: bytes | None) -> None:
    if last is None and moves[0].seq > 1:
        raise rows.Damaged(table)
    try:
        db.executemany(INSERT_MOVE, rows.chained(table, moves, last or chain.START))
    except sqlite3.IntegrityError as error:
        raise LostUpdate from error


def _check_in(db: sqlite3.Connection, table: TableId, save: Save) -> None:
    db.execute(INSERT_CHECKPOINT, rows.checkpoint(table, save))
