"""The loopback Discord holds a real discord.py bot to Discord's rules."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass
from io import BytesIO

import discord
import pytest
from discord import PartialMessageable, ui

from tests.loopback.minibot import MiniBot, running
from tests.loopback.people import Person, Unanswered
from tests.loopback.records import Channel, Interaction, Message
from tests.loopback.server import Loopback


@dataclass
class Stage:
    """A running bot, the channel as it knows it and as it is, two people and the board that the bot has posted."""

    discord: Loopback
    bot: MiniBot
    place: PartialMessageable
    hall: Channel
    ann: Person
    bo: Person
    board: Message


def view(label: str) -> ui.View:
    """Return a button."""
    return ui.View(timeout=None).add_item(ui.Button(label=label, custom_id=label.lower()))


@pytest.fixture
async def stage(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """Set the stage."""
    async with Loopback() as loopback:
        hall = loopback.open_channel("hall")
        ann, bo = loopback.person("Ann"), loopback.person("Bo")
        async with running(loopback, monkeypatch) as bot:
            place = bot.get_partial_messageable(hall.id)
            await place.send("A table", view=view("Private"))
            yield Stage(loopback, bot, place, hall, ann, bo, hall.messages[0])


async def press(stage: Stage, message: Message, label: str) -> tuple[Interaction, discord.Interaction]:
    """Let Ann press a button; return that, and what the bot has to answer."""
    return await stage.ann.begin_click(message, label), await stage.bot.clicks.get()


async def refused(sending: Awaitable[object]) -> int:
    """Return the error code with which a message is refused."""
    with pytest.raises(discord.HTTPException) as caught:
        await sending
    return caught.value.code


async def test_a_private_answer_is_seen_and_edited_by_one_person_only(stage: Stage) -> None:
    """An ephemeral message is not in the channel, is no message of it, and is edited by a click inside it."""
    begun, click = await press(stage, stage.board, "Private")
    await click.response.send_message("A hand.", view=view("Next"), ephemeral=True)
    hand = await stage.ann.wait(begun)
    assert hand.private
    assert (stage.ann.ephemerals, stage.bo.ephemerals) == ([hand.message], [])
    assert hand.message not in stage.hall.messages
    begun, click = await press(stage, hand.message, "Next")
    await click.response.edit_message(content="The next hand.", view=None)
    after = await stage.ann.wait(begun)
    assert (after.message, after.text) == (hand.message, "The next hand.")
    with pytest.raises(AssertionError, match="cannot see"):
        await stage.bo.click(hand.message, "next")
    assert await refused(stage.place.get_partial_message(hand.message.id).delete()) == 10008


async def test_second_and_late_answers_are_refused(stage: Stage) -> None:
    """Error 40060, and only one message is there; error 10062 after three seconds, unless a test shortens them."""
    _, click = await press(stage, stage.board, "Private")
    answers = (click.response.send_message(words, ephemeral=True) for words in ("One.", "Two."))
    await asyncio.gather(*answers, return_exceptions=True)
    assert len(stage.ann.ephemerals) == 1
    assert stage.discord.world.answer_within == 3.0
    stage.discord.world.answer_within = 0.0
    begun, click = await press(stage, stage.board, "Private")
    assert await refused(click.response.defer()) == 10062
    assert stage.discord.errors == [40060, 10062]
    with pytest.raises(Unanswered, match=r"click on Private by Ann in hall: no answer in 0\.05 s"):
        await stage.ann.wait(begun, 0.05)


async def test_a_lost_answer_leaves_the_message_and_its_nonce_behind(stage: Stage) -> None:
    """A 502 after the effect: discord.py posts again, the nonce keeps it from appearing twice, and from pinging again.

    Only who is allowed is notified, never everyone.
    """
    stage.discord.fail("POST", "/messages$", 502, lost=True)
    allowed = discord.AllowedMentions(users=[discord.Object(stage.ann.id)], everyone=False, roles=False)
    words = f"{stage.ann.user.mention} {stage.bo.user.mention} @everyone"
    sent = await stage.place.send(words, nonce="t1r2", allowed_mentions=allowed)
    _, post = stage.hall.messages
    assert post.id == sent.id
    assert stage.discord.count("POST", "/messages$") == 3, "the board, and the post twice"
    assert stage.discord.pings(stage.ann) == [post]
    assert not stage.discord.pings(stage.bo)
    assert not post.everyone


async def test_broken_limits_are_refused(stage: Stage) -> None:
    """Errors 50006 and 50035, also of what discord.py lets through; tests of what is sent know each limit.

    A message has the files that it kept in an edit, those that came with it, and no others.
    """
    assert await refused(stage.place.send("")) == 50006
    fits, breaks = (ui.LayoutView().add_item(ui.Container(ui.TextDisplay("x" * size))) for size in (4000, 4001))
    await stage.place.send(view=fits)
    assert await refused(stage.place.send(view=breaks)) == 50035
    files = [discord.File(BytesIO(b"rose"), f"{name}.png", description="A rose") for name in "abc"]
    sent = await stage.place.send("Two.", files=files[:2])
    first, kept = sent.attachments
    await sent.edit(content="Still two.")
    await sent.edit(attachments=[kept, files[2]])
    assert [each["filename"] for each in stage.hall.messages[-1].attachments] == ["b.png", "c.png"]
    assert await refused(sent.edit(attachments=[first])) == 50035


async def test_nobody_reaches_what_is_not_there(stage: Stage) -> None:
    """Error 10008; and people's driver fails loudly instead of sending what no client could send."""
    with pytest.raises(AssertionError, match="0 buttons fit 'Absent'"):
        await stage.ann.click(stage.board, "Absent")
    with pytest.raises(AssertionError, match="no 'absent' among"):
        await stage.ann.slash(stage.hall, "absent")
    await stage.ann.begin_click(stage.board, "absent", forged=True)
    assert (await stage.bot.clicks.get()).data == {"custom_id": "absent", "component_type": 2, "id": 1}
    stage.board.deleted = True
    board = stage.place.get_partial_message(stage.board.id)
    assert await refused(board.edit(content="Hello.")) == 10008
