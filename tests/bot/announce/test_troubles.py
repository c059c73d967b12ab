"""What goes wrong in Discord, and how a table goes on nevertheless."""

from __future__ import annotations

import logging
from unittest.mock import AsyncMock, patch

import aiohttp
import discord
import pytest
import simcord
from simcord.backend.models import Message

from bench.habits import by_hand
from bot.announce.sender import Sender
from bot.faces.components import Page
from bot.sending import rest
from bot.storage.records import Person, Sitter
from tests.bot.announce.healing import (
    FAILED,
    TRIED_SELDOM,
    begun,
    behind,
    called_once_a_turn,
    failing,
    losing,
    outlasts,
)
from tests.bot.party import FIRST, Party, answer, by_choice, last_move, made, place_of, public_ids
from tests.bot.record import written
from tests.bot.secrecy import faults
from tests.bot.sentences import said
from tests.bot.server import Evening, Guest, verbs, words

pytestmark = pytest.mark.seed(4)


async def asked(court: Evening) -> tuple[Party, Guest, Message]:
    """Let two people sit down and one of them look at the question; return them, who that is, and the view."""
    party = await begun(court)
    return party, party.called, (await party.called.press("play", court.post())).message


async def turn_passes(party: Party) -> None:
    """Let people play until somebody else is called."""
    turns = len(await party.turns())
    while len(await party.turns()) == turns:
        await party.step()


def shut(guest: Guest, code: int = 50007) -> None:
    """Let a person take no DMs from the bot."""
    guest.evening.env.inject_error("POST", f"/channels/{place_of(guest)}/messages", status=403, code=code, times=None)


@pytest.mark.parametrize("code", [50007, pytest.param(50278, marks=pytest.mark.soak)])
async def test_closed_dms_never_stop_a_table(court: Evening, ann: Guest, bo: Guest, code: int) -> None:
    """The person is pinged in the channel instead, is told once, and plays on there.

    Choosing DMs again gives them another chance: the person has opened them in the meantime.
    """
    for guest in (ann, bo):
        shut(guest, code)
    party = await begun(court, private="dm")
    for _ in range(6):
        await turn_passes(party)
    # What is sent to @original only puts the picture into an answer that was given before.
    answers = [sent for sent in court.record.sent if not sent.path.endswith("/@original")]
    told = [sent.reader for sent in answers if said("trouble-dm", written(sent.payload))]
    assert sorted(filter(None, told)) == [ann.id, bo.id]
    assert len(told) == 2
    turns = await party.turns()
    assert party.calls[: len(turns)] == turns
    assert not ann.dms
    assert not await faults(court)

    assert (await court.storage.choice(Person, ann.id)).dm_closed
    court.env.backend.faults.clear()
    await ann.prefer(hand="dm")
    for _ in range(4):
        await turn_passes(party)
    assert ann.dms


@pytest.mark.parametrize("times", [1, 9])
async def test_a_dm_whose_answer_was_lost_is_one_call(court: Evening, times: int) -> None:
    """Discord has taken it and says that it failed: it is asked once more, and pings in the channel only after that."""
    party = await begun(court, private="dm")
    letters = sum(len(guest.dms) for guest in party.guests)
    calls, turns = len(party.calls), len(await party.turns())
    places = "|".join(str(place_of(guest)) for guest in party.guests)
    with losing("POST", rf"/channels/({places})/messages", FAILED, times) as lost:
        while len(await party.turns()) == turns:
            await party.step()
        await court.later(seconds=30)
    assert lost
    assert sum(len(guest.dms) for guest in party.guests) == letters + 1
    assert len(party.calls) - calls == (1 if times == 1 else 2)
    assert not await behind(court)


def fail_next_post(patch: pytest.MonkeyPatch) -> list[str]:
    """Let the next new post of a story fail once; return its nonce, as soon as it has."""
    send, failed = Sender._send, list[str]()

    async def failing(sender: Sender, channel: int, ready: Page, nonce: str) -> int:
        if nonce.startswith("p") and not failed:
            failed.append(nonce)
            raise FAILED
        return await send(sender, channel, ready, nonce)

    patch.setattr(Sender, "_send", failing)
    return failed


@pytest.mark.parametrize("fails", [False, True], ids=["at once", "again"])
@pytest.mark.parametrize("lost", ["deleted", "old"])
async def test_a_lost_table_message_is_posted_anew(
    court: Evening, monkeypatch: pytest.MonkeyPatch, lost: str, *, fails: bool
) -> None:
    """The next news needs it: it was deleted, or edited too often for its age, so that Discord lets nobody edit it.

    The new one stands at the end, and the story goes on below it, even if its post comes by the second try alone.
    """
    party = await begun(court)
    board = court.board()
    failed = fail_next_post(monkeypatch) if fails else []
    if lost == "deleted":
        court.env.backend.delete_message(board.channel_id, board.id)
    else:
        path = f"/channels/{court.channel.id}/messages/{board.id}"
        court.env.inject_error("PATCH", path, status=400, code=30046, times=None)
    await party.step()
    assert court.board().id != board.id
    assert words("fortheking-row-board") in court.board_text()
    assert party.post.id > court.board().id
    assert bool(failed) == fails
    assert not await behind(court)
    await party.play(10)
    shown = [message.id for message in court.public() if "rules" in verbs(message)]
    assert shown == [*([] if lost == "deleted" else [board.id]), court.board().id]


def deny(court: Evening, *names: str) -> simcord.ChannelHandle:
    """Return a channel in which the bot lacks permissions."""
    lacking = discord.PermissionOverwrite(**dict.fromkeys(names, False))
    me = court.bot.user
    assert me is not None
    return court.server.create_text_channel("the-dungeon", overwrites={me: lacking})


@pytest.mark.quick
async def test_permissions_that_are_lacking_are_named_before_anything_is_created(court: Evening, ann: Guest) -> None:
    """No table, no thread, no message."""
    for lacking, thread, named in (
        (["send_messages"], False, "send-messages"),
        (["view_channel"], False, "view-channel"),
        (["send_messages_in_threads"], True, "send-messages-in-threads"),
        (["create_public_threads", "send_messages_in_threads"], True, "create-public-threads"),
    ):
        channel = deny(court, *lacking)
        await court.settle()
        refused = await ann.command("newgame fortheking", channel, thread=thread)
        assert words(f"permission-{named}") in refused.private
        assert not court.public(channel.id)
        assert not channel.threads
    assert not await court.storage.find()


@pytest.mark.parametrize("code", [50013, 50083, 160005])
async def test_a_permission_that_is_lost_later_keeps_the_move_and_is_told(court: Evening, code: int) -> None:
    """Whoever plays learns why nothing appears, also in a locked thread; once it is back, everything is told."""
    party, guest, view = await asked(court)
    court.env.inject_error("*", f"/channels/{court.channel.id}/messages*", status=403, code=code, times=None)
    await answer(guest, view)
    assert await last_move(court) >= 1
    shown = await guest.press("play")
    assert said("trouble-permission", shown.private)
    court.env.backend.faults.clear()
    await answer(guest, shown)
    shown = await party.called.press("play", court.post())
    assert not said("trouble-permission", shown.private)
    assert (await court.table_record()).announced.seq == await last_move(court)


@pytest.mark.quick
@pytest.mark.parametrize("status, code", [(500, 0), (403, 50083), (404, 10008)])
async def test_an_answer_that_discord_did_not_take_loses_no_move(
    court: Evening, errors: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    """Design, After a crash: the click failed on the screen, and the table shows the move nevertheless.

    The host reads a line, for no code is to blame, and no traceback, nor where the connection breaks: writing them
    takes so long that a slow host would miss one answer because of the other, for ever.

    So where a thread was locked, or the message deleted, as somebody pressed in it: who presses in a locked thread
    without permission to open it is told by Discord alone that it failed.
    """
    party, guest, view = await asked(court)
    court.env.inject_error("POST", "/interactions/*/callback", status=status, code=code, times=2)
    (await answer(guest, view)).interaction.responded = True
    record, seq = await court.table_record(), await last_move(court)
    assert record.announced.seq == seq >= 1

    guest = party.called
    view = (await guest.press("play", party.post)).message
    with patch.object(rest, "respond", AsyncMock(side_effect=aiohttp.ClientConnectionError("cut off"))):
        (await answer(guest, view)).interaction.responded = True
    assert await last_move(court) > seq
    assert sum("cut off" in one.getMessage() for one in errors.records) == 2
    assert not [one for one in errors.records if one.levelno >= logging.ERROR or one.exc_info]


POSTS = r"/channels/\d+/messages"


@pytest.mark.parametrize("pressed, forgets", [(True, False), (True, True), (False, False)])
async def test_a_lobby_whose_answer_was_lost_stands_once(
    court: Evening, ann: Guest, bo: Guest, *, pressed: bool, forgets: bool
) -> None:
    """Everybody sees it and somebody sits down, before Herald knows that it was posted; in the end it says so.

    By then Discord may know its nonce no more. Where that is a command, which edits nothing, Discord returns the first
    one, with the same buttons.
    """
    with losing("POST", POSTS):
        await ann.command("newgame fortheking")
        if pressed:
            await bo.press("join", court.board())
        else:
            with court.env._bot_scope():
                await court.tables.join(FIRST, Sitter(bo.id, bo.name))
        await court.later(seconds=10)
    if forgets:
        court.record.forget()
        with failing(court, 503):
            await court.later(minutes=2)
    await court.later(minutes=5)
    lobbies = [message for message in court.public() if "join" in verbs(message)]
    assert lobbies == [court.board()]
    assert bo.name in court.board_text()
    assert not await behind(court)


@pytest.mark.seed(3)
@pytest.mark.usefixtures("ahead")
@pytest.mark.parametrize("fault", [FAILED, None])
@TRIED_SELDOM
async def test_dms_before_a_lost_one_are_written_once(court: Evening, fault: Exception | None) -> None:
    """All are asked at once; a connection breaks or Discord fails, so long that it forgets what was sent."""
    guests = await court.seat_first(3, private="dm")
    coming = by_choice(await court.match(), lambda *asked: by_hand(*asked)[1][0].action, lambda match: match.is_shut)
    with losing("POST", rf"/channels/{place_of(guests[-1])}/messages", fault, 1) as lost:
        with court.env._bot_scope():
            await made(court, [*coming])
        await court.later(seconds=5)
    await outlasts(court, lost)
    assert [len(guest.dms) for guest in guests] == [1, 1, 1]


@pytest.mark.parametrize("lost", ["answer", "request", "right"])
@TRIED_SELDOM
async def test_a_new_table_message_is_posted_once_though_the_old_one_stays(court: Evening, lost: str) -> None:
    """The connection breaks as the old one is deleted, and for so long that Discord forgets what was posted.

    It goes in the end, whether that request was taken or not. Where Discord refuses that for good it stays, and nothing
    is held up by it.
    """
    party = await begun(court)
    first = court.board()
    await party.until(lambda: court.board() != first)
    old = court.board()
    path = f"/channels/{court.channel.id}/messages/{old.id}"
    if lost == "answer":
        with losing("DELETE", path) as taken:
            while not taken:
                await party.step()
    else:
        status, code, times = (403, 50013, None) if lost == "right" else (503, 0, 2)
        court.env.inject_error("DELETE", path, status=status, code=code, times=times)
        await party.until(lambda: court.board() != old)
    new = court.board()
    await outlasts(court, [old])
    boards = [message for message in court.public() if "rules" in verbs(message)]
    assert boards == [old] * (lost == "right") + [new]


@TRIED_SELDOM
async def test_end_of_a_table_is_told_once_though_its_message_stays(court: Evening) -> None:
    """The connection breaks as that is edited, and for so long that Discord forgets what was posted."""
    party = await begun(court)
    await party.play(3)
    board = court.board()
    with losing("PATCH", rf"{POSTS}/{board.id}", times=1) as lost:
        with court.env._bot_scope():
            await court.tables.end(FIRST, party.guests[0].id)
        await court.later(seconds=5)
    await outlasts(court, lost)
    assert len([message for message in court.public() if "before the game was over" in message.content]) == 1


@TRIED_SELDOM
async def test_chapter_of_a_lost_post_is_told_once(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next one fails, for so long that Discord forgets that the end of this one was posted anew."""
    party = await begun(court, 3)
    await party.play(3)
    old, match = (await court.table_record()).announced.post, await court.match()
    assert old
    court.env.backend.delete_message(court.channel.id, old)

    failed = fail_next_post(monkeypatch)
    coming = by_choice(match, lambda now, seat: now.legal[seat][0], lambda now: now.state.turn != match.state.turn)
    with court.env._bot_scope():
        await made(court, list(coming))
    await court.later(seconds=5)
    await outlasts(court, failed)
    nonces = [str(sent.payload.get("nonce")) for sent in court.record.sent]
    assert len([nonce for nonce in nonces if nonce.startswith("f")]) == 1
    assert await called_once_a_turn(party)


async def test_lost_call_is_deleted_once_it_is_answered(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord has taken a ping message whose answer is lost, and the game goes on before the next try."""
    party, send, lost = await begun(court, 3), Sender._send, list[int]()

    async def losing(sender: Sender, channel: int, ready: Page, nonce: str) -> int:
        sent = await send(sender, channel, ready, nonce)
        if nonce.startswith("c") and not lost:
            lost.append(sent)
            sender._dedupe.note_attempt(nonce, ready, sender._dedupe.begin())
            raise FAILED
        return sent

    monkeypatch.setattr(Sender, "_send", losing)
    while not lost:
        await party.step()
    with court.env._bot_scope():
        match = await court.match()
        ends = match.state.turn + 2
        await made(court, [*by_choice(match, lambda now, seat: now.legal[seat][0], lambda now: now.state.turn == ends)])
    await court.later(minutes=12)

    announced = (await court.table_record()).announced
    assert not await behind(court)
    assert lost[0] not in announced.messages
    assert lost[0] not in public_ids(court)
    assert await called_once_a_turn(party)


@TRIED_SELDOM
async def test_post_is_told_once_though_a_dm_can_not_be_settled(court: Evening) -> None:
    """The connection breaks as an older DM is edited, and for so long that Discord forgets what was posted."""
    party = await begun(court, 3, private="dm")
    places = "|".join(str(place_of(guest)) for guest in party.guests)
    posts = len(court.public())
    with losing("PATCH", rf"/channels/({places})/messages/\d+", times=1) as lost:
        while not lost or len(court.public()) == posts:
            posts = len(court.public())
            await party.step()
            court.record.forget()
            await court.later(minutes=12)
    assert not await behind(court)
    told = [message.content for message in court.public() if message.content]
    assert len(set(told)) == len(told)
