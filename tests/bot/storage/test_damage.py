"""Damage that lies across rows: when Herald was down, and seals of another kind than those that moves follow on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage.verify import Fault
from bot.storage.port import Damaged
from bot.storage.records import TableId
from bot.storage.sqlite.storage import SqliteStorage
from bot.storage.kinds import verify
from engine.scene import say
from tests.bot.storage.samples import begin, moved
from tests.bot.storage.test_verify import read, spoil


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE outages SET begin = begin + 0.25 WHERE begin = 10",
        "UPDATE outages SET until = until - 64 WHERE begin = 80",
        "DELETE FROM outages WHERE begin = 10",
        "DELETE FROM outages",
        "UPDATE notes SET value = '0' || value WHERE key = 'outages'",
    ],
)
async def test_outages_that_are_not_what_was_written_are_found(storage: SqliteStorage, path: Path, damage: str) -> None:
    """verify, outages: whichever moment is another one, and whichever of them is lost."""
    await storage.keep_outage(10.0, 20.0, 0.0)
    await storage.keep_outage(80.0, 90.5, 0.0)
    assert list(verify(path, {})) == []
    spoil(path, damage)
    assert list(verify(path, {})) == [Fault(TableId(0), 0, say("fault-outages"))]
    assert await storage.outages() is None


async def test_outages_of_older_versions_have_no_seal_and_are_taken_as_they_are(
    storage: SqliteStorage, path: Path
) -> None:
    """verify, outages: until the next one is kept."""
    await storage.keep_outage(10.0, 20.0, 0.0)
    spoil(path, "DELETE FROM notes WHERE key = 'outages'")
    assert list(verify(path, {})) == []
    assert await storage.outages() == [(10.0, 20.0)]
    await storage.keep_outage(80.0, 90.5, 0.0)
    assert read(path, "SELECT count(*) FROM notes WHERE key = 'outages'") == 1


@pytest.mark.parametrize("value", ["7", "'text'", "NULL"])
async def test_a_seal_of_another_kind_is_found_and_no_move_follows_on_it(
    storage: SqliteStorage, path: Path, value: str
) -> None:
    """verify, log, record: a bit of the file says whether a value is a number, a text or bytes."""
    await begin(storage, moves=3)
    await storage.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA writable_schema = ON")
        loose = "replace(replace(sql, ') STRICT', ')'), 'seal     BLOB    NOT NULL', 'seal')"
        db.execute(f"UPDATE sqlite_schema SET sql = {loose} WHERE name = 'moves'")  # noqa: S608 # from this test
    spoil(path, f"UPDATE moves SET seal = {value} WHERE table_id = 1 AND seq IN (1, 3)")  # noqa: S608 # as above
    assert {fault.seq for fault in verify(path, {}) if fault.table == 1} >= {1, 2, 3}
    await storage.open()
    assert [each.sound for each in await storage.log(TableId(1))] == [False, False, False]
    table = await storage.load(TableId(1))
    assert table is not None
    with pytest.raises(Damaged):
        await storage.record(*moved(table, 1))
