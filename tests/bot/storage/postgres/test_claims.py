"""One Herald at a time runs on a database, and which databases none may run on."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from bench.postgres import Cluster
from bot.host.address import Address
from bot.storage.port import StorageError
from bot.storage.postgres import claim, migrations
from bot.storage.postgres.storage import PostgresStorage, Replaced
from bot.storage.sqlite import migrations as sqlite
from tests.bot.storage.samples import begin, moved


async def sql(address: Address, statement: str, *values: object) -> None:
    """Let another program change a database."""
    connection = await asyncpg.connect(address.reveal())
    await connection.execute(statement, *values)
    await connection.close()


async def test_a_second_herald_is_refused_and_the_next_one_is_not(
    address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Storage: open, as for a file."""
    monkeypatch.setattr(claim, "AGAIN", 0.0)
    first, second = PostgresStorage(address), PostgresStorage(address)
    await first.open()
    with pytest.raises(StorageError, match="storage-running"):
        await second.open()
    await first.close()
    await second.open()
    await second.close()


CUT = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database IS NOT NULL"


CUT_AND_TAKE = """
SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database IS NOT NULL;
SELECT pg_advisory_lock($lock, hashtext(current_schema()))
"""


async def test_a_claim_that_is_lost_is_taken_again(address: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    """Storage: PostgreSQL was restarted, or the way to it was cut."""
    monkeypatch.setattr(claim, "AGAIN", 0.01)
    monkeypatch.setattr(claim, "LOOK", 0.01)
    storage = PostgresStorage(address)
    await storage.open()
    table = await begin(storage)
    await sql(address, CUT)
    await asyncio.sleep(0.3)
    with pytest.raises(StorageError, match="storage-running"):
        await PostgresStorage(address).open()
    await storage.record(*moved(table))
    await storage.close()


async def test_who_finds_the_claim_taken_has_been_replaced(address: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    """Storage: vanished: the bot stops, and says why."""
    monkeypatch.setattr(claim, "AGAIN", 0.01)
    storage, other = PostgresStorage(address), await asyncpg.connect(address.reveal())
    await storage.open()
    await other.execute(CUT_AND_TAKE.replace("$lock", str(claim.RUNNING)))
    with pytest.raises(Replaced):
        await asyncio.wait_for(storage.vanished(), 20.0)
    await storage.close()
    await other.close()


async def test_a_foreign_database_is_left_alone(address: Address) -> None:
    """Storage: open: somebody else's tables are there."""
    await sql(address, "CREATE TABLE shopping (item TEXT)")
    with pytest.raises(StorageError, match="storage-foreign"):
        await PostgresStorage(address).open()


async def test_a_newer_database_is_refused_unless_it_allows_this_version(address: Address) -> None:
    """Storage: open: a migration says from which version on Heralds may go on beside it."""
    storage, newer = PostgresStorage(address), migrations.newest() + 1
    await storage.open()
    await storage.close()
    await sql(address, "UPDATE herald SET version = $1", newer)
    await storage.open()
    await storage.close()
    await sql(address, "UPDATE herald SET beside = $1", newer)
    with pytest.raises(StorageError, match="storage-newer"):
        await storage.open()


async def test_nobody_is_let_in_with_another_password(cluster: Cluster) -> None:
    """Storage: open: the error tells the place, and neither password."""
    address = cluster.address(password="sesame")  # noqa: S106 # no real one
    with pytest.raises(StorageError, match="storage-server-refused") as caught:
        await PostgresStorage(address).open()
    assert "sesame" not in f"{caught.value!r}{caught.value.text}{caught.value.__cause__!r}{address}{address!r}"


@pytest.mark.parametrize("dsn", ["postgresql://herald:sesame@127.0.0.1:1/none", "postgresql://herald:sesame@[::1]:1/x"])
async def test_a_server_that_is_not_there_is_said_to_be_away(dsn: str) -> None:
    """Storage: open."""
    with pytest.raises(StorageError, match="storage-server-away") as caught:
        await PostgresStorage(Address(dsn)).open()
    assert "sesame" not in str(caught.value)


def test_both_kinds_have_the_same_version() -> None:
    """Storage: migrations: a number means the same form in both."""
    assert migrations.newest() == sqlite.newest()
    assert set(migrations.steps()) == {number for number in sqlite.steps() if number >= min(migrations.steps())}
