"""Discord's time, which says how old a message is: the host's own clock may be hours off."""

from __future__ import annotations

from datetime import datetime, timedelta

import discord


class DiscordClock:
    """Tells Discord's time, from the host's clock and what Discord has shown of its own."""

    def __init__(self) -> None:
        """Take the host's clock for right until something is heard."""
        self._ahead = timedelta()

    def heard(self, snowflake: int) -> None:
        """Take note of an id that Discord has made just now, an interaction's for instance."""
        self._ahead = discord.utils.utcnow() - discord.utils.snowflake_time(snowflake)

    def now(self) -> datetime:
        """Return what time it is for Discord."""
        return discord.utils.utcnow() - self._ahead

    def age(self, snowflake: int) -> timedelta:
        """Return how long ago Discord made an id."""
        return self.now() - discord.utils.snowflake_time(snowflake)
