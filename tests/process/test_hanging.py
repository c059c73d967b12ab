"""A database that is locked, gone or behind a line that stalls leaves nobody without an answer."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, suppress
from functools import partial
from pathlib import Path

import asyncpg
import pytest

from bench.postgres import Cluster
from bot.host.address import Address, Place
from bot.texts.fluent import language
from tests.loopback.server import Loopback
from tests.process.playing import Party, read_story, told
from tests.process.process import QUICK, Bot, open_lobby

LOCK = "LOCK TABLE tables, people, moves, announcements, choices, clocks IN ACCESS EXCLUSIVE MODE"
BYTES = 65536
LOOK = 64
"""Bytes that the look at the claim, once a second, doesn't have, and all that reads or changes a table has."""
QUIET = 0.5
"""Seconds that are longer than the quiet moment before a write of what was shown."""

Hanging = Callable[[], AbstractAsyncContextManager[None]]
"""Lets the server give no answer until the block is left."""


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
        """How many pieces longer than a `LOOK` have come from those who ask the server."""

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

    async def rest(self) -> None:
        """Return once nobody has asked the server for a quiet moment."""
        asked = -1
        while asked != self.asked:
            asked = self.asked
            await asyncio.sleep(QUIET)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._port)
        for source, target, asks in ((reader, back, True), (there, writer, False)):
            pump = asyncio.create_task(self._pump(source, target, asks=asks))
            self._pumps.add(pump)
            pump.add_done_callback(self._pumps.discard)

    async def _pump(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, *, asks: bool) -> None:
        with suppress(ConnectionError):
            while data := await source.read(BYTES):
                self.asked += asks and len(data) > LOOK
                await self._flows.wait()
                target.write(data)
                await target.drain()
        target.close()


ANSWERED_MS = 2500.0
BACK_SECONDS = 15.0
CLICKS = 3
UNKNOWN, UNKEPT = map(language("en").text, ("apology-unknown", "apology-storage"))


async def check_answers(bot: Bot, place: Place, hanging: Hanging, line: Line | None = None) -> set[str]:
    """Click while a database hangs, and until it comes back; return what those read who have moved meanwhile.

    On a line to the database the others click once a move is on its way: they would take its connection else.
    """
    discord = bot.discord
    hall = discord.open_channel("hall")
    people = [discord.person(name) for name in ("Ann", "Bo")]
    bot.constants = QUICK
    await bot.start()
    party = Party(discord, hall, people, random.Random(6), place)
    await party.sit_down("fortheking")
    assert await party.steps(4)
    await discord.until(lambda: told(place), BACK_SECONDS)
    before, person = len(read_story(place).moves), party.next
    view = party.place(person) or await party.opened(person)
    assert view is not None
    post = [each for each in hall.messages if each.ids("play")][-1]
    # A quiet write that hangs holds the table's lock: then no move begins, and all are known not to be kept.
    await discord.until(lambda: told(place), BACK_SECONDS)
    if line is not None:
        await line.rest()
    async with hanging():
        if line is None:
            # Once a write has found a file locked, those after it wait so briefly that what became of them is known.
            await discord.person("Cy").slash(hall, "newgame oriflamme")
            await discord.until(lambda: "used by another program" in bot.log, BACK_SECONDS)
        asked = line.asked if line else 0
        begun = [await party.begin(person, view) for _ in range(CLICKS)]
        await discord.until(lambda: line is None or line.asked > asked, BACK_SECONDS)
        looks = asyncio.gather(
            *(each.click(post, post.ids("play")[0]) for each in people),
            *(each.slash(hall, "hand") for each in people),
        )
        moves = [await person.wait(each) for each in begun]
        answers = [*moves, *await looks]
    assert max(each.ms for each in answers) < ANSWERED_MS
    said = {each.text for each in moves}
    if said == {UNKEPT}:
        assert len(read_story(place).moves) == before
    async with asyncio.timeout(BACK_SECONDS):
        while len(read_story(place).moves) == before:
            await person.wait(await party.begin(person, view))
    await bot.stop()
    return said


@pytest.mark.parametrize("way", ["locked", "stalled"])
async def test_every_click_is_answered_in_time_whatever_hangs(bot: Bot, cluster: Cluster, way: str) -> None:
    """Moves, hands and commands; nobody knows what became of the move that was sent, and the others weren't kept.

    A server that is stopped is like a line that stalls: the connection stays open, and nothing comes through.
    """
    address, line = await cluster.fresh(), Line(cluster.port)
    hangs: dict[str, Hanging] = {"locked": partial(locked, address), "stalled": line.stalled}
    async with line.open():
        bot.settings["DATABASE"] = address.reveal().replace(f":{cluster.port}/", f":{line.port}/")
        assert UNKNOWN in await check_answers(bot, address, hangs[way], line) <= {UNKNOWN, UNKEPT}
        await bot.kill()


@pytest.mark.slow
async def test_every_click_is_answered_in_time_though_another_program_holds_the_file(bot: Bot) -> None:
    """Of what can't begin it is known that it wasn't kept."""
    assert await check_answers(bot, bot.database, partial(held, bot.database)) == {UNKEPT}


@pytest.mark.slow
async def test_bot_whose_database_is_removed_ends_at_once(discord: Loopback, bot: Bot) -> None:
    """Nothing is acknowledged that can't be kept, and the next click ends it, with a sentence."""
    hall, _ = await open_lobby(bot)
    for file in bot.files:
        file.unlink()
    answer = await discord.person("Bo").click(hall.messages[0], "Join")
    assert "nothing of this was kept" in answer.text
    assert await bot.ended() == 1
    (line,) = [line for line in bot.log.splitlines() if line.startswith("Herald has stopped")]
    assert "was removed, replaced or emptied" in line
    assert "Traceback" not in bot.log, bot.log
    assert not bot.files
