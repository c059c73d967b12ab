"""What is done to the database inside a transaction: each change reads what it builds on, checks it and writes."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import asdict, replace

from bot.storage.port import Announced, Logged, LostUpdate, Person, Server, Status, TableId, TableRecord
from bot.storage.sqlite import chain, rows
from bot.storage.sqlite.rows import Row
from engine.saves import Save

COLUMNS = tuple(rows.position(None)) + tuple(rows.shown(Announced()))
PLACE = ("game", "guild", "channel", "opener", "private", "status")

INSERT = "INSERT INTO tables ({}, seal) VALUES ({}, x'')".format(  # noqa: S608 # columns are constants of this module, values are bound
    ", ".join(PLACE + COLUMNS), ", ".join(f":{column}" for column in PLACE + COLUMNS)
)
UPDATE = "UPDATE tables SET {}, seal = :seal WHERE id = :id".format(  # noqa: S608 # columns are constants of this module, values are bound
    ", ".join(f"{column} = :{column}" for column in ("opener", "status", *COLUMNS))
)
INSERT_MOVE = "INSERT INTO moves VALUES (:table_id, :seq, :rules, :seat, :action, :told, :at, :seal)"
INSERT_CHECKPOINT = "INSERT OR IGNORE INTO checkpoints VALUES (:table_id, :seq, :rules, :asked, :state, :seal)"
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
    row = {**rows.place(table), **rows.position(table.save), **rows.shown(table.announced)}
    number = db.execute(INSERT, {column: row[column] for column in PLACE + COLUMNS}).lastrowid
    created = replace(table, id=TableId(number or 0))
    _sit(db, created)
    if table.save is not None:
        _check_in(db, created.id, table.save)
    _keep(db, {**row, "id": created.id})
    return created


def seat(db: sqlite3.Connection, table: TableRecord) -> None:
    """Keep status, opener and sitters; raise LostUpdate if the match has begun and the table given knows of none."""
    row = _fetch(db, table.id)
    if table.save is None and row["seq"] is not None:
        raise LostUpdate
    _sit(db, table)
    _keep(db, {**row, **rows.people(table)})


def record(db: sqlite3.Connection, table: TableRecord, moves: Sequence[Logged]) -> None:
    """Keep the match, the status and the new moves; raise LostUpdate if they don't follow on what is there.

    The first record has no moves and seats everybody in their final order. The first position of a match, and of each
    version of its rules, is kept as a checkpoint.
    """
    row, save = _fetch(db, table.id), table.save
    if save is None or not _follows_on(row, save, moves):
        raise LostUpdate
    begins = row["seq"] is None
    if begins:
        _sit(db, table)
        row.update(rows.people(table))
    _append(db, table.id, moves)
    if begins or save.rules != row["rules"]:
        _check_in(db, table.id, save)
    _keep(db, {**row, **rows.position(save), "status": table.status.value})


def announce(db: sqlite3.Connection, table: TableId, announced: Announced) -> None:
    """Keep what has been announced of a table."""
    _keep(db, {**_fetch(db, table), **rows.shown(announced)})


def keep_person(db: sqlite3.Connection, person: Person) -> None:
    """Keep what a user has chosen."""
    db.execute(KEEP_PERSON, {**asdict(person), "private": person.private and person.private.value})


def keep_server(db: sqlite3.Connection, server: Server) -> None:
    """Keep what is chosen for a server."""
    db.execute(KEEP_SERVER, asdict(server))


def keep_note(db: sqlite3.Connection, key: str, value: str) -> None:
    """Keep a remark."""
    db.execute(KEEP_NOTE, (key, value))


def _follows_on(row: Row, save: Save, moves: Sequence[Logged]) -> bool:
    """Tell whether a position and the moves that led to it continue a row."""
    if row["seq"] is None:
        return save.game == row["game"] and save.seq == 0 and not moves and row["status"] == Status.LOBBY
    numbers = [move.seq for move in moves]
    expected = list(range(row["seq"] + 1, save.seq + 1))
    same_match = (row["game"], row["seed"]) == (save.game, save.seed) and save.seq >= row["seq"]
    return same_match and numbers == expected and (not moves or Status(row["status"]).open)


def _fetch(db: sqlite3.Connection, table: TableId) -> Row:
    found = db.execute(f"{rows.SELECT} WHERE id = ?", (table,)).fetchone()
    if found is None:
        raise LostUpdate
    return rows.read(found)


def _keep(db: sqlite3.Connection, row: Row) -> None:
    db.execute(UPDATE, {**row, "sitters": None, "seal": chain.seal(row)})


def _sit(db: sqlite3.Connection, table: TableRecord) -> None:
    db.execute("DELETE FROM seats WHERE table_id = ?", (table.id,))
    seated = [(table.id, number, sitter.user, sitter.name) for number, sitter in enumerate(table.sitters)]
    db.executemany("INSERT INTO seats VALUES (?, ?, ?, ?)", seated)


def _append(db: sqlite3.Connection, table: TableId, moves: Sequence[Logged]) -> None:
    if not moves:
        return
    last = db.execute("SELECT seal FROM moves WHERE table_id = ? AND seq = ?", (table, moves[0].seq - 1)).fetchone()
    if last is None and moves[0].seq > 1:
        raise rows.Damaged(table)
    try:
        db.executemany(INSERT_MOVE, rows.chained(table, moves, last["seal"] if last else chain.START))
    except sqlite3.IntegrityError as error:
        raise LostUpdate from error


def _check_in(db: sqlite3.Connection, table: TableId, save: Save) -> None:
    db.execute(INSERT_CHECKPOINT, rows.checkpoint(table, save))
