"""Process pool in which champions think; squires and knights answer in this process, at once.

A process gets a `AgentView` and a stream of random numbers, never a match: it holds only knowledge of the seat. A
process that dies or takes too long is replaced, and a knight answers instead; also while a process starts, which may
take long on a small machine, and while too many decisions are queued.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from hashlib import blake2b
from multiprocessing import get_context, parent_process
from secrets import token_bytes
from threading import Thread
from time import monotonic, process_time
from typing import Any, TypeAlias, TypeVar

from engine.agents import LEVELS
from engine.agents.agent import Advice, Late, advise
from engine.agents.win_chances import Chance, Comparison, compare, estimate
from engine.game import AgentView
from engine.games import GAMES
from engine.match import AnyMatch
from engine.rng import SEED_BYTES, Rng
from engine.scene import Seat

log = logging.getLogger(__name__)

T = TypeVar("T")

AT_ONCE = frozenset({"squire", "knight"})
"""Levels that take less than a millisecond."""
INSTEAD = "knight"
"""Level that answers where the wanted one can't."""

MOST_CPU = 1.0
"""Seconds of CPU for a decision; its budget is spent in a fraction of them."""
LONGEST = 4.0
"""Seconds after which the best choice so far is played, on a machine that is busy with other things."""
GRACE = 2.0
"""Seconds beyond `LONGEST` after which a process counts as stuck."""
QUEUED = 30.0
"""Seconds that a decision waits for a free process, where hundreds are asked at once."""
BEGINNING = 60.0
"""Seconds after which a process that hasn't started counts as stuck."""

PIECE = 0.1
"""Seconds of CPU for a piece of an analysis: so long a rival may have to wait for it."""
RACES, MOST_RACES_CPU = 240, 2.0
"""In how many worlds a choice is held against a champion's, and for how many seconds of CPU at most."""

VIEWS, LOTS = b"rival view", b"rival lots"
"""What the seeds of a repeatable choice are for."""
MODEST = 10
"""Niceness of a thinking process: it gives way to the one that answers people."""


class ThinkingLost(Exception):
    """A process was lost or stuck over work that can't be done here instead."""


Piece: TypeAlias = tuple[Chance, float]
"""A piece of an analysis: a seat's chance from some worlds, and how many seconds of CPU that took."""


class Thinkers:
    """A pool of `workers` thinking processes, started when first needed."""

    def __init__(self, workers: int = 1) -> None:
        """Start nothing yet."""
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._begun: asyncio.Future[int]
        self._since = 0.0
        self._rivalled = False
        # Whoever waits for a process doesn't think yet: its time hasn't begun.
        self._free = asyncio.Semaphore(workers)

    async def advice(
        self,
        match: AnyMatch,
        seat: Seat,
        level: str,
        *,
        repeatable: bool = False,
    ) -> Advice[Any]:
        """Return the play of `level` for `seat`; raise `NotYourTurn` if it isn't asked.

        A `repeatable` play is the same after equal moves of an equal deal.
        """
        if level in AT_ONCE:
            return choose_at_once(match, seat, level, repeatable=repeatable)
        view, seed = _view_and_lots(match, seat, repeatable=repeatable)
        self._rivalled = True

        try:
            async with asyncio.timeout(QUEUED):
                await self._free.acquire()
        except TimeoutError:
            log.info(
                "more rivals are asked than can think at once; a %s has answered",
                INSTEAD,
            )
            return think_through(match.game.key, INSTEAD, view, seed)

        try:
            return await self._think_in_process(match.game.key, level, view, seed)
        finally:
            self._free.release()

    async def _think_in_process(
        self, game: str, level: str, view: AgentView[Any], seed: bytes
    ) -> Advice[Any]:
        """Return the advice of a process, or of a knight where it is lost, stuck, or slow to start."""
        pool = self._start_pool()
        if await self._wait_for_start() or monotonic() - self._since >= BEGINNING:
            try:
                return await self._run(pool, think, game, level, view, seed)
            except ThinkingLost as error:
                lost = isinstance(error.__cause__, BrokenProcessPool)
                log.warning(
                    "a process that thinks %s, and is replaced; a %s has answered",
                    "was lost" if lost else "took too long",
                    INSTEAD,
                )

        return think_through(game, INSTEAD, view, seed)

    async def own_advice(self, match: AnyMatch, seat: Seat, level: str) -> Advice[Any]:
        """Return the repeatable play of `level`, never another level's instead; raise `NotYourTurn`, `ThinkingLost`."""
        view, seed = _view_and_lots(match, seat, repeatable=True)
        return await self._wait_for_process(
            think_through, match.game.key, level, view, seed
        )

    async def estimate(self, game: str, view: AgentView[Any], worlds: int) -> Piece:
        """Return a seat's chance from up to so many worlds, a piece of it; raise ThinkingLost."""
        return await self._wait_for_process(
            estimate_piece, game, view, token_bytes(SEED_BYTES), worlds
        )

    async def judge(
        self, game: str, view: AgentView[Any], played: object
    ) -> Comparison:
        """Return a champion's verdict on the action that a seat has `played`; raise ThinkingLost."""
        return await self._wait_for_process(
            judge_choice, game, view, token_bytes(SEED_BYTES), played
        )

    async def _wait_for_process(self, work: Callable[..., T], *args: object) -> T:
        """Return the result of `work` once a process is free, behind the rivals that wait; raise ThinkingLost."""
        self._start_pool()
        await self._wait_for_start()
        async with self._free:
            # Whoever was before may have ended the processes.
            return await self._run(self._start_pool(), work, *args)

    async def _run(
        self, pool: ProcessPoolExecutor, work: Callable[..., T], *args: object
    ) -> T:
        """Return the result of `work` in a process of `pool`; if it is lost or stuck, end these, raise ThinkingLost."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(LONGEST + GRACE):
                return await loop.run_in_executor(pool, work, *args)
        except (BrokenProcessPool, TimeoutError) as error:
            self._end_pool(pool)
            raise ThinkingLost from error

    def warm_up(self, level: str) -> None:
        """Start a process for `level`, which takes a second or two."""
        if level not in AT_ONCE:
            self._rivalled = True
            self._start_pool()

    def rest(self) -> None:
        """End the processes if no rival has needed them: an analysis comes once in a while, and they take memory."""
        if not self._rivalled:
            self.close()

    def close(self) -> None:
        """Kill all processes; their decisions are lost."""
        if self._pool:
            self._end_pool(self._pool)

    def _start_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            pool = ProcessPoolExecutor(
                self._workers, get_context("spawn"), initialize_worker
            )
            # The system may start no process: then there is no pool either.
            self._begun = asyncio.wrap_future(pool.submit(os.getpid))
            # That it died hears whoever lets it think.
            self._begun.add_done_callback(lambda it: it.cancelled() or it.exception())
            self._pool, self._since = pool, monotonic()
        return self._pool

    async def _wait_for_start(self) -> bool:
        """Wait up to `LONGEST` + `GRACE` seconds for the first process; tell whether it has started, or died."""
        started, _ = await asyncio.wait([self._begun], timeout=LONGEST + GRACE)
        return bool(started)

    def _end_pool(self, pool: ProcessPoolExecutor) -> None:
        """Kill the processes of `pool`; another call may have replaced it before."""
        if self._pool is pool:
            self._pool = None
            # Its process may end when there is no event loop any more that it could tell.
            self._begun.cancel()
        processes = list((pool._processes or {}).values())  # noqa: SLF001 - has a public way from Python 3.14 on
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()


def initialize_worker() -> None:
    """Set up a thinking process: it ignores Ctrl-C and the stop of a service, and ends with the bot."""
    # Where the system knows such a thing, people are answered first.
    if sys.platform != "win32":
        os.nice(MODEST)
        # Of a terminal that is closed; the bot is told as well.
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    Thread(target=_end_with_the_bot, daemon=True).start()


def _end_with_the_bot() -> None:
    parent = parent_process()
    if parent:
        parent.join()
        os._exit(0)


def think(game: str, level: str, view: AgentView[Any], seed: bytes) -> Advice[Any]:
    """Return the play of `level`, with a deadline; runs in a thinking process."""
    return think_through(game, level, view, seed, _deadline())


def think_through(
    game: str, level: str, view: AgentView[Any], seed: bytes, late: Late = lambda: False
) -> Advice[Any]:
    """Return the play of `level`, which has all the time it wants until it is `late`; runs anywhere."""
    return advise(LEVELS[level], GAMES[game], view, Rng(seed, 0), late)


def estimate_piece(game: str, view: AgentView[Any], seed: bytes, worlds: int) -> Piece:
    """Return a seat's chance from the worlds for which there is time; runs in a thinking process."""
    used = process_time()
    chance = estimate(GAMES[game], view, Rng(seed, 0), worlds, _deadline(PIECE))
    return chance, process_time() - used


def judge_choice(
    game: str, view: AgentView[Any], seed: bytes, played: object
) -> Comparison:
    """Return a champion's verdict on `played`; runs in a thinking process."""
    return compare(
        GAMES[game], view, played, Rng(seed, 0), RACES, _deadline(MOST_RACES_CPU)
    )


def _deadline(cpu: float = MOST_CPU) -> Late:
    used = process_time()
    began = monotonic()
    return lambda: process_time() - used > cpu or monotonic() - began > LONGEST


def choose_at_once(
    match: AnyMatch, seat: Seat, level: str, *, repeatable: bool
) -> Advice[Any]:
    """Return the play of a `level` in `AT_ONCE` (`Thinkers.advice`)."""
    view, seed = _view_and_lots(match, seat, repeatable=repeatable)
    return think_through(match.game.key, level, view, seed)


def repeatable_choice(match: AnyMatch, seat: Seat) -> Advice[Any]:
    """Return a knight's play, the same after equal moves of an equal deal."""
    return choose_at_once(match, seat, INSTEAD, repeatable=True)


def _view_and_lots(
    match: AnyMatch, seat: Seat, *, repeatable: bool
) -> tuple[AgentView[Any], bytes]:
    """Return the view of a rival on `seat`, and the seed of its lots.

    Where the play is `repeatable` both follow from the deal and the number of moves, independent of the draws of the
    cards.
    """
    dealt, seed = token_bytes(SEED_BYTES), token_bytes(SEED_BYTES)
    if repeatable:
        place = f"{match.seq - match.rewound} {seat}".encode()
        dealt, seed = (
            blake2b(place, key=match.seed, person=each, digest_size=SEED_BYTES).digest()
            for each in (VIEWS, LOTS)
        )
    return match.view(seat, Rng(dealt, 0)), seed
