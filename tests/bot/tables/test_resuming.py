"""A table whose channel, thread or server is gone, or whose disk fails, says what that means, and goes on after it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from time import monotonic
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest
import simcord

from bot.announce.dm_views import DmViews
from bot.announce.sender import Sender
from bot.clocks.table_clock import DAY
from bot.interactions.command_texts import command_names
from bot.storage.port import StorageError
from bot.storage.records import Remark, Status, TableId
from bot.storage.sqlite.writer import SHORT_SECONDS
from bot.tables import write_retries
from engine.errors import Refused
from engine.match import PicksReply
from tests.bot.announce.test_troubles import deny
from tests.bot.party import FIRST, Party, garden, last_move, offered, status_of
from tests.bot.secrecy import faults
from tests.bot.sentences import assert_tells, said
from tests.bot.server import Evening, Guest, buttons, moderator, text, words
from tests.bot.storage.samples import ask_file
from tests.bot.tables.test_starts import ANN, BO, opened
from tests.bot.timed import Hall
from tests.process.test_hanging import held

pytestmark = pytest.mark.seed(6)

BEFORE = 5
"""How many steps people play before the place goes."""


async def at_a_table(court: Evening, **options: Any) -> Party:
    """Let two people play for a while."""
    guests = court.guests[:2]
    party = Party(guests, 6, channel=(await court.seat(*guests, **options)).channel_id)
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
    return (await guest.forge("which:resuming", court.messages(there.id)[-1], values=["1"])).private


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
    assert await status_of(court) is Status.SUSPENDED


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

    The new place is on the disk, sealed. Led back after its end it is over as before, and calls nobody.
    """
    party, there = await resting(court, **options)
    seq = await last_move(court)
    dungeon = deny(court, "send_messages")
    await court.settle()
    assert words("permission-send-messages") in await resume(party.guests[1], dungeon)
    assert await status_of(court) is Status.SUSPENDED
    assert said("resume-done", await resume(party.guests[1], there))
    assert await last_move(court) == seq
    await court.restart()
    await goes_on(court, party, there, BEFORE)
    await party.rush()
    await party.play()
    assert await status_of(court) is Status.OVER

    await court.tables.suspend(FIRST)
    again = await court.tables.resume(FIRST, guild=court.server.id, channel=party.channel)
    called = len(party.calls)
    await court.settle()
    assert (again.status, len(party.calls)) == (Status.OVER, called)


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

    The DMs are closed, and say that the table waits; what is pressed there all the same is told how it goes on. Who
    must decide gets one anew.
    """
    party, there = await resting(court, private="dm")
    guest, stranger, seq = party.called, court.guests[4], await last_move(court)
    letter = guest.dms[-1]
    assert not (await court.table_record()).announced.dms
    assert said("table-suspended", text(letter))
    assert words("tables-resume", **command_names("en")) in (await guest.press("tables", letter)).text
    for does in ("play:1", "pause:1", "vacate:1", "leaving:1"):
        assert words("refused-suspended", **command_names("en")) in (await guest.forge(does, letter)).text
    await guest.fill_in(await guest.press("note", await guest.whisper("hand")), note="The abbey")
    assert "The abbey" in (await guest.whisper("hand")).text
    for told in (guest.whisper("hand"), guest.command("table leave", there), guest.command("table pause", there)):
        assert words("refused-suspended", **command_names("en")) in (await told).text
    assert said("table-suspended", (await guest.command("table show", there)).private)
    assert await last_move(court) == seq
    assert said("refused-nothing-rests", await resume(stranger, there))
    assert said("refused-not-seated", await forged(stranger, there))
    assert await status_of(court) is Status.SUSPENDED
    letters = len(guest.dms)
    assert said("resume-done", await resume(moderator(court), there))
    await court.settle()
    assert len(guest.dms) == letters + 1


async def test_of_several_tables_one_is_picked(court: Evening) -> None:
    """By a list that only this person sees; one that is open at rest is brought back, too, and others can join it."""
    party = await at_a_table(court)
    await court.open(*party.guests)
    await gone(court, party.channel)
    there = await garden(court)
    options = await party.guests[0].forge("time:2", await court.open(court.guests[4], channel=there))
    assert said("refused-suspended", options.private)
    which = await party.guests[0].command("table resume", there)
    assert [option["value"] for option in buttons(which)[0]["options"]] == ["1", "2"]
    opened = await party.guests[0].choose(which, ["2"], "which:resuming")
    assert words("resume-open", table="For the King (and Me) · table 2") in opened.text
    assert (await status_of(court, 1), await status_of(court, 2)) == (Status.SUSPENDED, Status.LOBBY)
    await court.guests[2].press("join", court.board(there.id))
    assert len((await court.table_record(2)).sitters) == 3


async def test_where_the_server_is_gone_the_opener_brings_it_to_another(court: Evening) -> None:
    """Nobody else can, nor from a server that is there; Discord is asked minutes later, though there are no news."""
    village, square, (ann, bo) = await at_the_village(court, await at_a_table(court))
    assert said("refused-nothing-rests", await resume(ann, square))
    court.env.backend.remove_guild(court.server.id)
    await court.settle()
    assert await status_of(court) is Status.PLAYING
    await court.later(minutes=3)
    assert await status_of(court) is Status.SUSPENDED
    for name in ("table leave", "table pause", "table show"):
        assert said("refused-no-tables", (await bo.command(name, square)).private)
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
    with patch.object(court.bot, "is_ready", lambda: False):
        assert said("refused-nothing-rests", await resume(ann, square))
        assert said("refused-not-opener", await forged(ann, square))
        assert (await court.table()).channel == party.channel
    assert said("resume-done", await resume(ann, square))


@pytest.mark.parametrize("part, step", [(DmViews, "close"), (Sender, "fetch_channel")])
async def test_new_place_is_none_the_worse_for_the_old(
    court: Evening, monkeypatch: pytest.MonkeyPatch, part: type, step: str
) -> None:
    """Somebody leads the table away while its DMs are closed because it rests, or while the lost channel is asked for.

    Nothing that comes of it counts for the place in which the table stands by then.
    """
    party, there, take = await at_a_table(court), await garden(court), getattr(part, step)

    async def led_away(*told: Any) -> Any:
        monkeypatch.setattr(part, step, take)
        if await status_of(court) is not Status.SUSPENDED:
            await court.tables.suspend(FIRST)
        await court.tables.resume(FIRST, guild=court.server.id, channel=there.id)
        return await take(*told)

    monkeypatch.setattr(part, step, led_away)
    court.env.backend.delete_channel(party.channel)
    await court.settle()
    await court.later(minutes=3)
    await goes_on(court, party, there, BEFORE)


# The disk fails

DISCORD_WAITS = 3.0
"""Seconds in which Discord wants an answer."""


async def test_a_click_into_a_locked_database_is_answered_in_time(
    court: Evening, errors: pytest.LogCaptureFixture
) -> None:
    """The person reads that it was not kept; the host one line without a traceback; the same click plays later.

    Moves that wait for each other at a table come to it one by one: none of them may wait for the other program as long
    as the first. Once it has gone, who comes waits for the next one as long as ever: a program that writes now and then
    keeps nobody out.
    """
    party = Party(await court.seat_first(2), 4)
    guest, match, storage = party.called, await court.match(), court.storage
    view, question = await party.opened(guest), match.question_id(match.deciding[0])
    click, before = offered(view)[0]["custom_id"], match.seq
    async with held(court.database):
        begun = monotonic()
        moves = (court.tables.play(FIRST, guest.id, question, PicksReply((0,))) for _ in range(4))
        refused = await asyncio.gather(*moves, return_exceptions=True)
        assert monotonic() - begun < DISCORD_WAITS
    assert [type(error) for error in refused] == [StorageError] * 4

    await storage.store_choices(Remark("a", "now"))
    async with held(court.database):
        begun = monotonic()
        answer = await guest.click(view, click)
        assert monotonic() - begun < DISCORD_WAITS
    assert said("apology-storage", answer.private)
    assert await last_move(court) == before
    (line,) = [
        record for record in errors.records if record.levelno == logging.ERROR and "move:1" in record.getMessage()
    ]
    assert "another program" in line.getMessage()
    assert line.exc_info is None
    assert "Traceback" not in errors.text
    await guest.click(view, click)
    assert await last_move(court) > before
    await court.tables.published_states.write()
    assert await court.table_record() == await storage.load(FIRST)

    async with held(court.database):
        waiting = asyncio.create_task(storage.store_choices(Remark("a", "later")))
        await asyncio.sleep(5 * SHORT_SECONDS)
        assert not waiting.done()
    await waiting
    assert await storage.choice(Remark, "a") == Remark("a", "later")


async def test_a_line_of_a_log_that_was_damaged_says_so(
    court: Evening, ann: Guest, errors: pytest.LogCaptureFixture
) -> None:
    """What a disk has made of it is nobody's move."""
    party = Party(await court.seat_first(2), 4)
    for _ in range(4):
        await party.step()
    ask_file(court.database, "UPDATE moves SET told = replace(told, 'e', 'a') WHERE seq = 2")
    await court.tables.invalidate_all()
    lines = await court.tables.log(FIRST, None)
    assert [line.seq for line in lines if [told.key for told in line.events] == ["log-damaged"]] == [2]
    await assert_tells("log-damaged", ann.command("table log"))
    assert [one for one in errors.records if "Move 2 of table 1" in one.getMessage()]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every try follow at once."""
    monkeypatch.setattr(write_retries, "DELAYS", (0.0, 0.0, 0.0))


def groups_of(hall: Hall) -> Any:
    """Return what makes the groups of changes of a hall."""
    return hall.storage.database._writer._groups  # type: ignore[attr-defined]


@pytest.mark.usefixtures("impatient")
async def test_change_kept_after_its_click_was_given_up_is_told(hall: Hall) -> None:
    """Its answer was late, and the move is on the disk: who listens hears of it, and who reads meanwhile waits."""
    number, groups = await opened(hall, None), groups_of(hall)
    told: list[TableId] = []
    hall.storage.listen(told.append)
    make, written, goes_on = groups._make, asyncio.Event(), asyncio.Event()

    async def slow(group: Sequence[Any]) -> None:
        written.set()
        await goes_on.wait()
        await make(group)

    groups._make = slow
    joining = asyncio.create_task(hall.tables.join(number, BO))
    await written.wait()
    joining.cancel()
    await asyncio.wait([joining])
    await asyncio.sleep(0)
    reading = asyncio.create_task(hall.tables.get(number))
    goes_on.set()
    assert [sitter.user for sitter in (await reading).record.sitters] == [ANN.user, BO.user]
    await hall.tables.cache._unknown_writes.finish()
    assert told == [number]


@pytest.mark.usefixtures("impatient")
async def test_change_whose_outcome_is_unknown_is_settled_once_the_disk_is_back(hall: Hall) -> None:
    """It was on the disk before the error came; the next tries fail as well."""
    number, groups, kept = await opened(hall, None), groups_of(hall), [True, False]
    told: list[TableId] = []
    hall.storage.listen(told.append)
    make = groups._make

    async def failing(group: Sequence[Any]) -> None:
        fails = bool(kept)
        if not fails or kept.pop(0):
            await make(group)
        if fails:
            raise StorageError("storage-closed")

    groups._make = failing
    with pytest.raises(StorageError):
        await hall.tables.join(number, BO)
    await hall.tables.cache._unknown_writes.finish()
    assert told == [number]
    assert [sitter.user for sitter in (await hall.tables.get(number)).record.sitters] == [ANN.user, BO.user]


@pytest.mark.usefixtures("impatient")
async def test_table_that_is_gone_is_left_alone() -> None:
    """There is nothing to be told."""
    keep = AsyncMock(side_effect=Refused)
    settled = write_retries.UnknownWrites(keep)
    settled.begin(FIRST)
    settled.begin(FIRST)
    await settled.finish()
    keep.assert_awaited_once_with(1)


async def test_late_person_leads_a_suspended_table_to_no_pause(hall: Hall) -> None:
    """Who presses something has the seat again, as with /table resume; it was found twice that the channel is gone."""
    table = await hall.seat()
    (seat, *_) = (await hall.table(table)).started_match.deciding
    await hall.passes(4 * DAY + 60)
    for _ in range(2):
        await hall.tables.suspend(table)
    late = await hall.table(table)
    hall.now += DAY
    await hall.tables.clocks.note_press(late, late.people.users[seat])
    await hall.tables.resume(table, guild=10, channel=21)
    assert (await hall.table(table)).is_attended(seat)
    assert not (await hall.clock(table)).is_paused
