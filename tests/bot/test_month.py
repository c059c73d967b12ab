"""A month of fifty tables that nobody looks after: people who are quick, slow or gone, and a Herald that falls over."""

from __future__ import annotations

import heapq
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.clocks.clock import DAY, HOUR, PACES, REMINDERS, Terms
from bot.clocks.timeline import Standstill
from bot.storage.records import Status, TableId
from bot.storage.sqlite.storage import SqliteStorage
from bot.storage.sqlite.verify import verify
from bot.tables.table import Table
from engine.errors import Refused
from engine.games import GAMES
from engine.scene import Seat
from tests.bot.timed import Hall

TABLES, DAYS = 50, 30
HABITS: Mapping[str, tuple[float, float]] = {"quick": (HOUR, 1.0), "slow": (1.5 * DAY, 1.0), "gone": (4 * HOUR, 0.7)}
"""How long people take for an answer, on average, and how likely they are to answer another question at all."""
PEOPLE = ("quick", "quick", "slow", "gone")
PACED = ("hour", "half-day", "day", "day", "day", "three-days")


@dataclass
class Month:
    """Fifty tables, and what happens at them, event by event."""

    hall: Hall
    dice: random.Random
    habits: dict[tuple[TableId, int], str] = field(default_factory=dict)
    lost: set[tuple[TableId, int]] = field(default_factory=set)
    coming: list[tuple[float, TableId, int, int]] = field(default_factory=list)
    changed: set[TableId] = field(default_factory=set)
    down: list[tuple[float, float]] = field(default_factory=list)
    asked: dict[tuple[TableId, int, int], float] = field(default_factory=dict)
    lates: list[tuple[float, float]] = field(default_factory=list)

    async def open(self) -> None:
        """Let people with their own habits sit down at every table."""
        for number in range(TABLES):
            people, game = self.dice.choice((2, 3, 4)), self.dice.choice(("fortheking", "oriflamme"))
            people = max(people, GAMES[game].seats[0])
            table = await self.hall.seat(people, Terms(PACES[PACED[number % len(PACED)]]), game)
            for seat in range(people):
                self.habits[table, seat] = self.dice.choice(PEOPLE)
            self.changed.add(table)
        self.hall.storage.listen(self.changed.add)

    async def live(self) -> None:
        """Let a month pass, from one event to the next, with a night's outage or a crash every other day."""
        end = self.hall.now + DAYS * DAY
        falls = sorted(self.hall.now + self.dice.random() * DAYS * DAY for _ in range(DAYS // 2))
        while self.hall.now < end:
            await self._call()
            due, coming = await self.hall.storage.next_due(), [at for at, *_ in self.coming[:1]]
            soonest = min([end, *([] if due is None else [due]), *coming, *falls[:1]])
            self.hall.now = max(self.hall.now + 1, soonest)
            if falls and falls[0] <= self.hall.now:
                falls.pop(0)
                await self._fall()
            await self._answers()
            await self.hall.lives()
        await self._call()

    async def _fall(self) -> None:
        """Let Herald be down for some minutes or a night, and come back remembering only what is on the disk."""
        begun = self.hall.now
        await self.hall.down(self.dice.choice((60.0, 20 * 60.0, 9 * HOUR)))
        self.watch()
        self.down.append((begun, self.hall.now))
        self.coming = [(max(at, self.hall.now), table, seat, asked) for at, table, seat, asked in self.coming]
        heapq.heapify(self.coming)

    async def _call(self) -> None:
        """Call whoever is asked at the tables that have changed, and let them think of an answer."""
        for table_id in sorted(self.changed):
            self.changed.discard(table_id)
            table = await self.hall.table(table_id)
            if table.record.status is not Status.PLAYING:
                continue
            await self.hall.call(table_id)
            self.changed.discard(table_id)
            for seat in table.started.deciding:
                self._think(table_id, int(seat), table.started.asked[seat])

    def _think(self, table: TableId, seat: int, asked: int) -> None:
        """Decide when somebody answers a question, who may be gone for good."""
        if (table, seat, asked) in self.asked or (table, seat) in self.lost:
            return
        self.asked[table, seat, asked] = self.hall.now
        mean, stays = HABITS[self.habits[table, seat]]
        if self.dice.random() > stays:
            self.lost.add((table, seat))
            return
        heapq.heappush(self.coming, (self.hall.now + self.dice.expovariate(1 / mean), table, seat, asked))

    async def _answers(self) -> None:
        """Let everybody answer whose time has come, if they still can."""
        while self.coming and self.coming[0][0] <= self.hall.now:
            _, table_id, seat, _ = heapq.heappop(self.coming)
            table = await self.hall.table(table_id)
            if table.record.status is Status.PLAYING:
                try:
                    await self.hall.press(table_id, seat, self.dice)
                except Refused:
                    continue

    def watch(self) -> None:
        """Take note of each question whose time is up: how much time had counted for it, and how much there was."""
        clocks = self.hall.tables.clocks
        overdue = clocks.overdue

        async def watched(table_id: TableId, seat: Seat) -> Table:
            clock = await self.hall.clock(table_id)
            own = clock.seats[seat]
            if not own.late:
                lived = Standstill(tuple(self.down)).counted(own.since, self.hall.now)
                self.lates.append((lived, clock.terms.pace + own.reserve))
            return await overdue(table_id, seat)

        clocks.overdue = watched  # type: ignore[method-assign]


@pytest.mark.soak
async def test_a_month_that_nobody_looks_after_ends_games_fairly(tmp_path: Path) -> None:
    """Every table ends, rests or is still played; nobody's time is up early, whatever falls over.

    Nobody is reminded of a question more than twice, and the database is what was written.
    """
    storage = SqliteStorage(tmp_path / "herald.db")
    await storage.open()
    month = Month(Hall(storage), random.Random(12))
    month.watch()
    await month.open()
    await month.live()
    tables = [await month.hall.table(table) for table in sorted({table for table, _ in month.habits})]
    await storage.close()
    assert list(verify(tmp_path / "herald.db", GAMES)) == []
    assert len(month.lates) > TABLES, "people were late"
    assert all(lived >= limit - 2 for lived, limit in month.lates)
    assert max(Counter(month.hall.told).values()) <= REMINDERS
    stuck = [table.record.id for table in tables if not settled(table, month.hall.now)]
    assert not stuck
    assert sum(table.record.status is Status.OVER for table in tables) > TABLES / 2


def settled(table: Table, now: float) -> bool:
    """Tell whether a table is over, rests, or has something due soon: nothing waits for ever."""
    clock = table.record.clock
    if table.record.status is Status.OVER or clock is None:
        return True
    return clock.rests or (clock.due is not None and clock.due <= now + 12 * DAY)
