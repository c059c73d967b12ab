"""Ways in which a database that is there gives no answer: stopped, locked, or behind a line that stalls."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, suppress
from pathlib import Path

import asyncpg

from bench.postgres import Cluster
from bot.host.address import Address

LOCK = "LOCK TABLE tables, people, moves, announcements, choices, clocks IN ACCESS EXCLUSIVE MODE"
BYTES = 65536

Hanging = Callable[[], AbstractAsyncContextManager[None]]
"""Lets the server give no answer until the block is left."""


def _family(pid: int) -> list[int]:
    """Return a process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return [pid, *map(int, children)]


@asynccontextmanager
async def stopped(cluster: Cluster) -> AsyncIterator[None]:
    """Stop a server with all that serves its connections."""
    family = _family(cluster.pid)
    for pid in family:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in family:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


@asynccontextmanager
async def locked(address: Address) -> AsyncIterator[None]:
    """Let another program lock all tables of a schema."""
    other = await asyncpg.connect(address.reveal())
    try:
        async with other.transaction():
            await other.execute(LOCK)
            yield
    finally:
        await other.close()


@asynccontextmanager
async def held(path: Path) -> AsyncIterator[None]:
    """Let another program write to a file of SQLite."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


class Line:
    """A line to a server, on a port of its own, which can stall: it stays open, and nothing comes through."""

    def __init__(self, port: int) -> None:
        """Take the server's port on loopback."""
        self._port = port
        self._flows = asyncio.Event()
        self._flows.set()
        self._pumps: set[asyncio.Task[None]] = set()
        self.port = 0
        self.asked = 0
        """How many pieces have come from those who ask the server."""

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Line]:
        """Listen until the block is left."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = int(server.sockets[0].getsockname()[1])
        try:
            yield self
        finally:
            server.close()
            for pump in self._pumps:
                pump.cancel()
            await asyncio.gather(*self._pumps, return_exceptions=True)

    @asynccontextmanager
    async def stalled(self) -> AsyncIterator[None]:
        """Let nothing through until the block is left."""
        self._flows.clear()
        try:
            yield
        finally:
            self._flows.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._port)
        for source, target, asks in ((reader, back, True), (there, writer, False)):
            pump = asyncio.create_task(self._pump(source, target, asks=asks))
            self._pumps.add(pump)
            pump.add_done_callback(self._pumps.discard)

    async def _pump(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, *, asks: bool) -> None:
        with suppress(ConnectionError):
            while data := await source.read(BYTES):
                self.asked += asks
                await self._flows.wait()
                target.write(data)
                await target.drain()
        target.close()
