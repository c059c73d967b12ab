"""For which questions the messages of the simulated month have called, as Herald itself has noted.

What stands at a table when a message is sent need not be what it asks: people go on while it is on its way.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.client.herald import Herald
from bot.storage.records import Published, TableId
from bot.tables.due_times import ClockChange, no_change


@dataclass
class Notes:
    """The numbers of the questions that each message was sent for, by the message and the seat."""

    asked: dict[int, dict[int, int]] = field(default_factory=dict)

    def watch(self, bot: Herald) -> None:
        """Listen to what a Herald notes from now on."""
        keep = bot.tables.published_states.store

        async def watched(table: TableId, published: Published, clock_change: ClockChange = no_change) -> None:
            self._take(published)
            await keep(table, published, clock_change)

        bot.tables.published_states.store = watched  # type: ignore[method-assign]

    def _take(self, published: Published) -> None:
        """Take note of the messages that are new; those before go on with other questions."""
        for summons in published.summons:
            self.asked.setdefault(summons.message, dict(summons.called))
        for dm in published.dms:
            self.asked.setdefault(dm.message, {dm.seat: dm.asked})
        if published.post is not None:
            # What is asked now stands before what was.
            self.asked.setdefault(published.post, dict(reversed(published.called)))
