"""Due times of tables, the downtime that counts for none of them, and how moves and pings change their clocks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite
from typing import Any

from bot.clocks.table_clock import DAY, TableClock
from bot.clocks.timeline import NEVER, Standstill
from bot.clocks.user_time_settings import TimeSettings
from bot.storage.port import LIVE, LostUpdate
from bot.storage.records import NO_USER, Outages, Published, Sitter, Status, TableRecord
from bot.storage.store import Store
from bot.tables.log_entries import Entry, moves_by_hand
from bot.tables.seat_orders import question_number
from bot.tables.table import CLOSED, Table
from engine import logged_moves
from engine.frozen import replace
from engine.match import AnyMatch

log = logging.getLogger(__name__)

REMEMBERED = 400 * DAY
"""Seconds for which downtime stays stored: no question is open for longer."""

ClockChange = Callable[[TableClock], TableClock]


def no_change(clock: TableClock) -> TableClock:
    """Return `clock` as it is: the `ClockChange` that changes nothing."""
    return clock


def parse_heartbeat(noted: str | None) -> float | None:
    """Return the moment that a heartbeat has `noted`; None without one, or if it can't be read, which is logged."""
    if noted is None:
        return None
    with suppress(ValueError):
        if isfinite(found := float(noted)):
            return found
    log.warning(
        "when Herald lived last can't be read; whoever was to decide meanwhile has lost that time"
    )
    return None


def start_in_background(
    work: Coroutine[Any, Any, None], name: str
) -> asyncio.Task[None]:
    """Begin what may take minutes; the sandbox has a way of its own, for its world waits for all that a bot begins."""
    return asyncio.create_task(work, name=name)


@dataclass
class DueTimes:
    """Tells its `listener` when a table has to be checked next, once that is on the disk.

    `downtime` is the time for which Herald or Discord was unreachable; it counts for no clock. A table rests after
    `idle_seconds` without an action; None: it never does.
    """

    idle_seconds: float | None = None
    downtime: Standstill = NEVER
    listener: Callable[[float], None] | None = None

    def notify_clock(self, clock: TableClock | None) -> None:
        """Tell the listener when a table with this `clock` has to be checked, if it has to be."""
        if clock and clock.due is not None:
            self.notify_due(clock.due)

    def notify_due(self, due: float) -> None:
        """Tell the listener that a check is due at the moment `due`."""
        if self.listener:
            self.listener(due)

    def clock_of(
        self, table: TableRecord, fewest: int, now: float
    ) -> TableClock | None:
        """Return the `TableClock` that `table` needs by its `status` and `sitters`, if it needs one.

        `fewest` is the least number of seats at which its game can be played.
        """
        clock = table.clock
        if clock is None:
            return None

        if table.status is Status.LOBBY:
            people = [sitter.user for sitter in table.sitters if sitter.person]
            clock = clock.with_sitters(len(table.sitters), people, fewest, now)
        if table.status in CLOSED:
            clock = clock.pause(now)

        clock = self.with_due(clock)
        return clock if table.status in LIVE else clock.close()

    def with_due(self, clock: TableClock) -> TableClock:
        """Return `clock` with `TableClock.due`, the moment of its next check."""
        return clock.with_due(self.downtime, self.idle_seconds)


async def load_downtime(storage: Store, schedule: DueTimes, now: float) -> None:
    """Load the downtime into the `schedule`; a stretch that ends after `now` is an error of the host's clock.

    Where the record is corrupt, no time until `now` counts: a damaged disk costs no player a seat.
    """
    outages = await storage.choice(Outages)
    if not outages.known:
        log.error(
            "when Herald was down is damaged; whoever is to decide has all of their time from now on"
        )
        outages = Outages(((0.0, now),))
        await storage.store_choices(outages)

    over = tuple(
        (begin, end)
        for begin, end in outages.stretches
        if end is not None and begin < end <= now
    )
    schedule.downtime = Standstill(over)


async def store_downtime(storage: Store, begin: float, until: float) -> None:
    """Store a downtime, without stretches older than `REMEMBERED` or in the future."""
    outages = await storage.choice(Outages)
    if not outages.known:
        return

    oldest = until - REMEMBERED
    known = {
        start: end
        for start, end in outages.stretches
        if start < until and (end or 0.0) > oldest
    }
    if begin < until:
        # A stretch of the same beginning was stored while this one went on.
        known[begin] = until

    try:
        stretches = tuple(sorted(known.items()))
        await storage.store_choices(Outages(stretches), was=outages)
    except LostUpdate:
        # Another process, which was down as well, was faster.
        await store_downtime(storage, begin, until)


def clock_after_moves(
    table: Table,
    match: AnyMatch,
    entries: Sequence[Entry],
    now: float,
    downtime: Standstill,
) -> TableClock | None:
    """Return the clocks of `table` once its match is `match`, after the moves of `entries`, `now`.

    Without entries an order was given, or the match begins. None for a table without clocks.
    """
    clock = table.clock
    if clock is None:
        return None
    if not clock.seats:
        return clock.begin_game(match.seats, now)

    after = {int(seat): question_number(match, seat) for seat in match.deciding}
    public = [entry.line(None).events for entry in entries]
    undone = any(logged_moves.is_take_back(events) for events in public)

    # A person whose order was played isn't there, and is pinged first.
    by_hand = moves_by_hand(entries, match.game)
    mover = next((entry.seat for entry in by_hand if entry is entries[-1]), None)

    presumed = table.match.presumed_seats if table.match else ()
    forgiven = [seat for seat in presumed if after.get(seat) != clock.seats[seat].asked]
    restarted = clock.restart_clocks(forgiven, now)

    return restarted.after_moves(
        mover,
        after,
        now,
        downtime,
        told=any(public),
        undone=undone,
    )


def clock_after_calls(
    table: Table,
    published: Published | None,
    now: float,
    clock_change: ClockChange = no_change,
) -> TableClock | None:
    """Return the clocks of `table` after the pings that were `published`, or after a ping to every seat, for None.

    `clock_change` changes them besides. None if they stay as before. A table that has none gets clocks that never run,
    if anything is to be stored with them.
    """
    match = table.match
    if match is None or table.status is not Status.PLAYING:
        return None

    before = table.clock
    if before is None:
        before = TableClock().begin_game(match.seats, now)
    after = before
    if before.is_running:
        sitters = table.record.sitters
        people = (seat for seat in match.deciding if sitters[seat].user != NO_USER)
        asked = {(int(seat), question_number(match, seat)) for seat in people}
        if published:
            messages = {(dm.seat, dm.asked) for dm in published.dms}
            asked &= messages.union(published.called)
        after = before.start_clocks(asked, now)

    after = clock_change(after)
    return None if after == before else after


async def absence_end(storage: Store, user: int, now: float) -> float | None:
    """Return when the last absence of `user` ends, of the announced one and those at tables; None without any."""
    settings = await storage.choice(TimeSettings, user)
    backs = [settings.away_until(now)]
    for each in await storage.find(user=user):
        if each.clock:
            held = zip(each.sitters, each.clock.seats, strict=False)
            backs += [own.back for sitter, own in held if sitter.user == user]

    known = [back for back in backs if back is not None]
    return max(known, default=None)


async def absence_change(
    storage: Store, sitters: Sequence[Sitter], now: float
) -> ClockChange:
    """Return the change of clocks as a game of `sitters` begins: people away at others are so there, as long."""
    people = [(seat, each.user) for seat, each in enumerate(sitters) if each.person]
    backs = [(seat, await absence_end(storage, user, now)) for seat, user in people]

    def begin_absences(clock: TableClock) -> TableClock:
        for seat, back in backs:
            clock = clock.set_away(seat, back, now)
        return clock

    return begin_absences


def with_clock(table: Table, clock: TableClock | None) -> Table:
    """Return `table` with `clock` in place of its clocks."""
    return replace(table, record=replace(table.record, clock=clock))


def status_of(match: AnyMatch, record: TableRecord) -> Status:
    """Return the status of a table with that `match`: playing or over, sealed where others play the same deal."""
    if match.outcome is None:
        return Status.PLAYING
    return Status.SEALED if record.duplicate else Status.OVER
