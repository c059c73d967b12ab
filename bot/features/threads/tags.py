"""Tags of forum posts: the state of a table, and its game, where the forum has tags of these names.

A tag is recognised by its name in any language that Herald speaks, so that moderators can make tags themselves, and
nothing is stored. Tags that people have put on a post stay there.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TypeAlias

import discord
from cachetools import LRUCache

from bot.announce.sender import Sender
from bot.faces.components import (
    POST_TAGS,
    TAG,
    TAGS,
    shorten,
)
from bot.interactions.permissions import permission_names, permissions_at
from bot.sending.codes import is_passing
from bot.storage.records import Status, TableRecord
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.texts.fluent import Language, language, locales

Place: TypeAlias = discord.TextChannel | discord.ForumChannel

NEEDED = ("view_channel", "send_messages_in_threads")
"""The permissions for a thread of either, besides that to begin one."""


def place_of(guild: discord.Guild | None, channel: int | None) -> Place | None:
    """Return a channel or forum of `guild`; None if there is none of that id, or Discord hasn't reported it."""
    found = guild.get_channel(channel) if guild and channel else None
    if isinstance(found, discord.TextChannel | discord.ForumChannel):
        return found
    return None


def lacking(place: Place) -> list[str]:
    """Return the names of the permissions that Herald lacks to open tables at `place`."""
    begins = (
        "send_messages"
        if isinstance(place, discord.ForumChannel)
        else "create_public_threads"
    )
    granted = permissions_at(place)
    return [name for name in (*NEEDED, begins) if not getattr(granted, name)]


def wants_tag(place: Place) -> bool:
    """Tell whether `place` is a forum in which each post must have a tag."""
    return isinstance(place, discord.ForumChannel) and place.flags.require_tag


log = logging.getLogger(__name__)

STATES = {
    Status.LOBBY: "open",
    Status.PLAYING: "running",
    Status.OVER: "over",
    Status.ENDED: "over",
}
"""The key of a table's tag by its status; a table of another status keeps its tags."""
_refused: LRUCache[int, frozenset[int]] = LRUCache(1024)
"""The tags that Discord refused, by their post: the same ones aren't requested again."""


def tag_name(key: str, reader: Language) -> str:
    """Return the name of a tag by its `key`, a state or a game; a game's name ends before a bracket or colon."""
    name = reader.text(
        f"threads-tag-{key}" if key in STATES.values() else f"{key}-name"
    )
    return shorten(name.partition(" (")[0].partition(":")[0], TAG)


@cache
def _names(key: str) -> frozenset[str]:
    return frozenset(tag_name(key, language(each)).casefold() for each in locales())


def _find(forum: discord.ForumChannel, key: str) -> discord.ForumTag | None:
    """Return the tag of a state or game that Herald may put on a post; None if there is none."""
    may = permissions_at(forum).manage_threads
    tags = (each for each in forum.available_tags if may or not each.moderated)
    return next((each for each in tags if each.name.casefold() in _names(key)), None)


def tags_for(
    place: Place, table: TableRecord, others: Sequence[discord.ForumTag] = ()
) -> list[discord.ForumTag]:
    """Return the tags for a table's post: its state, the `others` already there, its game; none outside of forums."""
    if not isinstance(place, discord.ForumChannel):
        return []
    states = {name for key in STATES.values() for name in _names(key)}
    found = [
        _find(place, STATES[table.status]),
        *(each for each in others if each.name.casefold() not in states),
        _find(place, table.game),
    ]
    return list(dict.fromkeys(each for each in found if each))[:POST_TAGS]


def missing(
    forum: discord.ForumChannel, games: Iterable[str], reader: Language
) -> list[str]:
    """Return the names of the tags that `forum` lacks, as many as it has room for."""
    keys = [*dict.fromkeys(STATES.values()), *games]
    names = [tag_name(key, reader) for key in keys if _find(forum, key) is None]
    return names[: max(0, TAGS - len(forum.available_tags))]


async def show(sender: Sender, tables: Tables, table: Table) -> None:
    """Tag the post of a table by its state, if it is Herald's own and isn't tagged so already.

    Of several tables that had their turn in a post, the newest that isn't over counts. A refusal of Discord is logged;
    raise `discord.HTTPException` for a passing failure.
    """
    post = await _post(sender, table)
    if not isinstance(post, discord.Thread) or not isinstance(
        post.parent, discord.ForumChannel
    ):
        return
    if post.owner_id != sender.user or table.status not in STATES:
        return
    wanted = tags_for(post.parent, table.record, post.applied_tags)
    ids = frozenset(each.id for each in wanted)
    if ids == {each.id for each in post.applied_tags} or _refused.get(post.id) == ids:
        return
    if not wanted and wants_tag(post.parent):
        return

    live = await tables.storage.find(channel=table.channel)
    if table.id == max((each.id for each in live), default=table.id):
        await _tag(sender, post, wanted)


async def _post(sender: Sender, table: Table) -> object | None:
    """Return the channel of a table; one that discord.py doesn't know is fetched, since a post may be archived."""
    known = sender.channel(table.channel)
    if known or not sender.has_forum(table.guild):
        return known

    try:
        return await sender.fetch_channel(table.channel)
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        return None


async def _tag(
    sender: Sender, post: discord.Thread, wanted: Sequence[discord.ForumTag]
) -> None:
    try:
        await sender.set_tags(post, wanted)
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        _refused[post.id] = frozenset(each.id for each in wanted)
        log.info("a post of a table could not be tagged: %s", error)


MAKES_TAGS = "manage_channels"
"""The permission that it takes to make tags in a forum."""
KINDS = {
    discord.ChannelType.text.value: discord.TextChannel,
    discord.ChannelType.forum.value: discord.ForumChannel,
}
"""The kinds of channels that can be picked."""


def channel_lines(
    channel: int | None,
    place: Place | None,
    games: Iterable[str],
    public: Language,
    reader: Language,
) -> list[str]:
    """Return the lines on the channel of tables, and on lacking permissions; tags are named in `public`."""
    said = reader.text
    if channel is None:
        return [said("threads-off-now")]
    mention = f"<#{channel}>"
    if place is None:
        return [said("threads-gone-now", channel=mention)]
    lacks = lacking(place)
    if lacks:
        return [
            said(
                "threads-lacking-now",
                channel=mention,
                permissions=permission_names(lacks),
                count=len(lacks),
            )
        ]
    if isinstance(place, discord.TextChannel):
        return [said("threads-channel-now", channel=mention)]
    lines = [said("threads-forum-now", channel=mention)]
    untagged = tuple(missing(place, games, public))
    if untagged and not getattr(permissions_at(place), MAKES_TAGS):
        key = "threads-tagless" if wants_tag(place) else "threads-untagged"
        (permission,) = permission_names([MAKES_TAGS])
        lines.append(said(key, tags=untagged, permission=permission))

    return lines


def why_opened_here(channel: int, lacks: Sequence[str], reader: Language) -> str:
    """Return the reason why a table opens where it was asked for, though its server wants it in another channel."""
    return reader.text(
        "threads-here",
        channel=f"<#{channel}>",
        permissions=permission_names(lacks),
        count=len(lacks),
    )
