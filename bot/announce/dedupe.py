"""Deduplication of messages: finds those that an earlier process or attempt has sent, so that none is sent twice.

Theory of operation. A message is sent first and stored in the database then. Herald may die between the two. Started
again at once, it sends the same nonce, and Discord answers with the message that it has; it forgets nonces after some
minutes, so that a Herald that comes back hours later would post twice the last messages that it had sent.

The message that Discord has may be another one: whoever it pinged has answered before Herald died. Then it is edited,
or, where it hasn't pinged all who are to be, another one pings these and takes its place (`Sender`).

Messages that were due more than a minute before this process began are therefore looked for in their channel before
they are sent. A message is taken for an earlier one only if all of this holds:

- it is Herald's own, answers no click or command, and was never edited;
- it came after the moment since when it was to be sent, and after the messages known to stand before it;
- it has the same words, but for names, mentions and the time left, and the same custom_ids. The id of a question in
  these belongs to that question of that seat alone, and is another one once the table was restored;
- it names and mentions all users that are to be; others, and their lines, have joined a table since or quiet hours.
  Whom it has called isn't called again when these end.

Where no such message is found, or nothing may be read, it is sent: twice is better than never. So are pings for
questions from before a restore: they are sent anew, for the old message belongs to the lost generation. Discord isn't
asked about messages that became due while this process lives.

In this process an error of Discord's own, or a connection that breaks, may come after a message was posted. Sent again
within some minutes, Discord knows it by its nonce; after a longer failure it would stand there twice and ping twice. It
is found by author, time and words then. A nonce is as old as either clock says: the estimate of Discord's is set back
by clicks from before an outage that come as the gateway resumes, and the monotonic one stands still while the host
sleeps.

A message of an earlier process isn't found where the question was answered meanwhile, or is put in other words. So once
a table that was behind at the start is shown, messages with a way to a question there are deleted that aren't stored,
and came after all that were: older ones are the table's first message, and posts that Discord let nobody edit.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, TypeAlias

import aiohttp
import discord
from cachetools import LRUCache

from bot.faces.components import Page, make_custom_id
from bot.sending.codes import DiscordClock
from bot.storage.records import TableId, TableRecord
from bot.tables.move_logs import keyed_hash
from bot.tables.table import Table
from engine.frozen import frozen

NONCE_LIFETIME = timedelta(minutes=1)
"""The time for which Discord at least knows a nonce."""
CLOCK_ERROR = timedelta(seconds=10)
"""The greatest error of the estimate of Discord's clock."""
MOST_READ = 100
"""The most messages of a channel that are read from either end: as many as Discord gives at once."""
NONCE_BYTES = 10
"""Length of the hash in a nonce, in bytes."""
REMEMBERED = 1024
"""The most sends of unknown outcome that are remembered."""
OUTCOME_UNKNOWN = (discord.DiscordServerError, aiohttp.ClientError, OSError)
"""Errors after which a message may have been posted; TimeoutError is an OSError."""
LASTING = frozenset("wx")
"""Kinds of messages that stay, or are sent again, whatever happens at their table: to followers, on a pledge."""
DATE = re.compile(r"<t:\d+(?::\w)?>")
"""Discord's timestamps."""
MENTION = re.compile(r"<@\d+>")
PLAYER = rf"(?:{MENTION.pattern}|\*\*.+?\*\*)"
VARIABLE = re.compile(rf"{PLAYER}(?:,? {PLAYER})*|(?:\n-# | · )?[🕒⏸⏰][^\n·]*")
"""Words that differ with the time: mentions and names in a row, and the time left."""

MessageKey: TypeAlias = tuple[str, tuple[str, ...]]
"""Key that identifies a message: its words without dates, and its custom_ids."""


def nonce(kind: str, table: Table, about: object, after: int | None = None) -> str:
    """Return the nonce of a message, in 21 of Discord's 25 characters: its `kind`, a letter, and a hash.

    The hash is of the table, of the move, pings or count that the message is `about`, and of the message that it comes
    `after`, if any: the same after a crash, and another one once anything has followed. Every client sees it, so that
    it is keyed with the seed once there is one, and another one once the table was restored.
    """
    what = f"{kind} {table.id} {about!r} {after or 0}"
    return kind + keyed_hash(table, what, NONCE_BYTES)


@frozen
class DedupeWindow:
    """Since when a message is `due`, in seconds of Herald's own clock, and the message that it comes `after`.

    `due` is 0 where it isn't known.
    """

    due: float = 0.0
    after: int = 0


def origin(
    table: TableRecord, since: float, move: int = 0, after: int = 0
) -> DedupeWindow | None:
    """Return the `DedupeWindow` of a message that follows from `move` at `table`; None if that was before a restore.

    Nothing is older than the present sitters, and the channel.
    """
    if table.generations and move <= table.generations[-1].since:
        return None
    return DedupeWindow(max(since, table.since or 0.0), after)


@dataclass(slots=True)
class Attempts:
    """Attempts to send one message, by their `keys`.

    The first began at `since` by Discord's clock, and at `begun` in seconds of the monotonic one.
    """

    since: datetime
    begun: float
    keys: set[MessageKey] = field(default_factory=set)


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


class Dedupe:
    """Finds messages that an earlier process sent and didn't store, or an attempt of unknown outcome has sent."""

    def __init__(
        self,
        client: discord.Client,
        discord_clock: DiscordClock,
        clock: Callable[[], float],
    ) -> None:
        """Read by `client`; `clock` is Herald's own, in seconds since the epoch."""
        self._client = client
        self._discord_clock = discord_clock
        self._clock = clock
        self._begun: float | None = None
        self._attempts: LRUCache[str, Attempts] = LRUCache(REMEMBERED)
        self._tables: LRUCache[str, TableId] = LRUCache(REMEMBERED)
        self._joined: LRUCache[str, str] = LRUCache(REMEMBERED)
        self._pinged: LRUCache[int, frozenset[int]] = LRUCache(REMEMBERED)

    def join(self, table: TableId, parts: Sequence[str]) -> str:
        """Return the nonce of a message about `table`: that of an earlier try for any of its `parts`, else the first.

        One who answers between two tries is missing in the second.
        """
        known = filter(None, map(self._joined.get, parts))
        tried = next(known, parts[0])
        for part in parts:
            self._joined[part] = tried
        self._tables[tried] = table
        return tried

    def replace(self, nonce: str, message: int) -> str:
        """Return the nonce of a successor of the `message` of `nonce`, about the same table."""
        after = f"{nonce[:1]}{message}"
        if nonce in self._tables:
            self._tables[after] = self._tables[nonce]
        return after

    def begin(self) -> Attempts:
        """Return the attempt that begins now."""
        return Attempts(self._discord_clock.now(), time.monotonic())

    def note_attempt(self, nonce: str, outgoing: Page, attempt: Attempts) -> None:
        """Note an `attempt` to send `outgoing`, of unknown outcome."""
        tried = self._attempts.setdefault(nonce, attempt)
        tried.keys.add(outgoing_key(outgoing))

    def mark_sent(self, nonce: str) -> None:
        """Note that the message of `nonce` was posted."""
        self._attempts.pop(nonce, None)

    def pinged(self, message: int, users: Iterable[int]) -> frozenset[int]:
        """Return the users that `message` has pinged: the first that it mentioned, for an edit takes them off it."""
        return self._pinged.setdefault(message, frozenset(users))

    def called_by(self, message: int) -> frozenset[int]:
        """Return the users that `message` has pinged, if it was found; none otherwise."""
        return self._pinged.get(message, frozenset())

    def note_edit(self, nonce: str, outgoing: Page) -> None:
        """Note that the message of `nonce` is edited to `outgoing`, which may not be heard of."""
        if tried := self._attempts.get(nonce):
            tried.keys.add(outgoing_key(outgoing))

    def lost_nonces(self, table: TableId) -> list[str]:
        """Return the nonces of messages of unknown outcome about `table`, but for `LASTING` kinds."""
        lost = [nonce for nonce in self._attempts if nonce[:1] not in LASTING]
        return [nonce for nonce in lost if self._tables.get(nonce) == table]

    async def find_attempt(
        self, channel: int, nonce: str, *, lost: bool = False
    ) -> discord.Message | None:
        """Return the message that an earlier attempt posted; None if there is none.

        None, too, where Discord still knows the nonce, but for a `lost` one, which isn't sent again.
        """
        tried = self._attempts.get(nonce)
        if tried is None:
            return None

        told = self._discord_clock.now() - tried.since
        counted = timedelta(seconds=time.monotonic() - tried.begun)
        is_known = max(told, counted) < NONCE_LIFETIME
        if is_known and not lost:
            return None

        keys = tried.keys
        after = tried.since - CLOCK_ERROR
        return await find_own_message(
            self._client, channel, after, lambda each: message_key(each) in keys
        )

    async def find_lost(
        self, table: Table, nonces: Iterable[str], stored: Collection[int | None]
    ) -> set[int]:
        """Return the messages of lost `nonces`, and those after all `stored` with a way to a question of `table`."""
        play = make_custom_id("play", table.id)
        channel, client = table.channel, self._client
        posted = filter(None, stored)
        newest = max(posted, default=0)
        found = await find_own(client, channel, play) if stored else []
        later = [each for each in found if each > newest]
        tried = [await self.find_attempt(channel, each, lost=True) for each in nonces]
        return {*later, *(there.id for there in tried if there is not None)}

    async def find(
        self, channel: int, outgoing: Page, origin: DedupeWindow | None
    ) -> int | None:
        """Return an earlier process's message like `outgoing`; None if there is none, or it can't be read."""
        now = self._clock()
        if self._begun is None:
            # An earlier process may have lived until this one had the database, and sends nothing now.
            self._begun = now

        if (
            origin is None
            or self._begun <= origin.due <= now
            or 0 <= now - origin.due < NONCE_LIFETIME.total_seconds()
        ):
            return None

        oldest = max(origin.after, self._since(origin, now))
        after = discord.Object(oldest)
        lines, custom_ids = lasting_parts(outgoing_key(outgoing))
        named = mentions_in(outgoing.content)

        def is_sought(message: discord.Message) -> bool:
            pinged = {user.id for user in message.mentions}
            calls_all = pinged.issuperset(outgoing.pings)
            # Whom lasting orders have answered is named, and not pinged.
            mentioned = mentions_in(message.content)
            names_all = mentioned.issuperset(named)
            # It was never edited, and answers no interaction.
            is_touched = message.interaction_metadata or message.edited_at
            if is_touched or not (names_all and calls_all):
                return False

            parts = lasting_parts(message_key(message))
            if not outgoing.pings:
                return parts == (lines, custom_ids)
            # What it asks of those who have quiet hours by now is missing.
            said, offered = parts
            return lines <= said and custom_ids <= offered

        found = await find_own_message(self._client, channel, after, is_sought)
        if found is None:
            return None
        self.pinged(found.id, (user.id for user in found.mentions))
        return found.id

    def _since(self, origin: DedupeWindow, now: float) -> int:
        """Return the least snowflake that a message of `origin` can have; 0 if that isn't known."""
        if not 0 < origin.due <= now:
            return 0
        ago = timedelta(seconds=now - origin.due)
        begun = self._discord_clock.now() - ago
        begun -= CLOCK_ERROR
        oldest = discord.utils.time_snowflake(begun)
        return max(0, oldest)


async def find_own_message(
    client: discord.Client,
    channel: int,
    after: discord.abc.SnowflakeTime,
    sought: Callable[[discord.Message], bool],
) -> discord.Message | None:
    """Return one of Herald's own messages after `after` that is `sought`.

    None: there is none among the first `MOST_READ` and the newest, or nothing may be read there, or the channel is
    gone. Then it may be sent twice.
    """
    place = client.get_partial_messageable(channel)
    me = client.user

    with suppress(discord.Forbidden, discord.NotFound):
        # It was sent when it was due, or much later, as after quiet hours, with others' messages before and behind it.
        for oldest_first in (True, False):
            messages = place.history(
                limit=MOST_READ, after=after, oldest_first=oldest_first
            )
            read = [message async for message in messages]
            own = [message for message in read if message.author == me]
            found = next(filter(sought, own), None)
            if found is not None or len(read) < MOST_READ:
                return found
    return None


async def find_own(
    client: discord.Client, channel: int, custom_id: str, before: int | None = None
) -> list[int]:
    """Return Herald's messages with a component `custom_id`, newest first, that answer no click or command.

    Only the last `MOST_READ` before a message are read; none are found where nothing may be.
    """
    place = client.get_partial_messageable(channel)
    end = discord.Object(before) if before else None
    with suppress(discord.Forbidden, discord.NotFound):
        return [
            each.id
            async for each in place.history(limit=MOST_READ, before=end)
            if each.author == client.user
            and each.interaction_metadata is None
            and custom_id in message_key(each)[1]
        ]
    return []


def outgoing_key(outgoing: Page) -> MessageKey:
    """Return the key that the message `outgoing` will have."""
    return payload_key(
        {"content": outgoing.content, "components": outgoing.components()}
    )


def message_key(message: discord.Message) -> MessageKey:
    """Return the key of a message on Discord."""
    parts = [part.to_dict() for part in message.components]
    return payload_key({"content": message.content, "components": parts})


def mentions_in(content: str | None) -> set[str]:
    """Return the mentions in plain `content`."""
    return {*MENTION.findall(content or "")}


def lasting_parts(key: MessageKey) -> tuple[frozenset[str], frozenset[str]]:
    """Return the lines of `key` without their `VARIABLE` words, and its custom_ids."""
    words, custom_ids = key
    lines = VARIABLE.sub("", words).splitlines()
    return frozenset(lines), frozenset(custom_ids)


def payload_key(payload: Mapping[str, Any]) -> MessageKey:
    """Return the key of a message as it is sent, or as Discord returns it."""
    words = DATE.sub("", payload.get("content") or "").strip()
    return words, tuple(values_in(payload["components"], "custom_id"))


def payload_texts(payload: Mapping[str, Any]) -> tuple[MessageKey, list[str]]:
    """Return the key of a message as it is sent, or as Discord returns it, and the texts among its components."""
    texts = values_in(payload["components"], "content")
    return payload_key(payload), [DATE.sub("", text).strip() for text in texts]


def values_in(parts: Any, key: str) -> Iterator[str]:
    """Yield the values of `key` in components, at any depth and in their order."""
    if isinstance(parts, dict):
        if key in parts:
            yield str(parts[key])
        for inner in parts.values():
            yield from values_in(inner, key)
    elif isinstance(parts, list | tuple):
        for inner in parts:
            yield from values_in(inner, key)
