"""One Herald at a time runs on a database, and which databases none may run on."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from bench.postgres import Cluster
from bot.host.address import Address
from bot.host.shards import deal_shards
from bot.storage.port import StorageError
from bot.storage.postgres import claim, migrations
from bot.storage.postgres.claim import Replaced
from bot.storage.sqlite.files import PRESENT
from tests.bot.storage.samples import begin, moved, opened, postgres


async def sql(address: Address, statement: str, *values: object) -> None:
    """Let another program change a database."""
    connection = await asyncpg.connect(address.reveal())
    await connection.execute(statement, *values)
    await connection.close()


CUT = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database IS NOT NULL"


SAID = 14
"""The first step of which it had to be said."""


async def test_a_claim_that_is_lost_is_taken_again(address: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    """Storage: PostgreSQL was restarted, or the way to it was cut."""
    monkeypatch.setattr(claim, "AGAIN", 0.01)
    monkeypatch.setattr(claim, "LOOK", 0.01)
    async with opened(postgres(address)) as storage:
        table = await begin(storage)
        await sql(address, CUT)
        await asyncio.sleep(0.3)
        with pytest.raises(StorageError, match="storage-running"):
            await postgres(address).open()
        await storage.save(*moved(table))


async def test_who_finds_the_claim_taken_has_been_replaced(address: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    """Storage: vanished: the bot stops, and says why."""
    monkeypatch.setattr(claim, "AGAIN", 0.01)
    other = await asyncpg.connect(address.reveal())
    async with opened(postgres(address)) as storage:
        await other.execute(f"{CUT}; SELECT pg_advisory_lock({migrations.RUNNING}, hashtext(current_schema()))")
        with pytest.raises(Replaced):
            await asyncio.wait_for(storage.database.wait_until_vanished(), 60.0)
    await other.close()


async def test_a_foreign_database_is_left_alone(new_address: Address) -> None:
    """Storage: open: somebody else's tables are there."""
    await sql(new_address, "CREATE TABLE shopping (item TEXT)")
    with pytest.raises(StorageError, match="storage-foreign"):
        await postgres(new_address).open()


async def test_a_newer_database_is_refused_unless_it_allows_this_version(address: Address) -> None:
    """Storage: open: a migration says from which version on Heralds may go on beside it."""
    storage, newer = postgres(address), migrations.newest_version() + 1
    await sql(address, "UPDATE herald SET version = $1", newer)
    async with opened(storage):
        pass
    await sql(address, "UPDATE herald SET beside = $1", newer)
    with pytest.raises(StorageError, match="storage-newer"):
        await storage.open()


def ahead(monkeypatch: pytest.MonkeyPatch, step: str) -> int:
    """Let the Heralds that are opened from now on know one more step, and return its number."""
    later = migrations.newest_version() + 1
    known = {**migrations.migration_steps(), later: f"ALTER TABLE notes ADD COLUMN newer TEXT; {step.format(later)}"}
    monkeypatch.setattr(migrations, "migration_steps", lambda: known)
    return later


RAISED = "UPDATE herald SET beside = {}"


async def test_a_form_that_older_ones_cannot_go_on_with_waits_until_they_have_stopped(
    address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scale, Updates: the new one is refused, and changes nothing; afterwards the old one is."""
    monkeypatch.setattr(claim, "TRIES", 1)
    halves = deal_shards(4, 2)
    old, late = postgres(address, halves), postgres(address, halves)
    await old.open()
    with monkeypatch.context() as newer:
        ahead(newer, RAISED)
        new = postgres(address, halves)
        with pytest.raises(StorageError, match="storage-older-runs"):
            await new.open()
        await old.save(*moved(await begin(old)))
        await old.close()
        await new.open()
        another = postgres(address, halves)
        await another.open()
        await another.close()
    with pytest.raises(StorageError, match="storage-newer"):
        await late.open()
    await new.close()


async def test_a_form_that_older_ones_can_go_on_with_is_made_beside_them(
    address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scale, Updates: share by share; an old one may even be started once more."""
    halves = deal_shards(4, 2)
    old, again = postgres(address, halves), postgres(address, halves)
    await old.open()
    with monkeypatch.context() as newer:
        ahead(newer, "")
        new = postgres(address, halves)
        await new.open()
    table = await old.save(*moved(await begin(old)))
    await new.save(*moved(table))
    await new.close()
    await again.open()
    assert (old.share, again.share) == halves
    for each in (old, again):
        await each.close()


async def test_whoever_comes_back_to_a_form_that_it_cannot_go_on_with_stops(
    address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Storage: vanished: the update came while PostgreSQL had lost it."""
    monkeypatch.setattr(claim, "AGAIN", 0.01)
    async with opened(postgres(address, deal_shards(4, 2))) as storage:
        await sql(address, "UPDATE herald SET version = $1, beside = $1", migrations.newest_version() + 1)
        await sql(address, CUT)
        with pytest.raises(StorageError, match="storage-newer"):
            await asyncio.wait_for(storage.database.wait_until_vanished(), 60.0)


def test_each_step_says_whether_older_ones_may_go_on_beside_it() -> None:
    """Scale, Updates: in a line that raises `beside`, or in a comment that tells why it may stay."""
    later = {number: step for number, step in migrations.migration_steps().items() if number >= SAID}
    assert later
    assert [number for number, step in later.items() if "beside" not in step] == []


async def test_nobody_is_let_in_with_another_password(cluster: Cluster) -> None:
    """Storage: open: the error tells the place, and neither password."""
    address = cluster.address(password="sesame")  # noqa: S106 # no real one
    with pytest.raises(StorageError, match="storage-server-refused") as caught:
        await postgres(address).open()
    assert "sesame" not in f"{caught.value!r}{caught.value.text}{caught.value.__cause__!r}{address}{address!r}"


@pytest.mark.parametrize("dsn", ["postgresql://herald:sesame@127.0.0.1:1/none", "postgresql://herald:sesame@[::1]:1/x"])
async def test_a_server_that_is_not_there_is_said_to_be_away(dsn: str) -> None:
    """Storage: open."""
    with pytest.raises(StorageError, match="storage-server-away") as caught:
        await postgres(Address(dsn)).open()
    assert "sesame" not in str(caught.value)


def test_both_kinds_have_the_same_version() -> None:
    """Storage: migrations: a number means the same form in both."""
    assert migrations.newest_version() == PRESENT
