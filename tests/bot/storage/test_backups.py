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
    """With what a killed backup left in its days; a younger one may still be written. All else stays."""
    await begin(storage, moves=2)
    before = older(folder, 5)
    gone = [folder / f"herald-20260103T040000Z.db.partial{part}" for part in ("", "-journal")]
    young, strange = "herald-20260104T040000Z.db.partial", "other-20260103T040000Z.db.partial"
    others = [folder / name for name in (young, strange, "holiday.jpg")]
    for each in (*gone, *others):
        each.write_bytes(b"half a copy")
    made, faults = backup_into(folder, path, {}, keep=3)
    assert not faults
    assert find_backups(folder, path) == [*before[-2:], made]
    assert [each for each in (*gone, *others) if each.exists()] == others
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
