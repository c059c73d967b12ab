"""Which files of a host others on the same machine could read, though hands, seeds and the token stand in them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

from bot.host.config import ENV_FILE, Config
from bot.storage.sqlite import files

log = logging.getLogger(__name__)


def open_to_others(config: Config, env_file: Path = ENV_FILE) -> Sequence[Path]:
    """Return those files of the database, its backups and the settings that not only their owner may open."""
    every = [*(files.of(config.database) if isinstance(config.database, Path) else ()), env_file]
    if config.backups is not None and config.backups.is_dir():
        every += [file for file in config.backups.iterdir() if file.is_file()]
    return sorted(files.readable_by_others(every))


def warn(config: Config) -> None:
    """Say in one line of the log which files others could read, if there are any."""
    try:
        found = open_to_others(config)
    except OSError as error:
        log.warning("Who can read which file can't be told: %s: %s", error.filename, error.strerror)
        return
    if found:
        names = " ".join(str(file) for file in found)
        log.warning("Others on this machine could read the hands or the token in these files: chmod 600 %s", names)
