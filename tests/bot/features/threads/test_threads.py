"""A channel or forum for tables: each new table of a server has a thread or a post there, tagged as it goes."""

from __future__ import annotations

from typing import Any
from unittest.mock import AsyncMock, patch

import discord
import pytest
import simcord
from simcord.backend.models import Channel, Overwrite
from simcord.enums import OverwriteType

from bot.announce.announce_state import RETRY_AFTER
from bot.announce.sender import Sender
from bot.faces.components import TAGS
from bot.features.threads import ThreadChannel, ThreadDraft
from bot.host.connection_errors import Throttled
from bot.storage.port import StorageError
from bot.storage.records import Server, Status
from tests.bot.party import Party, status_of
from tests.bot.secrecy import faults
from tests.bot.sentences import assert_said, assert_tells, said
from tests.bot.server import Answer, Evening, Guest, text, verbs, warden, words
from tests.bot.tongues import Say

pytestmark = pytest.mark.seed(5)
UNSIGNED = {"emoji_id": None, "emoji_name": None}
LIMITED = patch.object(Sender, "set_tags", AsyncMock(side_effect=Throttled))
"""Lets Discord ask for fewer changes of threads."""
RUNNING, OVER = words("threads-tag-running"), words("threads-tag-over")


async def forum(court: Evening, *names: str, place: simcord.ChannelHandle | None = None) -> simcord.ChannelHandle:
    """Return a forum with tags of these names: a new one, unless one is named."""
    made = place or court.server.create_forum_channel("tables")
    tags = [{"id": str(court.env.backend.snowflake()), "name": name, "moderated": False, **UNSIGNED} for name in names]
    court.env.backend.edit_channel(made.id, {"available_tags": tags})
    await court.settle()
    return made


async def choose(court: Evening, place: simcord.ChannelHandle | None) -> Answer:
    """Let whoever manages the server pick a place for tables in its settings, or none; return what that shows."""
    return await warden(court).govern(channel=[place] if place else [])


async def deny(court: Evening, place: simcord.ChannelHandle, *names: str) -> None:
    """Take permissions in a place from the bot."""
    me, lacking = court.bot.user, discord.Permissions(**dict.fromkeys(names, True))
    assert me is not None
    court.env.backend.set_overwrite(
        place.id, Overwrite(target_id=me.id, type=OverwriteType.MEMBER, allow=0, deny=lacking.value)
    )
    await court.settle()


def threads(court: Evening, place: simcord.ChannelHandle) -> list[Channel]:
    """Return the threads or posts of a place, oldest first."""
    found = [each for each in court.env.backend.channels.values() if each.parent_id == place.id]
    return sorted(found, key=lambda each: each.id)


def tags(court: Evening, post: Channel) -> set[str]:
    """Return the names of a post's tags."""
    backend = court.env.backend
    names = {int(each["id"]): each["name"] for each in backend.get_channel(post.parent_id or 0).available_tags}
    return {names[each] for each in backend.get_channel(post.id).applied_tags}


async def opened(court: Evening, place: simcord.ChannelHandle, *guests: Guest, game: str = "fortheking") -> Channel:
    """Let people open a table that has its thread or post there, the others join and, if there are any, begin."""
    opener, *others = guests
    await opener.command(f"newgame {game}")
    (post,) = threads(court, place)
    if others:
        await begin(post, opener, *others)
    await court.settle()
    return post


async def begin(post: Channel, opener: Guest, *others: Guest) -> None:
    """Let people join the table of a thread or post, and its opener begin."""
    court = opener.evening
    for guest in others:
        await guest.press("join", court.board(post.id))
    await opener.press("start", court.board(post.id))
    await court.settle()


async def test_a_table_of_three_plays_in_a_forum(court: Evening, says: Say) -> None:
    """All of it in its post, which is tagged open, running and over, in the server's language."""
    guests, place = court.guests[:3], await forum(court)
    await choose(court, place)
    state = {key: says(f"threads-tag-{key}") for key in ("open", "running", "over")}
    game = says("oriflamme-name").partition(":")[0]

    answer = await guests[0].command("newgame oriflamme")
    (post,) = threads(court, place)
    assert f"<#{post.id}>" in answer.private
    assert tags(court, post) == {state["open"], game}
    await begin(post, *guests)
    assert tags(court, post) == {state["running"], game}
    there = simcord.ChannelHandle(court.env, court.server, post)
    await guests[0].press("end", await guests[0].command("table end", there))
    await court.settle()

    assert tags(court, post) == {state["over"], game}
    assert not court.public()


async def test_a_text_channel_gives_each_table_a_thread(court: Evening, ann: Guest, bo: Guest) -> None:
    """And takes none any more once that is switched off; a table that runs goes on where it is."""
    place = court.server.create_text_channel("games")
    await assert_tells("threads-channel-now", choose(court, place))
    thread = await opened(court, place, ann)

    shown = await choose(court, None)
    await begin(thread, ann, bo)
    await ann.command("newgame fortheking")

    assert said("threads-off-now", shown.text)
    assert await status_of(court, 1) is Status.PLAYING
    assert (await court.table(1)).channel == thread.id
    assert (await court.table(2)).channel == court.channel.id
    assert threads(court, place) == [thread]


@pytest.mark.quick
async def test_channel_that_has_no_threads_is_not_chosen(court: Evening) -> None:
    """A forged press keeps nothing."""
    guard = warden(court)
    panel = await guard.command("settings server")

    await assert_said("refused-unknown", guard.forge("chosen:server:here", panel, fields={"channel": ["1"]}))
    assert (await court.storage.choice(ThreadChannel, court.server.id)).channel is None


@pytest.mark.parametrize("lost", ["before", "after"])
async def test_without_permissions_a_table_opens_as_ever(court: Evening, ann: Guest, says: Say, lost: str) -> None:
    """One sentence says what is missing, whether that was so when the place was chosen or not."""
    place = await forum(court)
    if lost == "before":
        await deny(court, place, "send_messages")
    shown = await choose(court, place)
    await deny(court, place, "send_messages")

    answer = await ann.command("newgame oriflamme")

    told = [text(each) for each in court.messages() if each.is_ephemeral]
    name = says("permission-send-messages")
    sentence = says("threads-here", channel=f"<#{place.id}>", permissions=(name,), count=1)
    assert sentence in told
    assert answer.given
    assert (await court.table()).channel == court.channel.id
    assert "join" in verbs(court.board())
    assert not threads(court, place)
    assert (name in shown.text) is (lost == "before")


async def test_a_forum_that_is_deleted_lets_its_tables_rest(court: Evening) -> None:
    """`/table resume` leads them on; new ones open as ever, which the opener and the settings are told."""
    guests, place = court.guests[:3], await forum(court)
    await choose(court, place)
    post = await opened(court, place, *guests, game="oriflamme")
    party = Party(guests, 5, channel=post.id)
    await party.play(3)

    # Discord tells of the forum alone, and its posts are gone with it.
    del court.env.backend.channels[post.id]
    court.env.backend.delete_channel(place.id)
    await court.settle()
    await court.later(minutes=3)
    assert await status_of(court) is Status.SUSPENDED
    await guests[1].command("table resume")
    party.channel = court.channel.id
    party.views.clear()
    await party.play(3)
    await guests[0].command("newgame oriflamme")

    assert (await court.table(2)).channel == court.channel.id
    assert any(said("threads-here", text(each)) for each in court.messages() if each.is_ephemeral)
    assert said("threads-gone-now", (await warden(court).command("settings server")).text)
    assert not await faults(court)


async def test_a_stop_between_post_and_table_leaves_no_second_post(
    court: Evening, ann: Guest, monkeypatch: pytest.MonkeyPatch, errors: pytest.LogCaptureFixture
) -> None:
    """Whoever types the command again after a start gets one post: what was left behind goes first."""
    del errors
    place = await forum(court)
    await choose(court, place)

    async def dies(*_: Any, **__: Any) -> None:
        raise StorageError("storage-full", path="herald.db")

    with monkeypatch.context() as patch:
        patch.setattr(court.storage, "create", dies)
        patch.setattr("bot.interactions.permissions.remove_thread", dies)
        patch.setattr(court.storage, "store_choices", _never_taken_back(court))
        await ann.command("newgame oriflamme")
    (left,) = threads(court, place)
    await court.restart()
    await ann.command("newgame oriflamme")

    (post,) = threads(court, place)
    assert post.id != left.id
    assert (await court.table()).channel == post.id
    assert not await court.storage.choices(ThreadDraft)


def _never_taken_back(court: Evening) -> Any:
    """Return what keeps all choices, but takes no draft back: the process has died before that."""
    keep = court.storage.store_choices

    async def kept(choice: Any) -> None:
        if isinstance(choice, ThreadDraft) and choice.channel is None:
            raise StorageError("storage-full", path="herald.db")
        await keep(choice)

    return kept


async def test_tags_go_only_where_herald_may_tag(court: Evening, ann: Guest, bo: Guest) -> None:
    """Where it may make none, it uses what there is by these names, in any language; what people put there stays."""
    place = await forum(court, "Відкрито", "running", "Friday")
    await deny(court, place, "manage_channels")
    shown = await choose(court, place)
    post = await opened(court, place, ann)
    before = tags(court, post)
    friday = next(int(each["id"]) for each in court.env.backend.get_channel(place.id).available_tags[2:])
    court.env.backend.edit_channel(post.id, {"applied_tags": [*post.applied_tags, friday]})

    await begin(post, ann, bo)

    assert said("threads-untagged", shown.text)
    assert before == {"Відкрито"}
    # This Discord lets nobody tag who may not manage channels; the real one lets whoever made the post.
    assert tags(court, post) == {"Відкрито", "Friday"}
    assert await status_of(court) is Status.PLAYING


async def test_a_forum_that_wants_tags_opens_nothing_without_any(
    court: Evening, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until somebody has made one of the names that the settings tell."""
    wanting = property(lambda _: discord.flags.ChannelFlags(require_tag=True))
    monkeypatch.setattr(discord.ForumChannel, "flags", wanting)
    place = await forum(court)
    await deny(court, place, "manage_channels")
    shown = await choose(court, place)

    await ann.command("newgame fortheking")
    await forum(court, "Open", place=place)
    await court.guests[1].command("newgame fortheking")

    (post,) = threads(court, place)
    assert said("threads-tagless", shown.text)
    assert (await court.table(1)).channel == court.channel.id
    assert (await court.table(2)).channel == post.id
    assert tags(court, post) == {"Open"}


async def test_a_tag_that_waits_keeps_no_message_back(court: Evening, ann: Guest, bo: Guest) -> None:
    """Where Discord asks for fewer changes of a thread, the game goes on, and the tag comes later."""
    place = await forum(court)
    await choose(court, place)
    post = await opened(court, place, ann)

    with LIMITED:
        await begin(post, ann, bo)
        assert words("threads-tag-open") in tags(court, post)
        assert "play" in verbs(court.board(post.id))
    await court.later(seconds=RETRY_AFTER[0])
    await court.settle()

    assert RUNNING in tags(court, post)


async def test_a_full_forum_gets_as_many_tags_as_fit(court: Evening, ann: Guest) -> None:
    """A post that can't be tagged as it should is played like any other."""
    place = await forum(court, *(f"tag {number}" for number in range(TAGS - 1)))
    await choose(court, place)
    names = [each["name"] for each in court.env.backend.get_channel(place.id).available_tags]
    assert names[TAGS - 1 :] == [words("threads-tag-open")]

    post = await opened(court, place, ann)
    assert tags(court, post) == {words("threads-tag-open")}


async def running(court: Evening) -> tuple[simcord.ChannelHandle, Channel]:
    """Return a forum, and the post in which a table runs."""
    place = await forum(court)
    await choose(court, place)
    # A picture that comes late would be one more change of a message.
    await court.bot.preferences.change(Server, court.server.id, pictures=False)
    return place, await opened(court, place, *court.guests[:2])
