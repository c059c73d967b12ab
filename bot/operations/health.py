"""The health file: the running bot writes it again and again, and `python -m bot health` reads whether all is well."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from pydantic import BaseModel, ValidationError

from bot.host.errors import HostError
from bot.operations.beside import beside
from bot.storage.sqlite.files import PRIVATE

log = logging.getLogger(__name__)

EVERY = 15.0
"""Seconds between two writings."""
STALE = 60.0
"""Seconds after which the bot that has written last is stuck or dead."""
PATIENCE = 120.0
"""Seconds for which the gateway may be away before that is a matter for the host."""


class Beat(BaseModel, frozen=True):
    """What the file says: when it was written, whether the gateway was connected, and since when that is so."""

    at: float
    connected: bool
    since: float


@asynccontextmanager
async def beating(
    path: Path, connected: Callable[[], bool], *, clock: Callable[[], float] = time.time, every: float = EVERY
) -> AsyncIterator[None]:
    """Write a health file until the block ends, and remove it then."""
    try:
        async with beside(_beat(path, connected, clock, every), "health"):
            yield
    finally:
        _remove(path)


async def _beat(path: Path, connected: Callable[[], bool], clock: Callable[[], float], every: float) -> None:
    was, since, failing = None, clock(), False
    while True:
        if (now := connected()) is not was:
            was, since = now, clock()
        try:
            _write(path, Beat(at=clock(), connected=now, since=since))
            failing = False
        except OSError as error:
            if not failing:
                log.warning("The health file %s can't be written: %s", path, error.strerror)
            failing = True
        await asyncio.sleep(every)


def _write(path: Path, beat: Beat) -> None:
    """Put a file in the place of the one before, so that nobody ever reads half of one."""
    partial = Path(f"{path}.partial")
    with os.fdopen(os.open(partial, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, PRIVATE), "w") as file:
        file.write(beat.model_dump_json())
    partial.replace(path)


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def check(path: Path | None, now: float) -> None:
    """Raise HostError unless a bot has written a health file lately, and is connected or will soon be again."""
    if path is None:
        raise HostError("health-no-setting")
    beat = _read(path)
    if beat is None:
        raise HostError("health-none", path=str(path))
    if abs(now - beat.at) > STALE:
        raise HostError("health-stale", path=str(path), seconds=round(now - beat.at))
    if not beat.connected and now - beat.since > PATIENCE:
        raise HostError("health-disconnected", seconds=round(now - beat.since))


def _read(path: Path) -> Beat | None:
    try:
        return Beat.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return None
