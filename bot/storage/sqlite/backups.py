"""Backups of a database: whole and on the disk, also while a Herald runs on the original, and their restore.

In a folder they are dated, each is verified, and the last ones stay. A restore puts a backup in the place of the
database: nothing is overwritten, and each table takes up only the moves that it has.

Theory of operation. The copy is duplicated beside the database, carried forward to today's version and verified there;
the original is only read. Then each table is given a new generation, and its `Published` state is put right: a table
that stands where it stood is shown anew where it is shown already; one that had gone further tells its people so, and
begins new messages (`Published.restored`). Which had gone further is known from the files that are there, of which a
duplicate is read as well; where they can't be read, every table may have.

Only when all of that is done and on the disk are the old files put aside, together, and the new one takes their place.
Until then it is called `.restoring`: a Herald that finds such a file doesn't start, for the restore was interrupted
while no file, or only a part of the old ones, had the database's name. Restoring once more mends that.

A shuffle is drawn again as it was: it was pledged, and a restore changes none.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from bot.storage import documents, sql
from bot.storage.kinds import Fault, NotWhole, verify
from bot.storage.port import Row, StorageError
from bot.storage.records import BEAT, Generation, Published, Status, TableId, TableRecord
from bot.storage.sqlite import forms
from bot.storage.sqlite.files import (
    BESIDE,
    PRIVATE,
    connect,
    copy,
    explain,
    explain_errors,
    lock,
    make,
    make_atomically,
    open_present,
    primary_code,
    restoring,
)
from bot.storage.sqlite.forms import text
from engine.frozen import frozen
from engine.game import Games

ORIGINALS_FAULT = {
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
}
"""What SQLite says of the database that is copied; whatever else goes wrong does so where the copy is written."""

STAMP = "%Y%m%dT%H%M%SZ"
DATED = r"-(\d{8}T\d{6}Z)\.db"
KEPT = 14
"""How many copies stay if nobody says otherwise: one a day for two weeks."""
UNSOUND = ".damaged"


def backup(path: Path, target: Path) -> None:
    """Copy a database to a new file, also while a Herald runs on it; raise `StorageError` if that can't be done."""
    with explain_errors(path):
        db = open_present(path)

    with closing(db), explain_errors(target):
        if target.exists():
            raise StorageError("storage-target-taken", target)
        try:
            copy(db, target)
        except sqlite3.Error as error:
            raise explain(
                error, path if primary_code(error) in ORIGINALS_FAULT else target
            ) from error


def backup_into(
    folder: Path, path: Path, games: Games, keep: int = KEPT
) -> tuple[Path, Sequence[Fault]]:
    """Copy a database into `folder` and return the copy with its faults; raise `StorageError` if that can't be done.

    All but the last `keep` copies are deleted, once the new one is known to be intact. One that isn't gets another
    name, so that it is never taken for a copy, and deletes none.
    """
    target = folder / f"{path.stem}-{datetime.now(UTC):{STAMP}}.db"
    backup(path, target)
    faults = verify(target, games)
    if faults:
        return target.rename(f"{target}{UNSOUND}"), faults
    for old in copies(folder, path)[:-keep]:
        old.unlink()

    return target, faults


def made_at(copy: Path) -> float:
    """Return when `copy` was made, in Unix seconds: by the date in its name if it has one, else by the file's time."""
    dated = re.search(f"{DATED}$", copy.name)
    if dated is not None:
        with suppress(ValueError):
            return datetime.strptime(dated[1], STAMP).replace(tzinfo=UTC).timestamp()
    return copy.stat().st_mtime


def copies(folder: Path, path: Path) -> list[Path]:
    """Return the whole copies of a database in `folder`, oldest first."""
    name = re.compile(re.escape(path.stem) + DATED)
    return sorted(found for found in folder.iterdir() if name.fullmatch(found.name))


READ = ("", "-wal", "-journal")
"""Those of a database's files that hold something."""
NAME_BYTES = 8
LEAP = 10_000
"""How many numbers of tables are left out where nobody knows how many there were: none is ever given twice."""
RENEW = "UPDATE tables SET document = :document, seal = :seal WHERE id = :id"


class Fate(StrEnum):
    """Effect of a restore on a table."""

    KEPT = "kept"
    SET_BACK = "set-back"
    RETURNS = "returns"
    GONE = "gone"
    UNKNOWN = "unknown"


@frozen
class Change:
    """Effect of a restore on a table, the last move that it has afterwards, and how many of its moves go."""

    table: TableId
    fate: Fate
    seq: int
    lost: int = 0


@frozen
class Restored:
    """Result of a restore: its effect on each table, and where the replaced files are now, if there were any."""

    changes: tuple[Change, ...]
    aside: Path | None


class Standing(NamedTuple):
    """State of a table in a database, None if it is damaged; its row, and its `Published` state, if any."""

    row: Row
    table: TableRecord | None
    shown: Published | None

    @property
    def seq(self) -> int:
        """Return how many moves were made."""
        return self.row["seq"] or 0

    def same(self, other: Standing) -> bool:
        """Tell whether people find the same in `other`: its document is, letter by letter."""
        return self.table is not None and bool(self.row["document"] == other.row["document"])


def restore(path: Path, copy: Path, games: Games, *, damaged: bool = False) -> Restored:
    """Put a copy into the place of a database, and the old files aside; raise `StorageError` if that can't be done.

    A copy that fails its integrity check is refused with `NotWhole`, unless `damaged` ones may be taken.
    """
    real = path.resolve()
    if not copy.is_file():
        raise StorageError("storage-missing", copy)
    if real.exists() and real.samefile(copy):
        raise StorageError("storage-copy-itself", copy)

    with lock(path), explain_errors(path):
        restoring(path).unlink(missing_ok=True)
        with make_atomically(real, ".new") as new:
            with _duplicate(copy, new) as db:
                _check(copy, new, games, damaged=damaged)
                changes = _set_back(db, _standings_before(real))
            _check(copy, new, games, damaged=damaged)
            _on_disk(new)
            return Restored(tuple(changes), _swap(real, new))


def _check(copy: Path, new: Path, games: Games, *, damaged: bool) -> None:
    found = verify(new, games)
    if found and not damaged:
        raise NotWhole("storage-copy-damaged", copy, found)


@contextmanager
def _duplicate(source: Path, target: Path) -> Iterator[sqlite3.Connection]:
    """Copy the files of a database, which are only read, and open the duplicate, carried forward to today's version."""
    try:
        for part in READ:
            if Path(f"{source}{part}").is_file():
                make(Path(f"{target}{part}"))
                shutil.copyfile(f"{source}{part}", f"{target}{part}")

        with closing(connect(target, "rwc")) as db:
            if not forms.prepare(db, source, copies=False):
                raise StorageError("storage-foreign", source)
            yield db
    except sqlite3.Error as error:
        raise explain(error, source) from error


def _standings_before(path: Path) -> dict[TableId, Standing] | None:
    """Return the tables of the database that is replaced; None if it can't be read, or isn't there."""
    if not path.is_file():
        return None
    with suppress(StorageError), make_atomically(path, ".old") as old, _duplicate(path, old) as db:
        return _standings(db)
    return None


def _standings(db: sqlite3.Connection) -> dict[TableId, Standing]:
    numbers = db.execute("SELECT id FROM tables ORDER BY id").fetchall()
    rows = [db.execute(text(sql.ONE), dict(number)).fetchone() for number in numbers]
    return {
        TableId(row["id"]): Standing(row, documents.table_of(row), documents.shown_of(row))
        for row in rows
    }


def _set_back(db: sqlite3.Connection, before: Mapping[TableId, Standing] | None) -> list[Change]:
    """Give every table a new generation, put its `Published` state right, and return the effect on each.

    `before` are the tables that there were; None if unknown.
    """
    tables, were, name = _standings(db), before or {}, secrets.token_hex(NAME_BYTES)
    db.execute("BEGIN IMMEDIATE")
    for number, table in tables.items():
        if table.table is not None:
            generations = (*table.table.generations, Generation(table.seq, name))
            db.execute(RENEW, documents.row(replace(table.table, generations=generations)))
            shown = _shown_after(table, table.table.status, were.get(number))
            if shown is not None:
                db.execute(text(sql.ANNOUNCE), documents.announcement_row(number, shown))

    # No table gets the number of a lost one: its buttons are still there to be pressed.
    more = LEAP if before is None else 0
    db.execute("UPDATE numbers SET last = max(last + ?, ?)", (more, max(were, default=0)))
    # What Herald notes of itself may not be true of this Discord any more; it finds out. When it lived last, is true:
    # since then no clock has run.
    db.execute("DELETE FROM choices WHERE kind = 'remark' AND key <> ?", (BEAT,))
    db.execute("COMMIT")
    alone = Fate.UNKNOWN if before is None else Fate.RETURNS

    return [
        _change(number, tables.get(number), were.get(number), alone)
        for number in sorted({*tables, *were})
    ]


def _change(number: TableId, table: Standing | None, was: Standing | None, alone: Fate) -> Change:
    """Return the effect on a table that one of two databases has, or both; `alone` is that on one of the copy alone."""
    if table is None:
        return Change(number, Fate.GONE, 0, was.seq if was else 0)
    if was is None:
        return Change(number, alone, table.seq)
    if table.same(was):
        return Change(number, Fate.KEPT, table.seq)
    together = table.seq if table.row["match"] == was.row["match"] else 0

    return Change(number, Fate.SET_BACK, table.seq, max(was.seq - together, 0))


def _shown_after(table: Standing, status: Status, was: Standing | None) -> Published | None:
    """Return the `Published` state of `table` after a restore; None: unchanged."""
    if was and table.same(was):
        shown = was.shown or table.shown
        if shown is None or not status.open:
            return shown
        # Its messages are brought up to date, as if nobody knew what they ask.
        return replace(
            shown, revision=-1, look="", dms=tuple(replace(dm, asked=-1) for dm in shown.dms)
        )
    if table.shown is None or not (status.open or status is Status.SUSPENDED):
        return None
    # It had gone further, or may have: it tells so, and calls anew.
    last = (was and was.shown) or table.shown

    return Published(
        seq=table.seq if table.row["seq"] is not None else -1,
        message=last.message,
        summons=last.summons,
        post_from=max(0, min(table.seq, last.seq)),
        restored=True,
    )


def _swap(path: Path, new: Path) -> Path | None:
    """Put the old files aside and the new one into their place; return where the old database is now."""
    marker = restoring(path)
    aside = path.with_name(f"{path.name}.replaced-{datetime.now(UTC):%Y%m%dT%H%M%SZ}")
    if any(Path(f"{aside}{part}").exists() for part in ("", *BESIDE)):
        raise StorageError("storage-target-taken", aside)
    new.rename(marker)
    _on_disk(path.parent)
    moved = [part for part in ("", *BESIDE) if _there(Path(f"{path}{part}"), part)]
    for part in moved:
        old = Path(f"{path}{part}").rename(f"{aside}{part}")
        old.chmod(PRIVATE)

    _on_disk(path.parent)
    marker.replace(path)
    _on_disk(path.parent)

    return aside if moved else None


def _there(file: Path, part: str) -> bool:
    """Tell whether there is a file to be put aside; an empty database, such as the lock makes, is none."""
    return file.is_file() and (bool(part) or file.stat().st_size > 0)


def _on_disk(path: Path) -> None:
    """Wait until a file, or the listing of a directory, is on the disk."""
    if os.name == "nt" and path.is_dir():
        # Windows opens no directory; it writes names by itself.
        return
    opened = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)

    try:
        os.fsync(opened)
    finally:
        os.close(opened)
