"""Which files others could read: one line at the start, which never keeps a bot from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.host.config import Config
from bot.operations import doctor


def test_every_file_that_others_can_read_is_named_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The database, what is beside it, its copies, its backups, and .env; nothing else that lies there."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "backups").mkdir()
    names = [".env", "herald.db", "herald.db-wal", "herald.db.lock", "herald.db.before-0003", "backups/one.db"]
    for name in (*names, "shopping.txt"):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(0o644)
    doctor.warn_of_open_files(Config(database=Path("herald.db"), backups=Path("backups")))
    (line,) = caplog.messages
    assert {Path(word).name for word in line.partition("chmod 600 ")[2].split()} == {Path(name).name for name in names}
    for name in names:
        (tmp_path / name).chmod(0o600)
    caplog.clear()
    doctor.warn_of_open_files(Config(database=Path("herald.db"), backups=Path("backups")))
    assert caplog.messages == []


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
