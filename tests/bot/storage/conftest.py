"""A database of its own for each test: in a file, or one in PostgreSQL that tests borrow one after the other."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import asyncpg
import pytest

from bench.postgres import Cluster
from bot.host.address import Address
from bot.storage.postgres import migrations
from bot.storage.store import Store
from tests.bot.storage.samples import opened, sqlite

PARTS = "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'"
FORM = """
SELECT relname, relnatts, relfilenode, relchecks,
    (SELECT count(*) FROM pg_trigger WHERE tgrelid = pg_class.oid AND tgenabled = 'O')
FROM pg_class WHERE relnamespace = current_schema()::regnamespace ORDER BY oid
"""
"""What makes out a form: parts and indexes, with their columns, triggers and files, which a new type makes anew."""
ALONE = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_get_activity(NULL)
WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
"""
"""Ends every other connection and waits until it is gone: with it go locks, listeners, and what was being written."""


class LentDatabase:
    """Database of the present form that is as good as new each time it is lent, to one test at a time.

    What a test leaves is taken out of it before the next one. Where a test has changed its form, another is made.
    """

    def __init__(self, cluster: Cluster) -> None:
        """Take the server; nothing is made yet."""
        self._cluster = cluster
        self._address: Address | None = None
        self._form: Sequence[object] = ()
        self._rows: dict[str, Sequence[tuple[object, ...]]] = {}

    async def lend(self) -> Address:
        """Return where the database is, with the rows alone that a new one has."""
        if self._address is None or not await self._empty(self._address):
            self._address = await self._make()
        return self._address

    async def _make(self) -> Address:
        address = await self._cluster.fresh()
        connection = await asyncpg.connect(address.reveal())
        self._rows = {}
        try:
            await migrations.migrate(connection, address)
            self._form = await connection.fetch(FORM)
            for (part,) in await connection.fetch(PARTS):
                rows = await connection.fetch(f"SELECT * FROM {part}")  # noqa: S608 # names of our own schema
                self._rows[part] = [tuple(row) for row in rows]
        finally:
            await connection.close()
        return address

    async def _empty(self, address: Address) -> bool:
        """Put the rows of a new database in the place of all others; return False if its form isn't the present one."""
        connection = await asyncpg.connect(address.reveal())
        try:
            await connection.execute(ALONE)
            if await connection.fetch(FORM) != self._form:
                return False
            # Past the triggers, which keep what is append-only.
            await connection.execute("SET session_replication_role = replica")
            await connection.execute("; ".join(f"DELETE FROM {part}" for part in self._rows))  # noqa: S608 # as above
            for part, rows in self._rows.items():
                if rows:
                    await connection.copy_records_to_table(part, records=rows)
        finally:
            await connection.close()
        return True


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database of a test lies."""
    return tmp_path / "herald.db"


@pytest.fixture
async def storage(path: Path) -> AsyncIterator[Store]:
    """Open a storage, and close it after the test."""
    async with opened(sqlite(path)) as storage:
        yield storage


@pytest.fixture(scope="session")
def lent_database(cluster: Cluster) -> LentDatabase:
    """Return the database in PostgreSQL that all tests of a worker borrow."""
    return LentDatabase(cluster)


@pytest.fixture
async def address(lent_database: LentDatabase) -> Address:
    """Return where a database of the present form is in PostgreSQL, in which nothing stands."""
    return await lent_database.lend()
