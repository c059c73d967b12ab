"""Sending and editing messages, each once: with a nonce when sent, and only if it would look different when edited.

Messages of which nobody heard whether Discord has them: looked for before they are sent again.

An error of Discord's own, or a connection that breaks, may come after a message was posted. Sent again within some
minutes, Discord knows it by its nonce; later, in a long outage, it would stand there twice and ping twice. No nonce is
kept with a message: it is known by whose it is, when it came, and what it says.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import aiohttp
import discord
from cachetools import LRUCache, TTLCache

from bot.announce.orphans import EARLIER, KNOWN, Origin, Orphans, Sign, find, pressable, said, written
from bot.faces.picture.requests import PictureRequest
from bot.pictures.renderer import Renderer
from bot.sending import rest
from bot.sending.codes import (
    ARCHIVED,
    SERVERS_FAULT,
    TOO_OLD,
    UNKNOWN_MEMBER,
    UNKNOWN_MESSAGE,
    UNKNOWN_USER,
    DiscordClock,
    Throttled,
    throttled,
)
from bot.sending.outgoing import BARE, Outgoing
from bot.storage.records import Announced
from bot.tables.logs import keyed
from bot.tables.table import Table

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


AT_ONCE = timedelta(seconds=30)
"""Messages of one announcement are sent within this time."""
FIXED = frozenset({UNKNOWN_MESSAGE, TOO_OLD, ARCHIVED})
"""Errors of a message that can't be edited any more, or not before something was sent to its archived thread."""
NOBODY_THERE = frozenset({UNKNOWN_MEMBER, UNKNOWN_USER})
"""Errors of somebody who has left a server, or Discord."""
SURE = 6 * 3600.0
"""Seconds for which somebody who was in a server counts as being there."""
MEMBERS = 4096
"""Of how many that is remembered."""
LOOKED_BACK = 50
"""How many messages of a conversation are looked through for one that nobody kept the number of."""
NONCE_BYTES = 10
TAGGED = 5.0
"""Seconds that tags may take."""
Due = Callable[[], Awaitable[bool]]
"""Tells whether a message is still to be edited."""
UNKNOWN = ""
"""The look of a message of which nothing is known any more."""


def follows(sent: datetime, message: int) -> bool:
    """Tell whether what was sent at a time follows at once on a message."""
    return sent - discord.utils.snowflake_time(message) < AT_ONCE


def nonce(kind: str, table: Table, about: object, after: int | None = None) -> str:
    """Return what makes a message unique, in 21 of Discord's 25 characters: its kind, a letter, and a hash.

    The hash is of the table, what it is `about` (a move, whom it calls for what, or what else counts up), and the
    message that it comes `after`, if any: the same after a crash, and another once anything has come of it. All clients
    see it, so that it is keyed with the seed once there is one, and another one once the table was set back.
    """
    what = f"{kind} {table.id} {about!r} {after or 0}"
    return kind + keyed(table, what, NONCE_BYTES)


class Sender:
    """The way to Discord; it remembers how the last messages look, so that nothing is edited into what it is.

    `taken` counts the requests that Discord has taken.
    """

    def __init__(
        self, client: discord.Client, renderer: Renderer, discord_clock: DiscordClock, clock: Callable[[], float]
    ) -> None:
        """Take the connection, who draws the pictures of what is really sent, Discord's time, and Herald's clock."""
        self._client = client
        self._clock = discord_clock
        self.renderer = renderer
        self.taken = 0
        self._looks: LRUCache[int, str] = LRUCache(REMEMBERED)
        self._seen: TTLCache[tuple[int, int], bool] = TTLCache(MEMBERS, SURE, time.monotonic)
        self._late: PictureRequest | None = None
        self._unheard = Unheard(client, discord_clock)
        self._orphans = Orphans(client, discord_clock, clock)

    def shown(self, message: int, look: Outgoing | None) -> None:
        """Remember how a message looks; None: take nothing for granted about it."""
        self._looks[message] = UNKNOWN if look is None else look.look

    def look(self, message: int, kept: str = UNKNOWN) -> str:
        """Return how a message looks, as `Outgoing.look`; `kept` is what was known of it at the last stop."""
        return self._looks.get(message, kept)

    def forget(self, announced: Announced) -> None:
        """Take nothing for granted about the messages of a table that can be edited."""
        for message in (announced.message, announced.post, *(each.message for each in announced.summons)):
            if message is not None:
                self.shown(message, None)

    @property
    def now(self) -> datetime:
        """Return what time it is for Discord."""
        return self._clock.now()

    def takes_files(self, channel: int) -> bool:
        """Tell whether Herald may attach files in a channel of a server, as far as is known."""
        place = self._client.get_channel(channel)
        if not isinstance(place, discord.abc.GuildChannel | discord.Thread) or place.guild.me is None:
            return True
        try:
            return place.permissions_for(place.guild.me).attach_files
        except discord.ClientException:
            # A thread whose channel isn't known yet.
            return True

    async def post(
        self, table: Table, kind: str, about: object, look: Outgoing, origin: Origin | None, after: int | None = None
    ) -> int:
        """Post a message of a table in its channel, as `send` does; `kind`, `about`, `after` are those of `nonce`."""
        return await self.send(table.channel, look, nonce(kind, table, about, after), origin)

    async def write(
        self, table: Table, kind: str, about: object, look: Outgoing, origin: Origin | None, user: int
    ) -> tuple[int, int]:
        """Call somebody to a table by DM, as `send` does; return the DM channel and the message."""
        channel = await self.open_dm(user)
        return channel, await self.send(channel, replace(look, loud=True), nonce(kind, table, about, channel), origin)

    async def show_alone(self, table: Table, look: Outgoing) -> tuple[int, int]:
        """Show a private table to its person by DM, which notifies nobody; return the DM channel and the message."""
        opener = table.record.opener
        channel = await self.open_dm(opener)
        return channel, await self.send(channel, look, nonce("p", table, opener, channel), None)

    async def send(self, channel: int, look: Outgoing, nonce: str, origin: Origin | None) -> int:
        """Post a message and return its id; the same nonce within some minutes posts nothing twice.

        It notifies nobody if it calls nobody (`Outgoing.posted`).
        What an earlier process has sent since its origin isn't sent again, however long ago; None: it has sent nothing.
        """
        if (there := await self._orphans.found(channel, look, origin)) is not None:
            self.shown(there, None)
            return there
        ready = await self._drawn(look)
        try:
            return await self._send(channel, ready, nonce)
        except discord.HTTPException as error:
            if not ready.refused(error):
                raise
            return await self._send(channel, ready.bare, nonce)

    async def _send(self, channel: int, ready: Outgoing, nonce: str) -> int:
        if (there := await self._unheard.found(channel, nonce)) is not None:
            if self._unheard.pinged(nonce, ready) and await self._change(channel, there, ready):
                self._unheard.over(nonce)
                return there
            await self.delete(channel, there)
        since, body = self.now, {**ready.posted, "nonce": nonce, "enforce_nonce": True}
        try:
            with self._request():
                sent = await rest.create_message(self._client, channel, body, ready.picture)
        except BROKEN:
            self._unheard.note(nonce, ready, since)
            raise
        self._unheard.over(nonce)
        self.shown(sent, ready)
        return sent

    async def edit(self, channel: int, message: int, look: Outgoing) -> bool:
        """Make a message look so if it doesn't yet; return False if it can't be edited any more.

        It was deleted then, was edited too often for its age, or lies in an archived thread.
        """
        return self.look(message) == look.look or await self.change(channel, message, look)

    async def change(self, channel: int, message: int, look: Outgoing, due: Due | None = None) -> bool:
        """Make a message look so, whatever it looks like, as `edit` does, if that is still `due` once it is drawn."""
        ready = await self._drawn(look)
        return (due is not None and not await due()) or await self._change(channel, message, ready)

    async def _change(self, channel: int, message: int, ready: Outgoing) -> bool:
        try:
            with self._request():
                await rest.edit_message(self._client, channel, message, ready.changes, ready.picture)
        except discord.HTTPException as error:
            if ready.refused(error):
                return await self._change(channel, message, ready.bare)
            if error.code in FIXED:
                return False
            raise
        self.shown(message, ready)
        return True

    def ready(self, look: Outgoing) -> Outgoing:
        """Return a message with its picture if that is drawn already, else in words; nobody waits."""
        return look.drawn(self.renderer.find_cached(look.order))

    async def _drawn(self, look: Outgoing) -> Outgoing:
        """Return a message with its picture, or in words; nobody waits twice for a picture that was late."""
        if look.order is None or (look.order == self._late and self.renderer.find_cached(look.order) is None):
            return look.bare
        picture = await self.renderer.draw(look.order)
        self._late = None if picture else look.order
        return look.drawn(picture)

    async def delete(self, channel: int, message: int) -> bool:
        """Delete a message of Herald's own, if it isn't gone already; return False while its thread is archived."""
        partial = self._client.get_partial_messageable(channel).get_partial_message(message)
        try:
            with self._request():
                await partial.delete()
        except discord.HTTPException as error:
            if error.code not in {UNKNOWN_MESSAGE, ARCHIVED}:
                raise
            return error.code == UNKNOWN_MESSAGE
        return True

    async def strip(self, channel: int, message: int) -> None:
        """Take the picture and all buttons off a message that has plain content; what it says stays."""
        try:
            with self._request():
                await rest.edit_message(self._client, channel, message, BARE)
        except discord.HTTPException as error:
            if error.code not in FIXED:
                raise

    async def earlier(self, channel: int, message: int, custom_id: str) -> int | None:
        """Return the newest of Herald's own messages before another one below which that can be pressed, if any."""
        place, me = self._client.get_partial_messageable(channel), self._client.user
        with self._request():
            async for each in place.history(limit=LOOKED_BACK, before=discord.Object(message)):
                parts = [part.to_dict() for part in each.components]
                if me is not None and each.author.id == me.id and custom_id in pressable(parts):
                    return each.id
        return None

    async def open_dm(self, user: int) -> int:
        """Return the id of the DM channel with a user."""
        with self._request():
            return (await self._client.create_dm(discord.Object(user))).id

    @property
    def user(self) -> int | None:
        """Return Herald's own user id; None before it is known."""
        return self._client.user.id if self._client.user else None

    def channel(self, number: int) -> object | None:
        """Return a channel or a thread by its id, as discord.py knows it; an archived thread it doesn't know."""
        return self._client.get_channel(number)

    def has_forum(self, guild: int) -> bool:
        """Tell whether a server has a forum that Herald can see."""
        known = self._client.get_guild(guild)
        return known is not None and bool(known.forums)

    async def tag(self, thread: discord.Thread, tags: Sequence[discord.ForumTag]) -> None:
        """Put tags on a forum post, and no others; raise `Throttled` where that takes longer than `TAGGED` seconds.

        Discord takes no change of an archived post that doesn't open it, so that it is opened, and archived again.
        discord.py waits inside a request for a rate limit to end: for minutes, where a thread is changed too often.
        """
        try:
            async with asyncio.timeout(TAGGED):
                with self._request():
                    if not thread.archived:
                        await thread.edit(applied_tags=tags)
                        return
                    opened = await thread.edit(applied_tags=tags, archived=False)
                    await opened.edit(archived=True)
        except TimeoutError:
            raise Throttled from None

    async def ask_for(self, channel: int) -> object:
        """Ask Discord for a channel, whatever is remembered of it; raise its error if there is none, or no access."""
        with self._request():
            return await self._client.fetch_channel(channel)

    def seen(self, guild: int, user: int) -> None:
        """Take note that somebody is in a server just now."""
        self._seen[guild, user] = True

    async def left(self, guild: int, user: int) -> bool:
        """Tell whether somebody is gone from a server, of whom nothing was seen there for hours.

        Without a privileged intent nobody tells Herald who leaves. What somebody presses in a server shows that they
        are there.
        """
        if (guild, user) in self._seen:
            return False
        if await self.gone(guild, user):
            return True
        self.seen(guild, user)
        return False

    async def gone(self, guild: int, user: int) -> bool:
        """Tell whether Discord knows no such member of a server in which Herald is."""
        server = self._client.get_guild(guild)
        if server is None:
            return False
        try:
            with self._request():
                await server.fetch_member(user)
        except discord.HTTPException as error:
            if error.status >= SERVERS_FAULT:
                raise
            return error.code in NOBODY_THERE
        return False

    def knows(self, guild: int) -> bool:
        """Tell whether Herald is in a server, as far as is known."""
        return not self._client.is_ready() or self._client.get_guild(guild) is not None

    @contextmanager
    def _request(self) -> Iterator[None]:
        """Count a request that Discord takes."""
        with throttled():
            yield
        self.taken += 1
