"""AI players (rivals) at their tables: each answers a fixed time after its question.

Theory of operation. The storage calls `Rivals.touch` at every change of a table; a look at it finds the rivals that are
asked. Each has a `Turn`: its level thinks at once, outside the table's lock, and the decision is played when its time
has come.

- The time is the same for every question, however good the hand and however many choices there are, forced or not. A
  rival that hasn't decided by then answers when that time has passed again, so that no delay tells how hard the
  question was.
- Steps in secret are played together with those that follow: the number of steps in a turn shows nowhere.
- A decision answers the question that was thought about, or nothing: a rival that was overtaken looks again. So a
  stop at any moment loses nothing and doubles nothing: the next start finds the same question.
- Every failure is retried, later each time; a knight answers where another level can't decide, a squire for it.
- At a private table rivals answer at once, squires and knights in one change.
- At a table without a person no rival plays. A late person is waited for a little each time; the timekeeper plays
  that seat (`bot/tables/timekeeper.py`).
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from bot.host.answer_deadline import cancel_within
from bot.rivals.thinking import AT_ONCE, INSTEAD, Thinkers, choose_at_once
from bot.storage import sql
from bot.storage.port import StorageError
from bot.storage.records import Sitter, Status, TableId, TableRecord
from bot.tables.seat_orders import is_asked_by_rules
from bot.tables.table import Table
from bot.tables.tables import Tables, table_after
from engine.agents.agent import Advice
from engine.errors import IllegalAction, Refused
from engine.frozen import frozen
from engine.match import AnyMatch
from engine.scene import Seat

log = logging.getLogger(__name__)

LAST = "squire"
"""Level that answers where not even a knight can."""
MOST_STEPS = 24
"""The most answers that a rival plays together: more than any turn has steps in secret."""
LONGEST_WAIT = 60.0
"""Seconds between two tries at most, where something fails."""
DOUBLINGS = 6
"""How often the time between two tries doubles until then."""
STOP = 1.0
"""Seconds in which moves under way may finish when Herald stops."""


@frozen
class Turn:
    """A question to a rival: its table, seat, name, and the `sitter`; `at_once` at a private table."""

    table: TableId
    seat: Seat
    question: str
    sitter: Sitter
    at_once: bool = False


Step: TypeAlias = tuple[str, tuple[Any, ...]]
"""The answer to one question: the id of that, and the actions."""


@dataclass(eq=False)
class Rivals:
    """Plays for AI players wherever they are asked: one task for each turn, one look at a time for each table.

    They answer `_seconds` after the question.
    """

    _tables: Tables
    _thinkers: Thinkers
    _seconds: float
    _looks: dict[TableId, asyncio.Task[None]] = field(default_factory=dict)
    _turns: dict[tuple[TableId, Seat], asyncio.Task[None]] = field(default_factory=dict)
    _failures: Counter[TableId] = field(default_factory=Counter)
    _wrong: Counter[TableId] = field(default_factory=Counter)
    _news: set[TableId] = field(default_factory=set)
    _closed: bool = False

    def touch(self, table: TableId) -> None:
        """Schedule a look at `table` for due turns; several touches before it are one."""
        if self._closed:
            return
        self._news.add(table)
        if table not in self._looks:
            self._looks[table] = asyncio.create_task(
                self._look(table), name=f"rivals of table {table}"
            )

    async def finish(self, table: TableId) -> None:
        """Wait until no rival of `table` is due; forever while one fails."""
        while True:
            tasks = [task for (each, _), task in self._turns.items() if each == table]
            tasks += filter(None, [self._looks.get(table)])
            if not tasks:
                return
            await asyncio.wait(tasks)

    @property
    def waiting(self) -> int:
        """Return how many rivals are asked and haven't answered yet."""
        return len(self._turns)

    async def catch_up(self) -> None:
        """Resume the turns that were due at the last stop, spread over `_seconds`: else all would answer at once."""
        tables = await self._tables.storage.select(sql.RIVALLED)
        for number, table in enumerate(tables):
            asyncio.get_running_loop().call_later(
                self._seconds * number / len(tables), self.touch, table
            )

    async def close(self) -> None:
        """Stop playing; open turns are taken up at the next start."""
        self._closed = True
        looks, turns = self._looks.values(), self._turns.values()
        await cancel_within(STOP, *looks, *turns)
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
                    await self._back_off(table, error)
                    self._news.add(table)
                else:
                    if now.record.alone or self._tables.is_ours(now.record):
                        await self._play(now)
        finally:
            del self._looks[table]

    async def _play(self, table: Table) -> None:
        """Start due turns; at a private table without champions, play them all in one change."""
        # Rivals sit down in a lobby first: what they think in starts early.
        for sitter in table.record.sitters if table.status.open else ():
            self._thinkers.warm_up(sitter.level or LAST)
        turns = due_turns(table)

        if (
            turns
            and table.record.alone
            and {each.level for each in table.record.sitters} <= AT_ONCE | {None}
        ):
            try:
                await self._tables.play_all(table.id, partial(_at_once, table.record))
            except Exception as error:  # noqa: BLE001 - whatever it is, each turn is tried by itself
                log.warning(
                    "table %s: rivals can't play together: %s",
                    table.id,
                    type(error).__name__,
                )
            else:
                return

        for turn in turns:
            place = turn.table, turn.seat
            if place not in self._turns and not self._closed:
                self._turns[place] = asyncio.create_task(
                    self._play_turn(turn), name=f"rival of table {turn.table}"
                )

    async def _play_turn(self, turn: Turn) -> None:
        """Play `turn` when its time has come, and look at the table again, also after a failure."""
        try:
            due = asyncio.get_running_loop().time() + self._seconds
            steps = await self._decide(turn)
            if not turn.at_once:
                await self._wait(due)

            for step in steps:
                await self._tables.play_for_seat(
                    turn.table, turn.seat, *step, sitter=turn.sitter
                )

            self._failures.pop(turn.table, None)
            self._wrong.pop(turn.table, None)
        except IllegalAction as error:
            self._wrong[turn.table] += 1
            await self._back_off(turn.table, error)
        except Refused:
            # Somebody else was faster, the seat is another's, or the table is closed: the look tells.
            pass
        except Exception as error:  # noqa: BLE001 - whatever it is, the question stands and is answered later
            await self._back_off(turn.table, error)
        finally:
            del self._turns[turn.table, turn.seat]
            self.touch(turn.table)

    async def _wait(self, due: float) -> None:
        """Sleep until `due`, or until a whole number of `_seconds` after it."""
        late = max(0.0, asyncio.get_running_loop().time() - due)
        rounds = -(-late // self._seconds)
        await asyncio.sleep(
            due + rounds * self._seconds - asyncio.get_running_loop().time()
        )

    async def _back_off(self, table: TableId, error: Exception) -> None:
        """Sleep before the next try, longer each time; log the first failure alone."""
        self._failures[table] += 1
        count = self._failures[table]
        if count == 1:
            known = isinstance(error, StorageError)
            why = error if known else type(error).__name__
            log.warning(
                "table %s: a rival can't play, which is tried again: %s", table, why
            )

        await asyncio.sleep(
            min(LONGEST_WAIT, self._seconds * 2 ** min(count, DOUBLINGS))
        )

    async def _decide(self, turn: Turn) -> list[Step]:
        """Return the steps of `turn`: answers as long as the other seats learn nothing of them."""
        table = await self._tables.get(turn.table)
        steps = list[Step]()
        quiet = True
        if turn not in due_turns(table):
            return steps

        while (
            quiet
            and len(steps) < MOST_STEPS
            and is_asked_by_rules(table.started_match, turn.seat)
        ):
            question = table.started_match.question_id(turn.seat)
            actions = (await self._advice(table, turn)).actions
            steps.append((question, actions))
            table, moves = table_after(table, turn.seat, actions)
            quiet = not any(
                each.is_heard_by(None) for move in moves for each in move.told_events
            )

        return steps

    async def _advice(self, table: Table, turn: Turn) -> Advice[Any]:
        repeatable = bool(table.record.deal)
        # Whoever chose what can't be done is not asked again before something else was.
        for level in (turn.sitter.level or INSTEAD, INSTEAD)[self._wrong[turn.table] :]:
            try:
                return await self._thinkers.advice(
                    table.started_match, turn.seat, level, repeatable=repeatable
                )
            except Exception as error:  # noqa: BLE001 - a level that fails is no reason to wait for it
                log.error(  # noqa: TRY400 - a trace could quote the hand
                    "table %s: a %s can't decide (%s)",
                    turn.table,
                    level,
                    type(error).__name__,
                )

        return await self._thinkers.advice(
            table.started_match, turn.seat, LAST, repeatable=repeatable
        )


def _at_once(record: TableRecord, match: AnyMatch) -> tuple[Seat, Sequence[Any]] | None:
    """Return the next rival's seat with its choice; None if no rival is asked."""
    for seat in match.deciding:
        level = record.sitters[seat].level
        if level and is_asked_by_rules(match, seat):
            chosen = choose_at_once(match, seat, level, repeatable=bool(record.deal))
            return seat, chosen.actions
    return None


def due_turns(table: Table) -> list[Turn]:
    """Return the turns of the rivals that are asked at `table`; none without a person on a seat."""
    record, match = table.record, table.match
    people = any(sitter.person for sitter in record.sitters)
    if record.status is not Status.PLAYING or match is None or not people:
        return []

    return [
        Turn(
            record.id,
            seat,
            match.question_id(seat),
            record.sitters[seat],
            at_once=record.alone,
        )
        for seat in match.deciding
        if is_asked_by_rules(match, seat)
        and not table.is_attended(seat)
        and not table.is_waited_for(seat)
    ]
