"""A database of the form before documents is carried over whole, or not at all, and beside nobody."""

from __future__ import annotations

import lzma
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.host.address import Address
from bot.host.shards import deal_shards
from bot.storage import legacy, sql
from bot.storage.backends import LOST
from bot.storage.port import Contents, StorageError
from bot.storage.postgres import claim, connections, migrations
from tests.bot.storage.samples import postgres

LEFT = Path(__file__).parents[3] / "released" / "form14.sql.xz"
FOUND = """
SELECT (SELECT version FROM herald) AS version, (SELECT count(*) FROM tables) AS tables,
    (SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace) AS parts,
    to_regclass('seats') IS NULL AS carried
"""


@pytest.fixture
async def other(new_address: Address) -> AsyncIterator[asyncpg.Connection[asyncpg.Record]]:
    """Return a connection to a database of form 14."""
    connection = await asyncpg.connect(new_address.reveal())
    await connection.execute(lzma.decompress(LEFT.read_bytes()).decode())
    yield connection
    await connection.close()


async def test_a_database_whose_carrying_over_is_cut_is_as_it_was(
    new_address: Address, other: asyncpg.Connection[asyncpg.Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Storage: open: the step is one transaction; the next one who opens takes it."""
    before, carry_over = await other.fetchrow(FOUND), legacy.carry_over

    async def cut(contents: Contents, **known: Any) -> None:
        await carry_over(contents, **known)
        assert isinstance(contents, migrations.ServerContents)
        await other.execute("SELECT pg_terminate_backend($1)", contents.connection.get_server_pid())

    with monkeypatch.context() as killed:
        killed.setattr(legacy, "carry_over", cut)
        killed.setattr("bot.storage.postgres.database.MIGRATING", connections.PATIENCE / 4)
        with pytest.raises(StorageError, match="storage-server-away"):
            await postgres(new_address).open()
    assert await other.fetchrow(FOUND) == before
    storage = postgres(new_address)
    await storage.open()
    after = await other.fetchrow(FOUND)
    assert before is not None
    assert after is not None
    assert (after["version"], after["tables"], after["carried"]) == (
        migrations.newest_version(),
        before["tables"],
        True,
    )
    assert await other.fetchval("SELECT count(*) FROM pg_class WHERE relname LIKE 'old\\_%'") == 0
    await storage.close()


async def test_an_older_herald_that_runs_is_neither_carried_over_nor_kept_waiting(
    new_address: Address, other: asyncpg.Connection[asyncpg.Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scale, Updates: the new one is refused before it touches anything."""
    monkeypatch.setattr(claim, "TRIES", 1)
    monkeypatch.setattr(legacy, "carry_over", None)
    for name in (migrations.FORM + 14, migrations.RUNNING):
        assert await other.fetchval(claim.TOGETHER, name)
    before = await other.fetchrow(FOUND)
    with pytest.raises(StorageError, match="storage-older-runs"):
        await postgres(new_address, deal_shards(4, 2)).open()
    assert await other.fetchrow(FOUND) == before


@pytest.mark.parametrize("version", [1, 13])
async def test_unreleased_form(new_address: Address, other: asyncpg.Connection[asyncpg.Record], version: int) -> None:
    """Storage: open: it is refused in a sentence for the host, and left alone."""
    await other.execute("UPDATE herald SET version = $1", version)
    before = await other.fetchrow(FOUND)

    with pytest.raises(StorageError, match="storage-unreleased"):
        await postgres(new_address).open()

    assert await other.fetchrow(FOUND) == before


async def test_many_tables_are_looked_for_at_once(address: Address) -> None:
    """Where each row of a hundred thousand tables went through them all, verifying took longer than a night."""
    connection = await asyncpg.connect(address.reveal())
    await migrations.migrate(connection, address)
    # Without this a plan for the few rows that are there may go through them one by one.
    await connection.execute("SET enable_nestloop = off")
    plan = "\n".join(line for (line,) in await connection.fetch(f"EXPLAIN {LOST.text}"))
    await connection.close()
    assert plan.count("Anti Join") == len(sql.PARTS), plan
    assert "SubPlan" not in plan
