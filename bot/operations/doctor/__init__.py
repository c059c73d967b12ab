"""`python -m bot doctor`: whether all that Herald needs is as it should be; nothing is written.

Here are what it can find, and its checks on the host's own machine: files, free disk, the database, its backups.
"""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TypeAlias

from bot.host.address import Address, Place
from bot.host.config import ENV_FILE, Config
from bot.storage.backends import StorageStatus, shards_in_use, storage_status, verify
from bot.storage.port import StorageError
from bot.storage.sqlite import files
from bot.storage.sqlite.backups import STAMP, UNSOUND
from engine.games import GAMES
from engine.scene import Text, Value, say

AGES: Mapping[str, int] = {
    "doctor-days": 86_400,
    "doctor-hours": 3_600,
    "doctor-minutes": 60,
}
"""How many seconds each way to say an age counts in, the longest first."""
MEGABYTE = 1_000_000
RECORD = ".json"
"""Suffix of the record of a finished table, which anybody may read."""


class Level(StrEnum):
    """How bad a finding is, by the key of its text; a failure keeps Herald from its work or loses stored data."""

    OK = "doctor-ok"
    WARN = "doctor-warn"
    FAIL = "doctor-fail"


Finding: TypeAlias = tuple[Level, Text]
"""One line that the doctor prints: how bad it is, and what."""


def finding(level: Level, key: str, **facts: Value) -> Finding:
    """Return the finding `key` at a `level`."""
    return level, say(key, **facts)


fine = partial(finding, Level.OK)
warning = partial(finding, Level.WARN)
"""Returns a finding of something that could be better."""
failure = partial(finding, Level.FAIL)
"""Returns a finding of something that is broken, or will be."""


def age(seconds: float) -> Text:
    """Return an age of `seconds` as a text, in the largest unit of `AGES` that it fills."""
    for key, unit in AGES.items():
        if seconds >= unit:
            return say(key, count=int(seconds // unit))
    return say("doctor-just-now")


def megabytes(size: int) -> int:
    """Return `size` bytes in megabytes, rounded up."""
    return -(-size // MEGABYTE)


log = logging.getLogger(__name__)

OTHERS = 0o077
"""The bits of a mode that let anybody but the owner in."""


def files_open_to_others(config: Config) -> Sequence[Path]:
    """Return the files of the database, its backups and `ENV_FILE` that not only their owner may open."""
    every = [ENV_FILE]
    if isinstance(config.database, Path):
        every += files.database_files(config.database)
    if config.backups and config.backups.is_dir():
        inside = config.backups.iterdir()
        every += [file for file in inside if file.is_file() and file.suffix != RECORD]
    return sorted(file for file in every if _is_open_to_others(file))


def _is_open_to_others(file: Path) -> bool:
    """Tell whether not only its owner may open `file`; where modes mean nothing, or there is none, nobody may."""
    with suppress(FileNotFoundError):
        return os.name == "posix" and bool(file.stat().st_mode & OTHERS)
    return False


def warn_of_open_files(config: Config) -> None:
    """Log one warning that names the files from `files_open_to_others`, if there are any."""
    try:
        found = files_open_to_others(config)
    except OSError as error:
        log.warning(
            "Who can read which file can't be told: %s: %s",
            error.filename,
            error.strerror,
        )
        return

    if found:
        names = " ".join(str(file) for file in found)
        log.warning(
            "Others on this machine could read the hands or the token in these files: chmod 600 %s",
            names,
        )


ROOM = 5
"""The free disk that should be left, in sizes of the database: a migration copies it, and writes it anew."""
SPARE = 64_000_000
"""Bytes that should be left besides, for the write-ahead log and other programs."""
LARGEST_WAL = 64_000_000
"""Bytes; checkpoints keep the log at some 4 MB, unless another process holds the database open for days."""
LATE = 300.0
"""Seconds for which news that Discord hasn't been shown are nothing unusual."""
DAY = 86_400.0
OLD_LOBBY, OLD_BACKUP = 7 * DAY, 2 * DAY
NO_BACKUPS = (*files.BESIDE, files.LOCK, files.UNFINISHED, UNSOUND, RECORD)
"""Suffixes of the files in a folder of backups that are none."""
Check = Callable[[Config, float], Iterator[Finding]]
"""Yields findings, by the settings and the time in Unix seconds; may raise `HostError` or `OSError`."""


def check_disk(config: Config, _: float) -> Iterator[Finding]:
    """Yield whether there is room for the database to grow and to be copied."""
    if isinstance(config.database, Address):
        return

    aside = files.files_put_aside(config.database)
    counted = [
        file for file in files.database_files(config.database) if file not in aside
    ]
    size = sum(file.stat().st_size for file in counted)
    free = shutil.disk_usage(config.database.absolute().parent).free
    facts = {"free": megabytes(free), "size": megabytes(size)}

    if free < size + SPARE // 4:
        yield failure("doctor-disk-full", **facts)
    elif free < ROOM * size + SPARE:
        yield warning("doctor-disk-short", **facts)
    else:
        yield fine("doctor-disk-fine", **facts)


def check_modes(config: Config, _: float) -> Iterator[Finding]:
    """Yield the files with hands or the token that other users of the machine can read."""
    found = files_open_to_others(config)
    if found:
        yield warning("doctor-modes-open", files=" ".join(str(file) for file in found))
    else:
        here = "seen" if ENV_FILE.is_file() else "unseen"
        place = "file" if isinstance(config.database, Path) else "server"
        yield fine("doctor-modes-fine", env=f"{place}-{here}")


def check_aside_files(config: Config, _: float) -> Iterator[Finding]:
    """Yield the files that updates and restores have put aside; they hold hands of then, and erased people."""
    place = config.database
    if isinstance(place, Path) and (found := files.files_put_aside(place)):
        yield fine(
            "doctor-aside",
            files=" ".join(str(file) for file in found),
            count=len(found),
            days=files.ASIDE_DAYS,
        )


def check_database(config: Config, _: float) -> Iterator[Finding]:
    """Yield whether the database can be read and written to, and has this version."""
    place, path = config.database, str(config.database)
    files_there = (place.resolve().parent, place) if isinstance(place, Path) else ()
    for each in files_there:
        if each.exists() and not os.access(each, os.W_OK):
            raise StorageError("storage-read-only", each)
    if isinstance(place, Path) and not place.is_file():
        yield warning("doctor-database-none", path=path)
    elif isinstance(place, Path) and not place.stat().st_size:
        yield warning("doctor-database-empty", path=path)
    else:
        storage_status(place)
        yield fine("doctor-database-fine", path=path)


def check_shards(config: Config, _: float) -> Iterator[Finding]:
    """Yield the shards that running Heralds hold, where several may share the database."""
    if not isinstance(config.database, Address) or not config.shards:
        return

    held = shards_in_use(config.database)
    if held is None:
        yield fine("doctor-shards-idle")
        return

    free = sorted(set(range(config.shards)) - set(held))
    if free:
        yield warning(
            "doctor-shards-free", shards=", ".join(map(str, free)), count=len(free)
        )
    else:
        yield fine("doctor-shards-fine", count=config.shards)


def check_wal(config: Config, _: float) -> Iterator[Finding]:
    """Yield whether the write-ahead log is emptied now and then."""
    if isinstance(config.database, Address):
        return

    stands = _read_standing(config)
    if stands and stands.wal_bytes is not None:
        size = megabytes(stands.wal_bytes)
        large = stands.wal_bytes > LARGEST_WAL
        yield (
            warning("doctor-wal-large", size=size)
            if large
            else fine("doctor-wal-fine", size=size)
        )


def check_behind(config: Config, now: float) -> Iterator[Finding]:
    """Yield how many tables have news that Discord hasn't been shown, and since when."""
    if (stands := _read_standing(config)) is None:
        return

    count = len(stands.behind)
    since = [since for since in stands.behind.values() if since is not None]
    if not count:
        yield fine("doctor-behind-none")
    elif not since:
        yield warning("doctor-behind-undated", count=count)
    else:
        waits = now - min(since)
        found = warning if waits > LATE else fine
        yield found("doctor-behind", count=count, age=age(waits))


def check_tables(config: Config, now: float) -> Iterator[Finding]:
    """Yield how many lobbies are older than `OLD_LOBBY`, and how many tables have lost their channel."""
    if (stands := _read_standing(config)) is None:
        return

    old = sum(
        created is None or now - created > OLD_LOBBY for created in stands.lobbies
    )
    yield (
        warning("doctor-lobbies-old", count=old)
        if old
        else fine("doctor-lobbies-fine", count=len(stands.lobbies))
    )

    if stands.suspended:
        yield warning("doctor-suspended", count=stands.suspended)


def check_backups(config: Config, now: float) -> Iterator[Finding]:
    """Yield the age of the newest backup, and whether it is intact."""
    if config.backups is None:
        yield warning("doctor-backups-unset")
        return

    folder = config.backups
    found = [file for file in folder.iterdir() if _is_backup(file, config.database)]
    if not found:
        yield failure("doctor-backups-none", path=str(folder))
        return

    # One that a wrong clock has dated ahead would stand for the newest until its day comes.
    newest = max(
        found, key=lambda file: (_backup_time(file) < now + DAY, _backup_time(file))
    )
    seconds = now - _backup_time(newest)
    old = seconds > OLD_BACKUP
    yield (warning if old else fine)(
        "doctor-backup-old" if old else "doctor-backup-age",
        path=str(newest),
        age=age(seconds),
    )
    if isinstance(config.database, Path):
        yield _check_backup(newest)


def _backup_time(copy: Path) -> float:
    """Return when `copy` was made, in Unix seconds: by the date in its name if it has one, else by the file's time."""
    with suppress(ValueError):
        dated = copy.stem.rpartition("-")[2]
        return datetime.strptime(dated, STAMP).replace(tzinfo=UTC).timestamp()
    return copy.stat().st_mtime


def _is_backup(file: Path, database: Place) -> bool:
    """Tell whether `file` is a copy that can be restored: not hidden, unfinished, damaged, put aside or in use."""
    name = file.name
    return not (
        any(map(name.count, files.PUT_ASIDE))
        or name.startswith(".")
        or name.endswith(NO_BACKUPS)
        or not file.is_file()
        or (
            isinstance(database, Path) and database.exists() and file.samefile(database)
        )
    )


def _check_backup(backup: Path) -> Finding:
    try:
        faults = sum(1 for _ in verify(backup, GAMES, unwritten=True))
    except StorageError as error:
        # It is older than an update; the next backup won't be.
        older = error.text.key == "storage-older"
        return Level.WARN if older else Level.FAIL, error.text

    if faults:
        return failure("doctor-backup-damaged", path=str(backup), count=faults)

    return fine("doctor-backup-whole", path=str(backup))


def _read_standing(config: Config) -> StorageStatus | None:
    """Return the state of the database; None if there is none yet, or nothing in it."""
    place = config.database
    if isinstance(place, Path) and (not place.is_file() or not place.stat().st_size):
        return None

    return storage_status(place)


CHECKS: Mapping[str, Check] = {
    "doctor-disk": check_disk,
    "doctor-modes": check_modes,
    "doctor-copies": check_aside_files,
    "doctor-database": check_database,
    "doctor-shards": check_shards,
    "doctor-wal": check_wal,
    "doctor-tables-behind": check_behind,
    "doctor-tables": check_tables,
    "doctor-backups": check_backups,
}
"""The local checks by the keys of their names, in the sequence of their lines."""
