"""Follow-up pictures of private answers: the text goes out at once, the picture is edited in."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, TypeAlias

import aiohttp
import discord
from cachetools import LRUCache

from bot.pictures.renderer import Renderer
from bot.sending import rest
from bot.sending.codes import Throttled, throttled
from bot.sending.outgoing import Outgoing

Interaction: TypeAlias = discord.Interaction[Any]

log = logging.getLogger(__name__)

DEBOUNCE = 0.3
"""Seconds between an answer and the drawing of its picture: an answer that is replaced at once needs none."""
REMEMBERED = 1024
"""How many messages may still get a picture."""


class Ticket:
    """The right to edit a picture into a message, valid until the message is shown anew."""


class Pictures:
    """Edits pictures into private messages; showing a message anew cancels the picture that is still to come."""

    def __init__(self, renderer: Renderer) -> None:
        """Draw with `renderer`."""
        self.renderer = renderer
        self._tickets: LRUCache[int, Ticket] = LRUCache(REMEMBERED)
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def call_off(self, message: int) -> Ticket:
        """Cancel the picture that is still to come for `message`; return the `Ticket` for its next one."""
        if message in self._tasks:
            self._tasks.pop(message).cancel()
        ticket = self._tickets[message] = Ticket()
        return ticket

    def follow(
        self, interaction: Interaction, message: int, ticket: Ticket, look: Outgoing, *, anew: bool = False
    ) -> None:
        """Edit the picture of `look` into the answer to `interaction`, if `ticket` is still valid.

        `anew` edits the text, too.
        """
        if (look.order is None and not anew) or self._tickets.get(message) is not ticket:
            return
        task = asyncio.create_task(self._edit_answer(interaction, look, anew=anew), name=f"picture for {message}")
        self._tasks[message] = task
        task.add_done_callback(lambda done: self._forget_task(message, done))

    def _forget_task(self, message: int, done: asyncio.Task[None]) -> None:
        if self._tasks.get(message) is done:
            del self._tasks[message]

    async def _edit_answer(self, interaction: Interaction, look: Outgoing, *, anew: bool) -> None:
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
        """Cancel all pictures that are still to come, and close the renderer."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.renderer.close()
