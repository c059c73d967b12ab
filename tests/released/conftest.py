"""The database that the released version left, carried over; and an ear for what the bot logs, as in other tests."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage.store import Store
from tests.bot.conftest import _nothing_goes_wrong, errors
from tests.bot.storage.samples import opened
from tests.released import left

__all__ = ["_nothing_goes_wrong", "errors"]


async def _carry_over(database: Path) -> None:
    async with opened(database):
        pass


@pytest.fixture(scope="session")
def carried_over(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the database in today's form, of which all tests of this process have copies."""
    database = left.database(tmp_path_factory.mktemp("released") / "herald.db")
    asyncio.run(_carry_over(database))
    return database


@pytest.fixture
async def storage(carried_over: Path, tmp_path: Path) -> AsyncIterator[Store]:
    """Return the database, open: carried over to today's form."""
    async with opened(Path(shutil.copy(carried_over, tmp_path / "herald.db"))) as storage:
        yield storage
