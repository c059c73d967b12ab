"""Sending and editing messages, each once: with a nonce when sent, and only if it would look different when edited."""

from __future__ import annotations

from collections import OrderedDict
from datetime import timedelta
from typing import Any

import discord
from discord import ui

from bot.announce.outgoing import NOBODY, Outgoing

AGING = timedelta(hours=1)
"""Older messages can hardly be edited any more."""
AT_ONCE = timedelta(seconds=30)
"""Messages of one announcement are sent within this time."""
UNKNOWN_MESSAGE, TOO_OLD, ARCHIVED = 10008, 30046, 50083
FIXED = frozenset({UNKNOWN_MESSAGE, TOO_OLD, ARCHIVED})
"""Errors of a message that can't be edited any more, or not before something was sent to its archived thread."""
NO_FILES = frozenset({403, 413})
"""HTTP statuses of what is forbidden and of what is too large."""
REMEMBERED = 1024


def aged(message: int) -> bool:
    """Tell whether a message is so old that it should be posted anew."""
    return discord.utils.utcnow() - discord.utils.snowflake_time(message) > AGING


def together(message: int, later: int | None) -> bool:
    """Tell whether a later message, None for one that is about to be sent, follows at once on another."""
    sent = discord.utils.snowflake_time(later) if later else discord.utils.utcnow()
    return sent - discord.utils.snowflake_time(message) < AT_ONCE


def nonce(kind: str, table: int, seq: int, after: int | None) -> str:
    """Return what makes a message of a table and move unique; `after` is the message that it takes the place of.

    The time of a message is enough to tell it from its successors, and keeps the nonce below Discord's 25 characters.
    """
    moment = int(discord.utils.snowflake_time(after).timestamp()) if after else 0
    return f"{kind}{table}.{seq}.{moment:x}"


def unwanted(error: discord.HTTPException, look: Outgoing) -> bool:
    """Tell whether a message may be taken without its picture: files may be forbidden in a place, or too large."""
    return look.picture is not None and error.status in NO_FILES


class Sender:
    """The way to Discord; it remembers how the last messages look, so that nothing is edited into what it is."""

    def __init__(self, client: discord.Client) -> None:
        """Take the connection."""
        self._client = client
        self._looks: OrderedDict[int, int] = OrderedDict()

    def shown(self, message: int, look: Outgoing | None) -> None:
        """Remember how a message looks; None, or a picture that isn't known: take nothing for granted about it."""
        if look is None or look.keeps:
            self._looks.pop(message, None)
            return
        self._looks[message] = look.digest
        self._looks.move_to_end(message)
        while len(self._looks) > REMEMBERED:
            self._looks.popitem(last=False)

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

    async def send(self, channel: int, look: Outgoing, nonce: str) -> int:
        """Post a message and return its id; the same nonce within some minutes posts nothing twice."""
        try:
            return await self._send(channel, look, nonce)
        except discord.HTTPException as error:
            if not unwanted(error, look):
                raise
            return await self._send(channel, look.bare, nonce)

    async def _send(self, channel: int, look: Outgoing, nonce: str) -> int:
        place = self._client.get_partial_messageable(channel)
        how: dict[str, Any] = {"nonce": nonce, "allowed_mentions": look.mentions, "files": look.files}
        if isinstance(look.view, ui.LayoutView):
            sent = await place.send(view=look.view, **how)
        elif look.view is not None:
            sent = await place.send(look.content, view=look.view, **how)
        else:
            sent = await place.send(look.content, **how)
        self.shown(sent.id, look)
        return sent.id

    async def edit(self, channel: int, message: int, look: Outgoing) -> bool:
        """Make a message look so if it doesn't yet; return False if it can't be edited any more.

        It was deleted then, is too old, or lies in an archived thread.
        """
        return self._looks.get(message) == look.digest or await self.change(channel, message, look)

    async def change(self, channel: int, message: int, look: Outgoing) -> bool:
        """Make a message look so, whatever it looks like, as `edit` does."""
        partial = self._client.get_partial_messageable(channel).get_partial_message(message)
        try:
            await partial.edit(**look.changes)
        except discord.HTTPException as error:
            if unwanted(error, look):
                return await self.change(channel, message, look.bare)
            if error.code in FIXED:
                return False
            raise
        self.shown(message, look)
        return True

    async def strip(self, channel: int, message: int, left: ui.View | None = None) -> None:
        """Take the picture and all buttons but `left` off a message that has plain content; what it says stays."""
        partial = self._client.get_partial_messageable(channel).get_partial_message(message)
        try:
            await partial.edit(view=left, attachments=[], allowed_mentions=NOBODY)
        except discord.HTTPException as error:
            if error.code not in FIXED:
                raise

    async def open_dm(self, user: int) -> int:
        """Return the id of the DM channel with a user."""
        return (await self._client.create_dm(discord.Object(user))).id
