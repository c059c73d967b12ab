"""A storage of each kind that Herald has, on a database of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from functools import partial

import pytest

from bot.host.address import Place
from bot.storage.store import Store
from tests.bot.storage.samples import opened, store

Adapter = Callable[[], Store]


@pytest.fixture
def adapter(place: Place) -> Adapter:
    """Return what makes storages of one kind that aren't open yet, all on one database."""
    return partial(store, place)


@pytest.fixture
async def storage(adapter: Adapter) -> AsyncIterator[Store]:
    """Return a storage that is open until the test ends."""
    async with opened(adapter()) as storage:
        yield storage
