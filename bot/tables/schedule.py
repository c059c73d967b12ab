"""Due times of tables, and how moves and pings change their clocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.clocks.clock import Clock
from bot.clocks.timeline import Standstill
from bot.storage.records import NO_USER, Published, Status
from bot.tables.entries import Entry, moves_by_hand
from bot.tables.ordering import AnyMatch, prompt_of
from bot.tables.table import Table
from engine import takeback

ClockChange = Callable[[Clock], Clock]


def no_change(clock: Clock) -> Clock:
    """Return `clock` as it is: the `ClockChange` that changes nothing."""
    return clock


class Schedule:
    """Tells its listeners when a table has to be checked next.

    `downtime` is the time for which Herald or Discord was unreachable; it counts for no clock. A table rests after
    `idle_seconds` without an action; None: it never does.
    """

    def __init__(self) -> None:
        """Begin without downtime and without listeners."""
        self.idle_seconds: float | None = None
        self.downtime = Standstill()
        self._listeners: list[Callable[[float], None]] = []

    def listen(self, listener: Callable[[float], None]) -> None:
        """Call `listener` with each moment at which a table has to be checked, once that is on the disk."""
        self._listeners.append(listener)

    def notify_clock(self, clock: Clock | None) -> None:
        """Tell the listeners when a table with this `clock` has to be checked, if it has to be."""
        if clock is not None and clock.due is not None:
            self.notify_due(clock.due)

    def notify_due(self, due: float) -> None:
        """Tell the listeners that a check is due at the moment `due`."""
        for listener in self._listeners:
            listener(due)

    def with_due(self, clock: Clock) -> Clock:
        """Return `clock` with `Clock.due`, the moment of its next check."""
        return clock.with_due(self.downtime, self.idle_seconds)


def clock_after_moves(
    table: Table, match: AnyMatch, entries: Sequence[Entry], now: float, gone: Standstill
) -> Clock | None:
    """Return the clocks of `table` once its match is `match`, after the moves of `entries`, `now`.

    Without entries an order was given, or the match begins. None for a table without clocks.
    """
    clock = table.clock
    if clock is None:
        return None
    if not clock.seats:
        return clock.begin_game(match.seats, now)

    after = {int(seat): prompt_of(match, seat) for seat in match.deciding}
    public = [entry.line(None).events for entry in entries]
    undone = any(takeback.is_take_back(events) for events in public)

    # A person whose order was played isn't there, and is pinged first.
    made = [entry for entry in moves_by_hand(entries, match.game) if entry is entries[-1]]
    mover = made[0].seat if made else None

    presumed = table.match.presumed_seats if table.match else ()
    forgiven = [seat for seat in presumed if after.get(seat) != clock.seats[seat].asked]
    restarted = clock.restart_clocks(forgiven, now)

    return restarted.after_moves(mover, after, now, gone, told=any(public), undone=undone)


def clock_after_calls(
    table: Table, announced: Published | None, now: float, clock_change: ClockChange = no_change
) -> Clock | None:
    """Return the clocks of `table` after the pings that were `announced`, or after a ping to every seat, for None.

    `clock_change` changes them besides. None if they stay as before. A table that has none gets clocks that never run,
    if anything is to be stored with them.
    """
    match = table.match
    if match is None or table.status is not Status.PLAYING:
        return None

    before = after = table.clock or Clock().begin_game(match.seats, now)
    if before.is_running:
        people = (seat for seat in match.deciding if table.record.sitters[seat].user != NO_USER)
        asked = {(int(seat), prompt_of(match, seat)) for seat in people}
        if announced is not None:
            messages = {(dm.seat, dm.asked) for dm in announced.dms}
            asked &= messages.union(announced.called)
        after = before.start_clocks(asked, now)

    after = clock_change(after)
    return None if after == before else after


def with_clock(table: Table, clock: Clock | None) -> Table:
    """Return `table` with `clock` in place of its clocks."""
    return replace(table, record=replace(table.record, clock=clock))
