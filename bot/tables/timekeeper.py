"""Timekeeper: checks each table when its next moment is due, and records the downtime of Herald.

Theory of operation. The next due moment follows from the clocks of a table and is stored with them (`TableClock.due`),
in the transaction of the ping or the move that it comes from. One timer waits for the earliest of these moments. A
check takes the table as it is by then, does all that is due, and stores the next moment. So a check that was under way
when Herald died is found again, and done once: a move that was made has ended its question. Duties that may take long,
which features add, run beside that in a task for each, and whenever Discord is connected: no clock waits for them.

A heartbeat is stored every minute while Herald is connected. Where one is missing, by a stop, an outage of Discord or a
host's clock that jumped forth, the time between is downtime, which counts for no clock. That only postpones due
moments, and they are checked anew when they come: nothing has to be changed at the start, however many tables there
are. While no clock runs, nothing is stored, and the disk may rest. If the host's clock jumps backwards, all tables are
checked and corrected.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from bot.clocks.table_clock import TableClock
from bot.clocks.user_time_settings import TimeSettings
from bot.host.answer_deadline import cancel_within
from bot.host.connection_errors import OUTAGES
from bot.storage import sql
from bot.storage.port import StorageError
from bot.storage.records import BEAT, Remark, Sitter, Status, TableId, TableRecord
from bot.tables import due_times
from bot.tables.due_times import load_downtime, parse_heartbeat, store_downtime
from bot.tables.seat_orders import is_asked_by_rules
from bot.tables.starts import seats_awaited
from bot.tables.table import Table
from bot.tables.tables import Tables
from engine.errors import Refused
from engine.match import AnyMatch
from engine.scene import Seat

log = logging.getLogger(__name__)

BEATS = 60.0
"""Seconds between two heartbeats."""
GAP = 2 * BEATS
"""Seconds between two heartbeats beyond which Herald was down between them."""
BACK = 5.0
"""Seconds that the host's clock may jump backwards without a correction."""
AGAIN = 60.0
"""Seconds before a check that failed is retried."""
MOST = 100
"""How many tables a query for due ones returns at most."""
STOP = 2.0
"""Seconds in which tasks under way may end when Herald stops."""


Duty: TypeAlias = Callable[[float], Awaitable[None]]
"""Does all its work that is due by a moment, in seconds since the epoch."""


@dataclass(eq=False)
class Timekeeper:
    """Task that checks tables when they are due: it reminds people, and lets rivals play for late ones.

    It lives from `start` to `close`. One round at a time checks the due tables one by one; a further task stores
    heartbeats, and one for each of `_duties` runs beside the rounds. Errors are logged, and their tables are checked
    again after `AGAIN` seconds; no error ends the timekeeping. Nothing is returned.

    `_decide` returns the actions of a rival for a seat that is asked; `_name_rivals` returns so many rivals for free
    seats of a lobby; `_remind` shows a table, and pings or reminds all users who are due there; `_digest` lists to a
    user the tables that wait for them, and stores when to do so next; each of `_duties` does all its work that is due
    by a moment, however long that takes. `_connected` tells whether the gateway of Discord is.
    """

    _tables: Tables
    _decide: Callable[[AnyMatch, Seat], Awaitable[Sequence[Any]]]
    _name_rivals: Callable[[TableRecord, int], Awaitable[Sequence[Sitter]]]
    _remind: Callable[[TableId], None]
    _digest: Callable[[int, float], Awaitable[None]]
    _duties: Sequence[Duty]
    _connected: Callable[[], bool]

    _lived: float = 0.0
    _next: float | None = None
    _later: dict[TableId, float] = field(default_factory=dict)
    _timer: asyncio.TimerHandle | None = None
    _living: asyncio.Task[None] | None = None
    _round: asyncio.Task[None] | None = None
    _besides: dict[Duty, asyncio.Task[None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Hear from now on when a table has to be checked."""
        self._schedule = self._tables.schedule
        self._storage = self._tables.storage
        self._clock = self._tables.now
        self._schedule.listener = self._wait_at_most_until

    async def start(self) -> None:
        """Start heartbeats and rounds."""
        await self.record_downtime()
        self._living = asyncio.create_task(self._run_heartbeats(), name="clocks: beats")
        self._wait_until(await self._next_due())

    async def record_downtime(self) -> None:
        """Record for how long Herald was down before this start, which counts for no clock."""
        now = self._clock()
        noted = await self._storage.choice(Remark, BEAT)
        lived = parse_heartbeat(noted.value)
        await self._catch_up(now if lived is None else lived, now)
        self._lived = now

    async def close(self) -> None:
        """Stop all tasks; due moments are in the database, and are checked after the next start."""
        if self._timer:
            self._timer.cancel()
        duties = self._besides.values()
        await cancel_within(STOP, self._living, self._round, *duties)

        await self._succeeds(self._store_heartbeat())

    async def beat(self) -> bool:
        """Note that Herald lives, and record a downtime since the last beat; return False without a connection."""
        if not self._connected():
            return False

        now = self._clock()
        before = self._lived
        if not before - BACK <= now <= before + GAP:
            await self._catch_up(before, now)
            self._wait_at_most_until(now)

        self._lived = now
        return True

    async def _catch_up(self, lived: float, now: float) -> None:
        """Record the time since Herald `lived` last as downtime, and load all downtime that is known `now`.

        Where the host's clock was set back meanwhile, all tables are checked and corrected instead.
        """
        if lived > now + BACK:
            log.warning(
                "the host's clock was set back; no one's time is up because of that"
            )
            await self._storage.change(sql.WAKE(now=now))
            await store_downtime(self._storage, now, now)
            self._later.clear()
        elif lived < now:
            await store_downtime(self._storage, lived, now)
        await load_downtime(self._storage, self._schedule, now)

    async def on_reconnect(self) -> None:
        """Check all that has become due, now that Discord is connected again."""
        if await self.beat():
            if self._round:
                # It may have begun without a connection, and would wait.
                await asyncio.wait({self._round})
            self._wait_until(await self._next_due())
            # A new version may owe what no moment was stored for.
            self._start_duties(self._clock())

    async def check_due(self, table_id: TableId) -> None:
        """Do all that is due at one table, and store its next due moment."""
        now = self._clock()
        update = self._tables.clocks.update_clock
        await update(
            table_id, lambda clock: clock.after_wall_clock_rewind(now), notify=False
        )
        table = await update(table_id, lambda clock: clock.end_due_absences(now))

        clock = table.clock
        if clock is None:
            # A disk has damaged it: its due moment is unknown.
            self._later[table_id] = now + AGAIN
            return

        if table.status is Status.LOBBY:
            await self._begin_game(table, now)
        if table.status is not Status.PLAYING:
            return

        if clock.is_idle(now, self._schedule.idle_seconds):
            await update(table_id, TableClock.rest)
            return
        await self._check_seats(table, clock, now)

    async def _check_seats(self, table: Table, clock: TableClock, now: float) -> None:
        """Let rivals play for the seats that have run out of time, and ping or remind the people of the others."""
        for seat in clock.expired_seats(now):
            if seat in table.started_match.presumed_seats:
                # Its time shows like everybody's, and runs out without a consequence; it may be waited for later.
                self._later[table.id] = now + AGAIN
            else:
                table = await self._play_for_late(table, Seat(seat), now)

        after = table.clock
        if after and (after.due_reminders(now) or after.seats_to_ping(now)):
            self._later[table.id] = now + AGAIN
        # Where the check came too early, the deadlines that are shown are those from before a downtime.
        self._remind(table.id)

    async def _begin_game(self, table: Table, now: float) -> None:
        """Begin the game of a lobby if it is due; where that isn't possible yet, check again after `AGAIN`."""
        starting = table.record.starting
        if starting is None or starting.due is None or starting.due > now:
            return

        rivals: Sequence[Sitter] = ()
        count = seats_awaited(table.record, self._tables.game(table))
        if count and starting.fill:
            rivals = await self._name_rivals(table.record, count)

        after = await self._tables.starts.begin_due(table.id, rivals)
        if after.record.starting == table.record.starting:
            self._later[table.id] = now + AGAIN

    async def _play_for_late(self, table: Table, seat: Seat, now: float) -> Table:
        """Let a rival play for `seat`, whose time is up, unless the time control waits, or the table rests by now."""
        number = table.id
        clock = table.clock
        gone = self._schedule.downtime
        if clock and clock.seats[seat].late and clock.is_left_to_rivals(now, gone):
            return await self._tables.clocks.update_clock(number, TableClock.rest)

        table = await self._tables.clocks.mark_late(number, seat)
        clock = table.clock
        if clock is None or seat not in clock.expired_seats(now):
            # The table waits, or the person has answered meanwhile.
            return table

        if not is_asked_by_rules(table.started_match, seat):
            return await self._tables.seats.stand_in(number, seat)
        question = table.started_match.question_id(seat)
        actions = await self._decide(table.started_match, seat)
        return (await self._tables.play_for_seat(number, seat, question, actions)).table

    def _wait_at_most_until(self, due: float | None) -> None:
        """Wait until `due` if that is sooner than the next due moment known."""
        if due is not None and (self._next is None or due < self._next):
            self._wait_until(due)

    def _wait_until(self, due: float | None) -> None:
        """Set the timer to `due`, None for never; while a round runs it is set after that."""
        self._next = due
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if due is not None and self._living and self._round is None:
            self._timer = asyncio.get_running_loop().call_later(
                max(0.0, due - self._clock()),
                self._start_round,
            )

    def _start_round(self) -> None:
        self._round = asyncio.create_task(self._run_round(), name="clocks: what is due")

    async def _run_round(self) -> None:
        done = await self._succeeds(self.run_round())
        self._round = None
        self._wait_until(self._next if done else self._clock() + AGAIN)

    async def _run_heartbeats(self) -> None:
        while True:
            await self._succeeds(self._store_heartbeat())
            # Another process may have stored a due moment of a table here without telling.
            await self._succeeds(self._reset_timer())
            await asyncio.sleep(BEATS)

    async def _reset_timer(self) -> None:
        """Set the timer by the host's clock as it is now: a running timer doesn't notice its jumps, or a sleep."""
        self._wait_at_most_until(await self._next_due())
        self._wait_until(self._next)

    async def _store_heartbeat(self) -> None:
        if await self.beat() and self._next is not None:
            await self._storage.store_choices(Remark(BEAT, repr(self._lived)))

    async def run_round(self) -> None:
        """Check every table that is due by now, send due digests, and find the next due moment."""
        connected = await self.beat()
        now = self._clock()
        if not connected:
            # No clock runs without a connection.
            self._next = now + AGAIN
            return

        self._later = {
            table: moment for table, moment in self._later.items() if moment > now
        }
        most = MOST + len(self._later)
        found = await self._storage.select(
            sql.DUE,
            now=now,
            most=most,
        )
        due = [table for table in found if table not in self._later]
        for table in due:
            if not await self._succeeds(self.check_due(table), table):
                self._later[table] = now + AGAIN

        digests = await self._storage.choices(
            TimeSettings,
            due=now,
            most=MOST,
        )
        failed = not due and not digests
        for each in digests:
            if not await self._succeeds(self._digest(each.user, now)):
                failed = True

        # A moment that the schedule tells during the query counts as well.
        self._next = None
        soonest = now if len(due) >= MOST else await self._soonest(now, failed=failed)
        self._wait_at_most_until(soonest)
        self._start_duties(now)

    def _start_duties(self, now: float) -> None:
        """Start a task for each duty of `_duties`, unless its last one is still running."""
        for duty in self._duties:
            if duty not in self._besides:
                self._besides[duty] = due_times.start_in_background(
                    self._do_duty(duty, now), "clocks: what takes long"
                )

    async def _do_duty(self, duty: Duty, now: float) -> None:
        """Do the due work of `duty`, and wake the timekeeper for the next of it, or for another try."""
        due: float | None = now + AGAIN
        if await self._succeeds(duty(now)):
            with suppress(StorageError):
                due = await self._next_due(now)
        del self._besides[duty]
        self._wait_at_most_until(due)

    async def _next_due(self, after: float = 0.0) -> float | None:
        """Return the earliest due moment later than `after`."""
        (due,) = await self._storage.select(sql.NEXT, after=after)
        return due

    async def _soonest(self, now: float, *, failed: bool) -> float | None:
        """Return when to check next: tables whose check `failed` or takes long wait `AGAIN`, and no others do."""
        due = await self._next_due()
        waiting = [*self._later.values()]
        if failed:
            waiting.append(now + AGAIN)
        if due is None or due > now or not waiting:
            return due
        later = await self._next_due(now)
        return min(waiting if later is None else [*waiting, later])

    async def _succeeds(
        self, work: Awaitable[None], table: TableId | None = None
    ) -> bool:
        """Await `work`, and tell whether it succeeded; errors are logged, and never end the timekeeping."""
        where = "" if table is None else f" at table {table}"
        try:
            await work
        except Refused:
            log.info("play%s went on before the time was up", where)
        except StorageError as error:
            log.warning("the clocks could not be kept: %s", error)
        except OUTAGES as error:
            log.warning("what was due%s is tried again: %r", where, error)
        except Exception:
            log.exception("what was due%s could not be done", where)
        else:
            return True
        return False
