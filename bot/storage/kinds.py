"""Which kind of database serves: a file of SQLite, or PostgreSQL, which is imported only where it is named.

Both kinds have the same parts with the same columns: a database is copied into one of the other kind row by row with
its seals, read again, and verified; a part or a column that one of them lacks is noticed. Nothing of the target is seen
by anybody before all of it is there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar

from bot.host.address import Place
from bot.host.shards import WHOLE, ShardSet
from bot.storage import sql
from bot.storage.port import Contents, Statement, StorageError
from bot.storage.sqlite import forms as sqlite
from bot.storage.sqlite.database import wal_bytes
from bot.storage.sqlite.session import SqliteSession
from bot.storage.sqlite.upkeep import Checkpoints
from bot.storage.store import Store
from bot.storage.verify import Fault, NotWhole, Standing, faults
from bot.storage.verify import standing as standing_of
from engine.game import AnyGame

T = TypeVar("T")
AT_A_TIME = 100
"""Of how many tables the rows of a part are copied together."""
Work: TypeAlias = Callable[[Contents], Coroutine[Any, Any, T]]


def storage(place: Place, checkpoints: str = Checkpoints.TRUNCATE, shares: Sequence[ShardSet] = (WHOLE,)) -> Store:
    """Return the storage for the database at a place, not open yet, for the first of some shares that is free."""
    if isinstance(place, Path):
        return Store(SqliteSession(place, Checkpoints(checkpoints), shares[0]))
    from bot.storage.postgres.session import PostgresSession  # noqa: PLC0415 - only where it is wanted, for the start's sake

    return Store(PostgresSession(place, shares))


def verify(place: Place, games: Mapping[str, AnyGame], *, unwritten: bool = False) -> Sequence[Fault]:
    """Return every fault of the database at a place, also while a Herald runs on it; raise StorageError if it can't.

    With `unwritten` no file is made even for a moment, so that a copy stays what it is.
    """
    return look(place, partial(faults, games=games), unwritten=unwritten)


def standing(place: Place, share: ShardSet = WHOLE) -> Standing:
    """Look at the database at a place, also while a Herald runs on it; raise StorageError if it can't be read.

    What Discord is behind with is told of a share's tables; the rest of all.
    """
    found = look(place, standing_of, share, unwritten=True)
    return replace(found, wal_bytes=wal_bytes(place)) if isinstance(place, Path) else found


class Kind(Protocol):
    """What opens the contents of a kind of database."""

    def seen(
        self, place: Any, share: ShardSet = WHOLE, *, unwritten: bool = False
    ) -> AbstractAsyncContextManager[Contents]:
        """Open one state of the contents of a database, also while a Herald runs on it."""
        ...

    def alone(self, place: Any) -> AbstractAsyncContextManager[None]:
        """Keep every Herald off a database that is there."""
        ...

    def writing(self, place: Any) -> AbstractAsyncContextManager[Contents]:
        """Open those of a new database, which is there, whole, once they are closed without an error."""
        ...


def kind(place: Place) -> Kind:
    """Return what opens the contents of the database at a place."""
    if isinstance(place, Path):
        return sqlite
    from bot.storage.postgres import session  # noqa: PLC0415 - as above

    return session


def look(place: Place, work: Work[T], share: ShardSet = WHOLE, *, unwritten: bool = False) -> T:
    """Do some work on one state of the database at a place, and return what comes of it."""

    async def looked() -> T:
        async with kind(place).seen(place, share, unwritten=unwritten) as contents:
            return await work(contents)

    return sqlite.done(looked()) if isinstance(place, Path) else asyncio.run(looked())


def looked_after(place: Place) -> Collection[int] | None:
    """Return the shards of which running Heralds look after a share, at a place; None where nobody shares it."""
    if isinstance(place, Path):
        return None
    from bot.storage.postgres.claim import held  # noqa: PLC0415 - as above

    return look(place, held)


def missing(place: Place) -> bool:
    """Tell whether there is no database at a place yet; of PostgreSQL, only whoever connects can tell."""
    return isinstance(place, Path) and not place.is_file()


async def move(source: Place, target: Place, games: Mapping[str, AnyGame]) -> int:
    """Copy a database on which no Herald runs to a place where there is none; return how many tables it has.

    Raise StorageError if that can't be done; a source that isn't whole is refused with NotWhole.
    """
    async with kind(source).alone(source), kind(source).seen(source) as old:
        if found := await faults(old, games):
            raise NotWhole("storage-move-damaged", source, found)
        async with kind(target).writing(target) as new:
            if not await _copied(old, new) or await faults(new, games):
                raise StorageError("storage-move-unlike", target)
            return len(await new.rows(sql.IDS))


async def _copied(old: Contents, new: Contents) -> bool:
    """Copy contents into others that are empty, and tell whether what came there is what was to be copied."""
    parts, numbers = await old.parts(), [row["id"] for row in await old.rows(sql.IDS)]
    if _named(parts) != _named(await new.parts()):
        return False
    pages = [numbers[at : at + AT_A_TIME] for at in range(0, len(numbers), AT_A_TIME)]
    for part, columns in parts.items():
        key = "id" if part == "tables" else "table_id"
        of_some = f"WHERE {key} BETWEEN :first AND :last" if key in columns else ""
        question = Statement(f"SELECT {', '.join(columns)} FROM {part} {of_some}")  # noqa: S608 # names of our own schema
        for page in pages if of_some else [[0]]:
            rows = await _page(old, question, columns, page)
            await new.add(part, columns, rows)
            if {*rows} != {*await _page(new, question, columns, page)}:
                return False
    return True


async def _page(
    contents: Contents, question: Statement, columns: Sequence[str], numbers: Sequence[int]
) -> list[tuple[Any, ...]]:
    """Return the rows of a part that are of some tables, or all where they are of none."""
    found = await contents.rows(question, first=numbers[0], last=numbers[-1])
    return [tuple(row[column] for column in columns) for row in found]


def _named(parts: Mapping[str, Sequence[str]]) -> Mapping[str, set[str]]:
    return {part: set(columns) for part, columns in parts.items()}
