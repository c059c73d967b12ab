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

import re
import secrets
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from bot.storage import documents, sql
from bot.storage.backends import Fault, NotWhole, find_faults, verify
from bot.storage.port import Row, StorageError
from bot.storage.records import BEAT, Generation, Published, Status, TableId
from bot.storage.sqlite import migrations
from bot.storage.sqlite.files import (
    FILES,
    HALF_RESTORED,
    PRIVATE,
    UNFINISHED,
    connect,
    copy_open_database,
    explain,
    explain_errors,
    hold_lock,
    make_atomically,
    make_private_file,
    open_present,
    primary_code,
    remove_database,
    restore_marker,
    wait_until_on_disk,
)
from bot.storage.sqlite.migrations import FileContents, run_at_once, sqlite_text
from engine.frozen import frozen, replace
from engine.game import Games

ORIGINALS_FAULT = {
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_BUSY,
}
"""What SQLite says of the database that is copied; whatever else goes wrong does so where the copy is written."""

STAMP = "%Y%m%dT%H%M%SZ"
DATED = r"-\d{8}T\d{6}Z\.db"
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
            copy_open_database(db, target)
        except sqlite3.Error as error:
            raise explain(
                error, path if primary_code(error) in ORIGINALS_FAULT else target
            ) from error


def backup_into(
    folder: Path, path: Path, games: Games, keep: int
) -> tuple[Path, Sequence[Fault]]:
    """Copy a database into `folder` and return the copy with its faults; raise `StorageError` if that can't be done.

    All but the last `keep` copies are deleted, once the new one is known to be intact, and unfinished ones as old.
    One that isn't intact gets another name, so that it is never taken for a copy, and deletes none.
    """
    target = folder / f"{path.stem}-{datetime.now(UTC):{STAMP}}.db"
    backup(path, target)
    faults = verify(target, games)
    if faults:
        return target.rename(f"{target}{UNSOUND}"), faults
    whole = find_backups(folder, path)
    # The new one stays, though not the last by name where the clock is behind, or was ahead.
    oldest = min(*whole[-keep:], target)
    for old in (*whole, *find_backups(folder, path, UNFINISHED)):
        if old < oldest:
            remove_database(old)

    return target, faults


def find_backups(folder: Path, path: Path, ending: str = "") -> list[Path]:
    """Return the whole copies of a database in `folder`, oldest first; with another `ending` what else has it."""
    name = re.escape(path.stem) + DATED + re.escape(ending)
    return sorted(each for each in folder.iterdir() if re.fullmatch(name, each.name))


READ = ("", "-wal", "-journal")
"""Those of a database's files that hold something."""
LEAP = 10_000
"""How many numbers of tables are left out where nobody knows how many there were: none is ever given twice."""
RENEW = "UPDATE tables SET document = :document, seal = :seal WHERE id = :id"
NOTE = """
CREATE TEMP TABLE was AS
SELECT id, seq, match, tables.document, announcements.document AS shown, announcements.seal AS shown_seal
FROM {0}.tables AS tables LEFT JOIN {0}.announcements AS announcements ON table_id = id
"""
"""Notes how each table of another database stands, beside those of the copy."""
CHANGES = """
SELECT id, CASE
    WHEN was.id IS NULL THEN :alone
    WHEN tables.id IS NULL THEN 'gone'
    WHEN tables.document = was.document THEN 'kept'
    ELSE 'set-back'
END, coalesce(tables.seq, 0),
    max(0, coalesce(was.seq, 0) - CASE WHEN tables.match = was.match THEN tables.seq ELSE 0 END)
FROM (SELECT id FROM tables UNION SELECT id FROM was) LEFT JOIN tables USING (id) LEFT JOIN was USING (id) ORDER BY id
"""
"""The columns of `TableEffect`; people find the same at a table whose document is, letter by letter."""
BOTH = f"""
SELECT whole.*, whole.document = was.document AS same, was.shown, was.shown_seal
FROM ({sql.WHOLE}) AS whole LEFT JOIN was ON was.id = whole.id
"""  # noqa: S608 # constants of our own
LAST = "UPDATE numbers SET last = max(last + ?, coalesce((SELECT max(id) FROM was), 0))"


class RestoreEffect(StrEnum):
    """Effect of a restore on a table."""

    KEPT = "kept"
    SET_BACK = "set-back"
    RETURNS = "returns"
    GONE = "gone"
    UNKNOWN = "unknown"


@frozen
class TableEffect:
    """Effect of a restore on a table, the last move that it has afterwards, and how many of its moves go."""

    table: TableId
    fate: RestoreEffect
    seq: int
    lost: int = 0


def restore(
    path: Path, copy: Path, games: Games, *, damaged: bool = False
) -> tuple[Sequence[TableEffect], Path | None]:
    """Put a copy into the place of a database, and the old files aside; raise `StorageError` if that can't be done.

    Return the effect on each table, and where the replaced files are now, if there were any. A copy that fails its
    integrity check is refused with `NotWhole`, unless `damaged` ones may be taken.
    """
    real = path.resolve()
    if not copy.is_file():
        raise StorageError("storage-missing", copy)
    there = real.exists()
    if there and real.samefile(copy):
        raise StorageError("storage-copy-itself", copy)

    with (
        hold_lock(path),
        explain_errors(path),
        make_atomically(real, f"{HALF_RESTORED}new") as new,
    ):
        restore_marker(path).unlink(missing_ok=True)
        changes: tuple[TableEffect, ...] = ()
        try:
            with _open_duplicate(copy, new) as db:
                found = run_at_once(find_faults(FileContents(db), games))
                if damaged or not found:
                    changes = _begin_generations(db, known=_note_replaced(db, real))
            if not damaged and (found := found or verify(new, games)):
                raise NotWhole("storage-copy-damaged", copy, found)  # noqa: TRY301 # what the lock has made goes
            wait_until_on_disk(new)
        except BaseException:
            if not there:
                # The lock has made it.
                real.unlink()
            raise
        return changes, _swap_files(real, new)


@contextmanager
def _open_duplicate(source: Path, target: Path) -> Iterator[sqlite3.Connection]:
    """Copy the files of a database, which are only read, and open the duplicate, carried forward to today's version."""
    try:
        for part in READ:
            if Path(f"{source}{part}").is_file():
                make_private_file(Path(f"{target}{part}"))
                shutil.copyfile(f"{source}{part}", f"{target}{part}")

        with closing(connect(target, "rwc")) as db:
            if not migrations.migrate(db, source, copies=False):
                raise StorageError("storage-foreign", source)
            yield db
    except sqlite3.Error as error:
        if primary_code(error) in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}:
            raise
        raise explain(error, source) from error


def _note_replaced(db: sqlite3.Connection, path: Path) -> bool:
    """Note how the tables of the database that is replaced stand, none if it can't be read; tell whether it could."""
    with (
        suppress(StorageError),
        make_atomically(path, f"{HALF_RESTORED}old") as old,
        _open_duplicate(path, old),
    ):
        db.execute("ATTACH ? AS replaced", (str(old),))
        try:
            db.execute(NOTE.format("replaced"))
            return True
        finally:
            db.execute("DETACH replaced")
    db.execute(f"{NOTE.format('main')} LIMIT 0")
    return False


def _begin_generations(
    db: sqlite3.Connection, *, known: bool
) -> tuple[TableEffect, ...]:
    """Give every table a new generation, put its `Published` state right, and return the effect on each.

    Tables that there were are noted where they are `known`.
    """
    found = db.execute(
        CHANGES, {"alone": RestoreEffect.RETURNS if known else RestoreEffect.UNKNOWN}
    )
    changes = tuple(
        TableEffect(each, RestoreEffect(fate), seq, lost)
        for each, fate, seq, lost in found
    )
    name = secrets.token_hex(8)

    db.execute("BEGIN IMMEDIATE")
    for row in db.execute(BOTH).fetchall():
        table = documents.read_table(row)
        if table is not None:
            begun = *table.generations, Generation(row["seq"] or 0, name)
            db.execute(RENEW, documents.table_row(replace(table, generations=begun)))
            shown = _published_after(row, table.status)
            if shown is not None:
                db.execute(
                    sqlite_text(sql.ANNOUNCE),
                    documents.announcement_row(table.id, shown),
                )

    # No table gets the number of a lost one: its buttons are still there to be pressed.
    db.execute(LAST, (0 if known else LEAP,))
    # What Herald notes of itself may not be true of this Discord any more; it finds out. When it lived last, is true:
    # since then no clock has run.
    db.execute("DELETE FROM choices WHERE kind = 'remark' AND key <> ?", (BEAT,))
    db.execute("COMMIT")

    return changes


def _published_after(row: Row, status: Status) -> Published | None:
    """Return the `Published` state of a table after a restore; None: unchanged."""
    last = documents.ANNOUNCED.read(row["id"], row["shown"], row["shown_seal"])
    last = last or documents.ANNOUNCED.read_beside(row)
    if row["same"] and not status.open:
        return last
    if last is None or not (status.open or status is Status.SUSPENDED):
        return None
    if row["same"]:
        # Its messages are brought up to date, as if nobody knew what they ask.
        dms = tuple(replace(dm, asked=-1) for dm in last.dms)
        return replace(last, revision=-1, look="", dms=dms)
    # It had gone further, or may have: it tells so, and calls anew.
    return Published(
        seq=-1 if row["seq"] is None else row["seq"],
        message=last.message,
        summons=last.summons,
        post_from=max(0, min(row["seq"] or 0, last.seq)),
        restored=True,
    )


def _swap_files(path: Path, new: Path) -> Path | None:
    """Put the old files aside and the new one into their place; return where the old database is now."""
    marker = restore_marker(path)
    aside = path.with_name(f"{path.name}.replaced-{datetime.now(UTC):{STAMP}}")
    if any(Path(f"{aside}{part}").exists() for part in FILES):
        raise StorageError("storage-target-taken", aside)
    new.rename(marker)
    wait_until_on_disk(path.parent)
    if not path.stat().st_size:
        # Such as the lock makes one.
        path.unlink()
    moved = [part for part in FILES if Path(f"{path}{part}").is_file()]
    for part in moved:
        Path(f"{path}{part}").rename(f"{aside}{part}").chmod(PRIVATE)

    wait_until_on_disk(path.parent)
    marker.replace(path)
    wait_until_on_disk(path.parent)

    return aside if moved else None
