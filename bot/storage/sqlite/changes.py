"""What is done to the database inside a transaction: each change is made if its table still is what was read.

A table is written without being read: the statement asks for its revision and for whatever is sealed of it but not
written, so that neither what others changed nor what a disk damaged is overwritten, or sealed anew.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any

from bot.clocks.clock import Clock
from bot.storage import chain, rows
from bot.storage.port import Damaged, LostUpdate
from bot.storage.records import Announced, Logged, Person, Server, Status, TableId, TableRecord
from bot.storage.sqlite import clocks, customs
from bot.storage.sqlite.connection import Work
from engine.saves import Save

INSERT = """
INSERT INTO tables (game, guild, channel, private, status, rules, seat_count, seed, seq, asked, state,
    opener, revision, created, since, expired, ended_by, advice, takes_orders, seal)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, x'')
"""
UNCHANGED = "id = ? AND game = ? AND guild = ? AND channel = ? AND private IS ? AND revision = ?"
KEEP = f"""
UPDATE tables SET status = ?, rules = ?, seat_count = ?, seed = ?, seq = ?, asked = ?, state = ?, seal = ?,
    opener = ?, since = ?, expired = ?, ended_by = ?, advice = ?, takes_orders = ?, people = ?, revision = revision + 1
WHERE {UNCHANGED} AND
"""  # noqa: S608 # columns are constants of this module, values are bound
RESEAT = f"{KEEP} seq IS ?"
BEGIN = f"{KEEP} seq IS NULL AND status = 'lobby'"
CARRY_OVER = f"""
UPDATE tables SET rules = ?, asked = ?, state = ?, seal = ?
WHERE {UNCHANGED} AND status = ? AND seat_count = ? AND seed = ? AND seq = ?
"""  # noqa: S608 # columns are constants of this module, values are bound
PLAYED = f"""
seq = ?, asked = ?, state = ?, seal = ?, revision = revision + 1
WHERE {UNCHANGED} AND rules = ? AND seat_count = ? AND seed = ? AND seq = ? AND status = 'playing'
"""
PLAY = f"UPDATE tables SET {PLAYED}"  # noqa: S608 # columns are constants of this module, values are bound
FINISH = f"UPDATE tables SET status = ?, opener = ?, since = ?, people = ?, {PLAYED}"  # noqa: S608 # as above
"""Only for moves that change the status or the people: to write it, be it the same one, is to write three indexes."""
MOVE = f"""
UPDATE tables SET guild = ?, channel = ?, private = ?, status = ?, since = ?, people = ?, seal = ?,
    revision = revision + 1
WHERE {UNCHANGED} AND status = ? AND seq IS ?
"""  # noqa: S608 # columns are constants of this module, values are bound
SHOW = f"UPDATE tables SET revision = revision + 1 WHERE {UNCHANGED} AND seq = ? AND status = 'playing'"  # noqa: S608 # as above
STANDS = f"SELECT 1 FROM tables WHERE {UNCHANGED} AND seq = ? AND status = 'playing'"  # noqa: S608 # as above
ORDER = """
INSERT INTO orders VALUES (?, ?, ?, ?) ON CONFLICT (table_id)
DO UPDATE SET number = excluded.number, given = excluded.given, seal = excluded.seal WHERE number = excluded.number - 1
"""
LAST = "SELECT seal FROM moves WHERE table_id = ? AND seq = ?"
INSERT_MOVE = "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
INSERT_CHECKPOINT = """
INSERT INTO checkpoints SELECT :table_id, :seq, :rules, :asked, :state, :seal
WHERE NOT EXISTS (SELECT 1 FROM checkpoints WHERE table_id = :table_id AND rules = :rules)
"""
ANNOUNCE = """
INSERT INTO announcements VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id)
DO UPDATE SET revision = excluded.revision, seq = excluded.seq, message = excluded.message, phase = excluded.phase,
    look = excluded.look, post = excluded.post, post_from = excluded.post_from, called = excluded.called,
    dms = excluded.dms, restored = excluded.restored, summons = excluded.summons, seal = excluded.seal
"""
KEEP_PERSON = """
INSERT INTO users VALUES (:user, :private, :dm_closed, :dm_told, :language, :locale, :pictures, :seal)
ON CONFLICT (user) DO UPDATE
SET private = excluded.private, dm_closed = excluded.dm_closed, dm_told = excluded.dm_told,
    language = excluded.language, locale = excluded.locale, pictures = excluded.pictures, seal = excluded.seal
"""
KEEP_SERVER = """
INSERT INTO servers (server, language, locale, pictures, seal) VALUES (:server, :language, :locale, :pictures, :seal)
ON CONFLICT (server) DO UPDATE
SET language = excluded.language, locale = excluded.locale, pictures = excluded.pictures, gone = NULL,
    seal = excluded.seal
"""
KEEP_SHUFFLE = """
INSERT INTO shuffles VALUES (?, ?, ?, ?, ?) ON CONFLICT (table_id)
DO UPDATE SET secret = excluded.secret, first_message = excluded.first_message, words = excluded.words,
    seal = excluded.seal
"""


def create(db: sqlite3.Connection, table: TableRecord) -> TableRecord:
    """Insert a table and return it with its id."""
    unsealed = table.opener, table.revision, table.created, table.since, table.expired, table.ended_by
    columns = (*rows.sealed(table)[1:], *unsealed, table.advice, table.orders)
    created = replace(table, id=TableId(db.execute(INSERT, columns).lastrowid or 0))
    seals = rows.seal(created, rows.sealed(created)), rows.people(created)
    db.execute("UPDATE tables SET seal = ?, people = ? WHERE id = ?", (*seals, created.id))
    announce(db, created.id, table.announced)
    _sit(db, created)
    _shuffle(db, created)
    _order(db, created)
    clocks.keep(db, created.id, created.clock)
    customs.call(db, created)
    if table.save is not None:
        _check_in(db, created.id, table.save)
    return replace(created, ordered=created.ordered + created.ordering)


def seat(db: sqlite3.Connection, table: TableRecord) -> None:
    """Keep status, opener, sitters and new incidents; raise LostUpdate if the table isn't what was read any more."""
    if not _kept(db, RESEAT, table, table.save.seq if table.save else None):
        raise _refusal(db, table.id)
    _sit(db, table)
    _order(db, table)
    clocks.keep(db, table.id, table.clock)
    if table.save is None:
        _shuffle(db, table)


def order(db: sqlite3.Connection, table: TableRecord, *, quiet: bool) -> None:
    """Keep what is ordered at a table, of which all else stands; raise LostUpdate if it isn't what was read."""
    stood = (*rows.sealed(table)[:5], table.revision, table.save.seq if table.save else None)
    found = db.execute(STANDS, stood).fetchone() if quiet else db.execute(SHOW, stood).rowcount
    if not found:
        raise _refusal(db, table.id)
    _order(db, table)
    if not quiet:
        clocks.keep(db, table.id, table.clock)


def count(db: sqlite3.Connection, table: TableRecord) -> None:
    """Keep which message counts for the shuffle of a table; raise LostUpdate if it isn't there, or is being played."""
    found = db.execute("SELECT seq FROM tables WHERE id = ?", (table.id,)).fetchone()
    if found is None or found["seq"] is not None:
        raise LostUpdate
    _shuffle(db, table)


def move(db: sqlite3.Connection, table: TableRecord, moved: TableRecord) -> None:
    """Keep place and status; raise LostUpdate if the table has been changed since it was read."""
    sealed, seal = rows.sealed(table), rows.seal(moved, rows.sealed(moved))
    private = moved.private and moved.private.value
    place = (moved.guild, moved.channel, private, moved.status, moved.since, rows.people(moved), seal)
    values = (*place, *sealed[:5], table.revision, table.status, table.save.seq if table.save else None)
    if not db.execute(MOVE, values).rowcount:
        raise _refusal(db, table.id)


def record(table: TableRecord, moves: Sequence[Logged], *, seated: bool = False) -> Work[None]:
    """Return what keeps the match, the status and the new moves; it raises LostUpdate if they don't follow on."""
    return Moves(table, table.save, moves, seated=seated) if moves and table.save else partial(_begin, table)


class Moves:
    """Moves and the position that they lead to.

    All that can be done without the database is done when they are made, and not while the writer's others wait.
    """

    def __init__(self, table: TableRecord, save: Save, moves: Sequence[Logged], *, seated: bool) -> None:
        """Take the table after the moves, and whether others are seated there."""
        sealed, since = rows.sealed(table), save.seq - len(moves)
        place, (status, rules, seats, seed, seq, asked, state) = sealed[:5], sealed[5:]
        seal = rows.seal(table, sealed)
        self._table, self._since, self._clock = table.id, since, table.clock
        self._after, self._seated = table, seated
        values = (seq, asked, state, seal, *place, table.revision, rules, seats, seed, since)
        playing = table.status is Status.PLAYING and not seated
        finished = () if playing else (status, table.opener, table.since, rows.people(table))
        self._statement, self._values = PLAY if playing else FINISH, (*finished, *values)
        self._rows = [(row, chain.written(row)) for row in [rows.move(table.id, move) for move in moves]]
        in_order = [move.seq for move in moves] == list(range(since + 1, save.seq + 1))
        self._sound = in_order and save.game == table.game

    def __call__(self, db: sqlite3.Connection) -> None:
        """Write the table and append its moves to those that led to where it stood; raise LostUpdate if it can't be."""
        if not self._sound or not db.execute(self._statement, self._values).rowcount:
            raise _refusal(db, self._table)
        last = db.execute(LAST, (self._table, self._since)).fetchone()
        seal = last[0] if last else chain.START
        if not isinstance(seal, bytes) or (last is None and self._since > 0):
            raise Damaged(self._table)
        try:
            for row, written in self._rows:
                seal = chain.seal(written, seal)
                db.execute(INSERT_MOVE, (*row, seal))
        except sqlite3.IntegrityError as error:
            raise LostUpdate from error
        _order(db, self._after)
        if self._seated:
            _sit(db, self._after)
        clocks.keep(db, self._table, self._clock)


def _begin(table: TableRecord, db: sqlite3.Connection) -> None:
    """Begin the match of a table, which seats everybody in their final order."""
    save = table.save
    if save is None or save.game != table.game or save.seq > 0 or not _kept(db, BEGIN, table):
        raise _refusal(db, table.id)
    _sit(db, table)
    _shuffle(db, table)
    _order(db, table)
    clocks.keep(db, table.id, table.clock)
    _check_in(db, table.id, save)


def carry_over(db: sqlite3.Connection, table: TableRecord, save: Save) -> None:
    """Keep a match under newer rules, with a checkpoint; raise LostUpdate if the table was changed."""
    sealed = rows.sealed(replace(table, save=save))
    place, (status, rules, seats, seed, seq, asked, state) = sealed[:5], sealed[5:]
    values = (rules, asked, state, rows.seal(table, sealed), *place, table.revision, status, seats, seed, seq)
    if not db.execute(CARRY_OVER, values).rowcount:
        raise _refusal(db, table.id)
    _order(db, replace(table, save=save))
    _check_in(db, table.id, save)


def announce(db: sqlite3.Connection, table: TableId, announced: Announced, clock: Clock | None = None) -> None:
    """Keep what has been announced of a table, and its clocks; raise LostUpdate if there is no such table."""
    try:
        db.execute(ANNOUNCE, rows.shown(table, announced))
        clocks.keep(db, table, clock)
    except sqlite3.IntegrityError as error:
        raise LostUpdate from error


def keep_person(db: sqlite3.Connection, person: Person) -> None:
    """Keep what a user has chosen."""
    kept = {**asdict(person), "private": person.private and person.private.value}
    _keep_choice(db, KEEP_PERSON, "users", kept)


def keep_server(db: sqlite3.Connection, server: Server) -> None:
    """Keep what is chosen for a server."""
    _keep_choice(db, KEEP_SERVER, "servers", {**asdict(server), "server": server.id})


def _keep_choice(db: sqlite3.Connection, statement: str, part: str, kept: dict[str, Any]) -> None:
    # SQLite knows no truth, but 0 and 1.
    numbers = {name: int(value) if isinstance(value, bool) else value for name, value in kept.items()}
    db.execute(statement, {**numbers, "seal": chain.sealed(part, numbers)})


def keep_note(db: sqlite3.Connection, key: str, value: str) -> None:
    """Keep a remark."""
    db.execute(clocks.KEEP_NOTE, (key, value))


def _kept(db: sqlite3.Connection, statement: str, table: TableRecord, *where: chain.Value) -> bool:
    """Write a table in its next revision, sealed; tell whether it still was what was read and what is asked for."""
    sealed = rows.sealed(table)
    times = table.opener, table.since, table.expired, table.ended_by
    unsealed = (*times, table.advice, table.orders, rows.people(table))
    values = (*sealed[5:], rows.seal(table, sealed), *unsealed, *sealed[:5], table.revision, *where)
    return db.execute(statement, values).rowcount > 0


def _refusal(db: sqlite3.Connection, table: TableId) -> LostUpdate | Damaged:
    """Return why a change isn't made: the table was changed by others, or by what damages databases."""
    found = db.execute("SELECT * FROM tables WHERE id = ?", (table,)).fetchone()
    return LostUpdate() if found is None or chain.whole("tables", found) else Damaged(table)


def _sit(db: sqlite3.Connection, table: TableRecord) -> None:
    db.execute("DELETE FROM seats WHERE table_id = ?", (table.id,))
    seated = [(table.id, number, who.user, who.name, who.level) for number, who in enumerate(table.sitters)]
    db.executemany("INSERT INTO seats VALUES (?, ?, ?, ?, ?)", seated)
    happened = [(table.id, number, *rows.incident(each)) for number, each in enumerate(table.incidents)]
    db.executemany("INSERT INTO incidents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", happened)


def _shuffle(db: sqlite3.Connection, table: TableRecord) -> None:
    """Keep what a shuffle is made of; what a disk has damaged is neither overwritten nor sealed anew."""
    found = db.execute("SELECT * FROM shuffles WHERE table_id = ?", (table.id,)).fetchone()
    if found is not None and not chain.whole("shuffles", found):
        raise Damaged(table.id)
    db.execute(KEEP_SHUFFLE, rows.shuffle(table))


def _order(db: sqlite3.Connection, table: TableRecord) -> None:
    """Keep what is ordered at a table that takes orders; raise LostUpdate if it isn't what was read any more."""
    if table.ordering and not db.execute(ORDER, rows.ordered(table)).rowcount:
        raise LostUpdate


def _check_in(db: sqlite3.Connection, table: TableId, save: Save) -> None:
    """Keep the first position of a match, and of each version of its rules, to replay the log from."""
    names = (*chain.COLUMNS["checkpoints"], "seal")
    db.execute(INSERT_CHECKPOINT, dict(zip(names, rows.checkpoint(table, save), strict=True)))
