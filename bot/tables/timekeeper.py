"""The timekeeper: looks at each table when something is due there, and knows for how long Herald was down.

Theory of operation. What is due follows from the clocks of a table and is kept with them (`Clock.due`), in the same
transaction as the call or the move that it comes from. One timer waits for the next of these moments. By
that moment nothing need be true any more: the table is looked at as it is then, what is due is done, and the next
moment is kept. So whatever was under way when Herald died is found again, and done once: a move that was made has made
its question go. What may take long, which features add, is done beside that, in a task for each: no clock waits for it.

Every minute Herald notes that it lives and is connected. Where such a note is missing, by a stop, an outage of Discord
or a host's clock that jumped forth, the time between counts for nobody. That only puts dates off, and dates are looked
at anew when they come: nothing has to be changed at the start, however many tables there are. Where no clock runs,
nothing is noted, and the disk may rest. If the host's clock jumps back, everything is looked at and set right.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite
from typing import Any

from bot.clocks.clock import DAY, Then
from bot.clocks.time_settings import TimeSettings
from bot.clocks.timeline import Standstill
from bot.storage import sql
from bot.storage.port import LostUpdate, StorageError
from bot.storage.records import BEAT, Outages, Remark, Sitter, Status, TableId, TableRecord
from bot.storage.store import Store
from bot.tables.ordering import AnyMatch, asked_by_rules
from bot.tables.starts import seats_awaited, starting_of
from bot.tables.table import Table
from bot.tables.tables import Tables
from engine.errors import Refused
from engine.scene import Seat

log = logging.getLogger(__name__)

BEATS = 60.0
"""Seconds between two notes that Herald lives."""
GAP = 2 * BEATS
"""Two notes that are further apart show that Herald was down between them."""
BACK = 5.0
"""By how many seconds the host's clock may go back without being set right."""
AGAIN = 60.0
"""Seconds after which what could not be done is tried again."""
MOST = 100
"""How many tables are looked at before it is asked anew which are due."""
REMEMBERED = 400 * DAY
"""Seconds for which it is kept that Herald was down: no question is open for longer."""
STOP = 2.0


@dataclass(frozen=True, slots=True)
class Duties:
    """What is done when it is due.

    `decide` returns what a rival plays for a seat that is asked; `name_rivals` returns so many rivals who take free
    seats of an open table; `remind` calls whoever is to be called or reminded at a table; `digest` tells a user of all
    tables that wait for them, and keeps when to do so next; each of `more` does all that is due by a moment, however
    long that takes: no round waits for it.
    """

    decide: Callable[[AnyMatch, Seat], Awaitable[Sequence[Any]]]
    name_rivals: Callable[[TableRecord, int], Awaitable[Sequence[Sitter]]]
    remind: Callable[[TableId], None]
    digest: Callable[[int, float], Awaitable[None]]
    more: Sequence[Callable[[float], Awaitable[None]]] = ()


def moment(noted: str | None) -> float | None:
    """Return the moment that a note says; None if there is none, or it can't be read, which is said in the log."""
    if noted is None:
        return None
    with suppress(ValueError):
        if isfinite(found := float(noted)):
            return found
    log.warning("when Herald lived last can't be read; whoever was to decide meanwhile has lost that time")
    return None


class Timekeeper:
    """Sees to it that what is due is done: somebody is reminded, or a rival plays for whoever is late."""

    def __init__(
        self,
        tables: Tables,
        storage: Store,
        duties: Duties,
        connected: Callable[[], bool],
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Take the tables, the storage, and what is done when it is due.

        `connected` tells whether Discord can be heard; the clock tells the time in seconds since the epoch.
        """
        self._tables = tables
        self._schedule = tables.schedule
        self._storage = storage
        self._duties = duties
        self._connected = connected
        self._clock = clock
        self._lived = 0.0
        self._next: float | None = None
        self._later: dict[TableId, float] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._living: asyncio.Task[None] | None = None
        self._round: asyncio.Task[None] | None = None
        self._besides: dict[Callable[[float], Awaitable[None]], asyncio.Task[None]] = {}
        self._schedule.listen(self._heard)

    async def start(self) -> None:
        """Begin to look at what is due."""
        await self.wake()
        self._living = asyncio.create_task(self._live(), name="clocks: beats")
        self._wait(await self._due())

    async def wake(self) -> None:
        """Find out for how long Herald was down, which counts for nobody."""
        now, lived = self._clock(), moment((await self._storage.choice(Remark, BEAT)).value)
        if lived is not None and lived < now:
            await self._down(lived, now)
        self._lived = now
        await self._learn(now)

    async def close(self) -> None:
        """Stop; what is due is in the database, and is done after the next start."""
        tasks = [task for task in (self._living, self._round, *self._besides.values()) if task is not None]
        if self._timer is not None:
            self._timer.cancel()
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=STOP)
        await self._tried(self._noted())

    async def beat(self) -> bool:
        """Note that Herald lives; keep for how long it was down, if it was. Return whether it is connected."""
        if not self._connected():
            return False
        now, before = self._clock(), self._lived
        if now > before + GAP:
            await self._down(before, now)
        elif now < before - BACK:
            log.warning("the host's clock was set back; no one's time is up because of that")
            await self._storage.change(sql.WAKE(now=now))
            await self._down(now, now)
            self._later.clear()
        if not before - BACK <= now <= before + GAP:
            await self._learn(now)
            self._heard(now)
        self._lived = now
        return True

    async def _learn(self, now: float) -> None:
        """Take note of when Herald was down; what isn't over by now was written by nobody.

        Where nobody knows any more, no time until now counts: nobody loses a seat because of a damaged disk.
        """
        outages = await self._storage.choice(Outages)
        if not outages.known:
            log.error("when Herald was down is damaged; whoever is to decide has all of their time from now on")
            outages = Outages(((0.0, now),))
            await self._storage.keep(outages)
        over = (each for each in outages.stretches if each[1] is not None and each[0] < each[1] <= now)
        self._schedule.gone = Standstill(tuple(over))

    async def _down(self, begin: float, until: float) -> None:
        """Keep that Herald was down, and forget what was long ago, or has not been yet."""
        outages = await self._storage.choice(Outages)
        if not outages.known:
            return
        recent = [each for each in outages.stretches if each[0] < until and (each[1] or 0.0) > until - REMEMBERED]
        # What is still kept of it was kept while it went on.
        known = dict(recent) | ({begin: until} if begin < until else {})
        try:
            await self._storage.keep(Outages(tuple(sorted(known.items()))), was=outages)
        except LostUpdate:
            # Another process was faster, which was down as well.
            await self._down(begin, until)

    async def reconnected(self) -> None:
        """Note that Discord can be heard again, and do at once what could not be done meanwhile."""
        if await self.beat():
            if self._round is not None:
                # It may have found that nothing can be heard, and would wait.
                await asyncio.wait({self._round})
            self._wait(await self._due())

    async def look(self, table_id: TableId) -> None:
        """Do at one table whatever is due, and keep when something will be due next."""
        now, gone = self._clock(), self._schedule.gone
        await self._tables.clocks.wind(table_id, lambda clock: clock.after_wall_clock_rewind(now), quietly=True)
        table = await self._tables.clocks.wind(table_id, lambda clock: clock.end_due_absences(now))
        clock = table.clock
        if clock is None:
            # A disk has damaged it: nobody can tell what is due.
            self._later[table_id] = now + AGAIN
            return
        if table.status is Status.LOBBY:
            await self._begin(table, now)
        if table.status is not Status.PLAYING:
            return
        if clock.is_idle(now, self._schedule.longest):
            await self._tables.clocks.wind(table_id, lambda each: each.rest())
            return
        for seat in clock.expired_seats(now, gone):
            if seat in table.started.presumed:
                # Its time shows like everybody's, and runs out without a consequence; it may be waited for later.
                self._later[table_id] = now + AGAIN
            else:
                table = await self._overdue(table, Seat(seat), now)
        clock = table.clock
        if clock is not None and (clock.seats_to_remind(now, gone) or clock.seats_to_ping(now)):
            self._later[table_id] = now + AGAIN
            self._duties.remind(table_id)

    async def _begin(self, table: Table, now: float) -> None:
        """Begin the game of an open table if it is time; where that can't be yet, look again later."""
        starting = starting_of(table.record)
        if starting is None or starting.due is None or starting.due > now:
            return
        count = seats_awaited(table.record, self._tables.game(table)) if starting.fill is not None else 0
        rivals = await self._duties.name_rivals(table.record, count) if count else ()
        after = await self._tables.starts.begin_due(table.id, rivals)
        if starting_of(after.record) == starting_of(table.record):
            self._later[table.id] = now + AGAIN

    async def _overdue(self, table: Table, seat: Seat, now: float) -> Table:
        """Let a rival play for a seat whose time is up, unless the table waits, or rests by now."""
        number, gone = table.id, self._schedule.gone
        clock = table.clock
        if clock is not None and clock.seats[seat].late and clock.is_left_to_rivals(now, gone):
            return await self._tables.clocks.wind(number, lambda each: each.rest())
        question = table.started.question_id(seat)
        table = await self._tables.clocks.overdue(number, seat)
        if clock is None or clock.terms.then is Then.WAITS or table.started.question_id(seat) != question:
            return table
        if not asked_by_rules(table.started, seat):
            return await self._tables.seats.stand_in(number, seat)
        actions = await self._duties.decide(table.started, seat)
        return (await self._tables.act(number, seat, question, actions)).table

    def _heard(self, due: float | None) -> None:
        """Take note of something that will be due sooner than all else."""
        if due is not None and (self._next is None or due < self._next):
            self._wait(due)

    def _wait(self, due: float | None) -> None:
        """Wait until something is due, unless what is due is being done just now."""
        self._next = due
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if due is not None and self._living and self._round is None:
            self._timer = asyncio.get_running_loop().call_later(max(0.0, due - self._clock()), self._ring)

    def _ring(self) -> None:
        self._round = asyncio.create_task(self._go_round(), name="clocks: what is due")

    async def _go_round(self) -> None:
        done = await self._tried(self.round())
        self._round = None
        self._wait(self._next if done else self._clock() + AGAIN)

    async def _live(self) -> None:
        while True:
            await self._tried(self._noted())
            # Another process may have kept what is due here, too, and tells nobody of that.
            await self._tried(self._look_ahead())
            await asyncio.sleep(BEATS)

    async def _look_ahead(self) -> None:
        """Wait for what is due next by the host's clock as it goes now: timers don't hear of a jump or a sleep."""
        self._heard(await self._due())
        self._wait(self._next)

    async def _noted(self) -> None:
        if await self.beat() and self._next is not None:
            await self._storage.keep(Remark(BEAT, repr(self._lived)))

    async def round(self) -> None:
        """Look at every table where something is due by now."""
        connected, now = await self.beat(), self._clock()
        if not connected:
            # Nobody's time runs while Discord can't be heard.
            self._next = now + AGAIN
            return
        self._later = {table: moment for table, moment in self._later.items() if moment > now}
        found = await self._storage.select(sql.DUE, now=now, most=MOST + len(self._later))
        due = [table for table in found if table not in self._later]
        for table in due:
            if not await self._tried(self.look(table), table):
                self._later[table] = now + AGAIN
        digests = await self._storage.choices(TimeSettings, due=now, most=MOST)
        done = [await self._tried(self._duties.digest(each.user, now)) for each in digests]
        idle = not (due or digests)
        # What is heard of while it is asked what is due next counts as well.
        self._next = None
        self._heard(now if len(due) >= MOST else await self._soonest(now, failed=idle or not all(done)))
        for duty in self._duties.more:
            if duty not in self._besides:
                self._besides[duty] = asyncio.create_task(self._beside(duty, now), name="clocks: what takes long")

    async def _beside(self, duty: Callable[[float], Awaitable[None]], now: float) -> None:
        """Do beside the rounds what is due of a duty, and see to it that what comes after it is done in time."""
        due: float | None = now + AGAIN
        if await self._tried(duty(now)):
            with suppress(StorageError):
                due = await self._due(now)
        del self._besides[duty]
        self._heard(due)

    async def _due(self, after: float = 0.0) -> float | None:
        """Return when something is due next, of what is due after a moment."""
        (due,) = await self._storage.select(sql.NEXT, after=after)
        return due

    async def _soonest(self, now: float, *, failed: bool) -> float | None:
        """Return when to look again; what has failed, can't be found or takes long waits alone, and a little longer."""
        due = await self._due()
        waiting = [*self._later.values(), *([now + AGAIN] if failed else [])]
        if due is None or due > now or not waiting:
            return due
        later = await self._due(now)
        return min(waiting if later is None else [*waiting, later])

    async def _tried(self, work: Awaitable[None], table: TableId | None = None) -> bool:
        """Do something, and tell whether it was done; what fails is tried again, and never ends the timekeeping."""
        try:
            await work
        except Refused:
            log.info("table %s has gone on before its time was up", table)
        except StorageError as error:
            log.warning("the clocks could not be kept: %s", error)
        except Exception:
            log.exception("what was due at table %s could not be done", table)
        else:
            return True
        return False
