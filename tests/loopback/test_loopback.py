"""The loopback Discord holds a real discord.py bot to Discord's rules."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Sequence
from dataclasses import dataclass

import aiohttp
import discord
import pytest
from discord import PartialMessageable

from tests.loopback.components import V2, Json
from tests.loopback.gateway import AUTHENTICATION_FAILED, HELLO, IDENTIFY, INVALID, RESUME
from tests.loopback.minibot import Board, MiniBot, Picture, file, running
from tests.loopback.people import Person, Unanswered
from tests.loopback.records import SEND, ApiError, Channel, Message, Upload
from tests.loopback.server import Loopback


@dataclass
class Stage:
    """A running bot, a channel, two people and the board that the first one opened."""

    discord: Loopback
    bot: MiniBot
    hall: Channel
    ann: Person
    bo: Person
    board: Message

    @property
    def place(self) -> PartialMessageable:
        """Return the channel as the bot knows it."""
        return self.bot.get_partial_messageable(self.hall.id)


@pytest.fixture
async def stage(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """Set the stage."""
    async with Loopback() as loopback:
        hall = loopback.open_channel("hall")
        ann, bo = loopback.person("Ann"), loopback.person("Bo")
        async with running(loopback, monkeypatch) as bot:
            answer = await ann.slash(hall, "table")
            yield Stage(loopback, bot, hall, ann, bo, answer.message)


def shown(message: Message) -> list[tuple[str, int, str]]:
    """Return the files of a message: names, sizes and descriptions."""
    return [(item["filename"], item["size"], item["description"]) for item in message.attachments]


async def refused(sending: Awaitable[object]) -> int:
    """Return the error code with which a message is refused."""
    with pytest.raises(discord.HTTPException) as caught:
        await sending
    return caught.value.code


async def test_a_private_answer_is_seen_and_edited_by_one_person_only(stage: Stage) -> None:
    """An ephemeral message is not in the channel, not fetchable, and edited by a click inside it."""
    hand = await stage.ann.click(stage.board, "Private")
    assert hand.private
    assert stage.ann.ephemerals == [hand.message]
    assert stage.bo.ephemerals == []
    assert hand.message not in stage.hall.messages
    after = await stage.ann.click(hand.message, "Next")
    assert (after.message, after.text) == (hand.message, "The next hand.")
    with pytest.raises(AssertionError, match="cannot see"):
        await stage.bo.click(hand.message, custom_id="next")
    with pytest.raises(discord.NotFound):
        await stage.place.fetch_message(hand.message.id)


async def test_a_deferred_answer_is_filled_in_later(stage: Stage) -> None:
    """Callback type 5, PATCH @original, a follow-up; all private."""
    answer = await stage.ann.slash(stage.hall, "think")
    assert (answer.kind, answer.private) == (5, True)
    await stage.discord.until(lambda: answer.text == "Thought.\nAnd more.")
    assert len(stage.ann.ephemerals) == 2
    assert stage.hall.messages == [stage.board]


async def test_a_second_answer_is_refused(stage: Stage) -> None:
    """Error 40060, and only one message is there."""
    await stage.ann.click(stage.board, "Twice")
    await stage.discord.until(lambda: stage.discord.errors == [40060])
    assert len(stage.ann.ephemerals) == 1


async def test_a_late_answer_is_refused(stage: Stage) -> None:
    """Error 10062 after the time to answer, which is three seconds unless a test shortens it."""
    assert stage.discord.world.answer_within == 3.0
    stage.discord.world.answer_within = 0.1
    begun = await stage.ann.begin_slash(stage.hall, "late")
    await stage.discord.until(lambda: stage.discord.count("POST", "callback") == 2)
    with pytest.raises(Unanswered, match=r"/late by Ann in hall: no answer in 0\.05 s"):
        await stage.ann.wait(begun, 0.05)
    assert stage.discord.errors == [10062]


async def test_an_unknown_session_is_invalid_and_a_wrong_token_closes() -> None:
    """RESUME of a session that nobody began: opcode 9; IDENTIFY with another token: close code 4004."""
    async with (
        Loopback() as loopback,
        aiohttp.ClientSession() as client,
        client.ws_connect(loopback.gateway.url) as socket,
    ):
        assert (await socket.receive_json())["op"] == HELLO
        await socket.send_json({"op": RESUME, "d": {"session_id": "gone", "token": loopback.token, "seq": 1}})
        assert (await socket.receive_json()) == {"op": INVALID, "s": None, "t": None, "d": False}
        await socket.send_json({"op": IDENTIFY, "d": {"token": "another"}})
        assert (await socket.receive()).data == AUTHENTICATION_FAILED


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
    assert stage.discord.count("POST", "/messages$") == 2
    assert stage.discord.world.repeats == stage.discord.pings(stage.ann) == [post]
    assert not stage.discord.pings(stage.bo)
    assert not post.everyone


async def test_broken_limits_are_refused(stage: Stage) -> None:
    """Errors 50006 and 50035, also of what discord.py lets through; texts are counted once, however deep they are."""
    twins = discord.ui.View(timeout=None)
    for label in ("One", "Two"):
        twins.add_item(discord.ui.Button(label=label, custom_id="same"))
    assert await refused(stage.place.send("")) == 50006
    await stage.place.send(view=Board("x" * 4000))
    for sending in (
        stage.place.send("x" * 2001),
        stage.place.send("Twins.", view=twins),
        stage.place.send(view=Board("x" * 4001)),
        stage.place.send(view=Picture("a.png", "A rose")),
    ):
        assert await refused(sending) == 50035


async def test_what_is_closed_to_the_bot_is_refused(stage: Stage) -> None:
    """Errors 50013, 10008 and 50007."""
    ann = await stage.bot.fetch_user(stage.ann.id)
    await ann.send("Your turn.")
    assert [message.text for message in stage.ann.dms] == ["Your turn."]
    stage.hall.denied, stage.board.deleted, stage.ann.user.dms_open = SEND, True, False
    board = stage.place.get_partial_message(stage.board.id)
    assert await refused(stage.place.send("Hello.")) == 50013
    assert await refused(board.edit(content="Hello.")) == 10008
    assert await refused(ann.send("Your turn.")) == 50007


async def test_a_message_keeps_the_files_that_come_with_it(stage: Stage) -> None:
    """Multipart: payload_json and files[n]; name, size and description, and an edit that drops one and adds one."""
    sent = await stage.place.send("Two.", files=[file("a.png", b"rose", "Rose"), file("b.png", b"moon", "Moon")])
    post = stage.hall.messages[-1]
    assert shown(post) == [("a.png", 4, "Rose"), ("b.png", 4, "Moon")]
    await sent.edit(content="Still two.")
    assert shown(post) == [("a.png", 4, "Rose"), ("b.png", 4, "Moon")]
    await sent.edit(attachments=[sent.attachments[1], file("c.png", b"a lion", "Lion")])
    assert shown(post) == [("b.png", 4, "Moon"), ("c.png", 6, "Lion")]
    assert post.files == {"b.png": b"moon", "c.png": b"a lion"}


async def test_a_file_arrives_whole_however_its_bytes_are_split(stage: Stage) -> None:
    """A packet shorter than what parts the parts, and more after it than is read at once."""
    head = (
        '--x-x-x-x\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{"content": "Late."}\r\n'
        '--x-x-x-x\r\nContent-Disposition: form-data; name="files[0]"; filename="a.png"\r\n\r\n'
    )

    async def packets() -> AsyncIterator[bytes]:
        for packet in (head.encode() + b"r" * 100, b"os", b"e" * 20_000 + b"\r\n--x-x-x-x--\r\n"):
            yield packet
            await asyncio.sleep(0.01)

    sent = {"Authorization": f"Bot {stage.discord.token}", "Content-Type": "multipart/form-data; boundary=x-x-x-x"}
    url = f"{stage.discord.url}/channels/{stage.hall.id}/messages"
    async with aiohttp.ClientSession() as session, session.post(url, data=packets(), headers=sent) as answer:
        assert answer.status == 200
    assert stage.hall.messages[-1].files == {"a.png": b"r" * 100 + b"os" + b"e" * 20_000}


async def test_an_answer_and_a_follow_up_may_hold_files(stage: Stage) -> None:
    """Callback types 4 and 7 and PATCH of a webhook's message, each as multipart; all private."""
    answer = await stage.ann.slash(stage.hall, "paint")
    picture = answer.message
    assert shown(picture) == [("a.png", 4, "Rose")]
    await stage.discord.until(lambda: len(stage.ann.ephemerals) == 2 and stage.ann.ephemerals[1].edits)
    assert shown(stage.ann.ephemerals[1]) == [("b.png", 4, "Moon")]
    await stage.ann.click(picture, "Repaint")
    assert shown(picture) == [("a.png", 6, "Lion")]
    assert picture.files == {"a.png": b"a lion"}


async def test_a_picture_whose_file_is_not_there_is_refused(stage: Stage) -> None:
    """Error 50035 in an edit that takes the file away; the message stays as it was."""
    picture = (await stage.ann.slash(stage.hall, "paint")).message
    begun = await stage.ann.begin_click(picture, "Forget")
    await stage.discord.until(lambda: stage.discord.errors == [50035])
    assert not begun.answered.is_set()
    assert shown(picture) == [("a.png", 4, "Rose")]


async def test_too_many_files_and_too_long_alt_texts_are_refused(stage: Stage) -> None:
    """Error 50035: ten files, 1024 characters, ten pictures in a gallery and no fewer than one."""
    long = "x" * 1025
    shown: Json = {"media": {"url": "attachment://a.png"}}
    galleries: Sequence[Sequence[Json]] = ([], [shown] * 11, [{**shown, "description": long}])
    payloads: list[Json] = [{"components": [{"type": 12, "items": items}], "flags": V2} for items in galleries]
    payloads.append({"attachments": [{"id": 7, "filename": "a.png"}]})
    payloads.append({"attachments": [{"id": 0, "filename": "a.png", "description": long}]})
    for payload in payloads:
        with pytest.raises(ApiError, match="50035"):
            stage.discord.world.post(stage.hall, payload, {0: Upload("a.png", b"rose")})
    many = {number: Upload(f"{number}.png", b"rose") for number in range(11)}
    with pytest.raises(ApiError, match="11 files"):
        stage.discord.world.post(stage.hall, {}, many)
    await stage.place.send("Fine.", file=file("a.png", b"rose", "x" * 1024))


async def test_people_cannot_click_what_is_not_there(stage: Stage) -> None:
    """The driver fails loudly instead of sending what no client could send."""
    with pytest.raises(AssertionError, match="0 buttons fit 'Absent'"):
        await stage.ann.click(stage.board, "Absent")
    with pytest.raises(AssertionError, match="no 'absent' among"):
        await stage.ann.slash(stage.hall, "absent")
    with pytest.raises(Unanswered, match="no answer"):
        await stage.ann.wait(await stage.ann.begin_click(stage.board, custom_id="absent", forged=True), 0.1)
