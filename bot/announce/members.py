"""Who is still in a server: asked of Discord when somebody would be called of whom nothing was seen for hours.

Without a privileged intent nobody tells Herald who leaves. What somebody presses in a server shows that they are there.
"""

from __future__ import annotations

import time

from cachetools import TTLCache

from bot.announce.sender import Sender

SURE = 6 * 3600.0
"""Seconds for which somebody who was there counts as being there."""
REMEMBERED = 4096


class Members:
    """Knows who was in which server lately."""

    def __init__(self, sender: Sender) -> None:
        """Take the way to Discord."""
        self._sender = sender
        self._seen: TTLCache[tuple[int, int], bool] = TTLCache(REMEMBERED, SURE, time.monotonic)

    def seen(self, guild: int, user: int) -> None:
        """Take note that somebody is in a server just now."""
        self._seen[guild, user] = True

    async def left(self, guild: int, user: int) -> bool:
        """Tell whether somebody is not in a server any more; whoever Discord says nothing of is there."""
        if (guild, user) in self._seen:
            return False
        if await self._sender.gone(guild, user):
            return True
        self.seen(guild, user)
        return False
