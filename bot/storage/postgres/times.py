"""What the storage keeps about time: how clocks stand, what is due, when Herald was down, and what people chose."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.clocks.clock import Clock
from bot.clocks.habits import Habits
from bot.clocks.timeline import Stretch
from bot.storage.clocks import habits_of, outages_of
from bot.storage.notices import About, Notice
from bot.storage.postgres import clocks
from bot.storage.postgres.asking import Asking
from bot.storage.postgres.connections import LONG
from bot.storage.postgres.questions import shards
from bot.storage.records import TableId


class Times(Asking):
    """The part of the storage that is about time."""

    async def keep_clock(self, table: TableId, clock: Clock) -> None:
        """Keep how the clocks of a table stand; raise Replaced as `_fenced`."""
        kept = self._fenced(partial(clocks.keep, table=table, clock=clock, epoch=self._epoch))
        await self._choice(kept, Notice(About.PEOPLE, table))

    async def due(self, now: float, most: int) -> Sequence[TableId]:
        """Return the tables that have to be looked at by now, longest due first."""
        found = await self._all(clocks.DUE, LONG, now=now, most=most, **shards(self.share))
        return [TableId(row["id"]) for row in found]

    async def next_due(self) -> float | None:
        """Return when a table has to be looked at or a digest is due next; None if nothing is."""
        asked = {"digests": self.share.first, **shards(self.share)}
        found: float | None = (await self._one(clocks.NEXT, **asked))["due"]
        return found

    async def habits(self, user: int) -> Habits:
        """Return what a person has chosen about time."""
        return habits_of(user, await self._one(clocks.HABITS, user=user))

    async def keep_habits(self, habits: Habits) -> None:
        """Keep what a person has chosen about time."""
        await self._choice(partial(clocks.keep_habits, habits=habits), Notice(About.PERSON, habits.user))

    async def digests(self, now: float, most: int) -> Sequence[int]:
        """Return whose digest is due by now."""
        if not self.share.first:
            # They are DMs: one process sends them.
            return []
        return [row["user"] for row in await self._all(clocks.DIGESTS, LONG, now=now, most=most)]

    async def outages(self) -> Sequence[Stretch] | None:
        """Return when Herald was down, oldest first; None if that isn't what was written."""
        return outages_of(await self._all(clocks.OUTAGES))

    async def keep_outage(self, begin: float, until: float, forgets: float) -> None:
        """Keep that Herald was down."""
        await self._change(partial(clocks.keep_outage, begin=begin, until=until, forgets=forgets))

    async def set_back(self, now: float) -> None:
        """Let every table be looked at: the host's clock was set back."""
        await self._change(partial(clocks.set_back, now=now))
