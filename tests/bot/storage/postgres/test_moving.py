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
from bot.storage.sqlite.migrations import FileContents
from tests.bot.storage.disk import PLAYED, ask_file, filled, store, told
from tests.bot.storage.samples import loaded, lobby, moved, opened, query


def empty(path: Path) -> set[str]:
    """Return the columns that no row of a file fills."""
    parts = [name for (name,) in query(path, "SELECT name FROM sqlite_schema WHERE type = 'table'")]
    columns = [(part, each[1]) for part in parts for each in query(path, f"PRAGMA table_info({part})")]
    counted = {f"{part}.{name}": f'SELECT count("{name}") FROM "{part}"' for part, name in columns}  # noqa: S608 # names of our own schema
    return {name for name, question in counted.items() if query(path, question) == [(0,)]}


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


async def test_used_database_is_neither_copied_nor_overwritten(path: Path, address: Address, tmp_path: Path) -> None:
    """Storage: move: of either kind; what a running Herald keeps meanwhile would be lost."""
    await filled(path)
    await filled(address)
    for source, target in ((path, address), (address, path)):
        with pytest.raises(StorageError, match="storage-target-taken"):
            await copy_database(source, target, {})
        async with opened(store(source)):
            with pytest.raises(StorageError, match="storage-running"):
                await copy_database(source, tmp_path / "copy.db", {})
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
