"""A database of its own for each test: in a file, or in PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bench.postgres import Cluster
from bot.host.address import Address
from bot.storage.store import Store
from tests.bot.storage.lending import LentDatabase
from tests.bot.storage.samples import opened, sqlite


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
