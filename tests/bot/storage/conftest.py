"""A database in a directory of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage.store import Store
from tests.bot.storage.samples import sqlite


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database of a test lies."""
    return tmp_path / "herald.db"


@pytest.fixture
async def storage(path: Path) -> AsyncIterator[Store]:
    """Open a storage, and close it after the test."""
    storage = sqlite(path)
    await storage.open()
    yield storage
    await storage.close()
