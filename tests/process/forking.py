"""Bots that needn't import anything: one process has done it, and forks each of them.

A start takes a second of a core, nearly all of it for imports; a hundred tests would do little else. What is forked
runs `python -m bot` from its first line on, with an environment, a folder and files of its own, and with constants of
its modules as a test wants them, which needn't wait as long then. How the real thing imports is tried by the tests that
start it cold.

`python -m tests.process.forking FD` is that process. A keeper stands between it and each bot, and tells how that ends.
"""

from __future__ import annotations

import asyncio
import atexit
import importlib
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from types import MappingProxyType
from typing import Any, Self

ROOT = Path(__file__).parents[2]
IMPORTED = "bot.__main__", "uvloop"
LARGEST = 1 << 16
"""Bytes that an order may have: an environment and some words."""


class Forked:
    """A bot that was forked, as asyncio's subprocesses are seen: `returncode` is None until it has ended."""

    def __init__(self, pid: int, told: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take its number, and what tells how it ends."""
        self.pid = pid
        self._writer = writer
        self._end = asyncio.create_task(self._told(told))

    @classmethod
    async def start(
        cls,
        words: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        *written: int,
        constants: Mapping[str, float] = MappingProxyType({}),
    ) -> Self:
        """Fork a bot that is told these words, writes to these files, and has these `constants`, by "module:NAME"."""
        here, there = socket.socketpair()
        order = json.dumps(
            {
                "words": words,
                "folder": str(folder),
                "environment": dict(environment),
                "constants": dict(constants),
            }
        )
        with there:
            socket.send_fds(_server(), [order.encode()], [there.fileno(), *written])
        told, writer = await asyncio.open_connection(sock=here)
        return cls(int(await told.readline()), told, writer)

    @property
    def returncode(self) -> int | None:
        """Return the exit code, negative for a signal."""
        return self._end.result() if self._end.done() else None

    async def wait(self) -> int:
        """Wait until it has ended."""
        return await asyncio.shield(self._end)

    def send_signal(self, sent: int) -> None:
        """Send it a signal, if it lives."""
        if self.returncode is None:
            os.kill(self.pid, sent)

    async def _told(self, told: asyncio.StreamReader) -> int:
        try:
            return int(await told.readline())
        finally:
            self._writer.close()


async def obey(words: Sequence[str], folder: Path, environment: Mapping[str, str]) -> tuple[int, str]:
    """Run a command to its end, and return the exit code and all that it says."""
    with TemporaryFile() as file:
        bot = await Forked.start(words, folder, environment, file.fileno(), file.fileno())
        code = await bot.wait()
        file.seek(0)
        return code, file.read().decode()


@cache
def _server() -> socket.socket:
    """Return the door of this process's own server, which ends when the door does."""
    here, there = socket.socketpair()
    command = sys.executable, "-m", __name__, str(there.fileno())
    with there:
        server = subprocess.Popen(command, cwd=ROOT, pass_fds=[there.fileno()])  # noqa: S603 - this module
    atexit.register(server.wait)
    atexit.register(here.close)
    return here


def _serve(door: socket.socket) -> dict[str, Any] | None:
    """Fork a bot for each order; return the order in that bot, and None where there are no more of them."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        order, files, *_ = socket.recv_fds(door, LARGEST, 3)
        if not order:
            return None
        if os.fork() == 0:
            door.close()
            return _born(json.loads(order), *files)
        for file in files:
            os.close(file)


def _born(order: dict[str, Any], teller: int, *written: int) -> dict[str, Any]:
    """Return in a bot, whose keeper waits for its end, tells of it and is gone."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    if bot := os.fork():
        for file in written:
            os.close(file)
        os.write(teller, f"{bot}\n".encode())
        _, status = os.waitpid(bot, 0)
        os.write(teller, f"{os.waitstatus_to_exitcode(status)}\n".encode())
        os._exit(0)
    os.close(teller)
    for file, stream in zip(written, (sys.stdout, sys.stderr), strict=True):
        os.dup2(file, stream.fileno())
        os.close(file)
    return order


def _main() -> None:
    for module in IMPORTED:
        importlib.import_module(module)
    # It runs once more, as the program.
    del sys.modules["bot.__main__"]
    order = _serve(socket.socket(fileno=int(sys.argv[1])))
    if order is None:
        return
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["environment"])
    for name, value in order["constants"].items():
        module, _, constant = name.partition(":")
        setattr(importlib.import_module(module), constant, value)
    sys.argv[1:] = order["words"]
    runpy.run_module("bot", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    _main()
