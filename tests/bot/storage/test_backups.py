"""Backups into a folder: dated, verified, and only the last ones stay."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.storage.backends import verify
from bot.storage.sqlite.backups import backup_into, find_backups
from bot.storage.store import Store
from tests.bot.storage.samples import begin, execute


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return an empty folder for copies."""
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder


def older(folder: Path, count: int) -> list[Path]:
    """Leave copies of earlier days in a folder."""
    made = [folder / f"herald-202601{day:02}T030000Z.db" for day in range(1, count + 1)]
    for path in made:
        path.write_bytes(b"a copy")
    return made


async def test_a_copy_is_dated_and_whole_and_the_oldest_go(storage: Store, path: Path, folder: Path) -> None:
    """Whatever else lies in the folder stays."""
    await begin(storage, moves=2)
    before = older(folder, 5)
    other = folder / "holiday.jpg"
    other.write_bytes(b"")
    made, faults = backup_into(folder, path, {}, keep=3)
    assert not faults
    assert find_backups(folder, path) == [*before[-2:], made]
    assert other.exists()
    assert list(verify(made, {})) == []


async def test_a_copy_that_is_not_whole_pushes_no_other_out(storage: Store, path: Path, folder: Path) -> None:
    """It says so by its name, and is no copy."""
    await begin(storage, moves=2)
    execute(path, "UPDATE tables SET document = 'x'")
    before = older(folder, 5)
    made, faults = backup_into(folder, path, {}, keep=3)
    assert [fault.table for fault in faults] == [1]
    assert made.name.endswith(".damaged")
    assert find_backups(folder, path) == before


async def test_what_a_killed_backup_left_goes_with_the_copies_of_its_days(
    storage: Store, path: Path, folder: Path
) -> None:
    """It would stay otherwise; a younger one may still be written."""
    await begin(storage, moves=2)
    older(folder, 5)
    left = [folder / f"herald-20260103T040000Z.db.partial{part}" for part in ("", "-journal")]
    others = folder / "herald-20260104T040000Z.db.partial", folder / "other-20260103T040000Z.db.partial"
    for each in (*left, *others):
        each.write_bytes(b"half a copy")
    backup_into(folder, path, {}, keep=3)
    assert [each.exists() for each in (*left, *others)] == [False, False, True, True]
