"""How the clocks of tables go with what happens there: moves and calls let them run and stop, outages stand still."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.clocks.clock import Clock
from bot.clocks.timeline import Standstill, Stretch
from bot.storage.records import NO_USER, Announced, Status
from bot.tables.ordering import by_hand, number_of
from bot.tables.table import AnyMatch, Entry, Table
from engine import takeback

Change = Callable[[Clock], Clock]


def unchanged(clock: Clock) -> Clock:
    """Return clocks as they are."""
    return clock


NOBODY = -1
"""Whose seat it is where no move was made at a keyboard."""


class Hours:
    """Lets clocks run and stop, and tells whoever listens when something will be due.

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

    def learn(self, outages: Sequence[Stretch]) -> None:
        """Take note of when Herald was down."""
        self.gone = Standstill(tuple(outages))

    def told(self, clock: Clock | None) -> None:
        """Tell the listeners when a table, kept like this, has to be looked at."""
        if clock is not None and clock.due is not None:
            self.heard(clock.due)

    def heard(self, due: float) -> None:
        """Tell the listeners that something is due at a moment."""
        for listener in self._listeners:
            listener(due)

    def idle(self, clock: Clock, now: float) -> bool:
        """Tell whether nobody has acted at a table for so long that it is to rest."""
        return clock.idle(now, self.longest)

    def dated(self, clock: Clock) -> Clock:
        """Return clocks with when something will be due next."""
        return clock.dated(self.gone, self.longest)

    def moved(self, table: Table, match: AnyMatch, entries: Sequence[Entry], now: float) -> Clock | None:
        """Return the clocks of a table after some moves, or after an order without any, or as its match begins."""
        clock = table.record.clock
        if clock is None:
            return None
        if not clock.seats:
            return self.dated(clock.begun(match.seats, now))
        after = {int(seat): number_of(match, seat) for seat in match.deciding}
        told = any(entry.line(None).told for entry in entries)
        # Whoever's order was carried out isn't there, and is called first.
        made = [entry for entry in by_hand(entries, match.game) if entry is entries[-1]]
        undone = any(takeback.is_told(entry.line(None).told) for entry in entries)
        mover = made[0].seat if made else NOBODY
        presumed = table.match.presumed if table.match else ()
        forgiven = clock.forgiven([seat for seat in presumed if after.get(seat) != clock.seats[seat].asked], now)
        played = self.dated(forgiven.played(mover, after, now, self.gone, told=told, undone=undone))
        return played if match.outcome is None else played.over()

    def settled(self, clock: Clock, now: float) -> Clock:
        """Return the clocks of a table that nobody plays at: they stand still from now on."""
        return self.dated(clock.paused(now)).over()

    def called(self, table: Table, announced: Announced, now: float, wind: Change = unchanged) -> Clock | None:
        """Return the clocks of a table after its people were called, and changed besides; None if they stay as before.

        A table that has none is given clocks that never run, if anything is to be kept with them.
        """
        if table.match is None or table.record.status is not Status.PLAYING:
            return None
        before = table.record.clock or Clock().begun(table.match.seats, now)
        after = wind(self._started(table, table.match, before, announced, now))
        return None if after == before else self.dated(after)

    def _started(self, table: Table, match: AnyMatch, clock: Clock, announced: Announced, now: float) -> Clock:
        """Return clocks of which those of whoever was called run."""
        if not clock.runs:
            return clock
        written = {(dm.seat, dm.asked) for dm in announced.dms}
        return clock.called(_asked(table, match) & {*announced.called, *written}, now)

    def foreseen(self, table: Table, now: float) -> Table:
        """Return a table as its clocks will run when everybody who is asked has been called."""
        match, clock = table.match, table.record.clock
        if match is None or clock is None or not clock.runs or table.record.status is not Status.PLAYING:
            return table
        called = clock.called(_asked(table, match), now)
        return table if called is clock else timed(table, self.dated(called))


def _asked(table: Table, match: AnyMatch) -> set[tuple[int, int]]:
    """Return which people are asked, each with the number of the question."""
    people = (seat for seat in match.deciding if table.record.sitters[seat].user != NO_USER)
    return {(int(seat), number_of(match, seat)) for seat in people}


def timed(table: Table, clock: Clock | None) -> Table:
    """Return a table with its clocks like this."""
    return replace(table, record=replace(table.record, clock=clock))
