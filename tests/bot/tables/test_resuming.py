"""A table whose channel, thread or server is gone waits, and goes on wherever its people bring it."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from bot.storage.records import Status
from tests.bot.announce.healing import status
from tests.bot.announce.test_troubles import deny
from tests.bot.party import Party
from tests.bot.secrecy import faults
from tests.bot.sentences import said
from tests.bot.server import Evening, Guest, buttons, moderator, words

pytestmark = pytest.mark.seed(6)

BEFORE = 5
"""How many steps people play before the place goes."""


async def at_a_table(court: Evening, **options: Any) -> Party:
    """Let two people play for a while."""
    guests = court.guests[:2]
    board = await court.seat(*guests, **options)
    party = Party(guests, 6, channel=board.channel_id)
    await party.play(BEFORE)
    return party


async def resume(guest: Guest, there: simcord.ChannelHandle) -> str:
    """Let somebody bring a table to a place; return what they are told."""
    return (await guest.command("table resume", there)).private


async def resting(court: Evening, **options: Any) -> tuple[Party, simcord.ChannelHandle]:
    """Let two people play at a table whose place goes; return them, and another channel."""
    party = await at_a_table(court, **options)
    await gone(court, party.channel)
    return party, await garden(court)


async def forged(guest: Guest, there: simcord.ChannelHandle) -> str:
    """Let somebody pick table 1 in a list that they weren't offered; return what they are told."""
    court = guest.evening
    if not court.messages(there.id):
        await court.open(court.guests[5], channel=there)
    picked = await guest.forge("which:resuming", court.messages(there.id)[-1], values=["1"])
    return picked.private


async def garden(court: Evening) -> simcord.ChannelHandle:
    """Return another channel of the same server."""
    made = court.server.create_text_channel("the-garden")
    await court.settle()
    return made


async def at_the_village(court: Evening, party: Party) -> tuple[int, simcord.ChannelHandle, list[Guest]]:
    """Let people of a table come to another server; return its id, a channel there, and them."""
    village = court.env.create_guild("The Village")
    square = village.create_text_channel("the-square")
    guests = [Guest(guest.name, village.add_member(guest.member.user), court) for guest in party.guests]
    await court.settle()
    return village.id, square, guests


async def gone(court: Evening, place: int) -> None:
    """Delete the place of tables, and wait until they rest."""
    court.env.backend.delete_channel(place)
    await court.settle()
    await court.later(minutes=3)
    assert await status(court) is Status.SUSPENDED


async def goes_on(court: Evening, party: Party, channel: simcord.ChannelHandle, most: int) -> None:
    """Look whether the table stands in its new place, calls who must decide once, and can be played there."""
    table = await court.table()
    assert (table.status, table.record.channel) == (Status.PLAYING, channel.id)
    called = [sent for sent in court.record.sent if f"/channels/{channel.id}/" in sent.path and sent.pings]
    assert [list(sent.pings) for sent in called] == [
        [table.people.users[seat] for seat in table.started_match.deciding]
    ]
    party.channel = channel.id
    party.views.clear()
    await party.play(most)
    assert (await court.table()).channel == channel.id
    assert not await court.tables.published_states.find_behind()
    assert not await faults(court)


@pytest.mark.parametrize(
    "options", [{}, pytest.param({"thread": True}, marks=pytest.mark.soak)], ids=["channel", "thread"]
)
async def test_who_sits_at_a_table_brings_it_back_with_everything(court: Evening, options: dict[str, Any]) -> None:
    """It is announced anew, calls who must decide once, and is played to its end; what the place lacks is named before.

    The new place is on the disk, sealed.
    """
    party, there = await resting(court, **options)
    seq = (await court.match()).seq
    dungeon = deny(court, "send_messages")
    await court.settle()
    assert words("permission-send-messages") in await resume(party.guests[1], dungeon)
    assert await status(court) is Status.SUSPENDED
    assert said("resume-done", await resume(party.guests[1], there))
    assert (await court.match()).seq == seq
    await court.restart()
    await goes_on(court, party, there, BEFORE)
    await party.rush()
    await party.play()
    assert await status(court) is Status.OVER


async def test_nobody_has_to_wait_until_the_table_rests(court: Evening) -> None:
    """Discord is asked for the place when somebody wants to bring the table elsewhere.

    While that is there nobody carries a game away from the others, by no command and no forged press.
    """
    party, there = await at_a_table(court), await garden(court)
    assert said("refused-nothing-rests", await resume(party.guests[0], there))
    assert said("refused-still-there", await forged(party.guests[0], there))
    assert (await court.table()).channel == party.channel
    court.env.backend.delete_channel(party.channel)
    assert said("resume-done", await resume(party.guests[0], there))
    await goes_on(court, party, there, BEFORE)


async def test_moderators_bring_tables_of_their_server_back_and_strangers_none(court: Evening) -> None:
    """A stranger reads that there is nothing to bring, and can't press what others were offered.

    What is pressed by DM while the table rests is answered, and changes nothing.
    """
    party, there = await resting(court, private="dm")
    guest, stranger, seq = party.called, court.guests[4], (await court.match()).seq
    letter = guest.dms[-1]
    for part in buttons(letter):
        assert (await guest.click(letter, part["custom_id"])).given
    assert (await guest.whisper("hand")).given
    assert (await court.match()).seq == seq
    assert said("refused-nothing-rests", await resume(stranger, there))
    assert said("refused-not-seated", await forged(stranger, there))
    assert await status(court) is Status.SUSPENDED
    assert said("resume-done", await resume(moderator(court), there))


async def test_of_several_tables_one_is_picked(court: Evening) -> None:
    """By a list that only this person sees; one that is open at rest is brought back, too, and others can join it."""
    party = await at_a_table(court)
    await court.open(*party.guests)
    await gone(court, party.channel)
    there = await garden(court)
    which = await party.guests[0].command("table resume", there)
    assert [option["value"] for option in buttons(which)[0]["options"]] == ["1", "2"]
    await party.guests[0].choose(which, ["2"], "which:resuming")
    assert (await status(court, 1), await status(court, 2)) == (Status.SUSPENDED, Status.LOBBY)
    await court.guests[2].press("join", court.board(there.id))
    assert len((await court.table_record(2)).sitters) == 3


async def test_where_the_server_is_gone_the_opener_brings_it_to_another(court: Evening) -> None:
    """Nobody else of the table can, and nobody takes it from a server that is there.

    Discord tells that it is gone, and is asked for it minutes later, though the table has no news.
    """
    village, square, (ann, bo) = await at_the_village(court, await at_a_table(court))
    assert said("refused-nothing-rests", await resume(ann, square))
    court.env.backend.remove_guild(court.server.id)
    await court.settle()
    assert await status(court) is Status.PLAYING
    await court.later(minutes=3)
    assert await status(court) is Status.SUSPENDED
    assert said("refused-nothing-rests", await resume(bo, square))
    assert said("resume-done", await resume(ann, square))
    table = await court.table()
    assert (table.record.guild, table.record.channel) == (village, square.id)
    assert len(court.public(square.id)) == 2


async def test_no_server_is_taken_for_gone_before_every_shard_has_told_its_servers(
    court: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a start the opener could carry off a table whose server's shard isn't connected yet."""
    party = await at_a_table(court)
    _, square, (ann, _) = await at_the_village(court, party)
    await court.open(ann, channel=square)
    known = court.bot.get_guild
    monkeypatch.setattr(court.bot, "get_guild", lambda number: None if number == court.server.id else known(number))
    with monkeypatch.context() as starting:
        starting.setattr(court.bot, "is_ready", lambda: False)
        assert said("refused-nothing-rests", await resume(ann, square))
        assert said("refused-not-opener", await forged(ann, square))
        assert (await court.table()).channel == party.channel
    assert said("resume-done", await resume(ann, square))
