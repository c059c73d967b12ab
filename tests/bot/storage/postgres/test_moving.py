"""A database is copied from one kind to the other, whole and verified, or not at all; and lent to tests as new."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.host.address import Address
from bot.storage.backends import NotWhole, copy_database
from bot.storage.port import StorageError
from bot.storage.sqlite.backups import restore
from bot.storage.sqlite.migrations import FileContents
from tests.bot.storage.disk import OVER, PLAYED, WAITING, ask_file, filled, store, told
from tests.bot.storage.lending import LentDatabase
from tests.bot.storage.postgres.test_claims import sql
from tests.bot.storage.samples import loaded, lobby, moved, opened


def empty(path: Path) -> set[str]:
    """Return the parts of a file in which nothing stands, and the columns that none of their rows fills."""
    with closing(sqlite3.connect(path)) as db:
        parts = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()]
        columns = [(part, each[1]) for part in parts for each in db.execute(f"PRAGMA table_info({part})").fetchall()]
        counted = {f"{part}.{name}": f'SELECT count("{name}") FROM "{part}"' for part, name in columns}  # noqa: S608 # names of our own schema
        return {name for name, question in counted.items() if db.execute(question).fetchone() == (0,)}


async def test_what_is_moved_here_is_something_of_every_part_and_every_column(path: Path) -> None:
    """Storage: move: whoever adds a part or a column adds it to `disk.fill`, and sees it come across and back."""
    await filled(path)
    assert empty(path) == set()


async def test_a_database_goes_to_postgresql_and_comes_back(path: Path, new_address: Address, tmp_path: Path) -> None:
    """Storage: move: whatever stood there stands there afterwards, with seals that are whole, and goes on."""
    before, back = await filled(path), tmp_path / "back.db"
    assert await copy_database(path, new_address, {}) == 4
    assert await copy_database(new_address, back, {}) == 4
    with closing(sqlite3.connect(path)) as first, closing(sqlite3.connect(back)) as second:
        assert sorted(first.iterdump()) == sorted(second.iterdump())
    for place in (path, new_address, back):
        async with opened(store(place)) as storage:
            assert await told(storage) == before
            # The number of the table that was deleted last is not given again.
            assert (await storage.create(lobby())).id == 6
            await storage.save(*moved(await loaded(storage, PLAYED)))


async def test_an_old_copy_is_brought_back_through_a_file(
    address: Address, new_address: Address, tmp_path: Path
) -> None:
    """Scale, Copies: every table comes to the new database in a generation of its own, and whole."""
    await filled(address)
    copy, restored, there = tmp_path / "copy.db", tmp_path / "herald.db", new_address
    await copy_database(address, copy, {})
    restore(restored, copy, {})
    assert await copy_database(restored, there, {}) == 4
    async with opened(store(there)) as storage:
        for number in (WAITING, PLAYED, OVER):
            assert len((await loaded(storage, number)).generations) == 1
        assert (await storage.create(lobby())).id > 5


async def test_nothing_is_copied_over_a_database_that_is_there(path: Path, address: Address) -> None:
    """Storage: move: neither kind is overwritten."""
    await filled(path)
    await filled(address)
    for source, target in ((path, address), (address, path)):
        with pytest.raises(StorageError, match="storage-target-taken"):
            await copy_database(source, target, {})


async def test_a_database_that_is_in_use_is_not_copied(path: Path, address: Address, tmp_path: Path) -> None:
    """Storage: move: what a running Herald keeps meanwhile would be lost."""
    for place, target in ((path, address), (address, tmp_path / "copy.db")):
        async with opened(store(place)):
            with pytest.raises(StorageError, match="storage-running"):
                await copy_database(place, target, {})
    assert not (tmp_path / "copy.db").exists()


async def test_a_damaged_database_is_not_copied(path: Path, new_address: Address) -> None:
    """Storage: move: the faults are told, and the target stays as empty as it was."""
    await filled(path)
    ask_file(path, "UPDATE tables SET document = '{}' WHERE id = 2")
    with pytest.raises(NotWhole) as caught:
        await copy_database(path, new_address, {})
    assert [fault.table for fault in caught.value.faults] == [2]
    async with opened(store(new_address)) as storage:
        assert await storage.find() == []


async def test_what_does_not_come_across_whole_is_not_kept(
    address: Address, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Storage: move: each row is read again and held against what was read; nothing is left behind."""
    await filled(address)
    target = tmp_path / "copy.db"
    add = FileContents.add

    async def lose(self: FileContents, part: str, rows: Sequence[Mapping[str, Any]]) -> None:
        await add(self, part, rows[1:] if part == "wishes" else rows)

    monkeypatch.setattr(FileContents, "add", lose)
    with pytest.raises(StorageError, match="storage-move-unlike"):
        await copy_database(address, target, {})
    assert await asyncio.to_thread(os.listdir, tmp_path) == []


async def test_a_borrowed_database_is_empty_and_free(lent_database: LentDatabase, address: Address) -> None:
    """Rows, the last number, a newer version, epochs, and the locks of a Herald that was never closed are gone."""
    before = await filled(address)
    left = store(address)
    await left.open()
    await sql(address, "UPDATE herald SET version = 99, beside = 99")

    assert await lent_database.lend() == address

    async with opened(store(address)) as storage:
        assert not storage.database.takes_over
    assert await filled(address) == before
    await left.close()


@pytest.mark.parametrize(
    "change", ["ALTER TABLE notes ADD newer TEXT", "DROP INDEX people_user", "DROP TRIGGER moves_stay ON moves"]
)
async def test_a_database_of_another_form_is_lent_no_more(
    lent_database: LentDatabase, address: Address, change: str
) -> None:
    """A column, an index, a trigger: whoever borrows next gets a new one."""
    await sql(address, change)

    assert await lent_database.lend() != address
