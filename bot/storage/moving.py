"""A database copied into one of the other kind, whole: row by row with their seals, read again, and verified.

Both kinds have the same parts with the same columns, so that what is copied is what the source has, and a part or a
column that one of them lacks is noticed. Nothing of the target is seen by anybody before all of it is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from bot.host.address import Place
from bot.storage import kinds, seals, sql
from bot.storage.port import Contents, StorageError
from bot.storage.verify import NotWhole, faults
from engine.game import AnyGame

DIGEST_BITS = 256


async def move(source: Place, target: Place, games: Mapping[str, AnyGame]) -> int:
    """Copy a database on which no Herald runs to a place where there is none; return how many tables it has.

    Raise StorageError if that can't be done; a source that isn't whole is refused with NotWhole.
    """
    async with kinds.contents(source) as old:
        if found := await faults(old, games):
            raise NotWhole("storage-move-damaged", source, found)
        async with kinds.contents(target, new=True) as new:
            if not await _copied(old, new) or await faults(new, games):
                raise StorageError("storage-move-unlike", path=str(target))
            return len(await new.rows(sql.IDS))


async def _copied(old: Contents, new: Contents) -> bool:
    """Copy contents into others that are empty, and tell whether what came there is what was to be copied."""
    parts = await old.parts()
    if _named(parts) != _named(await new.parts()):
        return False
    for part, columns in parts.items():
        digest = 0
        async for rows in old.each(part, columns):
            await new.add(part, columns, rows)
            digest += _digest(rows)
        async for rows in new.each(part, columns):
            digest -= _digest(rows)
        if digest % (1 << DIGEST_BITS):
            return False
    return True


def _named(parts: Mapping[str, Sequence[str]]) -> Mapping[str, set[str]]:
    return {part: set(columns) for part, columns in parts.items()}


def _digest(rows: Iterable[Iterable[Any]]) -> int:
    """Return a sum over rows that tells them from others in whatever order they come."""
    return sum(int.from_bytes(sha256(seals.written(row)).digest(), "big") for row in rows)
