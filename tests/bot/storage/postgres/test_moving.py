"""A database is copied from one kind to the other, whole and verified, or not at all."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench.postgres import Cluster
from bot.clocks.clock import Clock, Terms, Then
from bot.clocks.habits import Habits, Reminders
from bot.host.address import Address, Place
from bot.storage import kinds
from bot.storage.moving import NotWhole, move
from bot.storage.port import Storage, StorageError
from bot.storage.records import (
    Announced,
    Customs,
    Dm,
    Follow,
    Incident,
    Kind,
    Person,
    Pledged,
    Private,
    Server,
    Sitter,
    Status,
    Summons,
    TableId,
    TableRecord,
    Way,
)
from bot.storage.sqlite.contents import FileContents
from bot.storage.sqlite.restoring import restore
from tests.bot.storage.samples import ANN, BO, CAT, begin, lobby, moved


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database in a file is."""
    return tmp_path / "herald.db"


async def fill(storage: Storage) -> list[TableRecord]:
    """Keep something of everything that can be kept, and return the tables."""
    await storage.follow(Follow(lobby().guild, lobby().game, 77, Way.DM))
    await storage.keep_customs(Customs(lobby().guild, "week", Then.WAITS, advice=True))
    named = await storage.create(lobby(Sitter(2**63 - 1, "a\x00b 👑 \"'"), replace(BO, word=b"w" * 32)))
    played = await begin(storage, replace(lobby(), created=1700000000.25, orders=True), moves=12)
    rival = Sitter(BO.user, BO.name, level="adept")
    happened = Incident(12, Kind.SEATED, 1, rival, 1700000013.0), Incident(12, Kind.ADVISED, 0, ANN, 1700000014.5)
    played = await storage.seat(replace(played, sitters=(ANN, rival), advice=True, incidents=happened))
    assert played.save is not None
    played = await storage.order(replace(played, save=replace(played.save, orders="{}")), quiet=False)
    shown = Announced(3, 2, 55, "auction", "digest", 56, 1, ((0, 2),), (Dm(0, 1, 9, 10),))
    await storage.announce(played.id, replace(shown, summons=(Summons(57, ((0, 2),)),)))
    over = await storage.seat(replace(await begin(storage, lobby(CAT, ANN), moves=1), status=Status.OVER, since=5.0))
    await storage.seat(replace(await storage.create(lobby()), status=Status.ENDED, expired=7, ended_by=ANN.user))
    await storage.count(replace(named, pledged=Pledged(b"k" * 32, message=58)))
    gone = await storage.seat(replace(await storage.create(lobby()), status=Status.ENDED, ended_by=ANN.user))
    await storage.delete(gone)
    await storage.keep_person(Person(101, Private.DM, dm_closed=True, language="uk", locale="de", pictures=False))
    await storage.keep_server(Server(5, "uk", "de", pictures=True))
    await storage.forget_servers((), 100.0, 50.0)
    await storage.keep_note("commands", "told")
    await storage.wish(ANN.user, [played.id, over.id], 1.5)
    await storage.keep_clock(played.id, replace(Clock(Terms(86_400)).begun(2, 1700000000.1), due=1700000001.7))
    await storage.keep_habits(Habits(101, Reminders.DIGEST, "Europe/Kyiv", (0, 60), 1700000002.3))
    await storage.keep_outage(1600000000.1, 1600000060.2, 0.0)
    return [table for each in (named, played, over) if (table := await storage.load(each.id)) is not None]


async def told(storage: Storage, tables: list[TableRecord]) -> list[object]:
    """Return everything that a storage tells of itself."""
    loaded = [await storage.load(table.id) for table in tables]
    logs = [await storage.log(table.id) for table in tables]
    chosen = await storage.person(101), await storage.server(5), await storage.note("commands")
    called = await storage.customs(5), await storage.follows(77), await storage.tidings(1e12, 9)
    time = await storage.habits(101), await storage.outages(), await storage.next_due(), await storage.due(1e12, 9)
    return [loaded, logs, *chosen, *called, *time, await storage.wishes(ANN.user), await storage.behind()]


async def filled(place: Place) -> list[object]:
    """Fill a new database, and return what it tells."""
    storage = kinds.storage(place)
    await storage.open()
    said = await told(storage, await fill(storage))
    await storage.close()
    return said


def empty(path: Path) -> set[str]:
    """Return the parts of a file in which nothing stands, and the columns that none of their rows fills."""
    with closing(sqlite3.connect(path)) as db:
        parts = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()]
        columns = [(part, each[1]) for part in parts for each in db.execute(f"PRAGMA table_info({part})").fetchall()]
        counted = {f"{part}.{name}": f'SELECT count("{name}") FROM "{part}"' for part, name in columns}  # noqa: S608 # names of our own schema
        return {name for name, question in counted.items() if db.execute(question).fetchone() == (0,)}


async def test_what_is_moved_here_is_something_of_every_part_and_every_column(path: Path) -> None:
    """Storage: move: whoever adds a part or a column adds it to `fill`, and sees it come across and back."""
    await filled(path)
    assert empty(path) == set()


@pytest.mark.slow
async def test_a_database_goes_to_postgresql_and_comes_back(path: Path, address: Address, tmp_path: Path) -> None:
    """Storage: move: whatever stood there stands there afterwards, with seals that are whole, and goes on."""
    before, back = await filled(path), tmp_path / "back.db"
    assert await move(path, address, {}) == 4
    assert await move(address, back, {}) == 4
    with closing(sqlite3.connect(path)) as first, closing(sqlite3.connect(back)) as second:
        assert sorted(first.iterdump()) == sorted(second.iterdump())
    for place in (path, address, back):
        storage = kinds.storage(place)
        await storage.open()
        tables = [table for number in (1, 2, 3) if (table := await storage.load(TableId(number))) is not None]
        assert await told(storage, tables) == before
        # The number of the table that was deleted last is not given again.
        assert (await storage.create(lobby())).id == 6
        await storage.record(*moved(tables[1]))
        await storage.close()


@pytest.mark.slow
async def test_a_database_goes_from_one_place_to_another_of_its_kind(address: Address, cluster: Cluster) -> None:
    """Storage: move, from one PostgreSQL to another."""
    await filled(address)
    assert await move(address, await cluster.fresh(), {}) == 4


@pytest.mark.slow
async def test_an_old_copy_is_brought_back_through_a_file(address: Address, cluster: Cluster, tmp_path: Path) -> None:
    """Scale, Copies: every table comes to the new database in a generation of its own, and whole."""
    await filled(address)
    copy, restored, there = tmp_path / "copy.db", tmp_path / "herald.db", await cluster.fresh()
    await move(address, copy, {})
    restore(restored, copy, {})
    assert await move(restored, there, {}) == 4
    storage = kinds.storage(there)
    await storage.open()
    tables = [await storage.load(TableId(number)) for number in (1, 2, 3, 4)]
    assert [table and len(table.generations) for table in tables] == [1, 1, 1, 1]
    assert (await storage.create(lobby())).id > 5
    await storage.close()


@pytest.mark.slow
async def test_nothing_is_copied_over_a_database_that_is_there(path: Path, address: Address) -> None:
    """Storage: move: neither kind is overwritten."""
    await filled(path)
    await filled(address)
    for source, target in ((path, address), (address, path)):
        with pytest.raises(StorageError, match="storage-target-taken"):
            await move(source, target, {})


async def test_a_database_that_is_in_use_is_not_copied(path: Path, address: Address, tmp_path: Path) -> None:
    """Storage: move: what a running Herald keeps meanwhile would be lost."""
    for place, target in ((path, address), (address, tmp_path / "copy.db")):
        storage: Storage = kinds.storage(place)
        await storage.open()
        with pytest.raises(StorageError, match="storage-running"):
            await move(place, target, {})
        await storage.close()
    assert not (tmp_path / "copy.db").exists()


async def test_a_damaged_database_is_not_copied(path: Path, address: Address) -> None:
    """Storage: move: the faults are told, and the target stays as empty as it was."""
    await filled(path)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE tables SET state = '{}' WHERE id = 2")
    with pytest.raises(NotWhole) as caught:
        await move(path, address, {})
    assert [fault.table for fault in caught.value.faults] == [2]
    storage = kinds.storage(address)
    await storage.open()
    assert await storage.find() == []
    await storage.close()


@pytest.mark.slow
async def test_what_does_not_come_across_whole_is_not_kept(
    address: Address, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Storage: move: each row is read again and held against what was read; nothing is left behind."""
    await filled(address)
    target = tmp_path / "copy.db"
    add = FileContents.add

    async def lose(self: FileContents, part: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        await add(self, part, columns, rows[1:] if part == "wishes" else rows)

    monkeypatch.setattr(FileContents, "add", lose)
    with pytest.raises(StorageError, match="storage-move-unlike"):
        await move(address, target, {})
    assert await asyncio.to_thread(os.listdir, tmp_path) == []
