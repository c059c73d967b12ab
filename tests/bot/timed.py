"""A hall of tables whose clocks a test moves: no Discord, but everything that is due, on a database of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from bot.clocks.table_clock import TableClock, TimeControl
from bot.clocks.user_time_settings import TimeSettings
from bot.rivals.thinking import INSTEAD, Thinkers
from bot.storage import sql
from bot.storage.records import NO_TABLE, NO_USER, Private, Remark, Sitter, Status, TableId, TableRecord
from bot.storage.store import Store
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.timekeeper import Timekeeper
from engine.games import GAMES
from engine.match import AnyMatch, PicksReply
from engine.scene import Seat
from tests.bot.clock import NOON
from tests.bot.server import dealing
from tests.bot.storage.samples import next_due

PEOPLE = (Sitter(1, "Ann"), Sitter(2, "Bo"), Sitter(3, "Cy"), Sitter(4, "Dana"))


async def go_round(keeper: Timekeeper) -> None:
    """Let a timekeeper do what is due, and wait for what it does beside that."""
    await keeper.run_round()
    await asyncio.gather(*keeper._besides.values())


@dataclass
class Hall:
    """Tables with a timekeeper, at a time that a test moves; `reminded` are the tables that it wanted reminded."""

    storage: Store
    now: float = NOON
    connected: bool = True
    reminded: list[TableId] = field(default_factory=list)
    digests: list[int] = field(default_factory=list)
    tables: Tables = field(init=False)
    keeper: Timekeeper = field(init=False)

    def __post_init__(self) -> None:
        """Put the parts together as the bot does."""
        self.awake()

    def awake(self) -> None:
        """Let a Herald begin that remembers nothing but what is on the disk."""
        thinkers = Thinkers()

        async def knight(match: AnyMatch, seat: Seat) -> Sequence[Any]:
            return (await thinkers.advice(match, seat, INSTEAD)).actions

        self.tables = Tables(self.storage, GAMES, seeds=dealing(2), clock=lambda: self.now)
        self.keeper = Timekeeper(
            self.tables,
            knight,
            self.name_rivals,
            self.reminded.append,
            self.digest,
            [self.call_followers],
            lambda: self.connected,
        )

    async def name_rivals(self, table: TableRecord, count: int) -> Sequence[Sitter]:
        """Return so many rivals, each by a number."""
        return [Sitter(NO_USER, f"Rival {table.id} {number}", level="squire") for number in range(count)]

    async def digest(self, user: int, now: float) -> None:
        """Take note of a digest, as the announcer does."""
        self.digests.append(user)
        habits = await self.storage.choice(TimeSettings, user)
        await self.storage.store_choices(replace(habits, digest=habits.next_digest(now)))

    async def call_followers(self, now: float) -> None:
        """Call nobody: no table of a hall is followed."""
        assert not await self.storage.select(sql.TIDINGS, now=now, most=1)

    async def seat(self, people: int = 2, terms: TimeControl | None = None, game: str = "fortheking") -> TableId:
        """Let some people begin a game, and call whoever is asked."""
        sitters = PEOPLE[:people]
        new = TableRecord(NO_TABLE, game, 10, 20, sitters[0].user, Private.HERE, Status.LOBBY, sitters[:1])
        opened = await self.tables.open(replace(new, clock=TableClock(terms or TimeControl(86_400))))
        for sitter in sitters[1:]:
            await self.tables.join(opened.record.id, sitter)
        await self.tables.start(opened.record.id, sitters[0].user)
        await self.call(opened.record.id)
        return opened.record.id

    async def call(self, table_id: TableId) -> None:
        """Call whoever is asked, as the announcer does."""
        table = await self.tables.get(table_id)
        asked = tuple((int(seat), table.question_number(seat)) for seat in table.started_match.deciding)
        shown = replace(table.record.announced, revision=table.record.revision, called=asked)
        await self.tables.published_states.store(table_id, shown)

    async def clock(self, table_id: TableId) -> TableClock:
        """Return the clocks of a table."""
        clock = (await self.table(table_id)).clock
        assert clock is not None
        return clock

    async def table(self, table_id: TableId) -> Table:
        """Return a table."""
        return await self.tables.get(table_id)

    async def answer(self, table_id: TableId) -> None:
        """Let whoever is asked first answer, and call the next."""
        table = await self.tables.get(table_id)
        seat = table.started_match.deciding[0]
        ask = table.frame(seat).mine
        assert ask is not None
        picked = tuple(choice.number for choice in ask.choices[: max(1, ask.at_least)])
        await self.tables.play(table_id, table.people.users[seat], ask.question, PicksReply(picked))
        await self.call(table_id)

    async def passes(self, seconds: float) -> None:
        """Let time pass while Herald lives: it notes so, and does what is due when it is due."""
        end = self.now + seconds
        while self.now < end:
            due = await next_due(self.storage)
            self.now = min(end, max(self.now + 30.0, end if due is None else due))
            await self.lives()

    async def lives(self) -> None:
        """Let Herald note that it has lived until now, and do what is due."""
        self.keeper._lived = self.now
        seen = len(self.reminded)
        await go_round(self.keeper)
        for table in self.reminded[seen:]:
            await self._remind(table)

    async def _remind(self, table: TableId) -> None:
        """Take note that people were reminded, as the announcer does."""
        clock = await self.clock(table)
        for seat in clock.due_reminders(self.now):
            await self.tables.clocks.update_clock(table, partial(TableClock.count_reminder, seat=seat), notify=False)

    async def down(self, seconds: float) -> None:
        """Let Herald die now, and a new one begin so many seconds later."""
        await self.storage.store_choices(Remark("beat", repr(self.now)))
        self.now += seconds
        self.awake()
        await self.keeper.record_downtime()
