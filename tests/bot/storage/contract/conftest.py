"""A storage of each kind that Herald has, on a database of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.storage.port import Storage
from bot.storage.sqlite.storage import SqliteStorage

ADAPTERS: dict[str, Callable[[Path], Storage]] = {"sqlite": lambda folder: SqliteStorage(folder / "herald.db")}
"""By its name, what makes an adapter that isn't open yet; for the same folder, on the same database."""


@pytest.fixture(params=ADAPTERS)
def adapter(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Storage]:
    """Return what makes storages of one kind, all on one database."""
    return lambda: ADAPTERS[request.param](tmp_path)


@pytest.fixture
async def storage(adapter: Callable[[], Storage]) -> AsyncIterator[Storage]:
    """Return a storage that is open until the test ends."""
    storage = adapter()
    await storage.open()
    yield storage
    await storage.close()
