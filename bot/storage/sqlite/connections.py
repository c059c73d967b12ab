"""Connections to SQLite, each in a thread of its own, which lets a process end that fails before it closes them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from threading import Event, Thread

import aiosqlite

AT_A_TIME = 64
"""Rows that a cursor would fetch at a time; here all are fetched at once."""


async def started(connector: Callable[[], sqlite3.Connection]) -> aiosqlite.Connection:
    """Return a connection that is open; raise what the connector raises, in the connection's thread.

    Whoever is cancelled here is let go once the database is: else its files would come to be after its folder went.
    """
    failed = list[BaseException]()
    connection = _made(partial(_connected, connector, failed))
    starting = asyncio.ensure_future(_awaited(connection))
    try:
        await asyncio.shield(starting)
    except asyncio.CancelledError:
        await starting
        await closed(connection)
        raise
    if failed:
        await closed(connection)
        raise failed[0]
    return connection


def _connected(connector: Callable[[], sqlite3.Connection], failed: list[BaseException]) -> sqlite3.Connection:
    """Return a connection, to nothing where that failed: only what is open can be closed, and its thread ended."""
    try:
        return connector()
    except BaseException as error:  # noqa: BLE001 # it is raised to the one who asked
        failed.append(error)
        return sqlite3.connect(":memory:")


def _made(connector: Callable[[], sqlite3.Connection]) -> aiosqlite.Connection:
    """Return a connection whose thread keeps no process alive, since it is made by one that doesn't, either."""
    made: list[aiosqlite.Connection] = []
    maker = Thread(target=lambda: made.append(aiosqlite.Connection(connector, AT_A_TIME)), daemon=True)
    maker.start()
    maker.join()
    return made[0]


async def _awaited(connection: aiosqlite.Connection) -> None:
    await connection


async def closed(connection: aiosqlite.Connection) -> None:
    """Finish what was asked of a connection, and close it, unless it is closed."""
    with suppress(ValueError):
        await connection.close()


def abandon(connections: Iterable[aiosqlite.Connection]) -> None:
    """Leave connections open until the process ends.

    Closing would have SQLite delete the log by its name, which may be another database's by now.
    """
    Thread(target=lambda _: Event().wait(), args=(list(connections),), daemon=True).start()
