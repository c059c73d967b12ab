"""Messages that an earlier process may have sent before it died without a note of them: looked for before sending.

Theory of operation. A message is sent first and noted in the database then. Herald may die between the two. Started
again at once, it sends the same nonce, and Discord answers with the message that it has; it forgets nonces after some
minutes, so that a Herald that comes back hours later would post everything twice that it was just about to note.

What was to be sent before this process began, more than a minute ago, is therefore looked for in its place. An orphan
is known by all of this together, so that nothing else is ever taken for a call that was made:

- it is Herald's own, answers no click or command, and was never edited;
- it came after the moment since when it was to be sent, and after what is known to stand before it;
- it says the same words, but for dates, and the same can be pressed below it. The name of a question in there belongs
  to that question of that seat alone, and is another one once the table was set back.

Where nothing of the kind is found, or nothing may be read, it is sent: twice is better than never. So is what was asked
before a table was set back: its people are called anew, and what stands there belongs to the life that was lost.
Nothing is asked of Discord for what came up while this process lives.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeAlias

import discord

from bot.sending.codes import DiscordClock
from bot.sending.outgoing import Outgoing
from bot.storage.records import TableRecord

KNOWN = timedelta(minutes=1)
"""For so long, at least, Discord knows a nonce."""
EARLIER = timedelta(seconds=10)
"""By how much Discord's time may be other than it is taken for."""
MOST = 100
"""How many messages of a place are looked through: as many as Discord gives at once."""
DATE = re.compile(r"<t:\d+(?::\w)?>")

Sign: TypeAlias = tuple[str, tuple[str, ...]]
"""What a message is known by: its words without dates, and what can be pressed below it."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Since when a message is to be sent, in seconds of Herald's own clock, and after which one it can only stand.

    `due` is 0 where nobody knows. Where the message may have been sent long after that, and wherever nobody writes
    while Herald is down, it is looked for among the `newest`; else among those that came first since.
    """

    due: float = 0.0
    after: int = 0
    newest: bool = False


def origin(table: TableRecord, since: float, move: int = 0, after: int = 0, *, newest: bool = False) -> Origin | None:
    """Return the origin of a message about what a move has brought up at a table; None if that was before a set-back.

    Nothing is older than the people who sit there now, and the place.
    """
    if table.generations and move <= table.generations[-1].since:
        return None
    return Origin(max(since, table.since or 0.0), after, newest)


class Orphans:
    """Finds what an earlier process has sent and not noted."""

    def __init__(self, client: discord.Client, discord_clock: DiscordClock, clock: Callable[[], float]) -> None:
        """Take the connection, Discord's time, and Herald's own clock, in seconds since the epoch."""
        self._client = client
        self._discord_clock = discord_clock
        self._clock = clock
        self._begun: float | None = None

    async def found(self, channel: int, look: Outgoing, origin: Origin | None) -> int | None:
        """Return the message that looks so and was sent by an earlier process; None if none is found, or can be."""
        now = self._clock()
        if self._begun is None:
            # An earlier process may have lived until this one had the database, and sends nothing now.
            self._begun = now
        if origin is None or self._begun <= origin.due <= now or 0 <= now - origin.due < KNOWN.total_seconds():
            return None
        after, sign = discord.Object(max(origin.after, self._since(origin, now))), written(look)
        return await find(
            self._client, channel, after, lambda each: _untouched(each) and said(each) == sign, newest=origin.newest
        )

    def _since(self, origin: Origin, now: float) -> int:
        """Return the id of Discord's moment that a message isn't older than; 0 if that isn't known."""
        if not 0 < origin.due <= now:
            return 0
        begun = self._discord_clock.now() - timedelta(seconds=now - origin.due) - EARLIER
        return max(0, discord.utils.time_snowflake(begun))


async def find(
    client: discord.Client,
    channel: int,
    after: discord.abc.SnowflakeTime,
    sought: Callable[[discord.Message], bool],
    *,
    newest: bool = False,
) -> int | None:
    """Return a message of Herald's own that is sought among the first, or the newest, after a moment or another one.

    None: there is none, or nothing may be read there. Then it may stand there twice.
    """
    place, me = client.get_partial_messageable(channel), client.user
    with suppress(discord.Forbidden):
        async for message in place.history(limit=MOST, after=after, oldest_first=not newest):
            if me is not None and message.author.id == me.id and sought(message):
                return message.id
    return None


def _untouched(message: discord.Message) -> bool:
    return message.interaction_metadata is None and message.edited_at is None


def written(look: Outgoing) -> Sign:
    """Return what a message will be known by."""
    return _undated(look.content or ""), tuple(pressable(look.components))


def said(message: discord.Message) -> Sign:
    """Return what a message on Discord is known by."""
    return _undated(message.content), tuple(pressable([part.to_dict() for part in message.components]))


def _undated(words: str) -> str:
    return DATE.sub("", words).strip()


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
