"""Analysis of matches that are over, in the processes in which champions think: one match at a time.

Theory of operation. A table whose match has ended stands in a short queue; one that doesn't fit is analysed only on
demand. Each look at a decision is made of pieces that take `PIECE` seconds at most, and a piece waits like any rival's
question for a free process, so that a rival waits for one piece at most. A match has `seconds` of CPU; all that was
found by then is kept with the table in one change, which shows it. A stop loses the match under way: the next start
takes up the last tables that aren't analysed yet.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from dataclasses import dataclass, field
from secrets import token_bytes

from bot.clocks.table_clock import DAY
from bot.host.answer_deadline import cancel_within
from bot.rivals.thinking import Thinkers, ThinkingLost
from bot.storage.port import StorageError
from bot.storage.records import Logged, Status, TableId, TableRecord
from bot.tables import due_times
from bot.tables.chances_chart import analysis_of
from bot.tables.log_entries import is_of_rules, replay_lines
from bot.tables.table import Table
from bot.tables.tables import Tables
from engine.agents.win_chances import Chance
from engine.analysis import Analysis, DecisionChances, TurningPoint
from engine.errors import Refused
from engine.rng import SEED_BYTES, Rng
from engine.saves import load_told
from engine.survey import (
    MORE_WORLDS,
    WORLDS,
    Change,
    DecisionPoint,
    Survey,
    find_decision_points,
)

log = logging.getLogger(__name__)

MOST = 10
"""How many tables wait to be analysed at most."""
FIRST_PART = 0.6
"""Which part of the time goes into looking for the moves that mattered, before they are looked at more closely."""
STOP_SECONDS = 1.0


@dataclass(eq=False)
class Analyst:
    """Analyses the matches that have ended, `_seconds` of CPU each; none where that is 0."""

    _tables: Tables
    _thinkers: Thinkers
    _seconds: float
    _queue: deque[TableId] = field(default_factory=deque)
    _under_way: TableId | None = None
    _task: asyncio.Task[None] | None = None

    @property
    def is_enabled(self) -> bool:
        """Tell whether matches are analysed at all."""
        return self._seconds > 0

    def touch(self, table: TableId) -> None:
        """Queue a table that has changed, if its match is over; private ones only on demand (`ask`)."""
        if self.is_enabled:
            # The change is in memory once the call that tells of it has returned.
            asyncio.get_running_loop().call_soon(self._consider, table)

    def _consider(self, table: TableId) -> None:
        known = self._tables.peek(table)
        if known and self._due(known.record):
            self.ask(table)

    def ask(self, table: TableId) -> bool:
        """Queue a table on demand; return False where the queue is full."""
        free = len(self._queue) < MOST
        if free:
            self._enqueue(table)
        return free

    def awaits(self, table: TableId) -> bool:
        """Tell whether a table waits to be analysed, or is being analysed."""
        return table in {*self._queue, self._under_way}

    async def catch_up(self) -> None:
        """Queue the last tables that have ended within a day and aren't analysed yet; older ones stay as they stand."""
        if not self.is_enabled:
            return
        since = self._tables.now() - DAY
        for record in await self._tables.storage.find(status=[Status.OVER], last=MOST):
            if self._due(record) and (record.since or 0.0) >= since:
                self._enqueue(record.id)

    async def close(self) -> None:
        """Stop; the match under way is begun again at the next start."""
        await cancel_within(STOP_SECONDS, self._task)

    def _due(self, record: TableRecord) -> bool:
        ended = record.status is Status.OVER and analysis_of(record) is None
        return ended and not record.alone and self._tables.is_ours(record)

    def _enqueue(self, table: TableId) -> None:
        if not self.awaits(table):
            self._queue.append(table)
        if self._task is None or self._task.done():
            self._task = due_times.start_in_background(self._work(), "analysis")

    async def _work(self) -> None:
        while self._queue:
            table = self._under_way = self._queue.popleft()

            try:
                await self._analyse(await self._tables.get(table))
            except (Refused, StorageError, ThinkingLost) as error:
                log.info("table %s isn't analysed: %s", table, type(error).__name__)
            except Exception as error:  # noqa: BLE001 - nothing of one match may stop the others
                log.error("table %s can't be analysed: %s", table, type(error).__name__)  # noqa: TRY400 - a trace could quote hands
            finally:
                self._under_way = None

        self._thinkers.rest()

    async def _analyse(self, table: Table) -> None:
        """Keep the analysis of a table; none where moves are damaged, or were made by other rules."""
        match = table.finished_match
        whole = await self._tables.storage.log(table.id)
        lines = [line for line in whole if line.seq <= match.seq]
        if (
            analysis_of(table.record)
            or match.outcome is None
            or not is_of_rules(lines, match.game)
        ):
            return

        rng, moves = Rng(token_bytes(SEED_BYTES), 0), replay_lines(lines)
        stops = await asyncio.to_thread(
            find_decision_points, match.beginning, moves, rng
        )
        survey = Survey(stops, match.outcome.places, match.seq, match.game.foresight)
        await self._take_looks(survey, match.game.key)
        looks = tuple(map(_make_look, survey.looks()))
        moved = [change.move for change in survey.turning_points()]
        points = tuple(_make_turning_point(move, lines) for move in moved)
        analysis = Analysis(match.seq, looks, points)
        await self._tables.store_analysis(table.id, analysis)

    async def _take_looks(self, survey: Survey, game: str) -> None:
        """Look at the decisions of a match until its time is spent."""
        left = self._seconds * FIRST_PART
        while left > 0 and (number := survey.next_look()) is not None:
            stop = survey.stops[number]
            chance, left = await self._chance(game, stop, WORLDS, left)
            survey.store_look(number, chance)

        left += self._seconds * (1 - FIRST_PART)
        for number in survey.suspects():
            stop = survey.stops[number]
            chance, left = await self._chance(game, stop, MORE_WORLDS, left)
            if chance.worlds > WORLDS:
                survey.store_look(number, chance)

    async def _chance(
        self, game: str, stop: DecisionPoint, worlds: int, left: float
    ) -> tuple[Chance, float]:
        """Return a seat's chance at a decision, from so many worlds, and how many of the seconds `left` remain.

        There are fewer worlds where the time is spent.
        """
        chance = Chance()
        while chance.worlds < worlds and left > 0:
            found, seconds = await self._thinkers.estimate(
                game, stop.view, worlds - chance.worlds
            )
            chance += found
            left -= seconds

        return chance, left


def _make_look(change: Change) -> DecisionChances:
    after = None if change.after is None else _percent(change.after.share)
    return DecisionChances(
        change.move,
        change.seat,
        _percent(change.before.share),
        after,
        _percent(change.spread),
    )


def _make_turning_point(move: int, lines: list[Logged]) -> TurningPoint:
    told = next(
        each.event for each in load_told(lines[move - 1].told) if each.is_heard_by(None)
    )
    return TurningPoint(move, told)


def _percent(share: float) -> int:
    return round(100 * share)
