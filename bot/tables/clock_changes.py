"""Changes of tables' clocks, and the last state that Discord was sent of each table, which starts the clocks it pings.

`PublishedStates` writes that state at once where it must be, else with the table's next change or when Herald is idle.
`Clocks` applies what a lobby agrees on, time that is up, people who return or are away, and pauses.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import field
from typing import NamedTuple

from cachetools import LRUCache

from bot.clocks.table_clock import TableClock, TimeControl, TimeoutAction
from bot.clocks.timeline import Standstill
from bot.policies import present_seats
from bot.storage import sql
from bot.storage.records import Published, Status, TableId, TableRecord
from bot.tables import seats
from bot.tables.due_times import ClockChange, clock_after_calls, no_change, with_clock
from bot.tables.seats import CARING
from bot.tables.table import Table
from bot.tables.table_cache import TableCache, changes_record, changes_table
from bot.tables.write_retries import Unwritten
from engine.errors import Refused
from engine.frozen import frozen, replace
from engine.scene import Seat

FORESEEN, FRESH = 64, 3.0
"""At how many tables foreseen clocks are kept, and for how many seconds: an answer and its news show the same ones."""


@frozen(slots=False)
class PublishedStates:
    """The last state that Discord was sent of each table, as far as the database has to know it.

    One write at a time for each table, under its lock. Errors reach the caller; a state that couldn't be written stays
    `unwritten`, and is written with the table's next change, by `write`, or by `write_urgent`.
    """

    cache: TableCache

    @changes_table
    async def store(
        self,
        table: Table,
        published: Published,
        clock_change: ClockChange = no_change,
        channel: int | None = None,
    ) -> None:
        """Store the state that Discord was sent of `table`, and change its clocks by `clock_change` besides.

        It is written at once where it must not be sent twice, or changes a clock, or where no further change will come.
        One that was sent to another `channel` than that of the table, which was moved meanwhile, is dropped.
        """
        if channel in {None, table.channel}:
            await self.store_locked(table, published, clock_change)

    async def store_locked(
        self,
        table: Table,
        published: Published,
        clock_change: ClockChange = no_change,
        *,
        at_once: bool = False,
    ) -> Table:
        """Store `published` as `store` does, for a `table` whose lock is held; write it `at_once` in any case."""
        record = table.record
        unwritten = self.cache.unwritten
        clock = clock_after_calls(
            table,
            published,
            self.cache.now(),
            clock_change,
        )
        changes_clock = clock is not None or clock_change is not no_change
        if published == record.announced and not changes_clock and not at_once:
            return table

        left = unwritten.get(record.id)
        knows = left.knows if left else record.announced
        sent = bool(published.messages - knows.messages)
        changed = sent or published.restored != knows.restored
        urgent = changes_clock or changed or not record.status.open
        unwritten[record.id] = Unwritten(
            knows,
            published,
            clock_change,
            urgent,
        )

        if urgent or at_once:
            dated = clock and self.cache.schedule.with_due(clock)
            return await self.cache.store_announced(
                table,
                dated,
                urgent=urgent,
            )
        return self.cache.remember(
            replace(table, record=replace(record, announced=published))
        )

    @property
    def unwritten(self) -> Collection[TableId]:
        """Return the tables with a sent state that the database doesn't have yet."""
        return self.cache.unwritten.keys()

    async def write(self) -> None:
        """Write the state of all `unwritten` tables in one batch; raise `StorageError` where that can't be done."""
        done = await asyncio.gather(
            *map(self.write_table, self.unwritten),
            return_exceptions=True,
        )
        for error in done:
            if isinstance(error, BaseException) and not isinstance(error, Refused):
                raise error

    async def write_urgent(self, table: TableId) -> None:
        """Write the state of `table` if it is unwritten though it is `urgent`: the database has refused it before."""
        if table in self.unwritten and self.cache.unwritten[table].urgent:
            await self.write_table(table)

    @changes_table
    async def write_table(self, table: Table) -> None:
        """Write the state of `table` if it is unwritten."""
        left = self.cache.unwritten.get(table.id)
        if left:
            await self.store_locked(
                table, left.announced, left.clock_change, at_once=True
            )

    async def find_behind(self) -> list[TableId]:
        """Return the tables that have changed since the last state that Discord was sent."""
        return [
            table
            for table in await self.cache.storage.select(sql.UNSHOWN)
            if not self.is_sent(table)
        ]

    def is_sent(self, table: TableId) -> bool:
        """Tell whether Discord was sent the present revision of `table`, though the database doesn't know that."""
        known = self.cache.peek(table)
        if known is None or table not in self.unwritten:
            return False
        return known.record.announced.revision == known.record.revision


class Foreseen(NamedTuple):
    """The table `after` pings, as foreseen for a `table` at the moment `at`, when this `downtime` was known."""

    table: Table
    at: float
    downtime: Standstill
    after: Table

    def holds(self, table: Table, now: float, downtime: Standstill) -> bool:
        """Tell whether it is that of `table` still."""
        fresh = 0 <= now - self.at < FRESH
        return fresh and self.table is table and self.downtime is downtime


@frozen(slots=False)
class Clocks:
    """Applies changes to the clocks of tables; every change is on the disk before its call returns."""

    cache: TableCache
    _foreseen: LRUCache[TableId, Foreseen] = field(
        default_factory=lambda: LRUCache(FORESEEN), compare=False
    )

    @changes_record
    def propose(self, table: Table, user: int, terms: TimeControl) -> TableRecord:
        """Propose `terms` as the time control of a lobby; raise `NotOpener` for others than its opener.

        They hold at once where the opener is alone.
        """
        lobby = table.lobby_for_opener(user)
        clock = (lobby.clock or TableClock()).propose(terms, user)
        return replace(lobby, clock=clock)

    @changes_record
    def agree(self, table: Table, user: int) -> TableRecord:
        """Agree with the proposed time control of a lobby, for `user`; raise `NotSeated` without a seat there."""
        lobby = table.lobby
        table.seat_of(user)
        clock = (lobby.clock or TableClock()).agree(user)
        return replace(lobby, clock=clock)

    @changes_record
    def mark_late(self, table: Table, seat: Seat) -> TableRecord:
        """Mark `seat` as late if its time is up by now; a knight plays it then, unless the table waits (`WAITS`)."""
        record = table.running_table.record
        now = self.cache.now()
        clock = record.clock
        sitter = record.sitters[seat]
        if (
            clock is None
            or clock.seats[seat].late
            or seat not in clock.expired_seats(now)
        ):
            return record

        record = replace(record, clock=clock.mark_late(seat, now))
        if clock.terms.then is TimeoutAction.RIVAL and sitter.level is None:
            record = seats.with_sitter(
                record,
                seat,
                replace(sitter, level=CARING),
                now,
            )

        return record

    async def note_press(self, table: Table, user: int) -> Table:
        """Note that `user` has pressed something at `table`: a late seat of theirs is theirs again, a rest ends."""
        seat = table.seat_of(user)
        if not _has_missed_person(table, seat):
            return table
        return await self.cache.change(
            table.id, lambda loaded: self.note_activity(loaded, seat)
        )

    async def note_activity(self, table: Table, seat: Seat) -> Table:
        """Return `table`, whose lock is held, after the person of `seat` has pressed something there.

        That is written at once where a rival has played for the seat, or the table rests; else with the next move.
        """
        clock = table.clock
        now = self.cache.now()
        if clock is None:
            return table

        sitter = table.record.sitters[seat]
        record = replace(table.record, clock=clock.note_activity(seat, now))
        if not _has_missed_person(table, seat):
            return replace(table, record=record)

        if clock.seats[seat].late and sitter.level:
            record = seats.with_sitter(
                record,
                seat,
                replace(sitter, level=None),
                now,
            )

        return await self.cache.store(table, record)

    async def set_absence(self, user: int, until: float | None) -> list[Table]:
        """Begin an absence of `user`, `until` a moment, at all tables that they play at; None ends it.

        At a table without a pace nothing stands still, but no ping goes to them. A suspended one may go on meanwhile.
        A table of before the clocks knows no absences.
        """
        begun = [Status.PLAYING, Status.SUSPENDED]
        return [
            await self._change_absence(record.id, user, until)
            for record in await self.cache.storage.find(user=user, status=begun)
            if record.clock and record.clock.seats
        ]

    @changes_table
    async def _change_absence(
        self, table: Table, user: int, until: float | None
    ) -> Table:
        seat, now = table.seat_of(user), self.cache.now()
        return await self._update_clock(
            table, lambda clock: clock.set_away(seat, until, now)
        )

    @changes_table
    async def pause(self, table: Table, user: int) -> Table:
        """Vote for a pause, as `user`; once all people who aren't late have voted, the clocks stand still."""
        table.running_table.seat_of(user)
        now = self.cache.now()
        sitters = table.record.sitters
        voters = [sitters[seat].user for seat in present_seats(table.record)]
        return await self._update_clock(
            table, lambda clock: clock.vote_for_pause(user, voters, now)
        )

    @changes_table
    async def resume(self, table: Table, user: int) -> Table:
        """End a pause, as any `user` with a seat; raise `NotSeated` for others."""
        table.seat_of(user)
        now = self.cache.now()
        return await self._update_clock(table, lambda clock: clock.resume(now))

    @changes_table
    async def update_clock(
        self, table: Table, change: ClockChange, *, notify: bool = True
    ) -> Table:
        """Apply `change` to the clocks of `table`, if it has any; the announcer hears of it if `notify`.

        Without `notify` it is written even if nothing has changed: the next moment of the schedule may be a later one.
        """
        return await self._update_clock(table, change, notify=notify)

    async def _update_clock(
        self, table: Table, change: ClockChange, *, notify: bool = True
    ) -> Table:
        clock = table.clock
        if clock is None:
            return table
        after = self.cache.clock_of(replace(table.record, clock=change(clock)))
        if after is None or (after == clock and notify):
            return table
        if not notify:
            return await self.cache.store_clock(table, after)
        return await self.cache.store(table, replace(table.record, clock=after))

    def with_clocks_after_pings(self, table: Table) -> Table:
        """Return `table` with its clocks as they run once all seats that are asked have been pinged, which is now.

        What they had stored as due before a downtime is due later.
        """
        if table.clock is None or table.status is not Status.PLAYING:
            return table
        now, schedule = self.cache.now(), self.cache.schedule
        known = self._foreseen.get(table.id)
        if known and known.holds(table, now, schedule.downtime):
            return known.after

        clock = clock_after_calls(table, None, now) or table.clock
        after = with_clock(table, schedule.with_due(clock))
        self._foreseen[table.id] = Foreseen(table, now, schedule.downtime, after)
        return after


def _has_missed_person(table: Table, seat: Seat) -> bool:
    """Tell whether the return of its person changes anything for `seat`: it is late, or the table rests."""
    clock = table.clock
    return bool(clock and clock.seats and (clock.rests or clock.is_late(seat)))
