"""Health file: the running bot writes it every `EVERY` seconds, `python -m bot health` checks it.

`python -m bot.operations.health` checks it as well, without the imports of a whole bot: what asks every minute, as a
container does, costs a third of the CPU so.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from bot.host.cli import FAILED, MISUSED, OK, Terminal, escape_unprintable
from bot.host.config import Config, InvalidConfig, host_language, read_config
from bot.host.errors import HostError
from bot.storage.sqlite.files import PRIVATE
from bot.texts.fluent import language
from engine.scene import say


@asynccontextmanager
async def background_task(
    work: Coroutine[Any, Any, None], name: str
) -> AsyncIterator[None]:
    """Run `work` as a task called `name` for the length of the block; cancel it at the end."""
    task = asyncio.create_task(work, name=name)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


log = logging.getLogger(__name__)

EVERY = 15.0
"""Seconds between two writes."""
STALE = 60.0
"""Seconds after which the bot that wrote last counts as stuck or dead."""
PATIENCE = 120.0
"""Seconds without the gateway that are not yet reported to the host."""


class Beat(BaseModel, frozen=True):
    """Content of the health file: when it was written, whether the gateway was `connected`, and `since` when."""

    at: float
    connected: bool
    since: float


BEGINNING = b'{"at":'
"""How a health file begins; what else `HEALTH_FILE` leads to, such as a database or a device, is never replaced."""


async def write_heartbeats(
    path: Path,
    connected: Callable[[], bool],
    *,
    clock: Callable[[], float] = time.time,
    every: float = EVERY,
) -> None:
    """Write the health file at `path` until this is cancelled, and remove it then."""
    was, since, failing = None, clock(), False
    try:
        while True:
            if (now := connected()) is not was:
                was, since = now, clock()
            try:
                _write(path, Beat(at=clock(), connected=now, since=since))
                failing = False
            except OSError as error:
                if not failing:
                    log.warning(
                        "The health file %s can't be written: %s", path, error.strerror
                    )
                failing = True
            await asyncio.sleep(every)
    finally:
        _remove(path)


def _write(path: Path, beat: Beat) -> None:
    """Replace the file at `path` atomically, so that no reader sees half of it."""
    if not _is_free(path):
        raise OSError(errno.EEXIST, "something else is there")
    partial = Path(f"{path}.partial")
    flags = os.O_CREAT | os.O_TRUNC | os.O_WRONLY
    with os.fdopen(os.open(partial, flags, PRIVATE), "w") as file:
        file.write(beat.model_dump_json())
    partial.replace(path)


def _is_free(path: Path) -> bool:
    """Tell whether nothing would be lost at `path`: there is a health file at most."""
    if not path.exists():
        return True
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(BEGINNING)) in {b"", BEGINNING}


def _remove(path: Path) -> None:
    with suppress(OSError):
        if _is_free(path):
            path.unlink()


def check_health(path: Path | None, now: float) -> None:
    """Raise `HostError` unless the `Beat` at `path` is fresh, and its gateway connected or only briefly away."""
    if path is None:
        raise HostError("health-no-setting")

    try:
        beat = Beat.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        raise HostError("health-none", path=str(path)) from None

    if abs(now - beat.at) > STALE:
        raise HostError("health-stale", path=str(path), seconds=round(now - beat.at))
    if not beat.connected and now - beat.since > PATIENCE:
        raise HostError("health-disconnected", seconds=round(now - beat.since))


def report_health(config: Config, terminal: Terminal) -> int:
    """Tell the host whether the running bot is well, and return the exit code."""
    try:
        check_health(config.health_file, time.time())
    except HostError as error:
        terminal.write(terminal.language.say(error.text))
        return FAILED
    terminal.tell("health-fine")
    return OK


def main() -> int:
    """Report the health of the bot that is configured here, and return the exit code."""
    escape_unprintable()
    terminal = Terminal(language(host_language()))
    try:
        return report_health(read_config(), terminal)
    except InvalidConfig as error:
        terminal.complain(say("host-cant-start", why=error.text))
        return MISUSED


if __name__ == "__main__":
    sys.exit(main())
