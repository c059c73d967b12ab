"""What is taken out of the database: whole tables, and people from tables that are over.

People have a seal of their own, so that whoever is removed leaves position and log as they were written. What is
deleted stays on PostgreSQL's pages until its vacuum comes by, which it does by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from bot.host.shards import WHOLE, Share
from bot.storage import chain, rows
from bot.storage.port import LostUpdate
from bot.storage.postgres import changes, questions
from bot.storage.postgres.changes import HELD
from bot.storage.postgres.connections import Connection
from bot.storage.postgres.statements import Statement, written
from bot.storage.records import FORGOTTEN, Status, TableId, TableRecord

DELETE = Statement("DELETE FROM tables WHERE id = :id AND revision = :revision AND status IN ('over', 'ended')")
PARTS = (
    *("wishes", "announcements", "clocks", "tidings", "incidents", "seats", "shuffles", "orders"),
    *("moves", "checkpoints"),
)
WISH = "INSERT INTO wishes SELECT $1, unnest($2::bigint[]), $3 ON CONFLICT DO NOTHING"
GRANTED = 'DELETE FROM wishes WHERE "user" = $1 AND table_id = $2'
UNSEAT = """
UPDATE seats SET "user" = $1, name = to_json('#' || (seat + 1))::text, level = NULL
WHERE table_id = $2 AND "user" = $3 RETURNING seat
"""
UNNOTE = """
UPDATE incidents SET "user" = $1, name = to_json('#' || (seat + 1))::text WHERE table_id = $2 AND "user" = $3
"""
FORGET_MESSAGES = "UPDATE announcements SET dms = $1, summons = $2, seal = $3 WHERE table_id = $4"
UNOPEN = "UPDATE tables SET opener = $1 WHERE id = $2 AND opener = $3"
UNNAME = "UPDATE tables SET ended_by = $1 WHERE id = $2 AND ended_by = $3"
SHOWN = "SELECT * FROM announcements WHERE table_id = $1"
BACK = "UPDATE servers SET gone = NULL WHERE gone IS NOT NULL AND server = ANY($1::bigint[])"
GONE = Statement(f"""
UPDATE servers SET gone = :now WHERE gone IS NULL AND server <> ALL(:present::bigint[])
    AND {questions.OURS.replace("guild", "server")}
""")  # noqa: S608 # constants of our own
FORGET_SERVERS = "DELETE FROM servers WHERE gone <= $1 RETURNING server"


async def delete(connection: Connection, table: TableRecord) -> None:
    """Delete a table that is over with all its rows; raise LostUpdate if it isn't, or isn't what was read."""
    async with connection.transaction():
        # The log may go only once its table has gone, which the foreign keys would forbid before the end.
        await connection.execute("SET CONSTRAINTS ALL DEFERRED")
        values = DELETE.values({"id": table.id, "revision": table.revision})
        if not written(await connection.execute(DELETE.text, *values)):
            raise LostUpdate
        for part in PARTS:
            await connection.execute(f"DELETE FROM {part} WHERE table_id = $1", table.id)  # noqa: S608 # constants of this module


async def gone(connection: Connection, table: TableId) -> bool:
    """Tell whether there is no such table any more."""
    return await connection.fetchval("SELECT 1 FROM tables WHERE id = $1", table) is None


async def retire(connection: Connection, table: TableRecord) -> None:
    """End a table that has nowhere to be shown; raise LostUpdate if it isn't what was read."""
    async with connection.transaction():
        await changes.seat(connection, replace(table, status=Status.ENDED))
        await changes.announce(
            connection, table.id, replace(table.announced, revision=table.revision + 1, dms=(), consents=())
        )


async def forget(connection: Connection, user: int, table: TableId) -> None:
    """Take a person out of a table that is over; raise LostUpdate if it isn't."""
    async with connection.transaction():
        closed = await connection.fetchrow(HELD.text, table)
        if closed is None or Status(closed["status"]) not in {Status.OVER, Status.ENDED}:
            raise LostUpdate
        whole = rows.people_whole(await _row(connection, table))
        seats = {seat for (seat,) in await connection.fetch(UNSEAT, FORGOTTEN, table, user)}
        await connection.execute(UNNOTE, FORGOTTEN, table, user)
        await connection.execute(UNOPEN, FORGOTTEN, table, user)
        await connection.execute(UNNAME, FORGOTTEN, table, user)
        await _forget_messages(connection, table, seats, user)
        await connection.execute(GRANTED, user, table)
        if whole:
            # What was damaged before stays so.
            after = rows.people_of(await _row(connection, table))
            await connection.execute("UPDATE tables SET people = $1 WHERE id = $2", after, table)


async def _row(connection: Connection, table: TableId) -> Any:
    return await connection.fetchrow(questions.ONE.text, table)


async def _forget_messages(connection: Connection, table: TableId, seats: set[int], user: int) -> None:
    """Forget which messages were sent to a person, on which seat ever; what can't be read is forgotten whole."""
    for row in await connection.fetch(SHOWN, table):
        dms, summons = rows.without_person(row["dms"], row["summons"], seats, user)
        whole = chain.whole("announcements", row)
        seal = chain.sealed("announcements", {**dict(row), "dms": dms, "summons": summons}) if whole else row["seal"]
        await connection.execute(FORGET_MESSAGES, dms, summons, seal, table)


async def forget_choices(connection: Connection, user: int) -> None:
    """Delete what a person has chosen."""
    async with connection.transaction():
        await connection.execute('DELETE FROM users WHERE "user" = $1', user)
        for part in ("habits", "follows", "tidings"):
            await connection.execute(f'DELETE FROM {part} WHERE "user" = $1', user)  # noqa: S608 # constants


async def forget_servers(
    connection: Connection, present: Collection[int], now: float, before: float, share: Share = WHOLE
) -> Sequence[int]:
    """Date the servers of a share that are not present any more; delete and return those that are gone since a time."""
    there = list(present)
    values = GONE.values({"now": now, "present": there, **questions.shards(share)})
    async with connection.transaction():
        await connection.execute(BACK, there)
        await connection.execute(GONE.text, *values)
        gone = [server for (server,) in await connection.fetch(FORGET_SERVERS, before)]
        for part in ("customs", "follows"):
            await connection.execute(f"DELETE FROM {part} WHERE server = ANY($1::bigint[])", gone)  # noqa: S608 # constants
        return gone


async def wish(connection: Connection, user: int, tables: Sequence[TableId], at: float) -> None:
    """Keep that a person wants to be taken out of tables as soon as they are over."""
    await connection.execute(WISH, user, list(tables), at)
