"""Deduplication within a process: finds messages that were sent with unknown outcome, before they are sent again.

An error of Discord's own, or a connection that breaks, may come after a message was posted. Sent again within some
minutes, Discord knows it by its nonce; after a longer failure it would stand there twice and ping twice. No message
carries its nonce later: it is found by author, time and words. A nonce is as old as either clock says: the estimate of
Discord's is set back by clicks from before an outage that come as the gateway resumes, and the monotonic one stands
still while the host sleeps.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import aiohttp
import discord
from cachetools import LRUCache

from bot.announce.crash_dedupe import (
    CLOCK_ERROR,
    NONCE_LIFETIME,
    MessageKey,
    find_own_message,
    message_key,
    outgoing_key,
)
from bot.sending.codes import DiscordClock
from bot.sending.outgoing import Outgoing

REMEMBERED = 1024
"""The most sends of unknown outcome that are remembered."""
OUTCOME_UNKNOWN = (discord.DiscordServerError, aiohttp.ClientError, OSError)
"""Errors after which a message may have been posted; TimeoutError is an OSError."""


@dataclass(slots=True)
class Attempts:
    """Attempts to send one message: their `keys`, and all users that they would ping.

    The first began at `since` by Discord's clock, and at `begun` in seconds of the monotonic one.
    """

    since: datetime
    begun: float
    keys: set[MessageKey] = field(default_factory=set)
    pings: set[int] = field(default_factory=set)


class FirstLosses:
    """First errors of Discord's own for DMs, which may have been taken: the next try finds them by their nonces.

    So nobody is written to and pinged in the channel besides; where the next try fails as well, they are.
    """

    def __init__(self) -> None:
        """Know of none."""
        self._known: LRUCache[object, bool] = LRUCache(REMEMBERED)

    def check(self, error: discord.HTTPException, *about: object) -> None:
        """Raise `error` if it is Discord's own, and the first for the DM that is `about` this."""
        is_own = isinstance(error, discord.DiscordServerError)
        if is_own and about not in self._known:
            self._known[about] = True
            raise error


class InflightDedupe:
    """Deduplication of sends of unknown outcome, as long as this process lives."""

    def __init__(self, client: discord.Client, clock: DiscordClock) -> None:
        """Read by `client`, at Discord's `clock`."""
        self._client = client
        self._clock = clock
        self._attempts: LRUCache[str, Attempts] = LRUCache(REMEMBERED)
        self._joined: LRUCache[str, str] = LRUCache(REMEMBERED)

    def join(self, parts: Sequence[str]) -> str:
        """Return the nonce of a message for those of its `parts`: that of an earlier try for any, else the first.

        One who answers between two tries is missing in the second.
        """
        known = filter(None, map(self._joined.get, parts))
        tried = next(known, parts[0])
        for part in parts:
            self._joined[part] = tried
        return tried

    def begin(self) -> Attempts:
        """Return the attempt that begins now."""
        return Attempts(self._clock.now(), time.monotonic())

    def note_attempt(self, nonce: str, outgoing: Outgoing, attempt: Attempts) -> None:
        """Note an `attempt` to send `outgoing`, of unknown outcome."""
        tried = self._attempts.setdefault(nonce, attempt)
        tried.keys.add(outgoing_key(outgoing))
        tried.pings.update(outgoing.pings)

    def mark_sent(self, nonce: str) -> None:
        """Note that the message of `nonce` was posted."""
        self._attempts.pop(nonce, None)

    def has_pinged(self, nonce: str, outgoing: Outgoing) -> bool:
        """Tell whether earlier attempts would have pinged all users that `outgoing` is to ping."""
        if nonce not in self._attempts:
            return False
        earlier = self._attempts[nonce]
        return earlier.pings.issuperset(outgoing.pings)

    async def find(self, channel: int, nonce: str) -> int | None:
        """Return the message that an earlier attempt posted; None if there is none, or the nonce is still known."""
        tried = self._attempts.get(nonce)
        if tried is None:
            return None

        told = self._clock.now() - tried.since
        counted = timedelta(seconds=time.monotonic() - tried.begun)
        if max(told, counted) < NONCE_LIFETIME:
            return None

        keys = tried.keys
        after = tried.since - CLOCK_ERROR
        return await find_own_message(
            self._client,
            channel,
            after,
            lambda each: message_key(each) in keys,
        )
