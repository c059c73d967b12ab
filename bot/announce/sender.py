"""Sends, edits and deletes messages, each once: a nonce when sent, a digest to spare edits that change nothing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta

import discord
from cachetools import LRUCache, TTLCache

from bot.announce.dedupe import (
    OUTCOME_UNKNOWN,
    Dedupe,
    DedupeWindow,
    find_own,
    nonce,
    payload_texts,
)
from bot.faces.components import BARE, Page
from bot.faces.picture.requests import PictureRequest
from bot.host.connection_errors import OUTAGES, Throttled
from bot.pictures.renderer import Renderer
from bot.sending import internals, rest
from bot.sending.codes import (
    ARCHIVED,
    SERVERS_FAULT,
    TOO_OLD,
    UNKNOWN_MEMBER,
    UNKNOWN_MESSAGE,
    UNKNOWN_USER,
    DiscordClock,
    is_picture_refused,
    translate_throttling,
)
from bot.storage.records import Published, TableId
from bot.tables.table import Table
from engine.frozen import replace

REMEMBERED = 1024
"""The most messages with a digest in memory."""
AT_ONCE = timedelta(seconds=30)
"""The time within which the messages of one announcement are sent."""
FIXED = frozenset({UNKNOWN_MESSAGE, TOO_OLD, ARCHIVED})
"""Codes of a message that can't be edited any more, or not before its archived thread is opened by a new one."""
NO_MEMBER = frozenset({UNKNOWN_MEMBER, UNKNOWN_USER})
"""Codes of a user who has left a guild, or Discord."""
MEMBER_SECONDS = 6 * 3600.0
"""Seconds for which a user seen in a guild counts as a member."""
MEMBERS = 4096
"""The most members that are remembered as seen."""
TAGS_TIMEOUT = 5.0
"""Timeout of a change of tags, in seconds."""
Due = Callable[[], Awaitable[bool]]
"""Tells whether an edit is still due once its picture is drawn."""
UNKNOWN = ""
"""The digest of a message of unknown content."""


def is_sent_right_after(sent: datetime, message: int) -> bool:
    """Tell whether a message sent at `sent` stands right below `message`."""
    return sent - discord.utils.snowflake_time(message) < AT_ONCE


class Sender:
    """Sends to Discord, and remembers the digests of the last messages, so that no edit is made that changes nothing.

    Lives as long as the bot. `requests_taken` counts the requests that Discord has taken; `unsearched` are tables that
    an earlier process left unshown, with the messages that it stored, until later ones of it were sought. Each call
    is one send, edit or lookup, made at once; errors of discord.py are raised to the caller.
    """

    def __init__(
        self,
        client: discord.Client,
        renderer: Renderer,
        discord_clock: DiscordClock,
        clock: Callable[[], float],
    ) -> None:
        """Send by `client` at Discord's `discord_clock`, with pictures of `renderer`; `clock` is Herald's own."""
        self._client = client
        self._clock = discord_clock
        self.renderer = renderer
        self.requests_taken = 0
        self.unsearched: dict[TableId, frozenset[int | None]] = {}

        self._digests: LRUCache[int, str] = LRUCache(REMEMBERED)
        self._members: TTLCache[tuple[int, int], bool] = TTLCache(
            MEMBERS, MEMBER_SECONDS, time.monotonic
        )
        self._late: PictureRequest | None = None
        self._dedupe = Dedupe(client, discord_clock, clock)
        self.called_by = self._dedupe.called_by

    def note_shown(self, message: int, outgoing: Page | None) -> None:
        """Note the digest of `message`; None: its content isn't known."""
        self._digests[message] = UNKNOWN if outgoing is None else outgoing.digest

    def digest(self, message: int, kept: str = UNKNOWN) -> str:
        """Return the digest of `message`, as `Page.digest`; `kept` is the one that was stored at the last stop."""
        return self._digests.get(message, kept)

    def evict_digests(self, published: Published) -> None:
        """Drop the digests of all messages of a table that can be edited."""
        for message in filter(None, published.messages):
            self.note_shown(message, None)

    @property
    def now(self) -> datetime:
        """Return Discord's present time."""
        return self._clock.now()

    def has_file_permission(self, channel: int) -> bool:
        """Tell whether Herald may attach files in `channel`, as far as is known."""
        place = self._client.get_channel(channel)
        if isinstance(place, discord.abc.GuildChannel | discord.Thread):
            me = place.guild.me
            # The channel of a thread may not be known yet.
            with suppress(discord.ClientException):
                return me is None or place.permissions_for(me).attach_files
        return True

    async def post(
        self,
        table: Table,
        kind: str,
        about: Sequence[object],
        outgoing: Page,
        origin: DedupeWindow | None,
        after: int | None = None,
    ) -> int:
        """Post a message in the table's channel, as `send` does, with a `nonce` for each part of `about`."""
        parts = [nonce(kind, table, one, after) for one in about]
        unique = self._dedupe.join(table.id, parts)
        return await self.send(table.channel, outgoing, unique, origin)

    async def send_dm(
        self,
        table: Table,
        kind: str,
        about: object,
        outgoing: Page,
        origin: DedupeWindow | None,
        user: int,
    ) -> tuple[int, int]:
        """Send a DM about a table, as `send` does; return DM channel and message. A private table notifies nobody."""
        channel = await self.open_dm(user)
        unique = nonce(kind, table, about, channel)
        ready = replace(outgoing, loud=not table.record.alone)
        return channel, await self.send(channel, ready, unique, origin)

    async def send(
        self, channel: int, outgoing: Page, nonce: str, origin: DedupeWindow | None
    ) -> int:
        """Post a message and return its id; the same `nonce` within some minutes posts nothing twice.

        It is silent unless it pings or is loud (`Page.public_body`). A message that an earlier process has sent
        since its `origin` isn't sent again, however long ago that was; None: no earlier process has sent it.
        """
        there = await self._dedupe.find(channel, outgoing, origin)
        if there is not None:
            self._dedupe.mark_sent(nonce)
            self.note_shown(there, None)
            return there
        ready = await self._with_picture(outgoing)
        try:
            return await self._send(channel, ready, nonce)
        except discord.HTTPException as error:
            if not is_picture_refused(ready, error):
                raise
            return await self._send(channel, ready.without_picture, nonce)

    async def _send(self, channel: int, ready: Page, nonce: str) -> int:
        """Post a message, unless an earlier attempt has posted it."""
        if (there := await self._dedupe.find_attempt(channel, nonce)) is not None:
            pinged = [user.id for user in there.mentions]
            return await self._edit_or_repost(channel, there.id, pinged, ready, nonce)

        attempt = self._dedupe.begin()
        body = {**ready.public_body, "nonce": nonce, "enforce_nonce": True}
        try:
            with self._request():
                sent = await rest.create_message(
                    self._client, channel, body, ready.picture
                )
        except OUTCOME_UNKNOWN:
            self._dedupe.note_attempt(nonce, ready, attempt)
            raise

        message = int(sent["id"])
        if payload_texts(sent) != payload_texts(body):
            pinged = [int(user["id"]) for user in sent["mentions"]]
            return await self._edit_or_repost(channel, message, pinged, ready, nonce)

        self._dedupe.mark_sent(nonce)
        self.note_shown(message, ready)
        return message

    async def _edit_or_repost(
        self, channel: int, old: int, pinged: list[int], ready: Page, nonce: str
    ) -> int:
        """Edit the `old` message of the same `nonce`, or post another one in its place, to ping those it hasn't."""
        before = self._dedupe.pinged(old, pinged)
        missing = tuple(user for user in ready.pings if user not in before)
        sent = old
        if not missing:
            self._dedupe.note_edit(nonce, ready)
        if missing or not await self._edit(channel, old, ready):
            pinging = replace(ready, pings=missing)
            sent = await self._send(channel, pinging, self._dedupe.replace(nonce, old))
            with suppress(*OUTAGES):
                # The new one, whose id isn't stored yet, is not to be posted once more.
                await self.delete(channel, old)

        self._dedupe.mark_sent(nonce)
        return sent

    async def delete_lost(self, table: Table) -> None:
        """Delete messages of unknown outcome that `table`, which is shown, has no more use for.

        For a table in `unsearched` also messages of an earlier process that aren't stored: the last ones that it sent.
        """
        lost = self._dedupe.lost_nonces(table.id)
        known = self.unsearched.get(table.id, ())
        stored = () if table.record.alone else known
        found = await self._dedupe.find_lost(table, lost, stored)
        for message in found - table.record.announced.messages:
            with suppress(discord.Forbidden):
                await self.delete(table.channel, message)

        self.unsearched.pop(table.id, None)
        for each in lost:
            self._dedupe.mark_sent(each)

    async def edit(self, channel: int, message: int, outgoing: Page) -> bool:
        """Edit a message unless its digest says that it looks like `outgoing`; return False if it can't be edited.

        It was deleted then, was edited too often for its age, or lies in an archived thread.
        """
        if self.digest(message) == outgoing.digest:
            return True
        return await self.overwrite(channel, message, outgoing)

    async def overwrite(
        self, channel: int, message: int, outgoing: Page, due: Due | None = None
    ) -> bool:
        """Edit a message as `edit` does, whatever its digest, if that is still `due` once the picture is drawn."""
        ready = await self._with_picture(outgoing)
        if due is not None and not await due():
            return True
        return await self._edit(channel, message, ready)

    async def _edit(self, channel: int, message: int, ready: Page) -> bool:
        """Edit a message, in words where its picture is refused; return False if it can't be edited any more."""
        # Where the answer is lost, nobody knows how it looks.
        self.note_shown(message, None)
        try:
            with self._request():
                body, picture = ready.edit_body, ready.picture
                await rest.edit_message(self._client, channel, message, body, picture)
        except discord.HTTPException as error:
            if is_picture_refused(ready, error):
                return await self._edit(channel, message, ready.without_picture)
            if error.code in FIXED:
                return False
            raise

        self.note_shown(message, ready)
        return True

    def with_cached_picture(self, outgoing: Page) -> Page:
        """Return `outgoing` with its picture if that is drawn already, else in words; it waits for nothing."""
        return outgoing.with_picture(self.renderer.find_cached(outgoing.request))

    async def _with_picture(self, outgoing: Page) -> Page:
        """Return `outgoing` with its picture, or in words; a picture that was late once isn't waited for again."""
        request = outgoing.request
        known = self.renderer.find_cached(request)
        if request is None or (request == self._late and known is None):
            return outgoing.without_picture
        picture = await self.renderer.draw(request)
        self._late = None if picture else request
        return outgoing.with_picture(picture)

    async def delete(self, channel: int, message: int) -> bool:
        """Delete a message of Herald's own, if it isn't gone already; return False while its thread is archived."""
        place = self._client.get_partial_messageable(channel)
        try:
            with self._request():
                await place.get_partial_message(message).delete()
        except discord.HTTPException as error:
            if error.code not in {UNKNOWN_MESSAGE, ARCHIVED}:
                raise
            return error.code == UNKNOWN_MESSAGE

        return True

    async def strip(self, channel: int, message: int) -> None:
        """Take picture and buttons off a message with plain content, and leave its words."""
        try:
            with self._request():
                await rest.edit_message(self._client, channel, message, BARE)
        except discord.HTTPException as error:
            if error.code not in FIXED:
                raise

    async def find_own(
        self, channel: int, custom_id: str, before: int | None = None
    ) -> list[int]:
        """Return Herald's messages with a component `custom_id`, newest first (`dedupe.find_own`)."""
        with self._request():
            return await find_own(self._client, channel, custom_id, before)

    async def open_dm(self, user: int) -> int:
        """Return the id of the DM channel with a user."""
        with self._request():
            return (await self._client.create_dm(discord.Object(user))).id

    @property
    def user(self) -> int | None:
        """Return Herald's own user id; None before it is known."""
        me = self._client.user
        return None if me is None else me.id

    def channel(self, number: int) -> object | None:
        """Return a channel or thread from discord.py's cache, which lacks archived threads."""
        return self._client.get_channel(number)

    def has_forum(self, guild: int) -> bool:
        """Tell whether a guild has a forum that Herald can see."""
        known = self._client.get_guild(guild)
        return known is not None and bool(known.forums)

    async def set_tags(
        self, thread: discord.Thread, tags: Sequence[discord.ForumTag]
    ) -> None:
        """Set the tags of a forum post; raise `Throttled` where that takes longer than `TAGS_TIMEOUT` seconds.

        Discord takes no change of an archived post that doesn't open it, so that it is opened, and archived again.
        discord.py waits inside a request for a rate limit to end: for minutes, where a thread is changed too often.
        """
        try:
            async with asyncio.timeout(TAGS_TIMEOUT):
                with self._request():
                    if thread.archived:
                        opened = await thread.edit(applied_tags=tags, archived=False)
                        await opened.edit(archived=True)
                    else:
                        await thread.edit(applied_tags=tags)
        except TimeoutError:
            raise Throttled from None

    async def fetch_channel(self, channel: int) -> object:
        """Fetch a channel from Discord, not from a cache; raise `discord.HTTPException` if there is no such channel."""
        with self._request():
            return await self._client.fetch_channel(channel)

    def note_member(self, guild: int, user: int) -> None:
        """Note that `user` is in `guild` just now."""
        self._members[guild, user] = True

    async def has_left(self, guild: int, user: int) -> bool:
        """Tell whether `user` has left `guild`; Discord is asked only about users not seen there for `MEMBER_SECONDS`.

        Without a privileged intent no event tells Herald of members who leave. A press in a guild shows that they are
        there.
        """
        if (guild, user) in self._members:
            return False
        if await self.is_unknown_member(guild, user):
            return True
        self.note_member(guild, user)
        return False

    async def is_unknown_member(self, guild: int, user: int) -> bool:
        """Tell whether Discord knows no member `user` of `guild`; False where Herald isn't in the guild.

        The guild may belong to another process.
        """
        try:
            with self._request():
                await internals.fetch_member(self._client, guild, user)
        except discord.HTTPException as error:
            if error.status >= SERVERS_FAULT:
                raise
            return error.code in NO_MEMBER
        return False

    def is_in_guild(self, guild: int) -> bool:
        """Tell whether Herald is in `guild`, as far as is known."""
        return not self._client.is_ready() or self._client.get_guild(guild) is not None

    @contextmanager
    def _request(self) -> Iterator[None]:
        """Count a request that Discord takes."""
        with translate_throttling():
            yield
        self.requests_taken += 1
