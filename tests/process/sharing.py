"""Several processes of the bot on one PostgreSQL, before a loopback Discord with as many shards as are wanted."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.host.address import Address, Place
from tests.loopback.records import Channel
from tests.loopback.server import Loopback, Request
from tests.process.playing import Mixed, check
from tests.process.process import START_SECONDS, Bot, striking

SHARDS = 4
CONNECTED_SECONDS = START_SECONDS + 6.0 * SHARDS
"""Within which all shards are connected, also where one is introduced in five seconds."""


@dataclass
class Fleet:
    """The processes, and a channel in a server of each shard."""

    discord: Loopback
    address: Address
    bots: list[Bot]
    halls: list[Channel]

    async def launch(self, *bots: Bot) -> None:
        """Start some processes, or all, and wait until every shard is connected."""
        for bot in bots or self.bots:
            await bot.launch()
        await self.connected()

    async def connected(self) -> None:
        """Wait until every shard is connected; fail with the words of a process that ended instead."""
        async with asyncio.timeout(CONNECTED_SECONDS):
            while len(self.discord.gateway.shards) < SHARDS:
                await asyncio.sleep(0.05)
                ended = [bot.log for bot in self.bots if bot.starts and not bot.running]
                assert not ended, ended

    async def seat(self, seed: int, place: Place | None = None, people: int = 2, *, orders: bool = False) -> Mixed:
        """Begin a game in a server of the last shard, with DMs, of a place that is the address unless it is another."""
        guests = [self.discord.person(name) for name in ("Ann", "Bo", "Cy")[:people]]
        hall, dice = self.halls[SHARDS - 1], random.Random(seed)
        party = Mixed(self.discord, hall, guests, dice, place or self.address, orders=orders)
        await party.sit_down("fortheking", "dm")
        return party

    async def bring_down(
        self, party: Mixed, bot: Bot, after: int = 1, fits: Callable[[Request], bool] = lambda _: True
    ) -> bool:
        """Kill a process before it hears of a request's effect, so many that fit from now, and start it again.

        Return False if the game was over before.
        """
        with striking(self.discord, bot.kill_now, fits, after) as struck:
            going_on = await party.play_until(struck)
        if going_on:
            await bot.ended()
            await self.launch(bot)
        return going_on

    async def finish(self, party: Mixed) -> None:
        """Play to the end, check the finished game, and see that all processes end well."""
        await party.play_on()
        await self.discord.quiet()
        check(party, self.address)
        assert party.mixed
        await self.stop()

    async def stop(self) -> None:
        """Stop all processes, and see that each ends well."""
        for bot in self.bots:
            await bot.stop()

    def of(self, shard: int) -> Bot:
        """Return the process that looks after a shard, as it said when it started."""
        return next(bot for bot in self.bots if bot.running and shard in held(bot))


def held(bot: Bot) -> set[int]:
    """Return the shards that a process looks after, by its log since its last start."""
    last = bot.stderr.read_text()
    said = [line for line in last.splitlines() if "are looked after here" in line]
    numbers = said[-1].partition("shards ")[2].partition(" of ")[0] if said else ""
    return {int(number) for number in numbers.split(", ") if number}


@asynccontextmanager
async def fleet(
    folder: Path, address: Address, processes: int, settings: Mapping[str, str] | None = None, *, spares: int = 0
) -> AsyncIterator[Fleet]:
    """Make a Discord of four shards and so many equal processes and spares, which aren't started yet."""
    own = {
        "DATABASE": address.reveal(),
        "LOG_LEVEL": "INFO",
        "SHARDS": str(SHARDS),
        "PROCESSES": str(processes),
        "REQUESTS_PER_SECOND": "0",
        **(settings or {}),
    }
    async with Loopback() as discord, AsyncExitStack() as stack:
        discord.world.shards = SHARDS
        halls = [discord.open_channel(f"hall {shard}", discord.world.add_server(shard)) for shard in range(SHARDS)]
        bots = []
        for number in range(processes + spares):
            room = folder / f"process{number}"
            room.mkdir()
            bots.append(await stack.enter_async_context(Bot(discord, room, dict(own))))
        yield Fleet(discord, address, bots, halls)
