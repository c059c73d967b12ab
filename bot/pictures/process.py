"""Client of the drawing process: starts it with the first picture, replaces it when it dies."""

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

import bot
from bot.pictures.wire_format import LENGTH, Drawing, pickle_request, with_length

log = logging.getLogger(__name__)

COMMAND = "-P", "-m", "bot.pictures.worker"
ATTEMPTS = 2
LONGEST = 20.0
"""Seconds after which a drawing process counts as lost."""

GRACE = 0.5
"""Seconds that it has to exit by itself."""

REST = 30.0
"""Seconds without pictures after `ATTEMPTS` processes were lost over one: starting costs more than drawing."""

BUFFER = 1 << 20
"""Bytes of a drawing that may wait to be read: all of it."""


class WorkerProcess:
    """Draws, one picture at a time, in a process of its own, so that drawing never delays an answer."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._process: Process | None = None
        self._ready = False
        self._rested = 0.0

    @property
    def starting(self) -> bool:
        """Tell whether no process is ready to draw yet."""
        return not self._ready

    @property
    def resting(self) -> bool:
        """Tell whether processes were lost within the last `REST` seconds."""
        return asyncio.get_running_loop().time() < self._rested

    async def draw(self, request: Hashable) -> Drawing:
        """Return the `Drawing` of `request`; its fault says so after `ATTEMPTS` lost processes."""
        message = with_length(pickle_request(request))
        why = ""
        for _ in range(ATTEMPTS):
            try:
                async with asyncio.timeout(LONGEST):
                    drawing = await self._request_drawing(message)
            except (OSError, EOFError) as error:
                why = await self._discard_process(error)
            else:
                if why:
                    log.warning(
                        "the process that draws was replaced by another one: %s", why
                    )
                return drawing

        self._rested = asyncio.get_running_loop().time() + REST
        return Drawing(
            fault=f"the process that draws was lost: {why}; no pictures for {REST:g} s"
        )

    async def _request_drawing(self, message: bytes) -> Drawing:
        try:
            requests, drawings = await self._pipes()
            _write(requests, message)
            drawing: Drawing = pickle.loads(await _read_message(drawings))  # noqa: S301 - from our own process alone
        except asyncio.CancelledError:
            # What it draws now would be taken for the answer to the next request.
            await self.close()
            raise

        return drawing

    async def _pipes(self) -> tuple[asyncio.StreamWriter, asyncio.StreamReader]:
        """Return the pipes for requests and drawings, once a process is ready."""
        if self._process is not None and self._process.returncode is not None:
            log.warning(
                "the process that draws has ended with exit code %s, and is replaced",
                self._process.returncode,
            )
            await self.close()

        if self._process is None:
            self._process = await _start_process()

        requests, drawings = self._process.stdin, self._process.stdout
        if requests is None or drawings is None:
            raise BrokenPipeError

        if not self._ready:
            await _read_message(drawings)
            self._ready = True

        return requests, drawings

    async def _discard_process(self, error: Exception) -> str:
        """Close a lost process, and return how it was lost."""
        process = self._process
        await self.close()
        if process is None:
            return type(error).__name__

        return f"{type(error).__name__}, exit code {process.returncode}"

    async def close(self) -> None:
        """End the process, if one runs."""
        process, self._process, self._ready = self._process, None, False
        if process is not None:
            await _end_process(process)


def _write(requests: asyncio.StreamWriter, message: bytes) -> None:
    """Write `message` to a pipe; raise `BrokenPipeError` if it is closed, which uvloop reports as `RuntimeError`."""
    try:
        requests.write(message)
    except RuntimeError as error:
        raise BrokenPipeError from error


async def _start_process() -> Process:
    """Start a drawing process, which Ctrl-C doesn't reach and which sends `READY`."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *COMMAND,
        stdin=PIPE,
        stdout=PIPE,
        limit=BUFFER,
        env=_environment(),
        start_new_session=True,
    )


async def _end_process(process: Process) -> None:
    """Close the input of `process`, on which it exits; kill it after `GRACE` seconds."""
    if process.stdin is not None:
        process.stdin.close()

    try:
        async with asyncio.timeout(GRACE):
            await process.wait()
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _read_message(source: asyncio.StreamReader) -> bytes:
    (length,) = LENGTH.unpack(await source.readexactly(LENGTH.size))
    return await source.readexactly(length)


def _environment() -> dict[str, str]:
    """Return the environment in which the process imports the same code as this one."""
    code = str(Path(bot.__file__).parents[1])
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(
            filter(None, [code, os.environ.get("PYTHONPATH")])
        ),
    }
