"""Several processes of Herald on one database, before a loopback Discord with a server of each shard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bench.processes import Bot, Cpu, cpu
from bench.rounds import Hall
from bench.whole import MANAGE_SERVER, choose_pictures
from bot.host.address import Address, Place
from tests.loopback.server import Loopback

SHARDS = 4
CONNECTED_SECONDS, LOOK = 300.0, 0.2
"""Within which all shards are connected: discord.py introduces one in five seconds; and how often that is looked at."""


@dataclass(slots=True)
class Fleet(Bot):
    """A bot in several processes; `server` is the process of its database, if that is a server."""

    processes: list[Bot] = field(default_factory=list)
    server: int = 0

    @property
    def own(self) -> Cpu:
        """What Herald's processes have used until now."""
        return sum((process.cpu for process in self.processes), Cpu(0, 0))

    @property
    def served(self) -> float:
        """The seconds of CPU that the database's server and its processes have used until now."""
        return cpu(self.server).total if self.server else 0.0

    @property
    def cpu(self) -> Cpu:
        """What both have used until now; the server's counts as a child's."""
        return self.own + Cpu(0, self.served)


@asynccontextmanager
async def hall(
    place: Place, processes: int, server: int, folder: Path
) -> AsyncIterator[Hall]:
    """Start so many processes on a database, and play without pictures in a server of each shard."""
    settings = {
        "DATABASE": place.reveal() if isinstance(place, Address) else str(place),
        "SHARDS": str(SHARDS),
        "PROCESSES": str(processes),
        "REQUESTS_PER_SECOND": "0",
        "FINISHED_DAYS": "0",
        "EMBLEMS": "emoji",
    }
    async with Loopback() as discord, AsyncExitStack() as stack:
        world = discord.world
        world.shards = SHARDS
        world.guilds[:] = [world.add_server(shard) for shard in range(SHARDS)]
        lounges = [discord.open_channel("lounge", guild) for guild in world.guilds]
        fleet = Fleet("bot", discord, folder, settings, server=server)
        for number in range(processes):
            room = folder / f"process{number}"
            room.mkdir(parents=True)
            fleet.processes.append(
                await stack.enter_async_context(Bot("bot", discord, room, settings))
            )
            await fleet.processes[-1].launch()
        await _connected(discord, fleet)
        await discord.until(lambda: world.commands, CONNECTED_SECONDS)
        owner = discord.person("Olga", MANAGE_SERVER)
        for lounge in lounges:
            await choose_pictures(owner, lounge, "off")
        yield Hall(discord, fleet, patient=True)


async def _connected(discord: Loopback, fleet: Fleet) -> None:
    """Wait until every shard is; raise RuntimeError with the last words of a process that ended instead."""
    async with asyncio.timeout(CONNECTED_SECONDS):
        while len(discord.gateway.shards) < SHARDS:
            await asyncio.sleep(LOOK)
            if ended := [process for process in fleet.processes if not process.running]:
                raise RuntimeError(
                    f"a process ended instead of starting:\n{ended[0].stderr.read_text()}"
                )
