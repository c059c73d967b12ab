"""What the doctor finds on the host's machine, each fault by name, and which open files the start names in a line."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.host.cli import FAILED, Terminal
from bot.host.config import Config
from bot.operations import doctor
from bot.operations.doctor import Level, examination, remote
from bot.storage.port import StorageError
from bot.storage.records import Published, Status
from bot.storage.sqlite.backups import backup
from bot.storage.store import Store
from bot.texts.fluent import DEFAULT, language, locales
from tests.bot.storage.samples import alter, begin, execute, lobby

DAY = 86_400.0
NO_BACKUPS = (
    *("herald-20260101T000000Z.db.damaged", "third.db.partial", "second.db-wal", "second.db.lock", ".DS_Store"),
    *("herald.db.before-0003", "herald.db.replaced-20260101T000000Z", "herald.db.replaced-20260101T000000Z-wal"),
    *("record.json", ".snapshot"),
)


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Config:
    """Return settings in a folder where no .env is."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "backups").mkdir()
    return Config(database=tmp_path / "herald.db", backups=tmp_path / "backups")


@pytest.fixture
def backups(config: Config) -> Path:
    """Return the folder of backups."""
    assert config.backups is not None
    return config.backups


def file(config: Config) -> Path:
    """Return the file that the database is."""
    assert isinstance(config.database, Path)
    return config.database


def found(check: doctor.Check, config: Config, now: float | None = None) -> list[tuple[Level, str]]:
    """Return what a check finds, in words that every language has."""
    findings = list(check(config, time.time() if now is None else now))
    for _, text in findings:
        sentences = [language(name).say(text) for name in locales()]
        assert len(set(sentences)) == len(sentences)
    return [(level, language(DEFAULT).say(text)) for level, text in findings]


def one(check: doctor.Check, config: Config, now: float | None = None) -> tuple[Level, str]:
    """Return the one thing that a check finds."""
    (finding,) = found(check, config, now)
    return finding


@pytest.mark.parametrize("free, level", [(10**10, Level.OK), (5 * 10**7, Level.WARN), (10**6, Level.FAIL)])
async def test_room_on_the_disk(
    storage: Store, config: Config, monkeypatch: pytest.MonkeyPatch, free: int, level: Level
) -> None:
    """Updates and backups copy the database."""
    await begin(storage)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    assert one(doctor.check_disk, config)[0] is level


async def test_files_that_others_can_read(config: Config, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The database, what is beside it, its copies, its backups, and .env: the start names them in one line.

    Nothing else that lies there, nor a record, which anybody may have. A container sees no .env.
    """
    names = ["herald.db", "herald.db-wal", "herald.db.lock", "herald.db.before-0003", "backups/one.db", ".env"]
    others = [tmp_path / name for name in ("shopping.txt", "backups/record.json")]
    files = [tmp_path / name for name in names]
    for mode, touched in ((0o644, others), (0o600, files[:-1])):
        for each in touched:
            each.touch()
            each.chmod(mode)
    level, said = one(doctor.check_modes, config)
    assert (level, ".env isn't in this folder" in said) == (Level.OK, True)

    for each in files:
        each.touch()
        each.chmod(0o640)
    level, said = one(doctor.check_modes, config)
    assert level is Level.WARN
    assert [name for name in names if name not in said] == []
    doctor.warn_of_open_files(config)
    (line,) = caplog.messages
    assert {Path(word).name for word in line.partition("chmod 600 ")[2].split()} == {each.name for each in files}

    for each in files:
        each.chmod(0o600)
    level, said = one(doctor.check_modes, config)
    assert (level, "copies or .env" in said) == (Level.OK, True)
    doctor.warn_of_open_files(config)
    assert caplog.messages == [line]


async def test_a_database_that_is_whole_missing_empty_or_none(storage: Store, config: Config) -> None:
    """One that isn't there is nothing to worry about before the first start."""
    assert one(doctor.check_database, config)[0] is Level.OK
    await storage.close()
    file(config).unlink()
    assert one(doctor.check_database, config)[0] is Level.WARN
    file(config).write_bytes(b"")
    assert "is empty" in one(doctor.check_database, config)[1]
    for check in (doctor.check_wal, doctor.check_behind, doctor.check_tables):
        assert found(check, config) == []


async def test_doctor_misses_the_right_to_write(
    storage: Store, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the database, or to its folder, where there may be none yet: Herald could read it, and keep nothing."""
    refused = file(config)
    monkeypatch.setattr("os.access", lambda path, _: path != refused)
    with pytest.raises(StorageError, match=f"storage-read-only.*{refused}"):
        found(doctor.check_database, config)
    await storage.close()
    refused.unlink()
    assert one(doctor.check_database, config)[0] is Level.WARN
    refused = refused.parent
    with pytest.raises(StorageError, match=f"storage-read-only.*{refused}"):
        found(doctor.check_database, config)


async def test_tables_that_discord_is_behind_with(storage: Store, config: Config) -> None:
    """Since when: for as long as a lull takes it is nothing unusual."""
    assert one(doctor.check_behind, config) == (Level.OK, "Everything has been posted to Discord.")
    table = await begin(storage, moves=1)
    moved_at = 1700000001.5
    assert one(doctor.check_behind, config, moved_at + 5)[0] is Level.OK
    level, said = one(doctor.check_behind, config, moved_at + 7200)
    assert level is Level.WARN
    assert "One table has something that isn't posted yet, the oldest since 2 hours" in said
    await storage.store_published(table.id, Published(revision=table.revision - 1, seq=1))
    assert one(doctor.check_behind, config) == (Level.WARN, "One table has something that isn't posted yet.")


async def test_lobbies_that_nobody_begins_and_tables_without_a_place(storage: Store, config: Config) -> None:
    """After a week; those opened before Herald kept the time are older."""
    assert one(doctor.check_tables, config)[0] is Level.OK
    await storage.create(lobby())
    assert one(doctor.check_tables, config)[0] is Level.WARN
    await alter(storage, await storage.create(lobby()), status=Status.SUSPENDED)
    (_, _), (level, said) = found(doctor.check_tables, config)
    assert level is Level.WARN
    assert "One table has lost its channel" in said


async def test_the_write_ahead_log(storage: Store, config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its size says whether it is emptied."""
    await begin(storage, moves=3)
    assert one(doctor.check_wal, config) == (Level.OK, "It takes 1 MB.")
    monkeypatch.setattr(doctor, "LARGEST_WAL", 1000)
    assert one(doctor.check_wal, config)[0] is Level.WARN


async def test_the_newest_backup(
    storage: Store, config: Config, backups: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its age and its soundness; without one, or without a folder, that is said.

    None is what was found damaged or isn't whole yet, what was put aside, what stands beside a copy, a record, or
    hidden: such an entry may not even be looked at; nor is the database itself, where both are in one folder. The age
    is in its name: who copies an old one to another disk makes no new backup by that.
    """
    is_file = Path.is_file

    def looked_at(entry: Path) -> bool:
        if entry.name == ".snapshot":
            raise PermissionError(entry)
        return is_file(entry)

    monkeypatch.setattr(Path, "is_file", looked_at)
    await begin(storage, moves=2)
    for name in NO_BACKUPS:
        (backups / name).touch()
    for folder, expected in ((None, Level.WARN), (file(config).parent, Level.FAIL), (backups, Level.FAIL)):
        assert one(doctor.check_backups, config.model_copy(update={"backups": folder}))[0] is expected
    copies = [backups / name for name in ("first.db", "second.db")]
    for copy, age in zip(copies, (9 * DAY, 3 * DAY), strict=True):
        backup(file(config), copy)
        os.utime(copy, (time.time() - age,) * 2)
    before = {file: file.stat().st_mtime for file in backups.iterdir()}  # noqa: ASYNC240 - nothing else runs
    (level, said), whole = found(doctor.check_backups, config)
    assert level is Level.WARN
    assert "second.db" in said
    assert "3 days" in said
    assert whole == (Level.OK, f"{copies[1]} is as it was written.")
    assert {file: file.stat().st_mtime for file in backups.iterdir()} == before  # noqa: ASYNC240 - as above

    for copy in copies:
        copy.unlink()
    old = backups / time.strftime("herald-%Y%m%dT%H%M%SZ.db", time.gmtime(time.time() - 3 * DAY))
    backup(file(config), old)
    (level, said), _ = found(doctor.check_backups, config)
    assert level is Level.WARN
    assert "3 days ago" in said
    ahead = backups / "herald-20990101T000000Z.db"
    ahead.write_bytes(old.read_bytes())
    assert found(doctor.check_backups, config)[0] == (level, said)
    ahead.unlink()
    newest = old.rename(backups / "herald-20269999T000000Z.db")
    assert [level for level, _ in found(doctor.check_backups, config)] == [Level.OK, Level.OK]

    execute(newest, "UPDATE tables SET document = replace(document, 'Ann', 'Eve')")
    damaged = (Level.FAIL, f"{newest} is damaged in one place; make another one now.")
    assert found(doctor.check_backups, config)[-1] == damaged
    newest.write_bytes(newest.read_bytes()[:5000])
    assert found(doctor.check_backups, config)[-1][0] is Level.FAIL


async def test_what_was_put_aside_is_named(storage: Store, config: Config, tmp_path: Path) -> None:
    """It knows hands and people who were forgotten, and how long it stays is said."""
    await begin(storage)
    assert found(doctor.check_aside_files, config) == []
    (tmp_path / "herald.db.before-0003").touch()
    level, said = one(doctor.check_aside_files, config)
    assert level is Level.OK
    assert f"deleted after 30 days; hands and people who were forgotten are in there: {tmp_path}" in said


async def test_every_check_is_made_though_others_fail(config: Config, tmp_path: Path) -> None:
    """A database that is none, a folder that isn't there, no token, and nobody at the address."""
    file(config).write_bytes(b"shopping list " * 500)
    broken = config.model_copy(
        update={"backups": tmp_path / "nowhere", "discord_api_url": "http://127.0.0.1:9/api/v10"}
    )
    for name in locales():
        lines: list[str] = []
        said = language(name)
        assert await examination.examine(broken, Terminal(said, lines.append)) == FAILED
        failed = [line for line in lines if line.startswith(said.text("doctor-fail"))]
        # Nobody shares a file, and nothing was put aside.
        silent = {"doctor-shards", "doctor-copies"}
        checks = [key for key in (*doctor.CHECKS, *remote.CHECKS) if key not in silent]
        assert len(lines) == len(checks)
        assert [line for line, key in zip(lines, checks, strict=True) if f"{said.text(key)}: " not in line] == []
        assert len(failed) == 11
        sentences = [line.partition(": ")[2] for line in lines]
        referred = {sentence for sentence in sentences if sentences.count(sentence) > 1}
        assert referred <= {said.text("doctor-unchecked", check=said.text(key)) for key in checks}


def test_a_folder_that_cannot_be_looked_into_is_said(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    """The bot starts all the same."""

    def refuse(_: Path) -> None:
        raise PermissionError(13, "Permission denied", "backups")

    monkeypatch.setattr(Path, "iterdir", refuse)
    doctor.warn_of_open_files(Config(database=tmp_path / "herald.db", backups=tmp_path))
    (line,) = caplog.messages
    assert line == "Who can read which file can't be told: backups: Permission denied"
