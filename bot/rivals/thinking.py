"""What a rival plays, thought out in a process of its own where that takes long; nobody who answers people waits.

A process gets a view and a stream of random numbers, never a match: what leaves here is what the seat may know. One
that dies or takes too long is replaced, and a knight answers instead; also while one begins, which is no thinking, and
may take long on a small machine, and while too many others are thought about. Squires and knights answer here, at once.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from multiprocessing import get_context, parent_process
from secrets import token_bytes
from threading import Thread
from time import monotonic, process_time
from typing import Any

from engine.agents import LEVELS
from engine.agents.agent import Advice, Late, advise
from engine.games import GAMES
from engine.match import Match
from engine.rng import SEED_BYTES, Rng
from engine.scene import Seat
from engine.view import View

log = logging.getLogger(__name__)

AT_ONCE = frozenset({"squire", "knight"})
"""The levels that take less than a millisecond."""
INSTEAD = "knight"
"""Who answers where nobody else does."""

MOST_CPU = 1.0
"""Seconds of CPU that a decision may take; its budget is spent in a fraction of them."""
LONGEST = 4.0
"""Seconds after which the best choice so far is played, on a machine that is busy with other things."""
GRACE = 2.0
"""Seconds beyond that after which a process is taken for stuck."""
QUEUED = 30.0
"""Seconds that a decision waits for a free process: where hundreds are asked at once, a table waits no longer."""
BEGINNING = 60.0
"""Seconds after which a process is taken for stuck that hasn't begun."""

MODEST = 10
"""By how much a process that thinks gives way to the one that answers people."""


class Thinkers:
    """Some processes that think, started when the first thought is wanted."""

    def __init__(self, workers: int = 1) -> None:
        """Start nothing yet."""
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._begun, self._since = asyncio.Event(), 0.0
        # Whoever waits for a process doesn't think yet: its time hasn't begun.
        self._free = asyncio.Semaphore(workers)

    async def advice(self, match: Match[Any, Any], seat: Seat, level: str) -> Advice[Any]:
        """Return what a level plays for a seat that is asked; raise NotYourTurn if it isn't."""
        view, seed = match.view(seat, _fresh()), token_bytes(SEED_BYTES)
        if level in AT_ONCE:
            return _advised(match.game.key, level, view, seed)
        try:
            async with asyncio.timeout(QUEUED):
                await self._free.acquire()
        except TimeoutError:
            log.info("more rivals are asked than can think at once; a %s has answered", INSTEAD)
            return _advised(match.game.key, INSTEAD, view, seed)
        try:
            return await self._thought(match.game.key, level, view, seed)
        finally:
            self._free.release()

    async def _thought(self, game: str, level: str, view: View[Any], seed: bytes) -> Advice[Any]:
        """Return what a process thinks out, or a knight where it is lost or stuck, or takes long to begin."""
        pool = self._started()
        if not await self._thinks() and monotonic() - self._since < BEGINNING:
            return _advised(game, INSTEAD, view, seed)
        try:
            async with asyncio.timeout(LONGEST + GRACE):
                return await asyncio.get_running_loop().run_in_executor(pool, thought, game, level, view, seed)
        except BrokenProcessPool:
            log.warning("a process that thinks was lost, and is replaced; a %s has answered", INSTEAD)
        except TimeoutError:
            log.warning("a process that thinks took too long, and is replaced; a %s has answered", INSTEAD)
        self._let_go(pool)
        return _advised(game, INSTEAD, view, seed)

    def expect(self, level: str) -> None:
        """Start a process for a level that will be asked soon; it takes a second or two to begin."""
        if level not in AT_ONCE:
            self._started()

    def close(self) -> None:
        """End all processes; what they think is lost."""
        if self._pool is not None:
            self._let_go(self._pool)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._workers, get_context("spawn"), begin)
            self._begun, self._since = asyncio.Event(), monotonic()
            told = partial(_tell, asyncio.get_running_loop(), self._begun)
            self._pool.submit(os.getpid).add_done_callback(told)
        return self._pool

    async def _thinks(self) -> bool:
        """Wait for the first process no longer than for a thought; tell whether it has begun, or is lost already."""
        with suppress(TimeoutError):
            # `wait_for` of Python 3.11 may swallow a cancellation, and what was to end would go on.
            async with asyncio.timeout(LONGEST + GRACE):
                await self._begun.wait()
        return self._begun.is_set()

    def _let_go(self, pool: ProcessPoolExecutor) -> None:
        """End the processes of a pool; another thought may have let go of it before, and has a new one."""
        if self._pool is pool:
            self._pool = None
        processes = list((pool._processes or {}).values())  # noqa: SLF001 - has a public way from Python 3.14 on
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()


def _tell(loop: asyncio.AbstractEventLoop, begun: asyncio.Event, _: Future[int]) -> None:
    # When Herald stops, nobody may be there any more who waits.
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(begun.set)


def begin() -> None:
    """Prepare a process that thinks: it leaves Ctrl-C to the bot, and ends when the bot does."""
    # Where the system knows such a thing, people are answered first.
    if sys.platform != "win32":
        os.nice(MODEST)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_bot, daemon=True).start()


def _end_with_the_bot() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def thought(game: str, level: str, view: View[Any], seed: bytes) -> Advice[Any]:
    """Return what a level plays, in a process that thinks."""
    return _advised(game, level, view, seed, _deadline())


def _advised(game: str, level: str, view: View[Any], seed: bytes, late: Late = lambda: False) -> Advice[Any]:
    return advise(LEVELS[level], GAMES[game], view, Rng(seed, 0), late)


def _deadline() -> Late:
    used, began = process_time(), monotonic()
    return lambda: process_time() - used > MOST_CPU or monotonic() - began > LONGEST


def _fresh() -> Rng:
    return Rng(token_bytes(SEED_BYTES), 0)
