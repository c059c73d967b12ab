"""When tables have to be looked at, and what moves and calls make of their clocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.clocks.clock import Clock
from bot.clocks.timeline import Standstill
from bot.storage.records import NO_USER, Announced, Status
from bot.tables.entries import Entry, by_hand
from bot.tables.ordering import AnyMatch, prompt_of
from bot.tables.table import Table
from engine import takeback

ClockChange = Callable[[Clock], Clock]


def unchanged(clock: Clock) -> Clock:
    """Return clocks as they are."""
    return clock


class Schedule:
    """Tells whoever listens when something will be due at a table.

    `gone` is when Herald or Discord was down: that time counts for nobody. A table rests at which nobody has acted for
    the `longest` time, in seconds; None: it never does.
    """

    def __init__(self) -> None:
        """Know of no outage yet, and of nobody who listens."""
        self.longest: float | None = None
        self.gone = Standstill()
        self._listeners: list[Callable[[float], None]] = []

    def listen(self, listener: Callable[[float], None]) -> None:
        """Tell a listener of each moment at which a table will have to be looked at, once that is on the disk."""
        self._listeners.append(listener)

    def tell(self, clock: Clock | None) -> None:
        """Tell the listeners when a table, kept like this, has to be looked at."""
        if clock is not None and clock.due is not None:
            self.hear(clock.due)

    def hear(self, due: float) -> None:
        """Tell the listeners that something is due at a moment."""
        for listener in self._listeners:
            listener(due)

    def dated(self, clock: Clock) -> Clock:
        """Return clocks with when something will be due next."""
        return clock.with_due(self.gone, self.longest)


def clock_after_moves(
    table: Table, match: AnyMatch, entries: Sequence[Entry], now: float, gone: Standstill
) -> Clock | None:
    """Return the clocks of a table after some moves, or after an order without any, or as its match begins."""
    clock = table.clock
    if clock is None:
        return None
    if not clock.seats:
        return clock.begin_game(match.seats, now)
    after = {int(seat): prompt_of(match, seat) for seat in match.deciding}
    told = any(entry.line(None).told for entry in entries)
    # Whoever's order was carried out isn't there, and is called first.
    made = [entry for entry in by_hand(entries, match.game) if entry is entries[-1]]
    undone = any(takeback.is_told(entry.line(None).told) for entry in entries)
    mover = made[0].seat if made else None
    presumed = table.match.presumed if table.match else ()
    forgiven = clock.restart_clocks([seat for seat in presumed if after.get(seat) != clock.seats[seat].asked], now)
    return forgiven.after_moves(mover, after, now, gone, told=told, undone=undone)


def clock_after_calls(
    table: Table, announced: Announced | None, now: float, wind: ClockChange = unchanged
) -> Clock | None:
    """Return the clocks of a table after the calls that were `announced`, or after everybody is called, for None.

    They are changed besides. None if they stay as before. A table that has none is given clocks that never run, if
    anything is to be kept with them.
    """
    match = table.match
    if match is None or table.status is not Status.PLAYING:
        return None
    before = after = table.clock or Clock().begin_game(match.seats, now)
    if before.is_running:
        people = (seat for seat in match.deciding if table.record.sitters[seat].user != NO_USER)
        asked = {(int(seat), prompt_of(match, seat)) for seat in people}
        if announced is not None:
            asked &= {*announced.called, *((dm.seat, dm.asked) for dm in announced.dms)}
        after = before.start_clocks(asked, now)
    after = wind(after)
    return None if after == before else after


def timed(table: Table, clock: Clock | None) -> Table:
    """Return a table with its clocks like this."""
    return replace(table, record=replace(table.record, clock=clock))
