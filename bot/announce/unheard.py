"""Messages of which nobody heard whether Discord has them: looked for before they are sent again.

An error of Discord's own, or a connection that breaks, may come after a message was posted. Sent again within some
minutes, Discord knows it by its nonce; later, in a long outage, it would stand there twice and ping twice. No nonce is
kept with a message: it is known by whose it is, when it came, and what it says.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, TypeAlias

import aiohttp
import discord

from bot.sending.clock import DiscordClock
from bot.sending.outgoing import Outgoing

KNOWN = timedelta(minutes=1)
"""For so long, at least, Discord knows a nonce."""
EARLIER = timedelta(seconds=10)
"""By how much Discord's time may be other than it is taken for."""
MOST, REMEMBERED = 100, 1024
BROKEN = (discord.DiscordServerError, aiohttp.ClientError, OSError)
"""Errors after which a message may have been posted; TimeoutError is an OSError."""

Sign: TypeAlias = tuple[str, tuple[str, ...]]
"""What a message is known by: its words, and what can be pressed below it."""


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
        self._tried: OrderedDict[str, Tried] = OrderedDict()

    def note(self, nonce: str, look: Outgoing, since: datetime) -> None:
        """Take note that nobody knows whether a message was posted that was sent from a moment on."""
        tried = self._tried.setdefault(nonce, Tried(since))
        tried.signs.add(_written(look))
        tried.pings.update(look.pings)
        while len(self._tried) > REMEMBERED:
            self._tried.popitem(last=False)

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
        place, me = self._client.get_partial_messageable(channel), self._client.user
        try:
            async for message in place.history(limit=MOST, after=tried.since - EARLIER):
                if me is not None and message.author.id == me.id and _read(message) in tried.signs:
                    return message.id
        except discord.Forbidden:
            # Where nothing may be read, it may stand there twice.
            return None
        return None


def _written(look: Outgoing) -> Sign:
    return (look.content or "").strip(), tuple(pressable(look.view.to_components() if look.view else []))


def _read(message: discord.Message) -> Sign:
    return message.content.strip(), tuple(pressable([part.to_dict() for part in message.components]))


def pressable(parts: Any) -> Iterator[str]:
    """Yield the custom_ids of components, at any depth and in their order."""
    if isinstance(parts, Mapping):
        if "custom_id" in parts:
            yield str(parts["custom_id"])
        for inner in parts.values():
            yield from pressable(inner)
    elif isinstance(parts, Sequence) and not isinstance(parts, str):
        for inner in parts:
            yield from pressable(inner)
