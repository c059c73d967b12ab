"""A storage of each kind that Herald has, on a database of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot.storage.postgres.database import PostgresDatabase
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.store import Store
from tests.bot.storage.samples import opened

Adapter = Callable[[], Store]


async def _sqlite(request: pytest.FixtureRequest) -> Adapter:
    folder: Path = request.getfixturevalue("tmp_path")
    return lambda: Store(SqliteDatabase(folder / "herald.db"))


async def _postgres(request: pytest.FixtureRequest) -> Adapter:
    address = await request.getfixturevalue("lent_database").lend()

    return lambda: Store(PostgresDatabase(address))


ADAPTERS: dict[str, Callable[[pytest.FixtureRequest], Awaitable[Adapter]]] = {"sqlite": _sqlite, "postgres": _postgres}
"""By its name, what finds a database of its own, and returns what makes storages on it that aren't open yet."""


@pytest.fixture(params=[pytest.param(kind, marks=pytest.mark.slow if kind == "postgres" else ()) for kind in ADAPTERS])
async def adapter(request: pytest.FixtureRequest) -> Adapter:
    """Return what makes storages of one kind, all on one database."""
    return await ADAPTERS[request.param](request)


@pytest.fixture
async def storage(adapter: Adapter) -> AsyncIterator[Store]:
    """Return a storage that is open until the test ends."""
    async with opened(adapter()) as storage:
        yield storage
