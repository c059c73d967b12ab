"""What a host does with a database in PostgreSQL: how it stands, how it is copied and moved, and never its password."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bench.postgres import Cluster
from bot.__main__ import main
from bot.host.address import Address
from bot.host.cli import FAILED, MISUSED, OK
from bot.host.config import Config, InvalidConfig, read_config
from bot.host.shards import deal_shards
from bot.operations import doctor
from bot.operations.doctor import Level
from bot.storage import backends
from bot.storage.backends import NotWhole, copy_database
from bot.storage.records import Published
from bot.storage.sqlite.migrations import FileContents
from bot.storage.store import Store
from bot.texts.fluent import DEFAULT, language
from tests.bot.storage.postgres.test_changes import content
from tests.bot.storage.samples import (
    PLAYED,
    ask_file,
    begin,
    filled,
    loaded,
    lobby,
    opened,
    play_on,
    postgres,
    query,
    refuses,
    store,
)

COMMANDS = (["verify"], ["doctor"], ["backup", "copy"], ["restore", "copy"], ["forget", "101"], ["move", "copy.db"])


async def obey(*words: str) -> int:
    """Do what a command line says, in a thread without an event loop."""
    return await asyncio.to_thread(main, list(words))


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands run in a folder of their own, without any setting, and without Discord."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_API_URL", "http://127.0.0.1:9/api")
    monkeypatch.setattr("bot.host.logs.set_up_logging", lambda *_: None)


@pytest.mark.parametrize("reached", [False, True])
async def test_no_command_shows_the_password(
    cluster: Cluster,
    address: Address,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    *,
    reached: bool,
) -> None:
    """Settings: DATABASE: neither where it works nor where it doesn't; the rest of the address is shown.

    The programs that copy are named with their words: nothing was done, and the exit code says so.
    """
    caplog.set_level(logging.DEBUG)
    there = address if reached else cluster.address("nowhere", password=cluster.password[::-1])
    if reached:
        await filled(address)
    monkeypatch.setenv("DATABASE", there.reveal())
    codes = [await obey(*words) for words in COMMANDS]
    assert codes == [OK if reached else FAILED, FAILED, FAILED, FAILED, *[OK if reached else FAILED] * 2]
    shown = capsys.readouterr()
    told = f"{shown.out}{shown.err}{caplog.text}"
    assert f"pg_dump --format=custom --file=copy {there}" in shown.out
    assert f"pg_restore --dbname={there} copy" in shown.out
    assert not [secret for secret in (cluster.password, cluster.password[::-1]) if secret in told]


async def test_an_address_that_is_none_is_refused_without_being_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Settings: DATABASE, and what a database is moved to."""
    none = "postgresql://herald:sesame@[half/herald"
    monkeypatch.setenv("DATABASE", none)
    with pytest.raises(InvalidConfig):
        read_config(None)
    assert await obey("verify") == MISUSED
    monkeypatch.setenv("DATABASE", "herald.db")
    assert await obey("move", none) == FAILED
    shown = "".join(capsys.readouterr())
    assert "postgresql://herald@localhost/herald" in shown
    assert "sesame" not in shown


def found(check: doctor.Check, config: Config) -> list[tuple[Level, str]]:
    """Return what a check of the doctor finds."""
    return [(level, text.key) for level, text in check(config, 1700000010.0)]


async def test_the_doctor_looks_at_what_there_is(storage: Store, address: Address, tmp_path: Path) -> None:
    """Doctor: the disk, the files and the log of PostgreSQL aren't Herald's to look after; its tables are."""
    await storage.create(lobby())
    await begin(storage, moves=2)
    config = Config(database=address, backups=tmp_path)
    told = {key: await asyncio.to_thread(found, check, config) for key, check in doctor.CHECKS.items()}
    ((_, line),) = await asyncio.to_thread(list, doctor.CHECKS["doctor-modes"](config, 0.0))
    assert "database" not in language(DEFAULT).say(line)
    assert ".env isn't in this folder" in language(DEFAULT).say(line)
    (tmp_path / "herald.dump").write_bytes(b"PGDMP")
    expected = {
        "doctor-disk": [],
        "doctor-wal": [],
        "doctor-database": [(Level.OK, "doctor-database-fine")],
        "doctor-tables-behind": [(Level.OK, "doctor-behind")],
        "doctor-tables": [(Level.WARN, "doctor-lobbies-old")],
        "doctor-backups": [(Level.FAIL, "doctor-backups-none")],
    }
    assert told | expected == told
    kept = await asyncio.to_thread(found, doctor.CHECKS["doctor-backups"], config)
    assert kept == [(Level.OK, "doctor-backup-age")]


async def test_doctor_asks_no_absent_server_about_its_log(cluster: Cluster) -> None:
    """Doctor: the log is PostgreSQL's, whether that is there or not."""
    config = Config(database=cluster.address("nowhere", password="sesame"))  # noqa: S106 # no real one
    assert await asyncio.to_thread(found, doctor.CHECKS["doctor-wal"], config) == []


async def test_the_doctor_names_shards_that_nobody_looks_after(address: Address) -> None:
    """Doctor: of several processes one is missing; where nobody shares a database there is no question."""
    halves, config = deal_shards(4, 2), Config(database=address, shards=4, processes=2)
    check, told = doctor.CHECKS["doctor-shards"], list[list[tuple[Level, str]]]()
    async with opened(postgres(address, halves)):
        told.append(await asyncio.to_thread(found, check, config))
        ((_, text),) = await asyncio.to_thread(list, check(config, 0.0))
        assert dict(text.facts)["shards"] == "2, 3"
        async with opened(postgres(address, halves)):
            told.append(await asyncio.to_thread(found, check, config))
    told.append(await asyncio.to_thread(found, check, config))
    keys = [(Level.WARN, "doctor-shards-free"), (Level.OK, "doctor-shards-fine"), (Level.OK, "doctor-shards-idle")]
    assert told == [[key] for key in keys]
    assert await asyncio.to_thread(found, check, Config(database=address)) == []


async def test_metrics_of_a_process_are_of_the_tables_that_it_looks_after(address: Address) -> None:
    """Metrics: so that the sum over all processes is right; the log's size is told of files alone."""
    halves = deal_shards(4, 2)
    async with opened(postgres(address, halves)) as first, opened(postgres(address, halves)) as second:
        table = await begin(first, lobby(guild=3 << 22), moves=2)
        await first.store_published(table.id, Published(revision=table.revision, seq=2))
        await play_on(first, table)
        stand = [await asyncio.to_thread(backends.storage_status, address, each.share) for each in (first, second)]
    assert [(each.behind, each.wal_bytes) for each in stand] == [({}, None), ({table.id: 1700000003.5}, None)]


@pytest.mark.slow
def test_nothing_of_postgresql_is_imported_where_none_is_named() -> None:
    """Start: whoever keeps tables in a file doesn't wait for the other kind."""
    asked = "import sys, bot.__main__; sys.exit(any('asyncpg' in name or 'postgres' in name for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0  # noqa: S603 # our own


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


async def test_a_database_goes_to_postgresql_and_comes_back(path: Path, address: Address, tmp_path: Path) -> None:
    """Storage: move: whatever stood there stands there afterwards, with seals that are whole, and goes on."""
    await filled(path)
    before, back = await content(path), tmp_path / "back.db"
    assert await copy_database(path, address, {}) == 4
    assert await copy_database(address, back, {}) == 4
    with closing(sqlite3.connect(path)) as first, closing(sqlite3.connect(back)) as second:
        assert sorted(first.iterdump()) == sorted(second.iterdump())
    for place in (path, address, back):
        assert await content(place) == before
        async with opened(store(place)) as storage:
            # The number of the table that was deleted last is not given again.
            assert (await storage.create(lobby())).id == 6
            await play_on(storage, await loaded(storage, PLAYED))


async def test_used_database_is_neither_copied_nor_overwritten(path: Path, address: Address, tmp_path: Path) -> None:
    """Storage: move: of either kind; what a running Herald keeps meanwhile would be lost."""
    await filled(path)
    await filled(address)
    for source, target in ((path, address), (address, path)):
        with refuses("storage-target-taken"):
            await copy_database(source, target, {})
        async with opened(store(source)):
            with refuses("storage-running"):
                await copy_database(source, tmp_path / "copy.db", {})
    assert not (tmp_path / "copy.db").exists()


async def test_database_is_not_moved_onto_itself(
    address: Address, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Storage: move: of either kind; nobody should look for another Herald that runs there."""
    for place in (address.reveal(), "herald.db"):
        monkeypatch.setenv("DATABASE", place)
        assert await obey("move", place) == FAILED
        assert "is the database itself" in capsys.readouterr().err


async def test_a_damaged_database_is_not_copied(path: Path, address: Address) -> None:
    """Storage: move: the faults are told, and the target stays as empty as it was."""
    await filled(path)
    ask_file(path, "UPDATE tables SET document = '{}' WHERE id = 2")
    with pytest.raises(NotWhole) as caught:
        await copy_database(path, address, {})
    assert [fault.table for fault in caught.value.faults] == [2]
    async with opened(store(address)) as storage:
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
    with refuses("storage-move-unlike"):
        await copy_database(address, target, {})
    assert await asyncio.to_thread(os.listdir, tmp_path) == []
