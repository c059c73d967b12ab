"""Changes from outside: of guilds, channels and roles, and by other processes on the same database.

`GuildListener` wakes the work that waits for such a change; notices in `NoticeQueue` also invalidate caches.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import discord
from discord.ext import commands

from bot.announce.announcer import Announcer
from bot.interactions.permissions import missing_permissions, permissions_at
from bot.rivals.playing import Rivals
from bot.storage import sql
from bot.storage.port import MISSED, About, Notice, StorageError
from bot.storage.records import NO_PLACE, TableId
from bot.tables.preferences import Preferences
from bot.tables.tables import Tables
from engine.errors import Refused

if TYPE_CHECKING:
    from bot.client.herald import Herald


Updated: TypeAlias = (
    discord.abc.GuildChannel | discord.Thread | discord.Role | discord.Member
)


class GuildListener(commands.Cog):
    """Cog that lets the announcer retry where something changed, and check channels that seem to be gone."""

    def __init__(self, bot: Herald) -> None:
        """Take the client, `bot`."""
        self._bot = bot

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Retry in the new session; check the channels of guilds that Discord didn't report."""
        self._bot.announcer.retry()
        for guild in await self._bot.storage.select(sql.HOMES):
            if guild != NO_PLACE and self._bot.get_guild(guild) is None:
                await self._check_channels(guild)

    @commands.Cog.listener()
    async def on_resumed(self) -> None:
        """Retry in the resumed session."""
        self._bot.announcer.retry()

    @commands.Cog.listener("on_guild_channel_update")
    @commands.Cog.listener("on_thread_update")
    @commands.Cog.listener("on_thread_join")
    @commands.Cog.listener("on_guild_role_update")
    @commands.Cog.listener("on_member_update")
    async def retry_updated(self, *states: Updated) -> None:
        """Retry: permissions or Herald's roles may have changed, a thread may be unlocked, or archived no more.

        Without a privileged intent Discord reports no other member.
        """
        self._bot.announcer.retry(guild=states[-1].guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Retry, and lead back suspended tables where Herald may write in their channels: it was invited again."""
        self._bot.announcer.retry(guild=guild.id)
        tables = self._bot.tables
        for table in await tables.find_suspended(guild=guild.id):
            place = guild.get_channel_or_thread(table.channel)
            if place is not None and _may_post(place):
                try:
                    # Somebody may have led it elsewhere in the meantime.
                    with suppress(Refused):
                        await tables.resume(table.id, guild=guild.id, channel=place.id)
                except StorageError as error:
                    log.warning(
                        "table %s could not be led back, and rests until /table resume: %s",
                        table.id,
                        error,
                    )

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Check the channels of tables: `channel` is gone, with all its threads."""
        await self._check_channels(channel.guild.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Check the channels of tables: the thread of `payload` is gone."""
        await self._check_channels(payload.guild_id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Check the channels of tables: `guild` is gone, or removed Herald."""
        await self._check_channels(guild.id)

    async def _check_channels(self, number: int) -> None:
        """Let the announcer ask Discord for the channels of tables on guild `number` that aren't in the cache."""
        guild = self._bot.get_guild(number)
        found = await self._bot.storage.select(sql.CHANNELS, guild=number)
        self._bot.announcer.recheck_channels(
            table
            for table, channel in found
            if guild is None or guild.get_channel_or_thread(channel) is None
        )


def _may_post(place: discord.abc.GuildChannel | discord.Thread) -> bool:
    """Tell whether Herald has at `place` what a table needs."""
    in_thread = isinstance(place, discord.Thread)
    if isinstance(place, discord.Thread) and place.parent is None:
        return False

    granted = permissions_at(place)
    return not missing_permissions(granted, in_thread=in_thread, opens_thread=False)


log = logging.getLogger(__name__)

AGAIN = 5.0
"""Seconds until missed notices are caught up with again, where the database can't be read."""


LATE = 3.0
"""Seconds within which the last sends of a replaced process have come to Discord."""


@dataclass
class NoticeQueue:
    """Queue of notices from other processes: one task applies them in their order, one at a time."""

    _tables: Tables
    _preferences: Preferences
    _announcer: Announcer
    _rivals: Rivals
    _notices: deque[Notice] = field(default_factory=deque)
    _task: asyncio.Task[None] | None = None
    _closed: bool = False

    def enqueue(self, notice: Notice) -> None:
        """Add `notice` to the queue, and start its task if none runs."""
        if self._closed:
            return
        self._notices.append(notice)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(
                self._apply_all(), name="what other processes tell"
            )

    async def close(self) -> None:
        """Cancel the task; queued notices are dropped."""
        self._closed = True
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _apply_all(self) -> None:
        while self._notices:
            notice = self._notices.popleft()
            try:
                await self._apply(notice)
            except StorageError as error:
                log.warning(
                    "what other processes have changed could not be read: %s", error
                )
                asyncio.get_running_loop().call_later(AGAIN, self.enqueue, MISSED)

    async def _apply(self, notice: Notice) -> None:
        table = TableId(notice.number)
        match notice.about:
            case About.CHANGED:
                await self._tables.invalidate(table)
                self._announcer.touch(table, elsewhere=True)
                self._rivals.touch(table)
            case About.SHOWN:
                self._announcer.note_answer(notice.number, notice.guild)
            case About.ANSWERED:
                self._announcer.touch(table)
            case About.PEOPLE:
                await self._tables.invalidate(table)
            case About.PERSON:
                self._preferences.evict(user=notice.number)
            case About.SERVER:
                self._preferences.evict(server=notice.number)
            case About.WOKEN:
                self._announcer.reannounce(LATE)
            case About.MISSED:
                self._preferences.evict()
                await self._tables.invalidate_all()
                await self._announcer.catch_up()
                await self._rivals.catch_up()
