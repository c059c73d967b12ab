"""The process that draws, seen from the bot: it is started when the first picture is wanted, and anew once it died."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Hashable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import bot
from bot.pictures.drawing import LENGTH, Drawing, framed, pickled

log = logging.getLogger(__name__)

COMMAND = "-P", "-m", "bot.pictures.worker"
ATTEMPTS = 2
LONGEST = 20.0
"""Seconds after which a process that draws is taken for lost."""

GRACE = 0.5
"""Seconds that it has to end by itself."""

REST = 30.0
"""Seconds without pictures after several processes were lost over one: to start them costs more than to draw."""

BUFFER = 1 << 20
"""Bytes of a drawing that may wait to be read: all of it."""


class WorkerLost(Exception):
    """No process could be had that draws a picture."""


class Worker(Protocol):
    """Whatever draws, one picture at a time."""

    @property
    def starting(self) -> bool:
        """Tell whether the next picture has to wait for a start."""
        ...

    @property
    def resting(self) -> bool:
        """Tell whether no picture is drawn for now."""
        ...

    async def draw(self, request: Hashable) -> Drawing:
        """Return the drawing of a request; raise WorkerLost if nobody could draw it."""
        ...

    async def close(self) -> None:
        """Stop drawing."""
        ...


class WorkerProcess:
    """Draws in a process of its own, so that the one that answers people never draws."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._process: Process | None = None
        self._ready = False
        self._rested = 0.0

    @property
    def starting(self) -> bool:
        """Tell whether there is no process yet that is ready to draw."""
        return not self._ready

    @property
    def resting(self) -> bool:
        """Tell whether processes were lost so lately that none is started now."""
        return asyncio.get_running_loop().time() < self._rested

    async def draw(self, request: Hashable) -> Drawing:
        """Return the drawing of a request; raise WorkerLost if one process after the other is lost over it."""
        message = framed(pickled(request))
        why = ""
        for _ in range(ATTEMPTS):
            try:
                async with asyncio.timeout(LONGEST):
                    drawing = await self._drawn(message)
            except (OSError, EOFError) as error:
                why = await self._lost(error)
            else:
                if why:
                    log.warning("the process that draws was replaced by another one: %s", why)
                return drawing
        self._rested = asyncio.get_running_loop().time() + REST
        raise WorkerLost(f"the process that draws was lost: {why}; no pictures for {REST:g} s")

    async def _drawn(self, message: bytes) -> Drawing:
        try:
            requests, drawings = await self._pipes()
            _write(requests, message)
            drawing: Drawing = pickle.loads(await _message(drawings))  # noqa: S301 - from our own process alone
        except asyncio.CancelledError:
            # What it draws now would be taken for the answer to the next request.
            await self.close()
            raise
        return drawing

    async def _pipes(self) -> tuple[asyncio.StreamWriter, asyncio.StreamReader]:
        """Return where requests go and where drawings come from, as soon as there is somebody who draws."""
        if self._process is not None and self._process.returncode is not None:
            log.warning("the process that draws has ended with exit code %s, and is replaced", self._process.returncode)
            await self.close()
        if self._process is None:
            self._process = await _started()
        requests, drawings = self._process.stdin, self._process.stdout
        if requests is None or drawings is None:
            raise BrokenPipeError
        if not self._ready:
            await _message(drawings)
            self._ready = True
        return requests, drawings

    async def _lost(self, error: Exception) -> str:
        """Let go of a process that is lost, and return how it was."""
        process = self._process
        await self.close()
        return type(error).__name__ if process is None else f"{type(error).__name__}, exit code {process.returncode}"

    async def close(self) -> None:
        """End the process, if there is one."""
        process, self._process, self._ready = self._process, None, False
        if process is not None:
            await _ended(process)


def _write(requests: asyncio.StreamWriter, message: bytes) -> None:
    """Hand a message to a pipe; raise BrokenPipeError if it is closed, which uvloop calls a RuntimeError."""
    try:
        requests.write(message)
    except RuntimeError as error:
        raise BrokenPipeError from error


async def _started() -> Process:
    """Return a new process, which Ctrl-C doesn't reach and which tells when it is ready."""
    return await asyncio.create_subprocess_exec(
        sys.executable, *COMMAND, stdin=PIPE, stdout=PIPE, limit=BUFFER, env=_environment(), start_new_session=True
    )


async def _ended(process: Process) -> None:
    """Let a process end, which it does as soon as it has nobody to draw for; kill it if it is at something endless."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        async with asyncio.timeout(GRACE):
            await process.wait()
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _message(source: asyncio.StreamReader) -> bytes:
    (length,) = LENGTH.unpack(await source.readexactly(LENGTH.size))
    return await source.readexactly(length)


def _environment() -> dict[str, str]:
    """Return the environment of the bot, in which a process finds the same code as this one."""
    code = str(Path(bot.__file__).parents[1])
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [code, os.environ.get("PYTHONPATH")]))}
