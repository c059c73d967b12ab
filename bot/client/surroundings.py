"""What Discord tells of servers and channels, as far as tables that wait have to know it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord.ext import commands

from bot.storage.records import TableRecord

if TYPE_CHECKING:
    from bot.client.herald import Herald


class Surroundings(commands.Cog):
    """Lets the announcer try again where something has changed, and ask for places that seem to be gone."""

    def __init__(self, bot: Herald) -> None:
        """Take the bot."""
        self._bot = bot

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Try again: Discord is there, with a new session; and doubt the places in servers that it didn't tell of."""
        self._bot.announcer.mended()
        for guild in await self._bot.storage.homes():
            if self._bot.get_guild(guild) is None:
                await self._doubt(guild)

    @commands.Cog.listener()
    async def on_resumed(self) -> None:
        """Try again: Discord is there, with the old session."""
        self._bot.announcer.mended()

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _: object, after: discord.abc.GuildChannel) -> None:
        """Try again: a channel has other permissions, perhaps."""
        self._bot.announcer.mended(guild=after.guild.id)

    @commands.Cog.listener()
    async def on_thread_update(self, _: object, after: discord.Thread) -> None:
        """Try again: a thread was unlocked, perhaps."""
        self._bot.announcer.mended(guild=after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: object, after: discord.Role) -> None:
        """Try again: a role has other permissions, perhaps one that Herald has."""
        self._bot.announcer.mended(guild=after.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, _: object, after: discord.Member) -> None:
        """Try again: Herald has other roles. Without a privileged intent Discord tells of nobody else."""
        self._bot.announcer.mended(guild=after.guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Try again: Herald was invited anew."""
        self._bot.announcer.mended(guild=guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Doubt the places of tables: a channel is gone, with all its threads."""
        await self._doubt(channel.guild.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Doubt the places of tables: a thread is gone."""
        await self._doubt(payload.guild_id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Doubt the places of tables: a server is gone, or Herald was removed from it."""
        await self._doubt(guild.id)

    async def _doubt(self, guild: int) -> None:
        """Let Discord be asked for the places of a server's tables that are not there any more."""
        found = await self._bot.storage.find(guild=guild)
        self._bot.announcer.lost(table.id for table in found if not self._there(table))

    def _there(self, table: TableRecord) -> bool:
        guild = self._bot.get_guild(table.guild)
        return guild is not None and guild.get_channel_or_thread(table.channel) is not None
