"""The private view that each person opened last at each table, to be shown anew once they have answered elsewhere."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final, Generic, NamedTuple, TypeVar

R = TypeVar("R")

REMEMBERED: Final = 256
TOKEN_SECONDS: Final = 14 * 60.0
"""For so long an answer can be edited by the token of its interaction: a minute less than Discord takes it."""


class OpenView(NamedTuple, Generic[R]):
    """A private message, the request that it answers, how it looks, and since when, in seconds of the loop."""

    request: R
    message: int
    look: str
    since: float


class OpenViews(Generic[R]):
    """Remembers the newest private view of each person at each table; a restart forgets them, as it does tokens."""

    def __init__(self) -> None:
        self._newest: OrderedDict[tuple[int, int], OpenView[R]] = OrderedDict()

    def opened(self, user: int, table: int, request: R, message: int, look: str) -> None:
        """Take note of the view that has just answered a request."""
        self._newest[user, table] = OpenView(request, message, look, asyncio.get_running_loop().time())
        self._newest.move_to_end((user, table))
        while len(self._newest) > REMEMBERED:
            self._newest.popitem(last=False)

    def besides(self, message: int | None, user: int, table: int) -> OpenView[R] | None:
        """Return a person's newest view at a table that can still be edited, unless it is this very message."""
        view = self._newest.get((user, table))
        if view is None or asyncio.get_running_loop().time() > view.since + TOKEN_SECONDS:
            self._newest.pop((user, table), None)
            return None
        return None if view.message == message else view
