"""Pictures in private answers: the answer goes out in words at once, and the picture follows when it is drawn."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import aiohttp
import discord

from bot.faces.layout import Page
from bot.herald.wire import NOBODY
from bot.studio import Order, Studio

Interaction: TypeAlias = discord.Interaction[Any]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sight:
    """A page that is shown to one person, and what orders the picture that belongs into it, if one is wanted."""

    page: Page
    order: Callable[[], Order | None] | None = None


class Pictures:
    """Puts pictures into private answers; a newer answer in the same message calls off the older one's picture."""

    def __init__(self, studio: Studio) -> None:
        """Take who draws."""
        self._studio = studio
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def call_off(self, message: int) -> None:
        """Let a message be answered anew without a late picture of what it showed before."""
        if message in self._tasks:
            self._tasks.pop(message).cancel()

    def follow(self, interaction: Interaction, message: int, sight: Sight) -> None:
        """Put the picture into the answer to an interaction, which is this message."""
        if sight.order is None:
            return
        task = asyncio.create_task(self._add(interaction, sight.page, sight.order), name=f"picture for {message}")
        self._tasks[message] = task
        task.add_done_callback(lambda done: self._finished(message, done))

    def _finished(self, message: int, done: asyncio.Task[None]) -> None:
        if self._tasks.get(message) is done:
            del self._tasks[message]

    async def _add(self, interaction: Interaction, page: Page, order: Callable[[], Order | None]) -> None:
        picture = await self._studio.draw(order())
        if picture is None:
            return
        try:
            await interaction.edit_original_response(
                view=page.drawn(picture), attachments=[picture.file()], allowed_mentions=NOBODY
            )
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.info("a private answer stays without its picture: %s", error)

    async def close(self) -> None:
        """Call off every picture that is still to follow."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
