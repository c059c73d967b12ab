"""What SQLite keeps after something was removed: nothing of that, and everything else whole."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.storage import sql
from bot.storage.backends import verify
from bot.storage.port import LostUpdate, StorageError
from bot.storage.records import Person, Published, Sitter, Status, TableRecord
from bot.storage.sqlite.migrations import sqlite_text
from bot.storage.store import Store
from tests.bot.storage.samples import BO, begin, lobby, query
from tests.bot.storage.test_verify import GAMES, played

ANN = Sitter(10**17 + 1, "Annabelle of the tests")
PARTS = ("tables", *sql.PARTS)


async def over(storage: Store) -> TableRecord:
    """Keep a whole match of the toy that is over."""
    return await storage.save(replace(await played(storage), status=Status.OVER))


async def test_a_log_goes_with_its_table_and_in_no_other_way(storage: Store, path: Path) -> None:
    """Design, Saves: append only, also for whoever opens the file by hand."""
    table = await over(storage)
    for part in ("moves", "checkpoints"):
        with closing(sqlite3.connect(path)) as db, pytest.raises(sqlite3.IntegrityError, match="append only"):
            db.execute(f"DELETE FROM {part} WHERE table_id = ?", (table.id,))  # noqa: S608 # constants of this test
    await storage.delete(table)
    for part in PARTS:
        column = "id" if part == "tables" else "table_id"
        assert query(path, f"SELECT * FROM {part} WHERE {column} = {table.id}") == []  # noqa: S608 # as above


async def test_what_is_left_is_sound(storage: Store, path: Path) -> None:
    """verify: after a table was deleted, and people were taken out of others."""
    first, second, third = [await over(storage) for _ in range(3)]
    await storage.delete(second)
    await storage.forget(first.sitters[0].user, first.id)
    assert list(verify(path, GAMES)) == []
    assert await storage.load(third.id) == third


async def test_what_belongs_to_no_table_is_refused(storage: Store, path: Path) -> None:
    """Foreign keys hold, also once a table was deleted."""
    table = await over(storage)
    await storage.delete(table)
    with pytest.raises(LostUpdate):
        await storage.announce(table.id, Published())
    await storage.change()
    with pytest.raises(StorageError):
        await storage.change(sql.WISH(user=1, id=table.id, at=0.0))
    assert query(path, "SELECT * FROM wishes") == []


async def test_the_pages_of_the_file_forget_a_person_too(storage: Store, path: Path) -> None:
    """PRIVACY: once the log of the database has been written back, neither name nor id is found in its bytes."""
    table = await storage.save(replace(await begin(storage, lobby(ANN, BO), moves=2), status=Status.OVER))
    await storage.store_choices(Person(ANN.user, language="uk"))
    await storage.forget(ANN.user, table.id)
    await storage.forget_choices(user=ANN.user)
    await storage.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = path.read_bytes()  # noqa: ASYNC240 - nothing else runs
    assert ANN.name.encode() not in content
    assert ANN.user.to_bytes(8, "big") not in content
    assert BO.name.encode() in content
    await storage.open()


@pytest.mark.usefixtures("storage")
def test_what_the_caretaker_asks_reads_no_table(path: Path) -> None:
    """An index holds all of it: an hourly question costs nothing, however large the tables are."""
    with closing(sqlite3.connect(path)) as db:
        asked = f"EXPLAIN QUERY PLAN {sqlite_text(sql.STALE)}"
        plan = db.execute(asked, {"status": "over", "before": 1.0, "most": 9}).fetchall()
    assert [what for *_, what in plan] == ["SEARCH tables USING COVERING INDEX tables_since (status=? AND since<?)"]
