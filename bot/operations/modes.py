"""File modes: find files with hands, seeds or the token that other users of the machine can read."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

from bot.host.config import ENV_FILE, Config
from bot.storage.sqlite import files

log = logging.getLogger(__name__)


def files_open_to_others(config: Config, env_file: Path = ENV_FILE) -> Sequence[Path]:
    """Return the files of the database, its backups and `env_file` that not only their owner may open."""
    every = [*(files.of(config.database) if isinstance(config.database, Path) else ()), env_file]
    if config.backups is not None and config.backups.is_dir():
        every += [file for file in config.backups.iterdir() if file.is_file()]
    return sorted(files.readable_by_others(every))


def warn_of_open_files(config: Config) -> None:
    """Log one warning that names the files from `files_open_to_others`, if there are any."""
    try:
        found = files_open_to_others(config)
    except OSError as error:
        log.warning("Who can read which file can't be told: %s: %s", error.filename, error.strerror)
        return

    if found:
        names = " ".join(str(file) for file in found)
        log.warning("Others on this machine could read the hands or the token in these files: chmod 600 %s", names)
