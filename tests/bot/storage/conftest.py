"""A database of its own for each test: in a file, or in PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bench.postgres import Cluster
from bot.host.address import Address
from bot.storage.store import Store
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


@pytest.fixture
async def address(cluster: Cluster) -> Address:
    """Return where an empty database is in PostgreSQL, without any form."""
    return await cluster.fresh()
