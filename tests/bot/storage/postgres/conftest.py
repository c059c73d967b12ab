"""A storage in PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.host.address import Address
from bot.storage.postgres import claim, connections
from bot.storage.store import Store
from tests.bot.storage.samples import opened, postgres


@pytest.fixture
async def storage(address: Address) -> AsyncIterator[Store]:
    """Open a storage, however busy the machine, and close it after the test."""
    with pytest.MonkeyPatch.context() as patient:
        for module in (claim, connections):
            patient.setattr(module, "PATIENCE", 60.0)
        async with opened(postgres(address)) as storage:
            patient.undo()
            yield storage
