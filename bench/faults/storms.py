"""Discord's bad days: storms of 429 and 5xx, and a gateway that is dropped again and again."""

from __future__ import annotations

import asyncio
import random
import time

from bench.faults.people import Evening, evening, say
from bench.faults.promises import tally, told
from bench.faults.trials import Trial
from bench.records import Record
from tests.loopback.server import Fault, Loopback

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


def gust(path: str, dice: random.Random) -> list[Fault]:
    """Return what the requests of a moment are answered with."""
    if dice.random() < PASSES:
        return []
    status, lost = dice.choice(STATUSES), dice.random() < LOST
    after = dice.uniform(*RETRY_AFTER)
    return [Fault(method, path, status, 0, ALWAYS, after, lost and status != STATUSES[0]) for method in METHODS]


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
            say(f"gateway: {number} of {trial.size}, all announced after {seconds[-1]:.1f} s")
            now.play()
        await _afterwards(now)
        found = tally(now)
    what = trial.called("drops of the gateway")
    return [*found.records(what), *told(what, seconds), *trial.noted(found)]


async def _afterwards(now: Evening) -> None:
    """Let people play once more after everything, and wait until all is told."""
    await now.halt()
    now.play()
    await asyncio.sleep(CALM[1])
    await now.halt()
    await now.settled()
    await now.announced(time.monotonic())
