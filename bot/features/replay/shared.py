"""A shared walk: who shows a moment leads, and whoever follows sees the leader's next moments in a private view.

All of it is in memory: a restart ends every shared walk. A follower's view can be edited for as long as Discord takes
the token of the click on *Follow*, and says then that it has ended.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from cachetools import TTLCache

from bot.features.replay.walk import Moment
from bot.interactions.request import Request
from bot.interactions.services import TOKEN_SECONDS
from bot.storage.records import TableId
from bot.tables.table import Table
from engine.errors import Refused

LEADERS = 256
"""How many people lead at once; of more, who has stepped last."""
LEAD_SECONDS = 3600.0
"""How long somebody leads after their last step."""

Lead: TypeAlias = tuple[int, TableId, bytes]
"""Who leads, and through which match, by its table and seed."""
Put: TypeAlias = Callable[["Follower", Moment], None]
"""Shows a follower a moment in the place of the one before."""


class NotShared(Refused):
    """Nobody leads that walk any more."""

    key = "refused-not-shared"


@dataclass(slots=True, eq=False)
class Follower:
    """A private view that follows a leader: the click that it answers, its message, and until when it does, in seconds.

    It is `pictured` if its reader wants pictures. A view that has `ended` follows no more.
    """

    request: Request
    message: int
    until: float
    pictured: bool
    timer: asyncio.TimerHandle | None = None
    ended: bool = False


@dataclass(slots=True)
class Led:
    """Where a leader is, and who follows, by user."""

    moment: Moment
    followers: dict[int, Follower] = field(default_factory=dict)


class SharedWalks:
    """The walks that are shared now."""

    def __init__(self, put: Put) -> None:
        """Take what shows a follower a moment; nobody leads yet."""
        self._put = put
        self._leads: TTLCache[Lead, Led] = TTLCache(LEADERS, LEAD_SECONDS, _now)

    def lead(self, user: int, moment: Moment) -> None:
        """Let somebody lead from a moment on that they have shown to all."""
        lead = _lead(user, moment.table)
        known = self._leads.pop(lead, None)
        self._leads[lead] = Led(moment, {} if known is None else known.followers)
        self._show(self._leads[lead])

    def step(self, user: int, moment: Moment) -> None:
        """Show a leader's next moment to who follows; nothing for who doesn't lead."""
        if _lead(user, moment.table) in self._leads:
            self.lead(user, moment)

    def moment(self, user: int, table: Table) -> Moment | None:
        """Return where a leader is; None for who doesn't lead."""
        led = self._leads.get(_lead(user, table))
        return None if led is None else led.moment

    def followed(self, user: int, table: Table) -> int:
        """Return how many follow somebody."""
        led = self._leads.get(_lead(user, table))
        return 0 if led is None else len(led.followers)

    def follow(self, leader: int, moment: Moment, follower: Follower) -> None:
        """Let a view follow a leader for as long as it can be edited; one before of the same person ends."""
        led, user = self._leads.get(_lead(leader, moment.table)), follower.request.person.user
        if led is None:
            return
        self._end(led, user)
        led.followers[user] = follower
        loop = asyncio.get_running_loop()
        follower.timer = loop.call_later(follower.until - loop.time(), self._end, led, user, follower)
        if led.moment != moment:
            # The leader has gone on while the view was being shown.
            self._put(follower, led.moment)

    def leave(self, message: int | None) -> None:
        """Let a view follow nobody any more: its reader walks on alone there."""
        for led in list(self._leads.values()):
            for user, follower in list(led.followers.items()):
                if follower.message == message:
                    self._stop(led, user)

    def _show(self, led: Led) -> None:
        for follower in led.followers.values():
            self._put(follower, led.moment)

    def _end(self, led: Led, user: int, only: Follower | None = None) -> None:
        """End what somebody follows, and say so there."""
        follower = led.followers.get(user)
        if follower is not None and only in {None, follower}:
            self._stop(led, user)
            follower.ended = True
            self._put(follower, led.moment)

    def _stop(self, led: Led, user: int) -> None:
        follower = led.followers.pop(user)
        if follower.timer is not None:
            follower.timer.cancel()


def until_token_ends() -> float:
    """Return until when a view that is opened now can be edited, in the loop's time."""
    return _now() + TOKEN_SECONDS


def _lead(user: int, table: Table) -> Lead:
    return user, table.record.id, table.finished_match.seed


def _now() -> float:
    return asyncio.get_running_loop().time()
