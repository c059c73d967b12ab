"""Database file: its files, its lock, the settings of its connections, and SQLite's errors as texts for the host.

The files hold hands and seeds: they are for their owner alone, and found where others may read them.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path

from bot.storage.port import StorageError

if sys.platform == "linux":
    from fcntl import LOCK_EX, LOCK_NB, flock

PRIVATE = 0o600
"""The mode of files that hold hands or seeds."""
BESIDE = ("-wal", "-shm", "-journal")
"""How the names of those files end that are a database together with its own."""
FILES = ("", *BESIDE)
LOCK = ".lock"
UNFINISHED = ".partial"
"""How the name of a database ends that is being written."""
PUT_ASIDE = (".before-", ".replaced-")
"""What stands in the names of those that were put aside by an update or a restore."""
ASIDE_DAYS = 30
"""Days for which these stay."""
HALF_RESTORED = ".replaced-unfinished-"
"""What stands in the names of those that a restore works on; one that was killed leaves them."""

APPLICATION_ID = 0x4845524C
PRESENT = 15
"""The version that this Herald writes."""
BUSY_SECONDS = 1.5
"""How long another program that holds the database is waited for: less than an answer may take."""
SMALLEST_BYTES = 512
"""No database is smaller than one page of the smallest size."""

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
SYSTEM_KEYS = {
    errno.ENOSPC: "storage-full",
    errno.EDQUOT: "storage-full",
    errno.EACCES: "storage-no-access",
    errno.EPERM: "storage-no-access",
    errno.EISDIR: "storage-no-access",
    errno.EROFS: "storage-read-only",
    errno.EIO: "storage-disk",
    errno.ENOENT: "storage-no-directory",
    errno.ENOTDIR: "storage-no-directory",
}


def make_private_file(path: Path) -> None:
    """Make an empty file at `path` that its owner alone may read; one that is there already stays as it is.

    SQLite gives the files that it makes beside a database the database's own mode.
    """
    with suppress(FileExistsError):
        path.resolve().touch(PRIVATE, exist_ok=False)


def database_files(path: Path) -> Iterator[Path]:
    """Yield the files of a database that are there: itself, SQLite's, the lock, and those put aside."""
    real = path.resolve()
    yield from (
        file for part in (*FILES, LOCK) if (file := Path(f"{real}{part}")).is_file()
    )
    yield from files_put_aside(path)


def files_put_aside(path: Path) -> list[Path]:
    """Return the copies that updates have made of a database and the files that restores have replaced, by name."""
    real = path.resolve()
    return sorted(
        file
        for mark in PUT_ASIDE
        for file in real.parent.glob(f"{real.name}{mark}*")
        if file.is_file()
    )


def prune_put_aside(path: Path, now: float) -> Iterator[Path]:
    """Delete files put aside more than `ASIDE_DAYS` days ago, and yield each; `now` is in Unix seconds.

    It goes by when a file got its name: one that was put aside may not have been written to for long. What a killed
    restore has left goes at once, for none runs beside a Herald.
    """
    for file in files_put_aside(path):
        if (
            HALF_RESTORED in file.name
            or now - file.stat().st_ctime > ASIDE_DAYS * 86_400
        ):
            file.unlink(missing_ok=True)
            yield file


@contextmanager
def make_atomically(path: Path, ending: str = UNFINISHED) -> Iterator[Path]:
    """Yield where a database can be made; files left there, of it or of another time, are deleted in the end."""
    making = Path(f"{path}{ending}")
    remove_database(making)
    try:
        make_private_file(making)
        yield making
    finally:
        remove_database(making)


def remove_database(path: Path) -> None:
    """Delete the files that are a database together."""
    for part in FILES:
        Path(f"{path}{part}").unlink(missing_ok=True)


def copy_open_database(db: sqlite3.Connection, target: Path) -> None:
    """Write a copy of an open database to a file for its owner alone, which appears whole or not at all."""
    with make_atomically(target) as partial:
        db.execute("VACUUM INTO ?", (str(partial),))
        wait_until_on_disk(partial)
        partial.replace(target)


def wait_until_on_disk(path: Path) -> None:
    """Wait until a file, or the listing of a directory, is on the disk."""
    if os.name == "nt" and path.is_dir():
        # Windows opens no directory; it writes names by itself.
        return
    opened = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)

    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def primary_code(error: BaseException) -> int:
    """Return SQLite's code of `error` without its details; 0 if it has none.

    Where a full disk has no room for the index of the log (`-shm`), SQLite itself takes that for a broken one.
    """
    code = getattr(error, "sqlite_errorcode", 0)
    if code == sqlite3.SQLITE_IOERR_SHMSIZE:
        return sqlite3.SQLITE_FULL
    return code & 0xFF


def explain(error: sqlite3.Error | OSError, path: Path) -> StorageError:
    """Return an error of SQLite or of the system as a `StorageError` for the host."""
    if isinstance(error, OSError):
        key, why = SYSTEM_KEYS.get(error.errno or 0), error.strerror
    else:
        # SQLite's own words may quote a row, in which there are hands.
        key = KEYS.get(primary_code(error))
        why = getattr(error, "sqlite_errorname", None)
    if key:
        return StorageError(key, path)
    return StorageError("storage-unusable", path, why=why or type(error).__name__)


@contextmanager
def explain_errors(path: Path) -> Iterator[None]:
    """Raise errors of SQLite or the system as a `StorageError` for the host."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise explain(error, path) from error


@contextmanager
def closed_on_error(db: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Close the connection `db` if the block fails."""
    try:
        yield db
    except BaseException:
        db.close()
        raise


def restore_marker(path: Path) -> Path:
    """Return the file that stands beside a database as long as a restore of it isn't finished."""
    return Path(f"{path.resolve()}.restoring")


def is_busy(error: BaseException) -> bool:
    """Tell whether `error` says that another program is writing to the database."""
    return primary_code(error) == sqlite3.SQLITE_BUSY


@contextmanager
def hold_lock(path: Path) -> Iterator[None]:
    """Hold the right to write to a database, and make it if there is none.

    Raise `StorageError` if another Herald has it. The system takes it back when the process dies: it is an open
    transaction on an empty SQLite file beside the database, because SQLite locks files on every system. That file can
    be deleted, so on Linux the database itself is locked besides: by `flock`, which there knows nothing of the locks
    that SQLite takes. Both go by the real file, through any links. No connection of this process may be open at the
    beginning or the end: closing the file takes their locks from them.
    """
    beside = Path(f"{path.resolve()}{LOCK}")
    if not path.parent.is_dir():
        raise StorageError("storage-no-directory", path)

    with ExitStack() as held:
        with explain_errors(beside):
            make_private_file(beside)
            file = held.enter_context(
                closing(sqlite3.connect(beside, timeout=0, check_same_thread=False))
            )
            try:
                file.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError as error:
                if is_busy(error):
                    raise StorageError("storage-running", path) from error
                raise
        with explain_errors(path):
            make_private_file(path)
            _lock_itself(path, held)
        yield


def _lock_itself(path: Path, held: ExitStack) -> None:
    if sys.platform == "linux":
        itself = os.open(path.resolve(), os.O_RDWR)
        held.callback(os.close, itself)

        try:
            flock(itself, LOCK_EX | LOCK_NB)
        except BlockingIOError as error:
            raise StorageError("storage-running", path) from error
        except OSError:
            # A network's file system may not know such locks, or make SQLite's of them: the file beside has to do.
            pass


MARKS = """
SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
FROM pragma_application_id, pragma_user_version
"""
"""Whose a database is, its version, and how much there is in it."""
REPLACED = "\N{REPLACEMENT CHARACTER}"
"""What stands in a text for bytes that are none."""


def connect(
    path: Path, mode: str = "rw", kind: type[sqlite3.Connection] = sqlite3.Connection
) -> sqlite3.Connection:
    """Open a connection without implicit transactions, whose rows know their columns; `mode` is SQLite's: rw or rwc.

    Any thread may use it, one at a time. One that may make a database has each commit on the disk when it returns.

    Bytes that are no text are read as U+FFFD, which breaks their row's seal: an error of SQLite's would quote the row,
    and keep it from telling of the others.
    """
    db = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        factory=kind,
        check_same_thread=False,
    )
    db.row_factory = sqlite3.Row
    db.text_factory = partial(str, encoding="utf-8", errors="replace")
    with closed_on_error(db):
        if not _is_legible(db):
            raise StorageError("storage-damaged", path)
        if mode == "rwc":
            db.execute("PRAGMA synchronous = FULL")

    return db


def _is_legible(db: sqlite3.Connection) -> bool:
    """Tell whether all names of a schema are text; Python fails at those of columns, and at errors, that are none."""
    try:
        found = db.execute("SELECT name, sql FROM sqlite_schema").fetchall()
    except UnicodeDecodeError:
        return False
    except sqlite3.Error:
        # Whoever asks next meets it again.
        return True

    return all(
        text is None or (isinstance(text, str) and REPLACED not in text)
        for row in found
        for text in row
    )


def read_version(db: sqlite3.Connection, path: Path) -> int:
    """Return a database's version, 0 if it is empty; raise `StorageError` if it is foreign or newer than this Herald.

    A file of a few bytes that are no database is foreign, though SQLite would begin a database there.
    """
    if 0 < path.stat().st_size < SMALLEST_BYTES:
        raise StorageError("storage-foreign", path)
    owner, found, used = db.execute(MARKS).fetchone()
    if not owner | found | used:
        return 0
    if owner != APPLICATION_ID:
        raise StorageError("storage-foreign", path)
    if found > PRESENT:
        raise StorageError("storage-newer", path, found=str(found), known=str(PRESENT))

    return int(found)


def open_present(path: Path, *, unwritten: bool = False) -> sqlite3.Connection:
    """Open a database that is there, with or without a Herald that runs on it; an empty file is none.

    SQLite needs to write beside it. Where it can't, all must stand in the file itself, and no process may be writing to
    it; what can't be read at all fails later. One that stays `unwritten` is only read: unlike others, such a connection
    leaves no file and empties no WAL.
    """
    if not path.is_file() or not path.stat().st_size:
        raise StorageError("storage-missing", path)
    beside = wal_bytes(path) or Path(f"{path.resolve()}-shm").exists()
    reading = "ro" if beside else "ro&immutable=1"
    if unwritten:
        return connect(path, reading)
    db = connect(path)
    try:
        db.execute("PRAGMA schema_version")
    except sqlite3.Error as error:
        db.close()
        if is_busy(error) or beside:
            raise
        return connect(path, reading)

    return db


def wal_bytes(path: Path) -> int:
    """Return how much of a database stands in its write-ahead log alone, in bytes, or has stood there."""
    wal = Path(f"{path.resolve()}-wal")
    return wal.stat().st_size if wal.is_file() else 0


def open_reading(path: Path, *, unwritten: bool = False) -> sqlite3.Connection:
    """Open a database of today's version to be read, with or without a Herald that runs on it."""
    with closed_on_error(open_present(path, unwritten=unwritten)) as db:
        db.execute("PRAGMA query_only = ON")
        if (found := read_version(db, path)) < PRESENT:
            raise StorageError("storage-older" if found else "storage-missing", path)
        return db
