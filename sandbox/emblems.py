"""The drawn emblems as emoji of this Discord: uploaded as to the real one, and handed to the page as pictures."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.client.commands_and_emoji import upload_emblems
from bot.client.herald import Herald
from sandbox.world import World


@dataclass(frozen=True, slots=True)
class Application:
    """The bot's application; simcord keeps no images of its emoji, so that the world does."""

    world: World

    async def fetch_application_emojis(self) -> list[discord.Emoji]:
        """Return the emoji that were uploaded, also by a bot that ran before."""
        return await self.world.env.bot.fetch_application_emojis()

    async def create_application_emoji(
        self, *, name: str, image: bytes
    ) -> discord.Emoji:
        """Upload an emoji."""
        made = await self.world.env.bot.create_application_emoji(name=name, image=image)
        self.world.emoji[made.id] = image
        return made


async def show_emblems(world: World) -> None:
    """Let buttons and lists have the emblems of the pictures from now on; common emoji where they can't be drawn."""
    bot = world.env.bot
    if isinstance(bot, Herald):
        async with world.alone():
            await upload_emblems(Application(world), bot.pictures.renderer, lull=0)
