"""The database file: who may open it, how its connections are set up, and SQLite's errors as sentences for the host."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from bot.storage.port import StorageError

APPLICATION_ID = 0x4845524C
BUSY_SECONDS = 5.0
PRIMARY_CODE = 0xFF

SENTENCES = {
    sqlite3.SQLITE_FULL: "There is no room left on the disk for {path}.",
    sqlite3.SQLITE_NOTADB: "{path} is not a database of Herald.",
    sqlite3.SQLITE_CORRUPT: "{path} is damaged; check it with `python -m bot verify` or put a backup in its place.",
    sqlite3.SQLITE_BUSY: "{path} is being used by another program.",
    sqlite3.SQLITE_LOCKED: "{path} is being used by another program.",
    sqlite3.SQLITE_READONLY: "{path} can't be written to; check the permissions of the file and its directory.",
    sqlite3.SQLITE_CANTOPEN: "{path} can't be opened; check the permissions of the file and its directory.",
    sqlite3.SQLITE_PERM: "{path} can't be opened; check the permissions of the file and its directory.",
    sqlite3.SQLITE_IOERR: "The disk failed while {path} was being used.",
}


def explain(error: sqlite3.Error | OSError, path: Path) -> StorageError:
    """Return an error of SQLite or of the system as one sentence for the host."""
    if isinstance(error, OSError):
        return StorageError(f"{path} can't be used: {error.strerror}.")
    sentence = SENTENCES.get(getattr(error, "sqlite_errorcode", 0) & PRIMARY_CODE, "{path} can't be used: {error}.")
    return StorageError(sentence.format(path=path, error=error))


class Lock:
    """The right to write to a database, held by one Herald at a time; the system takes it back when the process dies.

    It is an open transaction on an empty SQLite file beside the database, because SQLite locks files on every system.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._held: sqlite3.Connection | None = None

    def take(self) -> None:
        """Take the lock; raise StorageError if another Herald has it."""
        beside = Path(f"{self._path}.lock")
        try:
            held = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
        except sqlite3.Error as error:
            raise explain(error, beside) from error
        try:
            held.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            held.close()
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise StorageError(f"Another Herald is already running on {self._path}.") from error
            raise explain(error, beside) from error
        self._held = held

    def release(self) -> None:
        """Give the lock back, if it is held."""
        if self._held is not None:
            self._held.close()
            self._held = None


def connect(path: Path, mode: str = "rw") -> sqlite3.Connection:
    """Open a connection without implicit transactions, whose rows know their columns; `mode` is SQLite's: rw or rwc."""
    if not path.parent.is_dir():
        raise StorageError(f"The directory of {path} doesn't exist.")
    address = f"{path.absolute().as_uri()}?mode={mode}"
    db = sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
    db.row_factory = sqlite3.Row
    return db


def version(db: sqlite3.Connection, path: Path, newest: int) -> int:
    """Return a database's version, 0 if it is empty; raise StorageError if it is foreign or newer than `newest`."""
    owner, found = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    used = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if not used and not owner and not found:
        return 0
    if owner != APPLICATION_ID:
        raise StorageError(f"{path} is not a database of Herald.")
    if found > newest:
        raise StorageError(
            f"{path} was written by a newer Herald (version {found} of the database; this one knows {newest})."
        )
    return int(found)


def open_writing(path: Path) -> sqlite3.Connection:
    """Open or make a database to be written: each commit is on the disk when it returns."""
    db = connect(path, "rwc")
    try:
        db.execute("PRAGMA synchronous = FULL")
    except BaseException:
        db.close()
        raise
    return db


def open_reading(path: Path, newest: int) -> sqlite3.Connection:
    """Open a database of today's version to be read, with or without a Herald that runs on it."""
    if not path.is_file():
        raise StorageError(f"There is no database at {path}.")
    db = connect(path)
    try:
        db.execute("PRAGMA query_only = ON")
        found = version(db, path, newest)
    except BaseException:
        db.close()
        raise
    if found < newest:
        db.close()
        raise StorageError(f"{path} was written by an older Herald; start this one on it once to carry it over.")
    return db
