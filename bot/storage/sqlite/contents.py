"""A database file seen from outside the running bot: to be verified, told about, or copied whole."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

from bot.host.shards import WHOLE, Share
from bot.storage.port import StorageError
from bot.storage.sqlite import files, forms
from bot.storage.sqlite.database import Lock, explained, open_present, open_reading, open_unwritten, open_writing


@asynccontextmanager
async def seen(path: Path, share: Share = WHOLE, *, unwritten: bool = False) -> AsyncIterator[forms.FileContents]:
    """Open one state of the contents of a database, also while a Herald runs on it, in which it has every share.

    Raise StorageError if it can't be read as one. What stays `unwritten` gets no file beside it, either.
    """
    del share
    with explained(path), closing(open_reading(path, open_unwritten if unwritten else open_present)) as db:
        db.execute("BEGIN")
        forms.check(db, path)
        yield forms.FileContents(db)


@asynccontextmanager
async def reading(path: Path) -> AsyncIterator[forms.FileContents]:
    """Open the contents of a database on which no Herald runs; raise StorageError if that can't be done."""
    with _alone(path):
        async with seen(path) as contents:
            yield contents


@asynccontextmanager
async def writing(path: Path) -> AsyncIterator[forms.FileContents]:
    """Make a database that appears whole when the block ends, or not at all; raise StorageError if there is one."""
    with _anew(path) as contents:
        yield contents


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    if not path.is_file():
        raise StorageError("storage-missing", path=str(path))
    with Lock(path).held():
        yield


@contextmanager
def _anew(path: Path) -> Iterator[forms.FileContents]:
    if path.exists():
        raise StorageError("storage-target-taken", path=str(path))
    if not path.parent.is_dir():
        raise StorageError("storage-no-directory", path=str(path))
    with explained(path), files.unfinished(path) as making:
        with closing(open_writing(making)) as db:
            forms.prepare(db, making)
            db.execute("PRAGMA foreign_keys = ON")
            db.execute("BEGIN IMMEDIATE")
            db.execute("DELETE FROM numbers")
            yield forms.FileContents(db)
            db.execute("COMMIT")
        making.replace(path)
