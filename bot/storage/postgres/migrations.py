"""The numbered steps of the database's form, by the numbers that SQLite's have, each taken whole or not at all.

A step says whether Heralds that know only the form before it may go on beside those that know it, for the time of an
update: then it leaves `herald.beside` as it is. Otherwise, as where something is sealed in another way, it writes its
own number there. None such is taken while an older one runs, and afterwards none is let in.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from functools import cache
from importlib.resources import files

from bot.host.address import Address
from bot.storage.port import StorageError
from bot.storage.postgres.connections import Connection

log = logging.getLogger(__name__)

Steps = dict[int, str]

AFTER: dict[int, Callable[[Connection], Awaitable[None]]] = {}
"""What SQL can't do of a step and needs the new form; it is done last, in the step's transaction."""
RUNNING = 0x4845524C
"""The lock of whoever runs on a database, alone or with others (`claim`)."""
STEPPING = 0x48455241
"""The lock of whoever takes steps: of several processes that start together, one does."""
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
USED = "SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace"


@cache
def steps() -> Steps:
    """Return the SQL of each step by its number, in order; an empty database begins with the first."""
    folder = files("bot.storage.postgres") / "migrations"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    return {int(name.split("_")[0]): (folder / name).read_text("utf-8") for name in names}


def newest() -> int:
    """Return the version that this Herald writes."""
    return max(steps())


async def version(connection: Connection, address: Address) -> int:
    """Return a database's version, 0 if it is empty.

    Raise StorageError if it is foreign, or newer than this Herald and not for it to go on beside.
    """
    if await connection.fetchval("SELECT to_regclass('herald')") is None:
        if await connection.fetchval(USED):
            raise StorageError("storage-foreign", path=str(address))
        return 0
    found, beside = await connection.fetchrow("SELECT version, beside FROM herald") or (0, 0)
    if beside > newest():
        raise StorageError("storage-newer", path=str(address), found=str(found), known=str(newest()))
    return int(found)


async def migrate(connection: Connection, address: Address) -> int:
    """Carry a database forward to the newest version and return the one it had, 0 if it was empty.

    Raise StorageError if a Herald runs on it that couldn't go on beside this one; nothing is changed then.
    """
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1::bigint)", STEPPING)
        found = await version(connection, address)
        for number, step in steps().items():
            if number > found:
                if found:
                    log.info("%s is carried forward to version %s; large ones take a while", address, number)
                await connection.execute(step)
                if number in AFTER:
                    await AFTER[number](connection)
                await connection.execute("UPDATE herald SET version = $1", number)
        if 0 < found < newest():
            await _alone(connection, address)
    return found


async def known(connection: Connection, address: Address) -> None:
    """Raise StorageError if a database has got a form meanwhile that this Herald can't go on with."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1::bigint)", STEPPING)
        await version(connection, address)


async def _alone(connection: Connection, address: Address) -> None:
    """Raise StorageError if a Herald runs that doesn't know the oldest form which may go on beside the one made now."""
    beside = await connection.fetchval("SELECT beside FROM herald")
    if await connection.fetchval(OLDER, RUNNING, FORM + beside, FORM + FORMS - 1):
        raise StorageError("storage-older-runs", path=str(address))


async def check(connection: Connection, address: Address) -> None:
    """Raise StorageError if a database isn't one of this version, or one that it may be read as."""
    found = await version(connection, address)
    if not found:
        raise StorageError("storage-missing", path=str(address))
    if found < newest():
        raise StorageError("storage-older", path=str(address))
