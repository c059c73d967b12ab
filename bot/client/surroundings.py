"""Listeners for changes of guilds, channels and roles, as far as waiting tables need them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord.ext import commands

from bot.storage import sql
from bot.storage.records import NO_PLACE, TableRecord

if TYPE_CHECKING:
    from bot.client.herald import Herald


class Surroundings(commands.Cog):
    """Cog that lets the announcer retry where something changed, and check channels that seem to be gone."""

    def __init__(self, bot: Herald) -> None:
        """Take the bot."""
        self._bot = bot

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Retry in the new session; check the channels of guilds that Discord didn't report."""
        self._bot.announcer.mended()
        for guild in await self._bot.storage.select(sql.HOMES):
            if guild != NO_PLACE and self._bot.get_guild(guild) is None:
                await self._check_channels(guild)

    @commands.Cog.listener()
    async def on_resumed(self) -> None:
        """Retry in the resumed session."""
        self._bot.announcer.mended()

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _: object, after: discord.abc.GuildChannel) -> None:
        """Retry: the permissions of a channel may have changed."""
        self._bot.announcer.mended(guild=after.guild.id)

    @commands.Cog.listener()
    async def on_thread_update(self, _: object, after: discord.Thread) -> None:
        """Retry: a thread may be unlocked."""
        self._bot.announcer.mended(guild=after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: object, after: discord.Role) -> None:
        """Retry: the permissions of a role may have changed."""
        self._bot.announcer.mended(guild=after.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, _: object, after: discord.Member) -> None:
        """Retry: Herald's roles changed. Without a privileged intent Discord reports no other member."""
        self._bot.announcer.mended(guild=after.guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Retry: Herald was invited again."""
        self._bot.announcer.mended(guild=guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Check the channels of tables: a channel is gone, with all its threads."""
        await self._check_channels(channel.guild.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Check the channels of tables: a thread is gone."""
        await self._check_channels(payload.guild_id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Check the channels of tables: a guild is gone, or removed Herald."""
        await self._check_channels(guild.id)

    async def _check_channels(self, guild: int) -> None:
        """Let the announcer ask Discord for the channels of `guild`'s tables that aren't in the cache."""
        found = await self._bot.storage.find(guild=guild)
        self._bot.announcer.lost(table.id for table in found if not self._is_visible(table))

    def _is_visible(self, table: TableRecord) -> bool:
        guild = self._bot.get_guild(table.guild)
        return guild is not None and guild.get_channel_or_thread(table.channel) is not None
