"""Discord's bad days: single requests that fail, storms of 429 and 5xx, and a gateway that is dropped repeatedly."""

from __future__ import annotations

import asyncio
import random
import time

from bench.faults.people import Evening, evening, say
from bench.faults.promises import tally, told
from bench.faults.trials import Trial
from bench.records import Record
from tests.loopback import wire
from tests.loopback.records import Channel
from tests.loopback.server import DROPPED, Fault, Loopback

STATUSES = (429, 429, 429, 500, 502, 503, 504)
METHODS = ("GET", "POST", "PATCH", "PUT", "DELETE")
MESSAGES, EVERYTHING = r"^/channels/", ""
"""What a storm takes: in its first half all but the answers to clicks, in its second everything."""
LOST = 0.2
"""How often a request has its effect though the answer is an error."""
PASSES = 0.05
"""How often a request gets through in a storm."""
GUST = 0.1
"""Seconds after which a storm changes."""
RETRY_AFTER = 0.1, 5.0
ALWAYS = 1 << 40
CALM = 0.2, 2.0
"""Between which seconds after a connection the gateway is dropped again."""
FORGOTTEN = 0.3
"""How often Discord forgets the session with the connection."""
CONNECTED_WITHIN = 120.0
HICCUPS = {
    "503": (503, 1),
    "dropped connection": (DROPPED, 1),
    "429 of one channel": (429, 6),
}
"""What a single table's requests are answered with, and how many; discord.py itself tries a 429 five times."""
SHORT = 0.3
"""Seconds for which a channel is limited then, each time."""


def gust(path: str, dice: random.Random) -> list[Fault]:
    """Return what the requests of a moment are answered with."""
    if dice.random() < PASSES:
        return []
    status, lost = dice.choice(STATUSES), dice.random() < LOST
    after = dice.uniform(*RETRY_AFTER)
    return [
        Fault(method, path, status, 0, ALWAYS, after, lost and status != STATUSES[0])
        for method in METHODS
    ]


async def blow(discord: Loopback, seconds: float, dice: random.Random) -> None:
    """Answer requests with errors for so long."""
    begun = time.monotonic()
    while (spent := time.monotonic() - begun) < seconds:
        discord.faults[:] = gust(MESSAGES if spent < seconds / 2 else EVERYTHING, dice)
        await asyncio.sleep(GUST)
    discord.faults.clear()


async def storms(trial: Trial) -> list[Record]:
    """Let people play on through one storm of so many seconds, and wait until everything is announced."""
    async with evening(trial.seed, trial.tables) as now:
        await now.begun()
        await asyncio.sleep(CALM[1])
        async with now.fault():
            await blow(now.discord, trial.size, now.dice)
            await now.halt()
        seconds = await now.announced(now.windows[-1].end)
        say(f"storms: {trial.size} s, all announced after {seconds:.1f} s")
        await _afterwards(now)
        found = tally(now)
    what = trial.called("seconds of 429 and 5xx")
    return [*found.records(what), *told(what, [seconds]), *trial.noted(found)]


async def gateway(trial: Trial) -> list[Record]:
    """Drop the gateway while people play, so often; wait each time until it is back and everything is announced."""
    seconds = []
    async with evening(trial.seed, trial.tables) as now:
        await now.begun()
        for number in range(1, trial.size + 1):
            await asyncio.sleep(now.dice.uniform(*CALM))
            async with now.fault():
                await now.discord.gateway.drop(forget=now.dice.random() < FORGOTTEN)
                await now.discord.gateway.connected(CONNECTED_WITHIN)
            await now.halt()
            await now.settled()
            seconds.append(await now.announced(now.windows[-1].end))
            say(
                f"gateway: {number} of {trial.size}, all announced after {seconds[-1]:.1f} s"
            )
            now.play()
        await _afterwards(now)
        found = tally(now)
    what = trial.called("drops of the gateway")
    return [*found.records(what), *told(what, seconds), *trial.noted(found)]


async def hiccups(trial: Trial) -> list[Record]:
    """Let the first requests in one channel fail, so often for each kind; measure when that and others show a table."""
    records: list[Record] = []
    async with evening(trial.seed, 0) as now:
        for name, (status, times) in HICCUPS.items():
            met, spared = [0.0], [0.0]
            for number in range(trial.size):
                channels = [
                    await _channel(now.discord, f"{status}-{number}-{each}")
                    for each in range(trial.tables)
                ]
                path = f"^/channels/{channels[0].id}/"
                now.discord.fail("POST", path, status, times=times, retry_after=SHORT)
                first, *others = await asyncio.gather(
                    *(_lobby(now.discord, channel) for channel in channels)
                )
                met.append(first)
                spared += others
                now.discord.faults.clear()
            what = f"{trial.size:,} times one {name}"
            records += [
                Record(
                    f"{what}: seconds until its own table showed, at most",
                    max(met),
                    "s",
                    goal="at most 5",
                ),
                Record(
                    f"{what}: seconds until any other one showed, at most",
                    max(spared),
                    "s",
                    goal="at most 1",
                ),
            ]
            say(
                f"hiccups: {what}, its own table after {max(met):.1f} s, the others after {max(spared):.1f} s"
            )
    return records


async def _channel(discord: Loopback, name: str) -> Channel:
    channel = discord.open_channel(name)
    await discord.gateway.dispatch("CHANNEL_CREATE", wire.channel(channel))
    return channel


async def _lobby(discord: Loopback, channel: Channel) -> float:
    """Open a table; return the seconds from the answer until it shows."""
    await discord.person(channel.name).slash(channel, "newgame fortheking")
    begun = time.monotonic()
    await discord.until(lambda: channel.messages, CONNECTED_WITHIN)
    return time.monotonic() - begun


async def _afterwards(now: Evening) -> None:
    """Let people play once more after everything, and wait until all is told."""
    await now.halt()
    now.play()
    await asyncio.sleep(CALM[1])
    await now.halt()
    await now.settled()
    await now.announced(time.monotonic())
