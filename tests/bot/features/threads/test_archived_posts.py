"""Posts that are archived while their table rests: their tag says how the table stands all the same."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.backend import errors as discord_errors
from simcord.backend.models import Channel, Message

from bot.sending.codes import ARCHIVED
from tests.bot.clocked import shown
from tests.bot.features.threads.test_threads import LIMITED, OVER, RUNNING, deny, running, tags, threads
from tests.bot.party import FIRST, Party
from tests.bot.server import Evening, words

pytestmark = pytest.mark.seed(5)
LOCKED = 160005


@pytest.fixture
def strict(court: Evening, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """Return an evening whose Discord minds archives as the real one does.

    A message opens an archived post; no other change of one is taken that doesn't, nor of its messages. Who may not
    manage threads changes nothing of a locked one.
    """
    backend = court.env.backend
    edit_channel, commit_message, edit_message = backend.edit_channel, backend.commit_message, backend.edit_message

    def check(channel: int, *, opens: bool) -> None:
        state = backend.get_channel(channel).thread_metadata
        if state and state.archived and not opens:
            raise discord_errors.BackendError(400, ARCHIVED, "Thread is archived")
        if state and state.locked and not may_manage(court, channel):
            raise discord_errors.BackendError(403, LOCKED, "Thread is locked")

    def edit(channel: int, changes: Any, *, thread_metadata: Any = None, **more: Any) -> Any:
        check(channel, opens=not changes or (thread_metadata or {}).get("archived") is False)
        return edit_channel(channel, changes, thread_metadata=thread_metadata, **more)

    def commit(message: Message, **more: Any) -> Any:
        check(message.channel_id, opens=True)
        if archived(backend.get_channel(message.channel_id)):
            edit_channel(message.channel_id, {}, thread_metadata={"archived": False})
        return commit_message(message, **more)

    def change(channel: int, message: int, fields: Any) -> Any:
        check(channel, opens=False)
        return edit_message(channel, message, fields)

    monkeypatch.setattr(backend, "edit_channel", edit)
    monkeypatch.setattr(backend, "edit_message", change)
    monkeypatch.setattr(backend, "commit_message", commit)
    return court


def may_manage(court: Evening, post: int) -> bool:
    """Tell whether Herald may manage the threads where a post is."""
    place = court.env.backend.get_channel(post).parent_id
    known = court.bot.get_channel(place or 0)
    return isinstance(known, discord.ForumChannel) and known.permissions_for(known.guild.me).manage_threads


async def archive(court: Evening, post: Channel, **state: bool) -> None:
    """Let a post be archived, and more besides."""
    assert post.thread_metadata is not None
    for name, value in {"archived": True, **state}.items():
        setattr(post.thread_metadata, name, value)
    court.env.backend.announce_channel_update(post.id)
    await court.settle()
    assert court.bot.get_channel(post.id) is None


async def finish(court: Evening, post: Channel) -> None:
    """Play the game to its end, whatever can be pressed in its post."""
    await Party(court.guests[:2], 5, channel=post.id).rush(0)
    await shown(court)


def archived(post: Channel) -> bool:
    """Tell whether a post is archived."""
    return post.thread_metadata is not None and post.thread_metadata.archived


async def test_a_game_that_ends_in_an_archived_post_is_over(strict: Evening) -> None:
    """Its last message opens the post, which stays open and is tagged; nobody is pinged.

    A rematch stays there: the post is tagged as the newer table stands, once that is open.
    """
    place, post = await running(strict)
    await archive(strict, post)
    pings = len(strict.pings(post.id))

    await finish(strict, post)

    assert tags(strict, post) == {OVER, "For the King"}
    assert not archived(post)
    assert len(strict.pings(post.id)) == pings

    await strict.guests[0].press("rematch", strict.board(post.id))
    await strict.settle()

    assert threads(strict, place) == [strict.env.backend.get_channel(post.id)]
    assert tags(strict, post) == {words("threads-tag-open"), "For the King"}


async def test_a_tag_that_comes_late_leaves_its_post_archived(strict: Evening) -> None:
    """Nothing is posted with it."""
    _, post = await running(strict)

    with LIMITED:
        await finish(strict, post)
        # Once more, by when nothing is left to be edited.
        strict.bot.announcer.touch(FIRST)
        await shown(strict)
    assert RUNNING in tags(strict, post)
    await archive(strict, post)
    posted = len(strict.public(post.id))
    strict.bot.announcer.touch(FIRST)
    await shown(strict)

    assert OVER in tags(strict, post)
    assert archived(post)
    assert len(strict.public(post.id)) == posted


async def test_a_locked_post_is_tagged_once_it_is_unlocked(strict: Evening) -> None:
    """Where Herald may not manage threads nothing of it can be changed, and the table waits until Discord tells."""
    place, post = await running(strict)
    await deny(strict, place, "manage_threads")
    await archive(strict, post, locked=True)

    await Party(strict.guests[:2], 5, channel=post.id).rush(0)
    await strict.later(minutes=2)
    before = tags(strict, post), archived(post)
    assert post.thread_metadata is not None
    post.thread_metadata.locked = False
    strict.env.backend.announce_channel_update(post.id)
    await strict.settle()

    assert before == ({RUNNING, "For the King"}, True)
    assert tags(strict, post) == {OVER, "For the King"}
    assert not archived(post)
