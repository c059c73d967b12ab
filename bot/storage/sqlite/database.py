"""One open SQLite file: a connection writes in groups, another reads beside it, each in a thread of its own."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import Any, NoReturn

import aiosqlite

from bot.host.answer_deadline import cancel_until_done
from bot.host.shards import WHOLE, ShardSet
from bot.storage.port import Change, Database, Notice, Row, Statement, StorageError
from bot.storage.sqlite import migrations
from bot.storage.sqlite.files import (
    LOCK,
    closed_on_error,
    connect,
    explain_errors,
    hold_lock,
    open_reading,
    restore_marker,
)
from bot.storage.sqlite.migrations import sqlite_text
from bot.storage.sqlite.writer import (
    Checkpoints,
    GroupConnection,
    Upkeep,
    Writer,
    file_identity,
    run_checkpoint,
)

log = logging.getLogger(__name__)

CACHE_KIB = 512
"""Memory for pages of the file, of each connection: the operating system keeps them in its own as well."""
AT_A_TIME = 64
"""Rows that a cursor would fetch at a time; here all are fetched at once."""


class SqliteDatabase(Database):
    """Open SQLite file at `path`; one Herald at a time may have it open, so no other process gets notices."""

    def __init__(
        self,
        path: Path,
        checkpoints: Checkpoints = Checkpoints.TRUNCATE,
        share: ShardSet = WHOLE,
    ) -> None:
        """Take the `path` of the file, how far its `checkpoints` go, and all shards there are; nothing is opened."""
        self._path = path
        self.share = share
        self._checkpoints = checkpoints
        self._held = AsyncExitStack()
        self._vanished = asyncio.Event()
        self._connections: list[aiosqlite.Connection] = []
        self._writer: Writer | None = None
        self._upkeep: Upkeep | None = None

    async def open(self) -> None:
        """Lock the database and carry it forward; raise `StorageError`, for the host, if it can't be used."""
        try:
            with explain_errors(self._path):
                for connector in (self._prepare, partial(open_reading, self._path)):
                    connection = await start_connection(connector)
                    await connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
                    self._held.push_async_callback(self._let_go, connection)
                    self._connections.append(connection)
        except BaseException:
            await self.close()
            raise

        names = str(self._path), f"{self._path.resolve()}-wal"
        self._files = {name: file_identity(name) for name in names}
        self._writer = Writer(self._connections[0], self._check_presence)
        self._upkeep = Upkeep(self._path, self._writer, self._checkpoints)
        looking = asyncio.create_task(
            self._upkeep.run(), name="look after the database"
        )
        self._held.push_async_callback(cancel_until_done, looking)

    def _prepare(self) -> sqlite3.Connection:
        """Return the connection that writes."""
        if restore_marker(self._path).exists():
            raise StorageError("storage-restoring", self._path)
        real = self._path.resolve()
        patterns = f"{real.name}*", f"{real.stem}-*T*Z.db"
        before = sorted(
            {file.name for each in patterns for file in real.parent.glob(each)}
        )
        # A first start that was killed leaves journals, too.
        beside = [
            name
            for name in before
            if name != real.name and not name.endswith((LOCK, "-journal"))
        ]
        if beside and real.is_file() and not real.stat().st_size:
            # SQLite would begin another database there, and delete the log of the one that was.
            raise StorageError("storage-empty", self._path, found=", ".join(beside))
        self._held.enter_context(hold_lock(self._path))

        with closed_on_error(connect(self._path, "rwc", GroupConnection)) as db:
            if not migrations.migrate(db, self._path):
                self._log_new_database(before)
            run_checkpoint(db, self._checkpoints)
            if self._checkpoints is Checkpoints.PASSIVE:
                # By itself SQLite would begin the log anew while another program still copies it.
                db.execute("PRAGMA wal_autocheckpoint = 0")
            db.execute("PRAGMA foreign_keys = ON")
            db.execute("PRAGMA secure_delete = ON")
            db.isolation_level = "IMMEDIATE"
            return db

    def _log_new_database(self, found: Sequence[str]) -> None:
        """Tell the host that a database was begun anew: as a warning if there has been one before."""
        if found:
            log.warning(
                "%s held no tables, so a new, empty database was made there, although a Herald has been here before "
                "(%s). If tables are missing, stop this one and put a backup in its place: "
                "python -m bot restore FILE",
                self._path,
                ", ".join(found),
            )
        else:
            log.info("a new, empty database was made at %s", self._path)

    async def query(self, question: Statement, /, **values: Any) -> Sequence[Row]:
        """Return the rows of an answer."""
        try:
            with explain_errors(self._path):
                return list(
                    await self._connections[1].execute_fetchall(
                        sqlite_text(question), values
                    )
                )
        except (ValueError, IndexError) as error:
            # The connection is closed, or let go.
            raise StorageError("storage-closed") from error

    async def change(self, *changes: Change, tell: Sequence[Notice] = ()) -> None:
        """Make `changes` in one transaction, or none; raise `LostUpdate` where one writes other rows than it must.

        No other process writes to a file, so `tell` has no addressee, and no outcome is unknown.
        """
        del tell
        if self._writer is None:
            raise StorageError("storage-closed")

        with explain_errors(self._path):
            await self._writer.write(changes)

    async def close(self) -> None:
        """Finish the work that waits and let go of the database."""
        writer, self._writer = self._writer, None
        if writer is not None:
            await writer.close()
        await self._held.aclose()
        self._connections.clear()
        self._vanished.clear()

    async def _let_go(self, connection: aiosqlite.Connection) -> None:
        if not self._vanished.is_set():
            await close_connection(connection)
            return
        # Closing would have SQLite delete the log by its name, which may be another database's by now: it stays open
        # until the process ends.
        Thread(target=lambda _: Event().wait(), args=(connection,), daemon=True).start()

    # What its kind alone can tell

    async def wait_until_vanished(self) -> NoReturn:
        """Wait until the database is removed, replaced or emptied, which may never be; raise `StorageError` then."""
        await self._vanished.wait()
        raise StorageError("storage-vanished", self._path)

    def _check_presence(self) -> None:
        """Raise `StorageError` where the database or its log aren't the files any more that are open."""
        if any(file_identity(name) != known for name, known in self._files.items()):
            self._vanished.set()
            raise StorageError("storage-vanished", self._path)


async def start_connection(
    connector: Callable[[], sqlite3.Connection],
) -> aiosqlite.Connection:
    """Return a connection that `connector` has opened; raise its errors.

    A caller that is cancelled here goes on once the connection is closed: else its files would appear after its folder
    went.
    """
    starting = asyncio.ensure_future(_start_in_thread(connector))
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        with suppress(Exception):
            await close_connection(await starting)
        raise


async def _start_in_thread(
    connector: Callable[[], sqlite3.Connection],
) -> aiosqlite.Connection:
    """Return a connection whose thread keeps no process alive, since it is made by one that doesn't, either."""
    db, made = await asyncio.to_thread(connector), list[aiosqlite.Connection]()
    maker = Thread(
        target=lambda: made.append(aiosqlite.Connection(lambda: db, AT_A_TIME)),
        daemon=True,
    )
    maker.start()
    maker.join()
    return await made[0]


async def close_connection(connection: aiosqlite.Connection) -> None:
    """Finish the work of a `connection`, and close it, unless it is closed."""
    with suppress(ValueError):
        await connection.close()
