"""The database that tests borrow is as good as new for each, whatever the one before left in it."""

from __future__ import annotations

import pytest

from bot.host.address import Address
from tests.bot.storage.disk import filled, store
from tests.bot.storage.lending import LentDatabase
from tests.bot.storage.postgres.test_claims import sql


async def test_a_borrowed_database_is_empty_and_free(lent_database: LentDatabase, address: Address) -> None:
    """Rows, the last number, a newer version, epochs, and the locks of a Herald that was never closed are gone."""
    before = await filled(address)
    left = store(address)
    await left.open()
    await sql(address, "UPDATE herald SET version = 99, beside = 99")

    assert await lent_database.lend() == address

    storage = store(address)
    await storage.open()
    assert not storage.database.takes_over
    await storage.close()
    assert await filled(address) == before
    await left.close()


@pytest.mark.parametrize(
    "change", ["ALTER TABLE notes ADD newer TEXT", "DROP INDEX people_user", "DROP TRIGGER moves_stay ON moves"]
)
async def test_a_database_of_another_form_is_lent_no_more(
    lent_database: LentDatabase, address: Address, change: str
) -> None:
    """A column, an index, a trigger: whoever borrows next gets a new one."""
    await sql(address, change)

    assert await lent_database.lend() != address
