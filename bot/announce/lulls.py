"""When a table is shown: a question at once, its call unless it is answered soon; several quick moves share an edit."""

from __future__ import annotations

import time
from collections import OrderedDict

from bot.announce.calls import Call
from bot.storage.records import TableId

LULL = 3.0
"""Seconds by which news that call nobody may wait for more of them; Discord takes about one edit a second."""


HELD = 30.0
"""Seconds for which what rivals play between two people may be held back, to be told in one edit."""


class Lulls:
    """Knows for how long each table may wait until it is shown whole again."""

    def __init__(self) -> None:
        self._waiting: dict[TableId, float] = {}
        self._asked: dict[TableId, tuple[tuple[Call, ...], float]] = {}
        self._shown: OrderedDict[TableId, float] = OrderedDict()

    def held(self, table: TableId) -> float:
        """Return for how many seconds the news of a table may still be held back at which rivals are playing."""
        now = time.monotonic()
        return max(0.0, self._waiting.setdefault(table, now) + HELD - now)

    def left(self, table: TableId, *, calls: bool) -> float:
        """Return in how many seconds a table that has news is to be shown, 0 for now.

        That is a lull after it was shown last, and a lull after the first news since that call nobody.
        """
        now = time.monotonic()
        if not calls:
            self._waiting.setdefault(table, now)
        begun = [moment for moment in (self._shown.get(table), self._waiting.get(table)) if moment is not None]
        return max(0.0, max(begun) + LULL - now) if begun else 0.0

    def ring(self, table: TableId, calls: tuple[Call, ...]) -> float:
        """Return in how many seconds people are to be called whom the story asks already, 0 for now.

        That is a lull after they were asked: whoever watches, and answers at once, needs no call.
        """
        if not calls:
            self._asked.pop(table, None)
            return 0.0
        now = time.monotonic()
        known, since = self._asked.get(table, ((), now))
        if known != calls:
            since = now
        self._asked[table] = calls, since
        return max(0.0, since + LULL - now)

    def over(self, table: TableId) -> None:
        """Remember that a table was shown as it is."""
        now = self._shown[table] = time.monotonic()
        self._shown.move_to_end(table)
        self._waiting.pop(table, None)
        while next(iter(self._shown.values())) + LULL < now:
            self._shown.popitem(last=False)
