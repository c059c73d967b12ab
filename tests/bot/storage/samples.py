"""Tables to be kept in tests: people, moves and positions that no game needs to understand."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from sqlite3 import connect
from typing import Any, TypeAlias

from bot.host.address import Address
from bot.host.shards import WHOLE, ShardSet
from bot.storage import sql
from bot.storage.backends import Fault, verify
from bot.storage.postgres.database import PostgresDatabase
from bot.storage.records import Logged, Pledged, Private, Sitter, Status, TableId, TableRecord
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.sqlite.writer import Checkpoints, Upkeep
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
async def opened(storage: Store) -> AsyncIterator[Store]:
    """Open a storage, and close it at the end of the block."""
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


def lobby(*sitters: Sitter, channel: int = 7, game: str = "toy") -> TableRecord:
    """Return a table that nobody has kept yet."""
    people = sitters or (ANN, BO)
    return TableRecord(TableId(0), game, 5, channel, people[0].user, Private.DM, Status.LOBBY, people, pledged=PLEDGED)


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
    table = await storage.save(started(await storage.create(table or lobby())), begins=True)
    for _ in range(moves):
        table = await storage.save(*moved(table))
    return table


def faults(path: Path) -> list[Fault]:
    """Return what verify finds in a database whose games nobody knows."""
    return list(verify(path, {}))


async def next_due(storage: Store) -> float | None:
    """Return when something is due next."""
    (due,) = await storage.select(sql.NEXT, after=0.0)
    return due
