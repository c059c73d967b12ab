"""What `verify` asks is asked so that a large PostgreSQL database answers."""

from __future__ import annotations

import asyncpg

from bot.host.address import Address
from bot.storage import sql
from bot.storage.backends import LOST
from bot.storage.postgres import migrations


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
