"""A database copied into one of the other kind, whole: row by row with their seals, read again, and verified.

Both kinds have the same parts with the same columns, so that what is copied is what the source has, and a part or a
column that one of them lacks is noticed. Nothing of the target is seen by anybody before all of it is there.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from bot.host.address import Place
from bot.storage import chain
from bot.storage.faults import Fault
from bot.storage.port import StorageError
from bot.storage.sqlite import contents as sqlite
from engine.game import AnyGame

Parts: TypeAlias = Mapping[str, tuple[str, ...]]
"""The columns of each part of a database, in an order in which each part may be written after those before it."""
Rows: TypeAlias = Sequence[Sequence[Any]]

DIGEST_BITS = 256


class Contents(Protocol):
    """All that stands in a database, and is read or written as it stands."""

    async def parts(self) -> Parts:
        """Return what there is."""
        ...

    def rows(self, part: str, columns: Sequence[str]) -> AsyncIterator[Rows]:
        """Yield all rows of a part, some at a time."""
        ...

    async def add(self, part: str, columns: Sequence[str], rows: Rows) -> None:
        """Write rows as they are."""
        ...

    async def last(self) -> int:
        """Return the last number that was given to a table; 0 if none was."""
        ...

    async def go_on_after(self, last: int) -> None:
        """See to it that no table gets a number up to this one."""
        ...

    async def faults(self, games: Mapping[str, AnyGame]) -> Sequence[Fault]:
        """Return everything that isn't what was once written."""
        ...


class NotWhole(StorageError):
    """A database isn't as it was written; nothing was copied."""

    def __init__(self, place: Place, faults: Sequence[Fault]) -> None:
        super().__init__("storage-move-damaged", path=str(place))
        self.faults = tuple(faults)


async def move(source: Place, target: Place, games: Mapping[str, AnyGame]) -> int:
    """Copy a database on which no Herald runs to a place where there is none; return how many tables it has.

    Raise StorageError if that can't be done; a source that isn't whole is refused with NotWhole.
    """
    async with _reading(source) as old:
        faults = await old.faults(games)
        if faults:
            raise NotWhole(source, faults)
        async with _writing(target) as new:
            return await _copy(old, new, games, target)


async def _copy(old: Contents, new: Contents, games: Mapping[str, AnyGame], target: Place) -> int:
    parts, tables = await old.parts(), 0
    if {part: set(columns) for part, columns in parts.items()} != {
        part: set(columns) for part, columns in (await new.parts()).items()
    }:
        raise StorageError("storage-move-unlike", path=str(target))
    for part, columns in parts.items():
        digest = 0
        async for rows in old.rows(part, columns):
            await new.add(part, columns, rows)
            digest += _digest(rows)
            tables += len(rows) if part == "tables" else 0
        copied = 0
        async for rows in new.rows(part, columns):
            copied += _digest(rows)
        if (copied - digest) % (1 << DIGEST_BITS):
            raise StorageError("storage-move-unlike", path=str(target))
    await new.go_on_after(await old.last())
    if await new.faults(games):
        raise StorageError("storage-move-unlike", path=str(target))
    return tables


def _digest(rows: Iterable[Iterable[Any]]) -> int:
    """Return a sum over rows that tells them from others in whatever order they come."""
    return sum(int.from_bytes(sha256(chain.written(row)).digest(), "big") for row in rows)


def _reading(place: Place) -> AbstractAsyncContextManager[Contents]:
    """Return the contents of a database of today's version, which nobody changes as long as they are open."""
    if isinstance(place, Path):
        return sqlite.reading(place)
    from bot.storage.postgres import contents  # noqa: PLC0415 - only where it is wanted, for the start's sake

    return contents.reading(place)


def _writing(place: Place) -> AbstractAsyncContextManager[Contents]:
    """Return the empty contents of a new database, which is there once they are closed without an error."""
    if isinstance(place, Path):
        return sqlite.writing(place)
    from bot.storage.postgres import contents  # noqa: PLC0415 - as above

    return contents.writing(place)
