"""The real bot in a forum, over the socket: each table has a post there, which is tagged as the table stands."""

from __future__ import annotations

import pytest

from bench.recorder import verb
from tests.loopback.records import Channel, Message
from tests.loopback.server import Loopback
from tests.process.process import Bot

pytestmark = pytest.mark.slow

MANAGE_SERVER = 1 << 5
SECONDS = 20.0


def tags(post: Channel) -> set[str]:
    """Return the names of a post's tags."""
    assert post.parent is not None
    return {tag["name"] for tag in post.parent.tags if tag["id"] in post.applied}


def posts(discord: Loopback, forum: Channel) -> list[Channel]:
    """Return the posts of a forum."""
    return [each for each in discord.world.channels.values() if each.parent is forum]


def newest(post: Channel, does: str) -> Message | None:
    """Return the newest message of a post with a button that does something."""
    found = (each for each in post.messages if does in map(verb, each.buttons))
    return max(found, key=lambda each: each.id, default=None)


async def test_post_is_tagged_open_running_and_over(discord: Loopback, bot: Bot) -> None:
    """From the dialog in which the forum is chosen, which makes the tags, to the end of the table."""
    hall, forum = discord.open_channel("hall"), discord.open_forum("tables")
    olga, ann, bo = discord.person("Olga", MANAGE_SERVER), discord.person("Ann"), discord.person("Bo")
    await bot.start()
    await discord.until(lambda: discord.world.commands, SECONDS)

    page = await olga.slash(hall, "settings server")
    dialog = await olga.click(page.message, custom_id="server:here")
    await olga.submit(dialog, {"channel": [str(forum.id)]})
    assert {tag["name"] for tag in forum.tags} == {"Open", "Running", "Over", "For the King", "Oriflamme"}

    answer = await ann.slash(hall, "newgame fortheking")
    await discord.until(lambda: posts(discord, forum), SECONDS)
    (post,) = posts(discord, forum)
    await discord.until(lambda: newest(post, "join"), SECONDS)
    assert tags(post) == {"Open", "For the King"}
    await discord.until(lambda: f"<#{post.id}>" in answer.text, SECONDS)

    await bo.click(lobby := _shown(newest(post, "join")), "Join")
    await ann.click(lobby, "Start")
    await discord.until(lambda: tags(post) == {"Running", "For the King"}, SECONDS)
    end = await ann.slash(post, "table end")
    await ann.click(end.message, "End the table")
    await discord.until(lambda: tags(post) == {"Over", "For the King"}, SECONDS)

    assert not hall.messages
    assert not discord.errors


def _shown(message: Message | None) -> Message:
    assert message is not None
    return message
