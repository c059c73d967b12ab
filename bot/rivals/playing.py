"""Rivals at their tables: each answers a fixed time after its question, until the table asks a person or nobody.

Theory of operation. The storage tells of every change of a table; a look at it finds the rivals that are asked. Each
has a turn: its level thinks at once, away from the table's lock, and what it decides is played when its time has come.

- The time is the same for every question, whatever the hand and however many choices there are, forced or not. Who
  hasn't decided by then answers when that time has passed again, so that nobody reads from a delay how hard it was.
- What a seat does in secret is played together with what follows: how many steps a turn had shows nowhere.
- What is played answers the question that was thought about, or nothing: whoever was overtaken looks again. So a stop
  at any moment loses nothing and doubles nothing: the next start finds the same question.
- Whatever goes wrong is tried again, later each time; a knight answers where another can't decide, a squire for it.
- At a table that no person has a seat at nobody plays. Who is late is waited for a little each time; the timekeeper
  sees to that seat (`bot/tables/timekeeper.py`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from bot.rivals.thinking import INSTEAD, Thinkers
from bot.storage.port import StorageError
from bot.storage.records import Sitter, Status, TableId
from bot.tables.ordering import asked_by_rules
from bot.tables.table import Table
from bot.tables.tables import Tables
from engine.agents.agent import Advice
from engine.errors import IllegalAction, Refused
from engine.scene import Seat

log = logging.getLogger(__name__)

LAST = "squire"
"""Who answers where even a knight can't."""
MOST_STEPS = 24
"""How many answers a rival plays together at most: more than any turn has steps in secret."""
LONGEST_WAIT = 60.0
DOUBLINGS = 6
"""Seconds between two tries at most, where something goes wrong, and how often the time doubles until then."""
STOP = 1.0
"""Seconds that moves under way have to come to their end when Herald stops."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A question to a rival: at which table and seat, which one, and who sits there."""

    table: TableId
    seat: Seat
    question: str
    sitter: Sitter


@dataclass(frozen=True, slots=True)
class Step:
    """The answer to one question, by its name."""

    question: str
    actions: tuple[Any, ...]


class Rivals:
    """Lets rivals play wherever they are asked."""

    def __init__(self, tables: Tables, thinkers: Thinkers, seconds: float) -> None:
        """Take the tables, who thinks, and after how many seconds a rival answers."""
        self._tables = tables
        self._thinkers = thinkers
        self._seconds = seconds
        self._looks: dict[TableId, asyncio.Task[None]] = {}
        self._turns: dict[tuple[TableId, Seat], asyncio.Task[None]] = {}
        self._failures: dict[TableId, int] = {}
        self._wrong: dict[TableId, int] = {}
        self._news: set[TableId] = set()
        self._closed = False

    def touch(self, table: TableId) -> None:
        """Look soon whether a rival is asked at a table; several touches before that are one."""
        if self._closed:
            return
        self._news.add(table)
        if table not in self._looks:
            self._looks[table] = asyncio.create_task(self._look(table), name=f"rivals of table {table}")

    @property
    def waiting(self) -> int:
        """Return how many rivals are asked and haven't answered yet."""
        return len(self._turns)

    async def catch_up(self) -> None:
        """Let the rivals go on that were asked at the last stop, one by one: else all would answer at the same time."""
        tables = await self._tables.rivalled()
        for number, table in enumerate(tables):
            asyncio.get_running_loop().call_later(self._seconds * number / len(tables), self.touch, table)

    async def close(self) -> None:
        """Stop playing; whoever is asked then is asked at the next start."""
        self._closed = True
        tasks = [*self._looks.values(), *self._turns.values()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=STOP)
        self._thinkers.close()

    async def _look(self, table: TableId) -> None:
        try:
            while table in self._news:
                self._news.discard(table)
                try:
                    now = await self._tables.get(table)
                except Refused:
                    return
                except StorageError as error:
                    await self._failed(table, error)
                    self._news.add(table)
                else:
                    if self._tables.ours(now.record):
                        self._expect(now)
                        self._begin(asked(now))
        finally:
            del self._looks[table]

    def _expect(self, table: Table) -> None:
        """Let those who think be ready before they are asked: rivals come to a lobby first."""
        for sitter in table.record.sitters if table.record.status.open else ():
            self._thinkers.expect(sitter.level or LAST)

    def _begin(self, turns: Sequence[Turn]) -> None:
        for turn in turns:
            place = turn.table, turn.seat
            if place not in self._turns and not self._closed:
                self._turns[place] = asyncio.create_task(self._take(turn), name=f"rival of table {turn.table}")

    async def _take(self, turn: Turn) -> None:
        """Play one turn when its time has come; whatever became of it, look at the table again."""
        try:
            due = asyncio.get_running_loop().time() + self._seconds
            steps = await self._decided(turn)
            await self._wait(due)
            for step in steps:
                await self._tables.act(turn.table, turn.seat, step.question, step.actions, sitter=turn.sitter)
            self._failures.pop(turn.table, None)
            self._wrong.pop(turn.table, None)
        except IllegalAction as error:
            self._wrong[turn.table] = self._wrong.get(turn.table, 0) + 1
            await self._failed(turn.table, error)
        except Refused:
            # Somebody else was faster, the seat is another's, or the table is closed: the look tells.
            pass
        except Exception as error:  # noqa: BLE001 - whatever it is, the question stands and is answered later
            await self._failed(turn.table, error)
        finally:
            del self._turns[turn.table, turn.seat]
            self.touch(turn.table)

    async def _wait(self, due: float) -> None:
        """Wait until the time has come, or come again."""
        late = max(0.0, asyncio.get_running_loop().time() - due)
        rounds = -(-late // self._seconds)
        await asyncio.sleep(due + rounds * self._seconds - asyncio.get_running_loop().time())

    async def _failed(self, table: TableId, error: Exception) -> None:
        """Wait before the next try, longer each time; the host is told once."""
        count = self._failures[table] = self._failures.get(table, 0) + 1
        if count == 1:
            why = error if isinstance(error, StorageError) else type(error).__name__
            log.warning("table %s: a rival can't play, which is tried again: %s", table, why)
        await asyncio.sleep(min(LONGEST_WAIT, self._seconds * 2 ** min(count, DOUBLINGS)))

    async def _decided(self, turn: Turn) -> list[Step]:
        """Return what a rival answers, and goes on to answer as long as nobody was told anything of it."""
        table, steps, quiet = await self._tables.get(turn.table), list[Step](), True
        if turn not in asked(table):
            return steps
        while quiet and len(steps) < MOST_STEPS and asked_by_rules(table.started, turn.seat):
            step = Step(table.started.question_id(turn.seat), (await self._advice(table, turn)).actions)
            steps.append(step)
            table, quiet = self._tables.ahead(table, turn.seat, step.actions)
        return steps

    async def _advice(self, table: Table, turn: Turn) -> Advice[Any]:
        # Whoever chose what can't be done is not asked again before something else was.
        for level in (turn.sitter.level or INSTEAD, INSTEAD)[self._wrong.get(turn.table, 0) :]:
            try:
                return await self._thinkers.advice(table.started, turn.seat, level)
            except Exception as error:  # noqa: BLE001 - a level that fails is no reason to wait for it
                log.error("table %s: a %s can't decide (%s)", turn.table, level, type(error).__name__)  # noqa: TRY400 - a trace could quote the hand
        return await self._thinkers.advice(table.started, turn.seat, LAST)


def asked(table: Table) -> list[Turn]:
    """Return the turns of the rivals that are asked at a table; none where no person has a seat."""
    record = table.record
    if record.status is not Status.PLAYING or not any(sitter.person for sitter in record.sitters):
        return []
    with suppress(Refused):
        match = table.started
        return [
            Turn(record.id, seat, match.question_id(seat), record.sitters[seat])
            for seat in match.deciding
            if asked_by_rules(match, seat) and not table.attended(seat) and not table.awaited(seat)
        ]
    return []
