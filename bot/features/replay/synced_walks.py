"""Shared walk: the user that posted a moment leads, and followers see the leader's next moments in private views.

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
from bot.pictures.renderer import TOKEN_SECONDS
from bot.storage.records import TableId
from bot.tables.table import Table

LEADERS = 256
"""How many people lead at once; of more, who has stepped last."""
LEAD_SECONDS = 3600.0
"""How long somebody leads after their last step."""

Lead: TypeAlias = tuple[int, TableId, bytes]
"""Who leads, and through which match, by its table and seed."""
Put: TypeAlias = Callable[["Follower", Moment], None]
"""Shows a follower a moment in the place of the one before."""


@dataclass(slots=True, eq=False)
class Follower:
    """Private view that follows a leader: its `request` and its `message`, until its `timer` ends it.

    It is `pictured` if its reader wants pictures. A view that has `ended` follows no more.
    """

    request: Request
    message: int
    pictured: bool
    timer: asyncio.TimerHandle | None = None
    ended: bool = False


@dataclass(slots=True)
class Led:
    """Moment of a leader, and the `followers` by user."""

    moment: Moment
    followers: dict[int, Follower] = field(default_factory=dict)


class SyncedWalks:
    """Shared walks of the process: at most `LEADERS`, each for `LEAD_SECONDS` after its last step."""

    def __init__(self, put: Put) -> None:
        """Store `put`, which shows a moment in a follower's view; there is no leader yet."""
        self._put = put
        self._leads: TTLCache[Lead, Led] = TTLCache(LEADERS, LEAD_SECONDS, _loop_time)

    def lead(self, user: int, moment: Moment) -> None:
        """Make `user` a leader at `moment`, which was just posted, and show it to the followers there are."""
        lead = _lead(user, moment.table)
        led = self._leads.pop(lead, None) or Led(moment)
        led.moment = moment
        self._leads[lead] = led
        for follower in led.followers.values():
            self._put(follower, moment)

    def step(self, user: int, moment: Moment) -> None:
        """Show a leader's next `moment` to the followers; nothing happens where `user` doesn't lead."""
        if _lead(user, moment.table) in self._leads:
            self.lead(user, moment)

    def moment(self, user: int, table: Table) -> Moment | None:
        """Return the moment of the leader `user`; None for a user that doesn't lead."""
        led = self._leads.get(_lead(user, table))
        return led.moment if led else None

    def count_followers(self, user: int, table: Table) -> int:
        """Return the number of followers of `user`."""
        led = self._leads.get(_lead(user, table))
        return len(led.followers) if led else 0

    def follow(self, leader: int, moment: Moment, follower: Follower) -> None:
        """Add `follower` to the walk of `leader` until its view can't be edited; the same user's earlier one ends."""
        user = follower.request.user
        led = self._leads.get(_lead(leader, moment.table))
        if led is None:
            return
        self._end_view(led, user)
        led.followers[user] = follower
        follower.timer = asyncio.get_running_loop().call_later(
            TOKEN_SECONDS, self._end_view, led, user
        )

        if led.moment != moment:
            # The leader has gone on while the view was being shown.
            self._put(follower, led.moment)

    def leave(self, message: int | None) -> None:
        """Remove the follower with the view `message`: its reader walks on alone there."""
        for led in list(self._leads.values()):
            for user, follower in list(led.followers.items()):
                if follower.message == message:
                    self._stop(led, user)

    def _end_view(self, led: Led, user: int) -> None:
        """End the view of `user`, which then says so."""
        follower = led.followers.get(user)
        if follower:
            self._stop(led, user)
            follower.ended = True
            self._put(follower, led.moment)

    def _stop(self, led: Led, user: int) -> None:
        follower = led.followers.pop(user)
        if follower.timer:
            follower.timer.cancel()


def _lead(user: int, table: Table) -> Lead:
    return user, table.id, table.finished_match.seed


def _loop_time() -> float:
    return asyncio.get_running_loop().time()
