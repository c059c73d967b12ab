"""Channel permissions that a table needs, and the thread that a new table can have.

A thread is made before its table is stored, and removed again if the table can't be.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import discord

from bot.faces.components import THREAD_NAME, shorten
from bot.interactions.request import Request
from bot.sending.codes import (
    NO_ACCESS,
    NO_PERMISSION,
    TOO_MANY_ANNOUNCEMENT_THREADS,
    TOO_MANY_THREADS,
    UNKNOWN_CHANNEL,
)
from bot.storage.records import TableRecord
from bot.tables.refusals import NoThread
from bot.texts.names import plain_name
from engine.errors import Refused
from engine.frozen import replace
from engine.scene import Text, say

NAMES = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "embed_links",
    "attach_files",
    "read_message_history",
)
"""The permissions that Herald asks for when it is invited, by discord.py's names."""


def missing_permissions(
    granted: discord.Permissions, *, in_thread: bool, opens_thread: bool
) -> list[str]:
    """Return the names of the permissions that a table needs here and that aren't `granted`."""
    needed = ["view_channel", "send_messages"]
    if in_thread or opens_thread:
        needed[1] = "send_messages_in_threads"
    if opens_thread:
        needed.append("create_public_threads")
    return [name for name in needed if not getattr(granted, name)]


def permissions_at(
    place: discord.abc.GuildChannel | discord.Thread,
) -> discord.Permissions:
    """Return Herald's permissions at `place`; all of them while its own roles aren't known."""
    me = place.guild.me
    return discord.Permissions.all() if me is None else place.permissions_for(me)


def may_see(
    place: discord.abc.GuildChannel | discord.Thread,
    viewer: discord.Member | discord.Role,
) -> bool:
    """Tell whether `viewer` may see `place`; a private thread counts as hidden."""
    if isinstance(place, discord.Thread) and (
        place.is_private() or place.parent is None
    ):
        return False
    return place.permissions_for(viewer).view_channel


def require_permissions(
    interaction: discord.Interaction[Any], *, opens_thread: bool = False
) -> None:
    """Raise `Refused` unless Herald has all that a table needs in the channel of `interaction`."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    lacking = missing_permissions(
        interaction.app_permissions,
        in_thread=in_thread,
        opens_thread=opens_thread,
    )
    if lacking:
        raise Refused(
            "refused-permissions",
            permissions=permission_names(lacking),
            count=len(lacking),
        )


def permission_names(names: Iterable[str]) -> tuple[Text, ...]:
    """Return the names of permissions as people know them, from Discord's settings."""
    return tuple(say(f"permission-{name.replace('_', '-')}") for name in names)


NO_THREAD = {
    UNKNOWN_CHANNEL: "refused-channel-gone",
    NO_ACCESS: NoThread.key,
    NO_PERMISSION: NoThread.key,
    TOO_MANY_THREADS: "refused-many-threads",
    TOO_MANY_ANNOUNCEMENT_THREADS: "refused-many-threads",
}
"""The key of `NoThread` for each code of Discord's errors with which it makes no thread."""
NOWHERE = 0
"""The channel of a table whose thread isn't made yet."""
WEEK: Final = 10080
"""Minutes until a quiet thread is archived: the longest that Discord has."""

Making = Callable[[str], Awaitable[discord.Thread]]
"""Makes a thread of the name it is given, or raises `discord.HTTPException`."""


@asynccontextmanager
async def table_thread(
    request: Request, table: TableRecord, make: Making
) -> AsyncIterator[int]:
    """Make a public thread for the new `table` by `make`, and yield its id; raise `NoThread`.

    It is removed if the block raises, since then the table wasn't stored.
    """
    # No thread is made for a table that is refused; how many there are in the channel doesn't matter to a thread.
    services = request.services
    anywhere = replace(table, channel=NOWHERE)
    await services.tables.check_open(anywhere)
    public = await services.audience.language(table.guild)
    game = say(f"{table.game}-name")
    player = plain_name(request.sitter.name)
    name = public.text("thread-name", game=game, player=player)
    try:
        made = await make(shorten(name, THREAD_NAME))
    except discord.HTTPException as error:
        if error.code in NO_THREAD:
            raise NoThread(NO_THREAD[error.code]) from None
        raise

    try:
        yield made.id
    except BaseException:
        await remove_thread(made)
        raise


async def make_thread(channel: object, name: str) -> discord.Thread:
    """Make a thread called `name` in `channel`; raise `Refused` unless that is for text or announcements."""
    if not isinstance(channel, discord.TextChannel):
        raise Refused("refused-elsewhere")
    kinds = discord.ChannelType
    return await channel.create_thread(
        name=name,
        type=kinds.news_thread if channel.is_news() else kinds.public_thread,
        auto_archive_duration=WEEK,
    )


async def remove_thread(thread: discord.Thread) -> None:
    """Delete `thread`, to which no table came; archive it where Herald may not delete it."""
    try:
        await thread.delete()
    except discord.HTTPException:
        with suppress(discord.HTTPException):
            await thread.edit(archived=True)
