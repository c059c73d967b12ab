"""A database of its own for each test: in a file, or in PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bench.postgres import Cluster
from bot.host.address import Address, Place
from bot.storage.store import Store
from tests.bot.storage.samples import opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database of a test lies."""
    return tmp_path / "herald.db"


@pytest.fixture
async def storage(path: Path) -> AsyncIterator[Store]:
    """Open a storage, and close it after the test."""
    async with opened(path) as storage:
        yield storage


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
async def place(request: pytest.FixtureRequest, path: Path) -> Place:
    """Return where an empty database of each kind is."""
    found: Place = path if request.param == "sqlite" else await request.getfixturevalue("cluster").fresh()
    return found


@pytest.fixture
async def address(cluster: Cluster) -> Address:
    """Return where an empty database is in PostgreSQL, without any form."""
    return await cluster.fresh()
