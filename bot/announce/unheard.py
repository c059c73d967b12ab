"""Messages of which nobody heard whether Discord has them: looked for before they are sent again.

An error of Discord's own, or a connection that breaks, may come after a message was posted. Sent again within some
minutes, Discord knows it by its nonce; later, in a long outage, it would stand there twice and ping twice. No nonce is
kept with a message: it is known by whose it is, when it came, and what it says.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

import aiohttp
import discord
from cachetools import LRUCache

from bot.announce.orphans import EARLIER, KNOWN, Sign, find, said, written
from bot.sending.discord_time import DiscordClock
from bot.sending.outgoing import Outgoing

REMEMBERED = 1024
BROKEN = (discord.DiscordServerError, aiohttp.ClientError, OSError)
"""Errors after which a message may have been posted; TimeoutError is an OSError."""


@dataclass(slots=True)
class Tried:
    """Since when a message is tried, what it said each time, and whom all of these would have pinged."""

    since: datetime
    signs: set[Sign] = field(default_factory=set)
    pings: set[int] = field(default_factory=set)


class Unheard:
    """Remembers what was tried to be sent without an answer, as long as this process lives."""

    def __init__(self, client: discord.Client, clock: DiscordClock) -> None:
        """Take the connection, and Discord's time."""
        self._client = client
        self._clock = clock
        self._tried: LRUCache[str, Tried] = LRUCache(REMEMBERED)

    def note(self, nonce: str, look: Outgoing, since: datetime) -> None:
        """Take note that nobody knows whether a message was posted that was sent from a moment on."""
        tried = self._tried.setdefault(nonce, Tried(since))
        tried.signs.add(written(look))
        tried.pings.update(look.pings)

    def over(self, nonce: str) -> None:
        """Take note that a message was posted."""
        self._tried.pop(nonce, None)

    def pinged(self, nonce: str, look: Outgoing) -> bool:
        """Tell whether an earlier try has pinged whomever the message is to ping now."""
        return nonce in self._tried and self._tried[nonce].pings.issuperset(look.pings)

    async def found(self, channel: int, nonce: str) -> int | None:
        """Return the message that an earlier try has posted; None if there is none, or the nonce tells Discord."""
        tried = self._tried.get(nonce)
        if tried is None or self._clock.now() - tried.since < KNOWN:
            return None
        signs = tried.signs
        return await find(self._client, channel, tried.since - EARLIER, lambda each: said(each) in signs)
