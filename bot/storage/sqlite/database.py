"""The database file: who may open it, how its connections are set up, and SQLite's errors as texts for the host."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from bot.storage.port import StorageError

APPLICATION_ID = 0x4845524C
BUSY_SECONDS = 2.0
"""How long another program that holds the database is waited for; Discord waits three seconds for an answer."""
PRIMARY_CODE = 0xFF

KEYS = {
    sqlite3.SQLITE_FULL: "storage-full",
    sqlite3.SQLITE_NOTADB: "storage-foreign",
    sqlite3.SQLITE_CORRUPT: "storage-damaged",
    sqlite3.SQLITE_BUSY: "storage-busy",
    sqlite3.SQLITE_LOCKED: "storage-busy",
    sqlite3.SQLITE_READONLY: "storage-read-only",
    sqlite3.SQLITE_CANTOPEN: "storage-no-access",
    sqlite3.SQLITE_PERM: "storage-no-access",
    sqlite3.SQLITE_IOERR: "storage-disk",
}


def explain(error: sqlite3.Error | OSError, path: Path) -> StorageError:
    """Return an error of SQLite or of the system as one for the host."""
    if isinstance(error, OSError):
        return StorageError("storage-unusable", path=str(path), why=error.strerror or type(error).__name__)
    key = KEYS.get(getattr(error, "sqlite_errorcode", 0) & PRIMARY_CODE)
    if key is None:
        # SQLite's own words may quote a row, in which there are hands.
        why = getattr(error, "sqlite_errorname", type(error).__name__)
        return StorageError("storage-unusable", path=str(path), why=why)
    return StorageError(key, path=str(path))


def restoring(path: Path) -> Path:
    """Return the file that stands beside a database as long as a restore of it isn't finished."""
    return Path(f"{path.resolve()}.restoring")


def busy(error: BaseException) -> bool:
    """Tell whether an error says that another program is writing to the database."""
    return getattr(error, "sqlite_errorcode", 0) & PRIMARY_CODE == sqlite3.SQLITE_BUSY


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
                raise StorageError("storage-running", path=str(self._path)) from error
            raise explain(error, beside) from error
        self._held = held

    def release(self) -> None:
        """Give the lock back, if it is held."""
        if self._held is not None:
            self._held.close()
            self._held = None


def connect(path: Path, mode: str = "rw") -> sqlite3.Connection:
    """Open a connection without implicit transactions, whose rows know their columns; `mode` is SQLite's: rw or rwc.

    Bytes that are no text are read as U+FFFD, which breaks their row's seal: an error of SQLite's would quote the row,
    and keep it from telling of the others.
    """
    if not path.parent.is_dir():
        raise StorageError("storage-no-directory", path=str(path))
    address = f"{path.absolute().as_uri()}?mode={mode}"
    db = sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
    db.row_factory = sqlite3.Row
    db.text_factory = lambda raw: raw.decode(errors="replace")
    return db


def version(db: sqlite3.Connection, path: Path, newest: int) -> int:
    """Return a database's version, 0 if it is empty; raise StorageError if it is foreign or newer than `newest`."""
    owner, found = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    used = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if not used and not owner and not found:
        return 0
    if owner != APPLICATION_ID:
        raise StorageError("storage-foreign", path=str(path))
    if found > newest:
        raise StorageError("storage-newer", path=str(path), found=str(found), known=str(newest))
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
        raise StorageError("storage-missing", path=str(path))
    db = connect(path)
    try:
        db.execute("PRAGMA query_only = ON")
        found = version(db, path, newest)
    except BaseException:
        db.close()
        raise
    if found < newest:
        db.close()
        raise StorageError("storage-older", path=str(path))
    return db
