"""A folder of dated copies of a database: each is verified, and the last ones stay."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from bot.storage.kinds import verify
from bot.storage.sqlite.backups import backup
from bot.storage.verify import Fault
from engine.game import AnyGame

STAMP = "%Y%m%dT%H%M%SZ"
DATED = r"-(\d{8}T\d{6}Z)\.db"
KEPT = 14
"""How many copies stay if nobody says otherwise: one a day for two weeks."""
UNSOUND = ".damaged"


def backup_into(
    folder: Path, path: Path, games: Mapping[str, AnyGame], keep: int = KEPT
) -> tuple[Path, Sequence[Fault]]:
    """Copy a database into a folder and return the copy with its faults; raise StorageError if that can't be done.

    All but the last `keep` copies are deleted, once the new one is known to be whole. One that isn't gets another name,
    so that it is never taken for a copy, and deletes none.
    """
    target = folder / f"{path.stem}-{datetime.now(UTC):{STAMP}}.db"
    backup(path, target)
    faults = list(verify(target, games))
    if faults:
        return target.rename(f"{target}{UNSOUND}"), faults
    for old in copies(folder, path)[:-keep]:
        old.unlink()
    return target, faults


def made_at(copy: Path) -> float:
    """Return when a copy was made, in Unix seconds: by the date in its name if it has one, else by the file's time."""
    dated = re.search(f"{DATED}$", copy.name)
    if dated is not None:
        with suppress(ValueError):
            return datetime.strptime(dated[1], STAMP).replace(tzinfo=UTC).timestamp()
    return copy.stat().st_mtime


def copies(folder: Path, path: Path) -> list[Path]:
    """Return the whole copies of a database in a folder, oldest first."""
    name = re.compile(re.escape(path.stem) + DATED)
    return sorted(found for found in folder.iterdir() if name.fullmatch(found.name))
