"""A process that records moves at some tables until it is killed, and says which are on the disk."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from bot.storage.records import TableRecord
from bot.storage.store import Store
from tests.bot.storage.samples import begin, moved, sqlite

TABLES = 4


async def scribe(path: Path) -> None:
    """Record moves at several tables at once, and print "table seq" for each as soon as it is acknowledged."""
    storage = sqlite(path)
    await storage.open()
    tables = [await begin(storage) for _ in range(TABLES)]
    await asyncio.gather(*(play(storage, table) for table in tables))


async def play(storage: Store, table: TableRecord) -> None:
    """Record move after move at a table, for ever."""
    while True:
        table = await storage.save(*moved(table))
        assert table.save is not None
        sys.stdout.write(f"{table.id} {table.save.seq}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(scribe(Path(sys.argv[1])))
