"""What is kept outlives the process, and a storage that is closed says so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from bot.storage import sql
from bot.storage.port import StorageError
from bot.storage.records import Person, Published, Remark, TableId
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.store import Store
from tests.bot.storage.samples import lobby


@pytest.mark.parametrize("opened", [False, True])
async def test_a_storage_that_is_not_open_says_so(adapter: Callable[[], Store], opened: bool) -> None:  # noqa: FBT001 # what is tested
    """Storage: before it is opened, and after it was closed; whatever is asked of it."""
    storage = adapter()
    if opened:
        await storage.open()
    await storage.close()
    for asked in (
        storage.load(TableId(1)),
        storage.find(),
        storage.select(sql.UNSHOWN),
        storage.log(TableId(1)),
        storage.choice(Person, 101),
        storage.create(lobby()),
        storage.store_published(TableId(1), Published()),
        storage.store_choices(Remark("key", "value")),
    ):
        with pytest.raises(StorageError, match="closed"):
            await asked


async def test_closing_finishes_what_waits(adapter: Callable[[], Store]) -> None:
    """Storage: what was asked for before it was closed is kept, and answered."""
    storage = adapter()
    await storage.open()
    waiting = [asyncio.create_task(storage.create(lobby(channel=number))) for number in range(5)]
    await asyncio.sleep(0)
    await storage.close()
    created = await asyncio.gather(*waiting)
    await storage.open()
    found = await storage.find()
    assert found == sorted(created, key=lambda table: table.id)
    if isinstance(storage.database, SqliteDatabase):
        # Its writer takes what waits in turn, where PostgreSQL promises no order.
        assert found == created
    await storage.close()
