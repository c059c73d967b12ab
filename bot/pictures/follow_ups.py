"""Pictures in private messages: what has to be drawn first follows an answer that goes out in words at once."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, TypeAlias

import aiohttp
import discord
from cachetools import LRUCache

from bot.pictures.renderer import Renderer
from bot.sending import rest
from bot.sending.outgoing import Outgoing
from bot.sending.throttling import Throttled, throttled

Interaction: TypeAlias = discord.Interaction[Any]

log = logging.getLogger(__name__)

DEBOUNCE = 0.3
"""Seconds for which an answer stands before its picture is drawn: who presses on at once needs none."""
REMEMBERED = 1024
"""How many messages may still get a picture."""


class Ticket:
    """The right to put a picture into a message, until the message is shown anew."""


class Pictures:
    """Puts pictures into private messages; whoever shows a message anew calls off the picture of what it showed."""

    def __init__(self, renderer: Renderer) -> None:
        """Take who draws."""
        self.renderer = renderer
        self._tickets: LRUCache[int, Ticket] = LRUCache(REMEMBERED)
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def call_off(self, message: int) -> Ticket:
        """Let a message be shown anew without a late picture of what it showed; return the right to the next one."""
        if message in self._tasks:
            self._tasks.pop(message).cancel()
        ticket = self._tickets[message] = Ticket()
        return ticket

    def follow(
        self, interaction: Interaction, message: int, ticket: Ticket, look: Outgoing, *, anew: bool = False
    ) -> None:
        """Put the picture into the answer to an interaction, which shows the words, if it wasn't shown anew since.

        `anew` puts the words there, too.
        """
        if (look.order is None and not anew) or self._tickets.get(message) is not ticket:
            return
        task = asyncio.create_task(self._add(interaction, look, anew=anew), name=f"picture for {message}")
        self._tasks[message] = task
        task.add_done_callback(lambda done: self._finished(message, done))

    def _finished(self, message: int, done: asyncio.Task[None]) -> None:
        if self._tasks.get(message) is done:
            del self._tasks[message]

    async def _add(self, interaction: Interaction, look: Outgoing, *, anew: bool) -> None:
        try:
            await asyncio.sleep(DEBOUNCE)
            picture = await self.renderer.prepare(look.order) if look.order else None
            if picture is None and not anew:
                return
            with throttled():
                await rest.edit_response(interaction, look.drawn(picture).changes, picture)
        except (discord.DiscordException, aiohttp.ClientError, OSError, Throttled) as error:
            log.info("a private answer stays as it was: %r", error)
        except Exception:
            log.exception("a private answer stays as it was")

    async def close(self) -> None:
        """Call off every picture that is still to follow, and let nobody draw any more."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.renderer.close()
