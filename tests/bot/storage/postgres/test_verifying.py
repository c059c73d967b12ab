"""Damage is found in PostgreSQL as it is in a file: by the same seals, told in the same words."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.host.address import Address
from bot.storage import chain, checks, kinds
from bot.storage.verify import Fault
from bot.storage.moving import move
from bot.storage.postgres import migrations
from bot.storage.postgres.changes import named
from bot.storage.postgres.statements import column as quoted
from tests.bot.storage.postgres.test_moving import filled

CHANGES = [
    *((part, column) for part, columns in chain.COLUMNS.items() for column in columns),
    *(("tables", name) for name in ("opener", "created", "since", "expired", "ended_by", "advice", "takes_orders")),
    *(("seats", "user"), ("seats", "name"), ("seats", "level"), ("incidents", "user"), ("incidents", "after")),
]
KEYS = {"table_id", "id", "user", "server"}
"""Columns that say whose a row is; another value there makes a row somebody else's, or nobody's."""
CHANGED = [(part, column) for part, column in CHANGES if part in {"seats", "incidents"} or column not in KEYS]


async def alter(address: Address, part: str, column: str, value: object, row: str | None = None) -> tuple[Any, str]:
    """Write something else into a column of a row, as a disk would: no trigger and no key is asked.

    Return what stood there, and where the row is now; None stands for the last row of the part.
    """
    name, kept = quoted(column), named(str(value)) if column == "name" and row is None else value
    connection = await asyncpg.connect(address.reveal())
    await connection.execute("SET session_replication_role = replica")
    where = row or await connection.fetchval(f"SELECT max(ctid)::text FROM {part}")  # noqa: S608 # our own schema
    before = await connection.fetchval(f"SELECT {name} FROM {part} WHERE ctid = '{where}'")  # noqa: S608 # as above
    changed = f"UPDATE {part} SET {name} = $1 WHERE ctid = '{where}' RETURNING ctid::text"  # noqa: S608 # as above
    now = await connection.fetchval(changed, kept)
    await connection.close()
    return before, now


async def other(address: Address, part: str, column: str) -> object:
    """Return a value that fits a column and stands in none of its rows."""
    connection = await asyncpg.connect(address.reveal())
    (kind,) = await connection.fetchrow(
        "SELECT data_type FROM information_schema.columns "
        "WHERE table_schema = current_schema() AND table_name = $1 AND column_name = $2",
        part,
        column,
    ) or (None,)
    await connection.close()
    return {"bigint": 77, "double precision": 77.5, "text": "[77]", "bytea": b"77"}[str(kind)]


async def faults(address: Address) -> list[Fault]:
    """Return what is found, as the command line looks for it."""
    return await asyncio.to_thread(lambda: list(kinds.verify(address, {})))


@pytest.mark.slow
async def test_a_whole_database_has_no_faults(address: Address) -> None:
    """Storage: verify."""
    await filled(address)
    assert await faults(address) == []


@pytest.mark.slow
async def test_whatever_is_changed_is_found(address: Address) -> None:
    """Storage: verify: one column of one row after the other, whether it is sealed with its row or with people."""
    await filled(address)
    for part, column in CHANGED:
        before, row = await alter(address, part, column, await other(address, part, column))
        assert await faults(address), (part, column)
        await alter(address, part, column, before, row)
    assert await faults(address) == []


@pytest.mark.slow
async def test_faults_are_told_in_the_words_of_a_file(address: Address, tmp_path: Path) -> None:
    """Storage: verify: the same damage in both kinds, the same faults."""
    path = tmp_path / "herald.db"
    await filled(address)
    await move(address, path, {})
    damage = (
        "UPDATE tables SET state = '{}' WHERE id = 2",
        "DELETE FROM moves WHERE table_id = 2 AND seq = 7",
        "UPDATE moves SET seat = 1 WHERE table_id = 2 AND seq = 2",
        "DELETE FROM seats WHERE table_id = 3 AND seat = 0",
        "DELETE FROM shuffles WHERE table_id = 1",
        "UPDATE servers SET locale = 'xx'",
        "UPDATE announcements SET dms = 'x' WHERE table_id = 2",
        "DELETE FROM checkpoints WHERE table_id = 3",
        "INSERT INTO wishes VALUES (9, 77, 1.0)",
    )
    connection = await asyncpg.connect(address.reveal())
    await connection.execute("SET session_replication_role = replica")
    with closing(sqlite3.connect(path)) as db, db:
        for trigger in ("moves_stay", "moves_last", "checkpoints_stay", "checkpoints_last"):
            db.execute(f"DROP TRIGGER {trigger}")
        for statement in damage:
            db.execute(statement)
            await connection.execute(statement)
    await connection.close()
    there = await faults(address)
    assert there == list(kinds.verify(path, {}))
    assert len({fault.what.key for fault in there}) == 9


@pytest.mark.parametrize("part", checks.LOST)
async def test_many_tables_are_looked_for_at_once(address: Address, part: str) -> None:
    """Where each row of a hundred thousand tables went through them all, verifying took longer than a night."""
    connection = await asyncpg.connect(address.reveal())
    await migrations.migrate(connection, address)
    # Without this a plan for the few rows that are there may go through them one by one.
    await connection.execute("SET enable_nestloop = off")
    plan = "\n".join(line for (line,) in await connection.fetch(f"EXPLAIN {checks.LOST[part]}"))
    await connection.close()
    assert "Anti Join" in plan, plan
    assert "SubPlan" not in plan
