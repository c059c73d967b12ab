"""Storage in one SQLite file: one connection writes in groups, another reads beside it."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import NoReturn, TypeVar

from bot.clocks.clock import Clock
from bot.host.shards import WHOLE, Share
from bot.storage import rows
from bot.storage.notices import Notice
from bot.storage.port import StorageError
from bot.storage.reading import sound, unchosen
from bot.storage.records import Announced, Logged, Person, Server, Status, TableId, TableRecord, Tally
from bot.storage.sqlite import backups, changes, migrations, questions, removals, shape
from bot.storage.sqlite.connection import Connection, Work
from bot.storage.sqlite.customs import Follows
from bot.storage.sqlite.database import PRIMARY_CODE, Lock, connect, explain, open_reading, open_writing, restoring
from bot.storage.sqlite.times import Times
from bot.storage.sqlite.upkeep import Checkpoints, Presence, Upkeep, Vanished, announce_new, checkpoint, traces
from bot.storage.sqlite.writer import Writer
from engine.saves import Save

T = TypeVar("T")

log = logging.getLogger(__name__)


class SqliteStorage(Times, Follows):
    """Tables at rest in the SQLite file at `path`; one Herald at a time may have it open."""

    def __init__(self, path: Path, checkpoints: Checkpoints = Checkpoints.TRUNCATE, share: Share = WHOLE) -> None:
        """Take where the file is, how far its checkpoints go, and all shards there are; nothing is opened yet."""
        self._path = path
        self.share = share
        self._checkpoints = checkpoints
        self._lock = Lock(path)
        self._presence: Presence | None = None
        self._upkeep: Upkeep | None = None
        self._looking: asyncio.Task[None] | None = None
        self._vanished = asyncio.Event()
        self._writing: Connection | None = None
        self._reading: Connection | None = None
        self._writer: Writer | None = None
        self._listeners: list[Callable[[TableId], None]] = []
        self._timers: list[Callable[[float], None]] = []

    async def open(self) -> None:
        """Lock the database and carry it forward; raise StorageError, for the host, if it can't be used."""
        try:
            await self._connect()
        except BaseException as error:
            await self.close()
            if isinstance(error, sqlite3.Error | OSError):
                raise explain(error, self._path) from error
            raise

    async def _connect(self) -> None:
        self._writing = await Connection.started(self._prepare, "sqlite writer")
        reader = partial(open_reading, self._path, migrations.newest())
        self._reading = await Connection.started(reader, "sqlite reader")
        self._presence = Presence(self._path)
        self._writer = Writer(self._writing, self._presence.check)
        self._upkeep = Upkeep(self._presence, self._writer, partial(connect, self._path), self._checkpoints)
        self._looking = asyncio.create_task(self._look_after(self._upkeep), name="look after the database")

    def _prepare(self) -> sqlite3.Connection:
        """Return the connection that writes, in whose thread this runs."""
        if not self._path.parent.is_dir():
            raise StorageError("storage-no-directory", path=str(self._path))
        if restoring(self._path).exists():
            raise StorageError("storage-restoring", path=str(self._path))
        before = traces(self._path)
        self._lock.take()
        db = open_writing(self._path)
        try:
            if not migrations.migrate(db, self._path):
                announce_new(self._path, before)
            shape.check(db, self._path)
            checkpoint(db, self._checkpoints)
            if self._checkpoints is Checkpoints.PASSIVE:
                # By itself SQLite would begin the log anew while another program still copies it.
                db.execute("PRAGMA wal_autocheckpoint = 0")
            db.execute("PRAGMA foreign_keys = ON")
            # The writer waits by itself: all that are written together wait once.
            db.execute("PRAGMA busy_timeout = 0")
        except BaseException:
            db.close()
            raise
        return db

    async def _look_after(self, upkeep: Upkeep) -> None:
        try:
            await upkeep.run()
        except Vanished:
            self._vanished.set()

    def ours(self, table: TableRecord) -> bool:
        """Tell that a table is looked after here, as all are: a file is one process's."""
        return self.share.holds(table.guild)

    def hear(self, listener: Callable[[Notice], None]) -> None:
        """Tell a listener nothing: no other process changes a file."""

    async def turn(self, line: int, seconds: float) -> float:  # noqa: ARG002 # as every storage is asked
        """Return 0: no other process stands in any line."""
        return 0.0

    async def hand_on(self, table: TableRecord) -> None:
        """Tell nobody: there is no other process."""

    async def confirm(self) -> None:
        """Return at once: as long as this process lives, stopped or not, the lock of the file is its own."""

    @property
    def takes_over(self) -> bool:
        """Tell that no other process lives that had the file before."""
        return False

    async def vanished(self) -> NoReturn:
        """Wait until the open database is removed, replaced or emptied, which may never be; raise Vanished then."""
        await self._vanished.wait()
        raise Vanished(self._path)

    async def close(self) -> None:
        """Finish what waits and let go of the database."""
        if self._writer is not None:
            await self._writer.close()
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.wait({self._looking})
        if self._presence is not None and not self._presence.there:
            self._vanished.set()
        for part in (self._upkeep, self._reading, self._writing):
            if part is not None and self._vanished.is_set():
                part.abandon()
            elif part is not None:
                await part.close()
        self._presence = self._upkeep = self._looking = None
        self._reading = self._writing = self._writer = None
        self._vanished.clear()
        self._lock.release()

    async def create(self, table: TableRecord) -> TableRecord:
        """Keep a new table and return it with its id."""
        created = await self._write(partial(changes.create, table=table))
        self._tell(created.id)
        return created

    async def load(self, table: TableId) -> TableRecord | None:
        """Return a table, or None if there is none of that id; raise StorageError if it is damaged."""
        found = await self._read(lambda db: db.execute(f"{questions.SELECT} WHERE id = ?", (table,)).fetchone())
        return None if found is None else rows.table_of(found)

    async def find(
        self,
        *,
        user: int | None = None,
        channel: int | None = None,
        guild: int | None = None,
        suspended: bool = False,
    ) -> Sequence[TableRecord]:
        """Return the live or the suspended tables of a person, a channel, a server, of some of these together, or all.

        Damaged ones are left out.
        """
        asked = {"user": user, "channel": channel, "guild": guild}
        standing = questions.SUSPENDED if suspended else questions.LIVE
        terms = [standing, *(questions.WHERE[name] for name, wanted in asked.items() if wanted is not None)]
        found = await self._read(partial(_readable, where=" AND ".join(terms), asked=asked))
        return [table for row in found if (table := sound(row)) is not None]

    async def tally(self, user: int, channel: int, guild: int) -> Tally:
        """Count the live tables of a person, of a channel and of a server."""
        asked = {"user": user, "channel": channel, "guild": guild}
        return Tally(*await self._read(lambda db: db.execute(questions.TALLY, asked).fetchone()))

    async def finished(self, channel: int, most: int) -> Sequence[TableRecord]:
        """Return the last tables of a channel whose matches are over, oldest first; damaged ones are left out."""
        found = await self._read(lambda db: db.execute(questions.FINISHED, (channel, most)).fetchall())
        return [table for row in reversed(found) if (table := sound(row)) is not None]

    async def rivalled(self) -> Sequence[TableId]:
        """Return the tables that are being played at which a rival has a seat to play."""
        return await self._numbers(questions.RIVALLED)

    async def behind(self) -> Sequence[TableId]:
        """Return the tables of which Discord hasn't been shown everything."""
        found = await self._read(lambda db: db.execute(questions.BEHIND).fetchall())
        return [TableId(row["id"]) for row in found]

    async def seat(self, table: TableRecord) -> TableRecord:
        """Keep a table's status, opener and sitters; raise LostUpdate if it was changed since it was read."""
        await self._write(partial(changes.seat, table=table))
        self._tell(table.id)
        return table.committed

    async def move(self, table: TableRecord, moved: TableRecord) -> TableRecord:
        """Keep the place and the status of a table; raise LostUpdate if it was changed since it was read."""
        await self._write(partial(changes.move, table=table, moved=moved))
        self._tell(table.id)
        return replace(moved, revision=table.revision + 1)

    async def record(self, table: TableRecord, moves: Sequence[Logged], *, seated: bool = False) -> TableRecord:
        """Keep a table's match, status and new moves in one transaction; raise LostUpdate if they don't follow on."""
        await self._write(changes.record(table, moves, seated=seated))
        self._tell(table.id)
        return table.committed

    async def order(self, table: TableRecord, *, quiet: bool) -> TableRecord:
        """Keep what is ordered at a table; raise LostUpdate if it was changed since it was read."""
        await self._write(partial(changes.order, table=table, quiet=quiet))
        if quiet:
            return replace(table, ordered=table.ordered + 1)
        self._tell(table.id)
        return table.committed

    async def carry_over(self, table: TableRecord, save: Save) -> TableRecord:
        """Keep a match under newer rules of its game, with a checkpoint; raise LostUpdate if the table was changed."""
        await self._write(partial(changes.carry_over, table=table, save=save))
        return replace(table, save=save, ordered=table.ordered + table.ordering)

    async def count(self, table: TableRecord) -> None:
        """Keep which message counts for the shuffle of a table without a match; nobody is told."""
        await self._write(partial(changes.count, table=table))

    def listen(self, listener: Callable[[TableId], None]) -> None:
        """Tell a listener of each table whose people, status or match have changed, once that is on the disk."""
        self._listeners.append(listener)

    def time(self, listener: Callable[[float], None]) -> None:
        """Tell a listener of each change how many seconds it took from being asked for until it was on the disk."""
        self._timers.append(listener)

    def _tell(self, table: TableId) -> None:
        for listener in self._listeners:
            listener(table)

    async def announce(self, table: TableId, announced: Announced, clock: Clock | None = None) -> None:
        """Keep what has been announced of a table, and its clocks if they have changed."""
        await self._write(partial(changes.announce, table=table, announced=announced, clock=clock))

    async def stale(self, status: Status, before: float, most: int) -> Sequence[TableId]:
        """Return the tables of a status that was theirs at a time already, longest first."""
        return await self._numbers(removals.STALE, status.value, before, most)

    async def unplayed(self, most: int) -> Sequence[TableId]:
        """Return tables that were ended without a move, and were shown so."""
        return await self._numbers(removals.UNPLAYED, most)

    async def _numbers(self, question: str, *values: float | str) -> list[TableId]:
        found = await self._read(lambda db: db.execute(question, values).fetchall())
        return [TableId(row["id"]) for row in found]

    async def delete(self, table: TableRecord) -> None:
        """Delete a table that is over or ended; raise LostUpdate if it isn't, or was changed since it was read."""
        await self._write(partial(removals.delete, table=table))

    async def retire(self, table: TableRecord) -> TableRecord:
        """End a table whose place is gone; raise LostUpdate if it was changed since it was read."""
        await self._write(partial(removals.retire, table=table))
        announced = replace(table.announced, revision=table.revision + 1, dms=(), consents=())
        return replace(table, status=Status.ENDED, revision=table.revision + 1, announced=announced)

    async def kept(self, user: int) -> Sequence[TableRecord]:
        """Return every table at which a person sits or that the person opened; damaged ones are left out."""
        question = f"{questions.SELECT} {questions.KEPT}"
        found = await self._read(lambda db: db.execute(question, {"user": user}).fetchall())
        return [table for row in found if (table := sound(row)) is not None]

    async def forget(self, user: int, table: TableId) -> None:
        """Take a person out of a table that is over; raise LostUpdate if it isn't."""
        await self._write(partial(removals.forget, user=user, table=table))

    async def forget_choices(self, user: int) -> None:
        """Delete what a user has chosen."""
        await self._write(partial(removals.forget_choices, user=user))

    async def wish(self, user: int, tables: Sequence[TableId], at: float) -> None:
        """Keep that a person wants to be forgotten by tables as soon as they are over."""
        await self._write(partial(removals.wish, user=user, tables=tables, at=at))

    async def wishes(self, user: int | None = None) -> Sequence[tuple[int, TableId]]:
        """Return what a user wished for, or, for no user, all that can be done now."""
        asked = removals.DUE if user is None else removals.WISHES
        values = () if user is None else (user,)
        found = await self._read(lambda db: db.execute(asked, values).fetchall())
        return [(row["user"], TableId(row["table_id"])) for row in found]

    async def log(self, table: TableId, after: int = 0) -> Sequence[Logged]:
        """Return the moves of a table after a given one, oldest first."""
        found = await self._read(lambda db: db.execute(questions.LOG, (after, table)).fetchall())
        lines = list(rows.log_of(found, after))
        for line in lines:
            if not line.sound:
                log.error("Move %s of table %s is damaged; `python -m bot verify` says more", line.seq, table)
        return lines

    async def person(self, user: int) -> Person:
        """Return what a user has chosen."""
        found = await self._read(lambda db: db.execute("SELECT * FROM users WHERE user = ?", (user,)).fetchone())
        return Person(user) if found is None else rows.person_of(found) or unchosen(Person(user))

    async def keep_person(self, person: Person) -> None:
        """Keep what a user has chosen."""
        await self._write(partial(changes.keep_person, person=person))

    async def server(self, server: int) -> Server:
        """Return what is chosen for a server."""
        found = await self._read(lambda db: db.execute("SELECT * FROM servers WHERE server = ?", (server,)).fetchone())
        return Server(server) if found is None else rows.server_of(found) or unchosen(Server(server))

    async def keep_server(self, server: Server) -> None:
        """Keep what is chosen for a server."""
        await self._write(partial(changes.keep_server, server=server))

    async def forget_servers(self, present: Collection[int], now: float, before: float) -> Sequence[int]:
        """Delete what was chosen for servers that have been gone for long, and return them."""
        return await self._write(partial(removals.forget_servers, present=present, now=now, before=before))

    async def homes(self) -> Sequence[int]:
        """Return the servers at which live tables stand."""
        found = await self._read(lambda db: db.execute(questions.HOMES).fetchall())
        return [row["guild"] for row in found]

    async def note(self, key: str) -> str | None:
        """Return a remark that Herald keeps about itself."""
        found = await self._read(lambda db: db.execute("SELECT value FROM notes WHERE key = ?", (key,)).fetchone())
        return None if found is None else str(found["value"])

    async def keep_note(self, key: str, value: str) -> None:
        """Keep a remark that Herald keeps about itself."""
        await self._write(partial(changes.keep_note, key=key, value=value))

    async def backup(self, target: Path) -> None:
        """Copy the database to a new file while the game goes on; raise StorageError if that can't be done."""
        await asyncio.to_thread(backups.backup, self._path, target)

    async def _write(self, change: Work[T]) -> T:
        if self._writer is None:
            raise StorageError("storage-closed")
        asked = perf_counter()
        try:
            result = await self._writer.write(change)
        except Vanished:
            self._vanished.set()
            raise
        except sqlite3.Error as error:
            raise explain(error, self._path) from error
        for timer in self._timers:
            timer(perf_counter() - asked)
        return result

    async def _read(self, work: Work[T]) -> T:
        if self._reading is None:
            raise StorageError("storage-closed")
        try:
            return await self._reading.run(work)
        except sqlite3.Error as error:
            raise explain(error, self._path) from error


def _readable(db: sqlite3.Connection, where: str, asked: Mapping[str, int | None]) -> list[sqlite3.Row]:
    """Return the rows of SELECT that fulfil a condition; where some can't be read any more, all the others."""
    question = f"{questions.SELECT} WHERE {where}"
    try:
        return db.execute(f"{question} ORDER BY tables.id", asked).fetchall()
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & PRIMARY_CODE != sqlite3.SQLITE_CORRUPT:
            raise
    return [row for table in db.execute(questions.IDS).fetchall() for row in _one(db, question, asked, table["id"])]


def _one(db: sqlite3.Connection, question: str, asked: Mapping[str, int | None], table: int) -> list[sqlite3.Row]:
    try:
        return db.execute(f"{question} AND tables.id = :table", {**asked, "table": table}).fetchall()
    except sqlite3.DatabaseError:
        log.error("Table %s can't be read; `python -m bot verify` says more", table)  # noqa: TRY400 # it would quote the row
        return []
