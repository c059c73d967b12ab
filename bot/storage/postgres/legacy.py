"""What a database of an earlier form holds, as documents."""

from __future__ import annotations

from bot.storage.port import StorageError
from bot.storage.postgres.connections import Connection


async def carry_over(connection: Connection) -> None:
    """Fill the present form from the tables of form 14, which are called `old_` and their names, and go afterwards.

    It is called in the transaction of the step (`forms`); whatever it raises leaves the database as it was.
    """
    if await connection.fetchval("SELECT EXISTS (SELECT FROM old_tables)"):
        raise StorageError("storage-unusable", path="", why="old")
