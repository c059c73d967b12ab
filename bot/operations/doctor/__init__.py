"""`python -m bot doctor`: whether all that Herald needs is as it should be; nothing is written."""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from functools import partial
from pathlib import Path

from bot.host.config import ENV_FILE, Config
from bot.storage.sqlite import files
from engine.frozen import frozen
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


@frozen
class Finding:
    """One line that the doctor prints: its `level` and `text`."""

    level: Level
    text: Text


def finding(level: Level, key: str, **facts: Value) -> Finding:
    """Return the finding `key` at a `level`."""
    return Finding(level, say(key, **facts))


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
