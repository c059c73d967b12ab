"""Tables to be kept in tests, connections to SQLite that fail, and a full database, changed as a failing disk would."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from sqlite3 import connect
from typing import Any, TypeAlias

import asyncpg
import pytest

from bot.clocks.table_clock import TableClock, TimeControl, TimeoutAction
from bot.clocks.user_time_settings import Reminders, TimeSettings
from bot.features.notes import PrivateNote
from bot.host.address import Address, Place
from bot.host.shards import WHOLE, ShardSet
from bot.storage import backends, sql
from bot.storage.backends import Fault, verify
from bot.storage.port import StorageError
from bot.storage.postgres.database import PostgresDatabase
from bot.storage.records import (
    BEAT,
    Delivery,
    Departure,
    Dm,
    Follow,
    Incident,
    IncidentKind,
    Logged,
    Outages,
    Person,
    PingMessage,
    Pledged,
    Private,
    Published,
    Remark,
    Server,
    Sitter,
    Status,
    TableDefaults,
    TableId,
    TableRecord,
)
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.sqlite.writer import GROUP, Checkpoints, GroupConnection, Upkeep
from bot.storage.store import Store
from engine.saves import Save

Change: TypeAlias = Callable[[TableRecord], Awaitable[TableRecord]]
"""What is done to a table that was read; it returns the table as it is from then on."""

PLEDGED = Pledged(b"k" * 32)
GIVEN, OTHERS = '{"given": [["a limit"], []]}', '{"given": [[], ["another"]]}'
"""What may be ordered ahead."""
ANN, BO, CAT = Sitter(101, "Ann"), Sitter(102, "Bo"), Sitter(103, "Cat")


def sqlite(path: Path, checkpoints: Checkpoints = Checkpoints.TRUNCATE) -> Store:
    """Return a storage in a file, not open yet."""
    return Store(SqliteDatabase(path, checkpoints))


def postgres(address: Address, shares: Sequence[ShardSet] = (WHOLE,)) -> Store:
    """Return a storage in PostgreSQL, not open yet."""
    return Store(PostgresDatabase(address, shares))


@asynccontextmanager
async def opened(place: Store | Path) -> AsyncIterator[Store]:
    """Open a storage, or the one in a file, and close it at the end of the block."""
    storage = sqlite(place) if isinstance(place, Path) else place
    await storage.open()
    try:
        yield storage
    finally:
        await storage.close()


async def loaded(storage: Store, number: int) -> TableRecord:
    """Return a table that is there."""
    table = await storage.load(TableId(number))
    assert table is not None
    return table


def session_of(storage: Store) -> SqliteDatabase:
    """Return the session of a storage in a file."""
    assert isinstance(storage.database, SqliteDatabase)
    return storage.database


def upkeep(storage: Store) -> Upkeep:
    """Return what looks after an open database in a file."""
    looking = session_of(storage)._upkeep
    assert looking is not None
    return looking


def execute(path: Path, *statements: str) -> None:
    """Change a database beside whoever has it open."""
    with closing(connect(path)) as db, db:
        for statement in statements:
            db.execute(statement)


def query(path: Path, question: str) -> list[tuple[Any, ...]]:
    """Return what a question has for an answer."""
    with closing(connect(path)) as db:
        return db.execute(question).fetchall()


def flipped(value: object, line: str = "") -> object:
    """Return a value with one bit or one sign changed, in a text within one of its lines."""
    if isinstance(value, str):
        lines = value.split("\n")
        number = int(line) if line else len(lines) // 2
        text, middle = lines[number] or "x", len(lines[number]) // 2
        lines[number] = text[:middle] + chr(ord(text[middle]) ^ 1) + text[middle + 1 :]
        return "\n".join(lines)
    if isinstance(value, bytes):
        return value[:-1] + bytes([value[-1] ^ 1])
    if value is None:
        return 77
    assert isinstance(value, int | float)
    return value + (0.25 if isinstance(value, float) else 75)


def wal(path: Path) -> bytes:
    """Return the write-ahead log of a database."""
    return Path(f"{path}-wal").read_bytes()


def lobby(*sitters: Sitter, channel: int = 7, **fields: Any) -> TableRecord:
    """Return a table that nobody has kept yet; `fields` are those that it has otherwise."""
    people = sitters or (ANN, BO)
    table = TableRecord(TableId(0), "toy", 5, channel, people[0].user, Private.DM, Status.LOBBY, people)
    return replace(table, pledged=PLEDGED, **fields)


def position(seq: int, seats: int = 2, rules: int = 1) -> Save:
    """Return an opaque match after a move."""
    return Save("toy", rules, seats, b"s" * 32, seq, (seq,) * seats, f'{{"total": {seq}}}')


def started(table: TableRecord) -> TableRecord:
    """Return a table as its match begins."""
    return replace(table, status=Status.PLAYING, save=position(0, len(table.sitters)))


def moved(table: TableRecord, count: int = 1) -> tuple[TableRecord, list[Logged]]:
    """Return a table after some more moves, and those moves."""
    assert table.save is not None
    first, last = table.save.seq + 1, table.save.seq + count
    moves = [line(seq, rules=table.save.rules) for seq in range(first, last + 1)]
    return replace(table, save=position(last, table.save.seats, table.save.rules)), moves


def resaved(table: TableRecord, **parts: Any) -> TableRecord:
    """Return a table whose match has other parts."""
    assert table.save is not None
    return replace(table, save=replace(table.save, **parts))


def line(seq: int, rules: int = 1) -> Logged:
    """Return one line of a log."""
    return Logged(seq, rules, seq % 2, f'{{"kind": "add", "amount": {seq}}}', "[]", 1700000000.5 + seq)


async def begin(storage: Store, table: TableRecord | None = None, moves: int = 0) -> TableRecord:
    """Keep a table whose match has begun and has seen some moves, recorded one by one."""
    table = await storage.save(started(await storage.create(table or lobby())))
    for _ in range(moves):
        table = await play_on(storage, table)
    return table


async def play_on(storage: Store, table: TableRecord, count: int = 1) -> TableRecord:
    """Keep some more moves of a table, and return it."""
    return await storage.save(*moved(table, count))


async def alter(storage: Store, table: TableRecord, **fields: Any) -> TableRecord:
    """Keep a table with other fields, and return it."""
    return await storage.save(replace(table, **fields))


def refuses(key: str) -> pytest.RaisesExc[StorageError]:
    """Expect an error of the storage with the key of a sentence for the host."""
    return pytest.raises(StorageError, match=key)


def faults(path: Path) -> list[Fault]:
    """Return what verify finds in a database whose games nobody knows."""
    return list(verify(path, {}))


async def next_due(storage: Store) -> float | None:
    """Return when something is due next."""
    (due,) = await storage.select(sql.NEXT, after=0.0)
    return due


Rows: TypeAlias = Sequence[tuple[Any, ...]]
Ask: TypeAlias = Callable[..., Awaitable[Rows]]

WAITING, PLAYED, OVER, EXPIRED, DELETED = map(TableId, range(1, 6))
CHOICES = (
    Person(101, Private.DM, dm_closed=True, dm_told=True, language="uk", locale="de", pictures=False),
    TimeSettings(101, Reminders.DIGEST, "Europe/Kyiv", (0, 60), 1700000002.25),
    Follow(5, "toy", 77, Delivery.DM),
    PrivateNote(PLAYED, 101, "Bo holds gold."),
    Server(5, "uk", "de", pictures=True),
    TableDefaults(5, "week", TimeoutAction.WAITS, advice=True),
    Departure(5, 100.5),
    Outages(((1600000000.25, 1600000060.5),)),
    Remark(BEAT, "60.0"),
)
"""One choice of each kind."""


async def fill(storage: Store) -> None:
    """Keep something of everything that can be kept."""
    named = await storage.create(lobby(Sitter(2**63 - 1, "a\x00b 👑 \"'"), replace(BO, word=b"w" * 32)))
    opened = lobby(created=1700000000.25, since=1700000000.25, orders=True)
    played = await storage.save(started(await storage.create(opened, {77: 9.5})))
    played = await play_on(storage, played, 3)
    people, happened = (ANN, replace(BO, level="adept")), (Incident(3, IncidentKind.ADVISED, 0, CAT, 1700000014.5),)
    played = replace(played, sitters=people, incidents=happened, advice=True)
    played = await storage.save(resaved(played, orders='{"given": []}'), seated=True)
    clock = replace(TableClock(TimeControl(86_400)).begin_game(2, 1700000000.5), due=1700000001.75)
    called, dms, summons = ((0, 2),), (Dm(0, 1, 9, 10),), (PingMessage(57, ((0, 2),)),)
    shown = Published(3, 2, 55, "auction", "digest", 56, 1, called, dms, summons=summons)
    await storage.store_published(played.id, shown, clock)
    over = await begin(storage, lobby(CAT, ANN), moves=1)
    await storage.save(replace(over, status=Status.OVER, since=5.0), seated=True)
    await storage.store_published(over.id, Published(dms=(Dm(1, 1, 9, 8),)))
    for number in (EXPIRED, DELETED):
        ended = replace(await storage.create(lobby()), status=Status.ENDED, expired=7, ended_by=ANN.user)
        ended = await storage.save(ended, seated=True)
        if number == DELETED:
            await storage.delete(ended)
    await alter(storage, named, pledged=Pledged(b"k" * 32, message=58))
    await storage.change(sql.WISH(user=ANN.user, id=played.id, at=1.5), sql.WISH(user=ANN.user, id=over.id, at=1.5))
    await storage.store_choices(*CHOICES)


async def filled(place: Place) -> None:
    """Fill a new database."""
    async with opened(store(place)) as storage:
        await fill(storage)


def store(place: Place) -> Store:
    """Return a storage for a database, not open yet."""
    found = backends.make_store(place)
    assert isinstance(found, Store)
    return found


@asynccontextmanager
async def asking(place: Place) -> AsyncIterator[Ask]:
    """Return what makes a statement past triggers and foreign keys and returns its rows; values are `$1` and so on."""
    if isinstance(place, Path):

        async def in_file(statement: str, *values: object) -> Rows:
            return ask_file(place, statement, *values)

        yield in_file
        return

    connection = await asyncpg.connect(place.reveal())

    async def in_server(statement: str, *values: object) -> Rows:
        return [tuple(row.values()) for row in await connection.fetch(statement, *values)]

    await connection.execute("SET session_replication_role = replica")
    yield in_server
    await connection.close()


def ask_file(path: Path, statement: str, *values: object) -> Rows:
    """Return the rows of a statement, as `asking`."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for (trigger,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {trigger}")
        return db.execute(statement, {str(number): value for number, value in enumerate(values, 1)}).fetchall()


At = Callable[[str, Callable[[], Any]], Any]
"""What is done at a statement: it gets its SQL, and what carries it out."""


async def full(*_: object, **__: object) -> None:
    """Keep nothing: the disk is full."""
    raise StorageError("storage-full", path="herald.db")


class Faulty(GroupConnection):
    """Counts its statements from when it is armed, and does something else at one of them, or from then on."""

    at: At | None = None
    number = 0
    lasting = False
    seen = 0

    def arm(self, number: int, at: At, *, lasting: bool = False) -> None:
        """Do `at` in place of the statement of that number, counted from 1, and of all after it if that is lasting."""
        self.at, self.number, self.lasting, self.seen = at, number, lasting, 0

    def disarm(self) -> None:
        """Be as any other connection."""
        self.at = None

    def execute(self, sql: str, parameters: Any = (), /) -> Any:
        """Run a statement, or what was armed."""
        return self._run(sql, partial(super().execute, sql, parameters))

    def executemany(self, sql: str, parameters: Any, /) -> Any:
        """Run a statement for each of some rows, or what was armed; a group is no statement, but several."""
        if sql == GROUP:
            return super().executemany(sql, parameters)
        return self._run(sql, partial(super().executemany, sql, parameters))

    def commit(self) -> None:
        """Commit, or do what was armed."""
        self._run("COMMIT", super().commit)

    def rollback(self) -> None:
        """Take a transaction back, or do what was armed."""
        self._run("ROLLBACK", super().rollback)

    def _run(self, sql: str, does: Callable[[], Any]) -> Any:
        self.seen += 1
        if self.at is None or self.seen < self.number or (self.seen > self.number and not self.lasting):
            return does()
        return self.at(sql, does)


def failing(code: int) -> At:
    """Fail instead of carrying a statement out."""

    def fail(sql: str, does: Callable[[], Any]) -> None:
        del does
        error = sqlite3.OperationalError(f"at {sql}")
        error.sqlite_errorcode, error.sqlite_errorname = code, "SQLITE_TEST"
        raise error

    return fail


def failing_late(code: int) -> At:
    """Carry a statement out and fail then: nobody but the disk knows that it was done."""

    def fail(sql: str, does: Callable[[], Any]) -> None:
        does()
        failing(code)(sql, does)

    return fail


def taken(path: Path, folder: Path) -> Path:
    """Copy a database with its log as they are now into a folder, and return the copy's path."""
    folder.mkdir()
    for part in ("", "-wal"):
        shutil.copy(f"{path}{part}", folder / f"{path.name}{part}")
    return folder / path.name


def install(patch: pytest.MonkeyPatch) -> None:
    """Let every connection that is made from here on be a Faulty one."""
    connect = sqlite3.connect
    patch.setattr(sqlite3, "connect", lambda *args, **kwargs: connect(*args, **{**kwargs, "factory": Faulty}))


async def arm(storage: Store, number: int, at: At, *, lasting: bool = False) -> None:
    """Arm the connection that writes."""
    await writer(storage, lambda db: db.arm(number, at, lasting=lasting))


async def writer(storage: Store, does: Callable[[Faulty], Any]) -> Any:
    """Do something with the connection that writes, in its thread."""
    assert isinstance(storage.database, SqliteDatabase)
    writing = storage.database._connections[0]

    def done() -> Any:
        assert isinstance(writing._conn, Faulty)
        return does(writing._conn)

    return await writing._execute(done)  # type: ignore[no-untyped-call] # what every method of it does
