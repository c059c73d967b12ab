"""Backends: opening a database by its address, verifying it, and copying it into one of the other backend.

A file of SQLite, or PostgreSQL, which is imported only where it is named. Both have the same parts with the same
columns: a database is copied into one of the other backend row by row with its seals, read again, and verified; a part
or a column that one of them lacks is noticed. The target stays invisible until all of it is there.

Verified are seals, chains, searched columns, and logs that lead to positions. The host is told the status of a
database: the tables that Discord is behind with, and the work that waits; nothing of any game.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import (
    Callable,
    Collection,
    Coroutine,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from bot.host.address import Place
from bot.host.shards import WHOLE, ShardSet
from bot.storage import documents, keyed_documents, sql
from bot.storage.port import ALL, Contents, Row, Statement, StorageError
from bot.storage.records import NO_TABLE, Published, TableId, TableRecord
from bot.storage.sqlite import migrations as sqlite
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.sqlite.files import wal_bytes
from bot.storage.sqlite.writer import Checkpoints
from bot.storage.store import Store
from engine import saves
from engine.frozen import frozen, replace
from engine.game import Games
from engine.saves import Save, replay
from engine.scene import Seat, Text, say

NUMBERED = {"moves": "seq", "checkpoints": "seq"}
"""Which parts of a table tell the number of a move."""
EACH_LOST = [
    f"""
SELECT '{part}' AS part, table_id, min({NUMBERED.get(part, "0")}) AS seq FROM {part}
WHERE NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = {part}.table_id) GROUP BY table_id
"""  # noqa: S608 # constants of our own
    for part in sql.PARTS
]
LOST = Statement(f"{' UNION ALL '.join(EACH_LOST)} ORDER BY part, table_id")
"""What finds the rows that belong to no table; NOT IN would go through all tables for each row of them."""
COLUMNS, COMPLAINTS = Statement("{columns}"), Statement("{complaints}")
CHOICES = Statement("SELECT * FROM choices ORDER BY kind, key")
NUMBERS = Statement("""
SELECT 1 WHERE 1 <> (SELECT count(*) FROM numbers) OR (SELECT last FROM numbers) < (SELECT max(id) FROM tables)
""")
"""Finds a row where the last number isn't there, or isn't the last."""
PEOPLE = Statement("SELECT * FROM people WHERE table_id = :id ORDER BY user_id")
MOVES = Statement(
    f"SELECT * FROM moves WHERE table_id = :id AND seq BETWEEN 0 AND {ALL} ORDER BY seq"  # noqa: S608 # a constant of our own
)
"""The moves of a table, without one whose number a bit has made a text: that one is missing."""
BASES = Statement("SELECT * FROM checkpoints WHERE table_id = :id ORDER BY seq, rules")


@frozen
class Fault:
    """Fault that `verify` found: its table, the move `seq` after which it is, and a text."""

    table: TableId
    seq: int
    what: Text


class NotWhole(StorageError):
    """A database fails its integrity check, with `faults`; nothing was changed."""

    def __init__(self, key: str, place: Place, found: Sequence[Fault]) -> None:
        super().__init__(key, place)
        self.faults = found


async def find_faults(contents: Contents, games: Games) -> Sequence[Fault]:
    """Return every fault of a database, table by table; those of no table have the `table` `NO_TABLE`."""
    found = [
        Fault(NO_TABLE, 0, say("fault-sqlite", found=str(each)))
        for (each,) in await contents.query(COMPLAINTS)
    ]
    found += [
        Fault(table, seq, say("fault-lost", part=part))
        for part, table, seq in await contents.query(LOST)
    ]
    found += [
        Fault(NO_TABLE, 0, say("fault-choices", part=str(row["kind"])))
        for row in await contents.query(CHOICES)
        if not keyed_documents.is_intact(row)
    ]
    found += [
        Fault(NO_TABLE, 0, say("fault-numbers")) for _ in await contents.query(NUMBERS)
    ]
    for (table,) in await contents.query(sql.IDS):
        rows, *others = [
            await contents.query(each, id=table)
            for each in (sql.ONE, PEOPLE, MOVES, BASES)
        ]
        for row in rows:
            found += [Fault(table, *each) for each in _check_table(games, row, *others)]

    return found


Found = Iterator[tuple[int, Text]]
"""What is wrong with a table, each after the number of a move."""


def _check_table(
    games: Games,
    row: Row,
    people: Sequence[Row],
    moves: Sequence[Row],
    bases: Sequence[Row],
) -> Found:
    """Yield the faults of one table; its log is replayed only if all of it is intact."""
    stands, table = row["stands"] or 0, documents.read_table(row)
    broken = documents.damaged_parts(row) or [documents.TABLE] * (table is None)
    logged = [*_check_checkpoints(row, bases), *_check_chain(stands, moves)]
    # "fault-table", "fault-people", "fault-position", "fault-orders".
    yield from ((stands, say(f"fault-{part}")) for part in broken)
    yield from logged
    yield from _check_parts(row)
    if table is None:
        return

    searched = documents.has_values(row, documents.search_columns(table))
    if not searched or [*map(dict, people)] != documents.people_rows(table):
        yield 0, say("fault-columns")
    if not logged and table.save is not None:
        yield from _check_replay(table, table.save, moves, bases, games)


def _check_parts(row: Row) -> Found:
    """Yield the faults of what Discord was shown of a table, and of its clocks."""
    shown = documents.ANNOUNCED.read_beside(row)
    clock = documents.CLOCK.read_beside(row)
    if not shown or shown.revision != row["announced_revision"]:
        yield 0, say("fault-announced")
    if row["clock"] is not None and not clock:
        yield 0, say("fault-clock")
    if clock and not keyed_documents.is_checked_in_time(clock.due, row["clock_due"]):
        yield 0, say("fault-due")


def _check_checkpoints(row: Row, bases: Sequence[Row]) -> Found:
    """Yield the checkpoints that are missing or fail their integrity check."""
    if row["seq"] is not None and not bases:
        yield 0, say("fault-start")
    for base in bases:
        if not documents.is_row_intact(documents.CHECKPOINT, base):
            yield base["seq"], say("fault-checkpoint")


def _check_chain(stands: int, moves: Iterable[Row]) -> Found:
    """Yield the moves that are missing, fail their integrity check, or don't continue their predecessor."""
    before, last = documents.START, 0
    for move in moves:
        if move["seq"] != last + 1:
            yield last + 1, say("fault-gap", move=move["seq"])
        elif not documents.is_row_intact(documents.MOVE, move, before):
            yield move["seq"], say("fault-move")
        before, last = move["seal"], move["seq"]

    if last != stands:
        yield min(last, stands) + 1, say("fault-end", last=last, position=stands)


def _check_replay(
    table: TableRecord,
    save: Save,
    moves: Sequence[Row],
    bases: Sequence[Row],
    games: Games,
) -> Found:
    """Yield where the log isn't the table's, or doesn't lead to the position from where today's rules began."""
    if table.head != (moves[-1]["seal"] if moves else documents.START):
        yield save.seq, say("fault-led")
        return

    game = games.get(save.game)
    if game is None or save.rules != game.version:
        return
    base = next((base for base in bases if base["rules"] == save.rules), None)
    if base is None:
        yield 0, say("fault-base")
        return
    seq, asked = base["seq"], tuple(json.loads(base["asked"]))
    later = [
        (Seat(move["seat"]), move["action"]) for move in moves if move["seq"] > seq
    ]
    # What is ordered today hadn't been then: the log has all that came of it.
    began = replace(
        save, seq=seq, asked=asked, state=base["state"], orders="", rewound=0
    )

    try:
        match = start = saves.load(began, games)
        for match, _ in replay(start, later):
            seq = match.seq
        if match.state != saves.load(save, games).state:
            yield save.seq, say("fault-led")
    except Exception as error:  # noqa: BLE001 # whatever a broken game raises is a fault at this move
        yield min(seq + 1, save.seq), say("fault-replay", error=type(error).__name__)


BEHIND = Statement(f"""
SELECT tables.id, created, announcements.document AS announced, announcements.seal AS announced_seal
FROM tables LEFT JOIN announcements ON announcements.table_id = tables.id
WHERE tables.id IN ({sql.BEHIND} AND {{ours}}) ORDER BY tables.id
""")  # noqa: S608 # constants of `sql`
FIRST = Statement("SELECT min(at) AS at FROM moves WHERE table_id = :id AND seq > :seq")
LOBBIES = Statement("SELECT created FROM tables WHERE status = 'lobby' ORDER BY id")
SUSPENDED = Statement(
    "SELECT count(*) AS suspended FROM tables WHERE status = 'suspended'"
)


@frozen
class StorageStatus:
    """Status of a storage: tables that are `behind`, when each lobby was opened, how many are `suspended`.

    `behind` has since when Discord hasn't been sent everything of a table, in Unix seconds, None if unknown; so have
    `lobbies`. `wal_bytes` is None where the log isn't Herald's to look after.
    """

    behind: Mapping[TableId, float | None]
    lobbies: Sequence[float | None]
    suspended: int
    wal_bytes: int | None = None


async def read_status(contents: Contents) -> StorageStatus:
    """Return the status of the database of `contents`."""
    behind = {
        row["id"]: await _behind_since(contents, row)
        for row in await contents.query(BEHIND)
    }
    lobbies = [row["created"] for row in await contents.query(LOBBIES)]
    ((suspended,),) = await contents.query(SUSPENDED)
    return StorageStatus(behind, lobbies, suspended)


async def _behind_since(contents: Contents, row: Row) -> float | None:
    """Return when the unshown change began: a move, or the table's opening; of all else no time is stored."""
    shown = documents.ANNOUNCED.read_beside(row) or Published()
    ((at,),) = await contents.query(FIRST, id=row["id"], seq=shown.seq)
    began: float | None = row["created"] if at is None and shown.message is None else at
    return began


T = TypeVar("T")
AT_A_TIME = 100
"""Of how many numbers of tables the rows of a part are copied together."""


def make_store(
    place: Place,
    checkpoints: str = Checkpoints.TRUNCATE,
    shares: Sequence[ShardSet] = (WHOLE,),
) -> Store:
    """Return the storage for the database at `place`, not open yet, for the first of `shares` that is free."""
    if isinstance(place, Path):
        return Store(SqliteDatabase(place, Checkpoints(checkpoints), shares[0]))
    return Store(backend_module(place).PostgresDatabase(place, shares))


def verify(place: Place, games: Games, *, unwritten: bool = False) -> Sequence[Fault]:
    """Return every fault of the database at `place`, also while a Herald runs on it; raise `StorageError` if it can't.

    With `unwritten` no file is made even for a moment, so that a copy stays unchanged.
    """
    return run_on_contents(
        place, partial(find_faults, games=games), unwritten=unwritten
    )


def storage_status(place: Place, share: ShardSet = WHOLE) -> StorageStatus:
    """Return the status of the database at `place`, also while a Herald runs on it.

    Tables that are `behind` are those of `share`; the rest is of all. Raise `StorageError` if it can't be read.
    """
    found = run_on_contents(place, read_status, share, unwritten=True)
    return (
        replace(found, wal_bytes=wal_bytes(place)) if isinstance(place, Path) else found
    )


def backend_module(place: Place) -> ModuleType:
    """Return the module of the backend at `place`: `open_contents`, `exclusive_access` and `create_database`."""
    if isinstance(place, Path):
        return sqlite
    from bot.storage.postgres import database  # noqa: PLC0415 - only where it is wanted, for the start's sake

    return database


def run_on_contents(
    place: Place,
    work: Callable[[Contents], Coroutine[Any, Any, T]],
    share: ShardSet = WHOLE,
    *,
    unwritten: bool = False,
) -> T:
    """Return the result of `work` on one state of the database at `place`."""

    async def run_work() -> T:
        async with backend_module(place).open_contents(
            place, share, unwritten=unwritten
        ) as contents:
            return await work(contents)

    run = sqlite.run_at_once if isinstance(place, Path) else asyncio.run
    return run(run_work())


def shards_in_use(place: Place) -> Collection[int] | None:
    """Return the shards that running Heralds hold at `place`; None where no share of it is held."""
    if isinstance(place, Path):
        return None
    from bot.storage.postgres.claim import held_shards  # noqa: PLC0415 - as above

    return run_on_contents(place, held_shards)


async def copy_database(source: Place, target: Place, games: Games) -> int:
    """Copy a database on which no Herald runs to a place where there is none; return how many tables it has.

    Raise `StorageError` if that can't be done, `NotWhole` if `source` fails its integrity check.
    """
    async with (
        backend_module(source).exclusive_access(source),
        backend_module(source).open_contents(source) as old,
    ):
        if found := await find_faults(old, games):
            raise NotWhole("storage-move-damaged", source, found)
        async with backend_module(target).create_database(target) as new:
            if not await _copy_contents(old, new) or await find_faults(new, games):
                raise StorageError("storage-move-unlike", target)
            return len(await new.query(sql.IDS))


async def _copy_contents(old: Contents, new: Contents) -> bool:
    """Copy contents into others that are empty, and tell whether each part arrived unchanged."""
    columns, others = [
        [tuple(row) for row in await each.query(COLUMNS)] for each in (old, new)
    ]
    if columns != others:
        return False
    ((last,),) = await old.query(sql.LAST)
    await new.query(Statement("DELETE FROM numbers"))
    # Tables first, for all other parts belong to them.
    for part in dict.fromkeys(part for part, _ in columns):
        key = "id" if part == "tables" else "table_id"
        of_some = f"WHERE {key} BETWEEN :first AND :first + {AT_A_TIME - 1}"
        paged = (part, key) in columns
        question = Statement(f"SELECT * FROM {part} {of_some if paged else ''}")  # noqa: S608 # names of our own schema
        for first in range(0, last + 1 if paged else 1, AT_A_TIME):
            rows = await old.query(question, first=first)
            await new.add(part, [dict(row) for row in rows])
            if {*map(tuple, rows)} != {
                *map(tuple, await new.query(question, first=first))
            }:
                return False

    return True
