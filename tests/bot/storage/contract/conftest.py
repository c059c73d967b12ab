"""A storage of each kind that Herald has, on a database of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.storage.store import Store
from tests.bot.storage.samples import opened, postgres, sqlite

Adapter = Callable[[], Store]


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
async def adapter(request: pytest.FixtureRequest, path: Path) -> Adapter:
    """Return what makes storages of one kind that aren't open yet, all on one database."""
    if request.param == "sqlite":
        return lambda: sqlite(path)
    address = await request.getfixturevalue("cluster").fresh()
    return lambda: postgres(address)


@pytest.fixture
async def storage(adapter: Adapter) -> AsyncIterator[Store]:
    """Return a storage that is open until the test ends."""
    async with opened(adapter()) as storage:
        yield storage
