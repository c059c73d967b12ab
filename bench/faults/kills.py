"""A Herald that is killed at random moments, or told to stop, while people play at several tables."""

from __future__ import annotations

import asyncio
import signal
import time
from itertools import islice

from bench.faults import ledger
from bench.faults.people import Evening, evening, say
from bench.faults.promises import NONE, forgotten, tally, told
from bench.faults.trials import Trial
from bench.processes import Bot
from bench.records import Record

ALIVE = 0.0, 2.5
"""Between which seconds after the start a Herald is killed or stopped."""
LOOKS = 10
"""How many kills come between two waits until everything is announced."""
STOP_SECONDS, GIVEN_UP = 5.0, 30.0
TRACEBACK = "Traceback (most recent call last)"


async def stopped(bot: Bot) -> int:
    """Wait until a process has ended that was told to, kill it after GIVEN_UP seconds, and return its exit code."""
    try:
        return await asyncio.wait_for(bot.ended(), GIVEN_UP)
    except TimeoutError:
        bot.send(signal.SIGKILL)
        return await bot.ended()


def unkept(now: Evening, since: int) -> list[str]:
    """Return the answers that a dead process has acknowledged and not kept, of the clicks from one on."""
    events = islice(now.discord.world.interactions.values(), since, None)
    return forgotten(events, ledger.stories(now.bot.database, playing=True))


async def kills(trial: Trial) -> list[Record]:
    """Kill the process, start it again at once, and wait now and then until everything is announced."""
    seconds, asked_again = [], list[str]()
    async with evening(trial.seed, trial.tables) as now:
        await now.begun()
        for number in range(1, trial.size + 1):
            looked = len(now.discord.world.interactions)
            await asyncio.sleep(now.dice.uniform(*ALIVE))
            async with now.fault():
                now.bot.send(signal.SIGKILL)
                await now.bot.ended()
                await now.halt()
                asked_again += unkept(now, looked)
                await now.restart()
            if number % LOOKS == 0 or number == trial.size:
                seconds.append(await now.announced(now.windows[-1].end))
                say(
                    f"kills: {number} of {trial.size}, all announced after {seconds[-1]:.1f} s"
                )
            now.play()
        await now.halt()
        await now.settled()
        await now.announced(time.monotonic())
        found = tally(now)
    found.lost += asked_again
    what = trial.called("kills")
    return [*found.records(what), *told(what, seconds), *trial.noted(found)]


async def sigterm(trial: Trial) -> list[Record]:
    """Tell the process to stop while people play, wait until it has, and start it again."""
    stops, seconds, failed = [], [], 0
    async with evening(trial.seed, trial.tables) as now:
        await now.begun()
        for number in range(1, trial.size + 1):
            await asyncio.sleep(now.dice.uniform(*ALIVE))
            async with now.fault():
                begun = time.monotonic()
                now.bot.send(signal.SIGTERM)
                code = await stopped(now.bot)
                stops.append(time.monotonic() - begun)
                failed += code != 0
                await now.halt()
                await now.restart()
            say(
                f"sigterm: {number} of {trial.size}, exit {code} after {stops[-1]:.1f} s"
            )
            seconds.append(await now.announced(now.windows[-1].end))
            now.play()
        await now.halt()
        await now.settled()
        tracebacks = now.bot.stderr.read_text(errors="replace").count(TRACEBACK)
        found = tally(now)
    what = trial.called("SIGTERM under load")
    return [
        Record(
            f"{what}: seconds to the exit, at most",
            max(stops),
            "s",
            goal=f"at most {STOP_SECONDS:.0f}",
        ),
        Record(f"{what}: exits other than 0", failed, "exits", goal=NONE),
        Record(f"{what}: tracebacks", tracebacks, "tracebacks", goal=NONE),
        *found.records(what),
        *told(what, seconds),
        *trial.noted(found),
    ]
