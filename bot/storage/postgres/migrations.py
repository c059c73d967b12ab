"""The numbered forms of the database, by the numbers that SQLite's have; each step is taken whole or not at all.

A new database begins with the form of documents. A step says whether Heralds that know only the form before it may go
on beside those that know it, for the time of an update: then it leaves `herald.beside` as it is. Otherwise, as where
something is sealed in another way, it writes its own number there. None such is taken while an older one runs, and
afterwards none is let in.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from bot.host.address import Address
from bot.host.shards import WHOLE, ShardSet
from bot.storage import legacy
from bot.storage.port import Contents, Row, Statement, StorageError
from bot.storage.postgres import merged_statements
from bot.storage.postgres.connections import Connection

log = logging.getLogger(__name__)

DOCUMENTS = 15
"""The first form in which a table is a document: a database of an earlier one is written anew."""
RUNNING = 0x4845524C
"""The lock of each process that runs on a database, alone or with others (`claim`)."""
STEPPING = 0x48455241
"""The lock of the process that migrates: of several that start together, one does."""
FORM = 0x48480000
"""With the number of a form, the name of the lock that each running Herald holds which knows it (`claim`)."""
OLDER = """
SELECT count(*) FROM pg_locks AS running
WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid::bigint = $1 AND objid::bigint = hashtext(current_schema())::bigint & 4294967295
    AND NOT EXISTS (
        SELECT 1 FROM pg_locks AS form
        WHERE form.locktype = 'advisory' AND form.pid = running.pid AND form.objid = running.objid
            AND form.classid::bigint BETWEEN $2 AND $3
    )
"""
"""How many run that don't know a form; they hold the first lock, and none of the others."""
FORMS = 1 << 16
USED = (
    "SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
)
AS_LONG_AS_IT_TAKES = (
    "SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0"
)
SET_ASIDE = """
DO $$ DECLARE name TEXT;
BEGIN
    FOR name IN SELECT relname FROM pg_class
        WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'i', 'S') ORDER BY relkind
    LOOP
        EXECUTE format('ALTER TABLE %I RENAME TO %I', name, 'old_' || name);
    END LOOP;
END $$;
DROP FUNCTION stays CASCADE
"""
STAY = """
INSERT INTO notes SELECT key, value FROM old_notes WHERE key LIKE 'epoch %';
UPDATE numbers SET last = (
    SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('old_tables', 'id')::regclass), 0)
)
"""
CLEAR_AWAY = """
DO $$ DECLARE name TEXT;
BEGIN
    FOR name IN SELECT relname FROM pg_class
        WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname LIKE 'old\\_%'
    LOOP
        EXECUTE format('DROP TABLE %I CASCADE', name);
    END LOOP;
END $$
"""


class ServerContents(Contents):
    """Contents of a PostgreSQL database, as a transaction sees them."""

    def __init__(self, connection: Connection, share: ShardSet = WHOLE) -> None:
        """Take a `connection` with a transaction, and the `share` of the servers that queries are about."""
        self.connection = connection
        self._words = merged_statements.postgres_dialect(share)

    async def query(self, question: Statement, /, **values: Any) -> Sequence[Row]:
        """Return the rows of an answer."""
        return await merged_statements.fetch(
            self._words, question, values, self.connection
        )

    async def add(self, part: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Write `rows` into `part` as they are."""
        if rows:
            columns = [*rows[0]]
            records = [[row[column] for column in columns] for row in rows]
            await self.connection.copy_records_to_table(
                part, records=records, columns=columns
            )


@cache
def migration_steps() -> dict[int, str]:
    """Return the SQL of each step by its number, in order; the one to documents, for an empty database."""
    return {DOCUMENTS: merged_statements.postgres_dialect().schema("postgres")}


def newest_version() -> int:
    """Return the version that this Herald writes."""
    return max(migration_steps())


async def read_version(connection: Connection, address: Address) -> int:
    """Return a database's version, 0 if it is empty.

    Raise `StorageError` if it is foreign, or newer than this Herald and not for it to go on beside.
    """
    if await connection.fetchval("SELECT to_regclass('herald')") is None:
        if await connection.fetchval(USED):
            raise StorageError("storage-foreign", address)
        return 0

    found, beside = await connection.fetchrow("SELECT version, beside FROM herald") or (
        0,
        0,
    )
    if beside > newest_version():
        raise StorageError(
            "storage-newer", address, found=str(found), known=str(newest_version())
        )

    return int(found)


async def migrate(connection: Connection, address: Address) -> int:
    """Carry a database forward to the newest version and return the one it had, 0 if it was empty.

    Raise `StorageError` if a Herald runs on it that couldn't go on beside this one; nothing is changed then.
    """
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1::bigint)", STEPPING)
        found = await read_version(connection, address)
        if found < newest_version():
            await connection.execute(AS_LONG_AS_IT_TAKES)
            await _take_steps(connection, address, found)
        await connection.execute(
            "UPDATE herald SET version = $1 WHERE version < $1", newest_version()
        )

    return found


async def _take_steps(connection: Connection, address: Address, found: int) -> None:
    if 0 < found < DOCUMENTS - 1:
        raise StorageError("storage-unreleased", address, found=str(found))
    if 0 < found < DOCUMENTS:
        # Asked first: whoever runs would wait for all that is written anew.
        await _check_no_older_runs(connection, address, DOCUMENTS)
    for number, step in migration_steps().items():
        if number > found:
            if found:
                log.info(
                    "%s is carried forward to version %s; large ones take a while",
                    address,
                    number,
                )
            anew = found and number == DOCUMENTS
            await (_write_anew(connection) if anew else connection.execute(step))

    await _check_no_older_runs(
        connection, address, await connection.fetchval("SELECT beside FROM herald")
    )


async def _write_anew(connection: Connection) -> None:
    """Make the form of documents and fill it from the old parts, whose tables are called `old_` and their names."""
    await connection.execute(SET_ASIDE)
    await connection.execute(migration_steps()[DOCUMENTS])
    await connection.execute(STAY)
    # Their names were JSON, for PostgreSQL has no text with a NUL in it.
    await legacy.carry_over(ServerContents(connection), name_of=json.loads)
    await connection.execute(CLEAR_AWAY)


async def check_known(connection: Connection, address: Address) -> None:
    """Raise `StorageError` if a database has got a form meanwhile that this Herald can't go on with."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1::bigint)", STEPPING)
        await read_version(connection, address)


async def _check_no_older_runs(
    connection: Connection, address: Address, beside: int
) -> None:
    """Raise `StorageError` if a Herald runs that knows neither a form nor a later one."""
    if await connection.fetchval(OLDER, RUNNING, FORM + beside, FORM + FORMS - 1):
        raise StorageError("storage-older-runs", address)


async def check_version(connection: Connection, address: Address) -> None:
    """Raise `StorageError` if a database isn't one of this version, or one that it may be read as."""
    found = await read_version(connection, address)
    if found < newest_version():
        raise StorageError("storage-older" if found else "storage-missing", address)
