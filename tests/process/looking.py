"""What stands in a database of either kind, for whoever looks in from outside while a bot runs on it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg

from bot.host.address import Address, Place
from bot.storage import sql
from bot.storage.postgres import merged_statements
from bot.storage.sqlite import migrations as sqlite

Rows = list[Sequence[Any]]


def query(place: Place, *statements: str) -> list[Rows]:
    """Return the rows of each statement, all of the same moment."""
    if isinstance(place, Address):
        # A loop of its own: whoever asks stands in the midst of another one.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, _asked(place, statements)).result()
    with closing(sqlite3.connect(place, isolation_level=None)) as db:
        db.execute("BEGIN")
        return [db.execute(each).fetchall() for each in statements]


async def _asked(address: Address, statements: Sequence[str]) -> list[Rows]:
    connection = await asyncpg.connect(address.reveal())
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            return [[tuple(row.values()) for row in await connection.fetch(each)] for each in statements]
    finally:
        await connection.close()


def told(place: Place) -> bool:
    """Tell whether Discord has been shown everything, which may wait for a picture or for the end of a lull."""
    words = sqlite.WORDS if isinstance(place, Path) else merged_statements.postgres_dialect()
    return query(place, sql.BEHIND.format(**words._asdict())) == [[]]
