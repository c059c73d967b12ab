"""The same people once more, with everybody invited; and /play: a seat at the readiest table, or a new one."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import discord
import pytest

from bot.clocks.start_condition import StartCondition
from bot.clocks.table_clock import DAY, HOUR, TableClock, TimeControl
from bot.features.play import Wish, by_readiness
from bot.features.rematch import REMATCH, open_rematch
from bot.storage.records import NO_USER, IncidentKind, Sitter, Status, TableId, TableRecord
from bot.tables import starts
from bot.tables.seats import seats_seen
from bot.tables.starts import missing_guests
from tests.bot.clocked import NIGHT, passes
from tests.bot.party import by_choice, made
from tests.bot.sentences import assert_refused, assert_said, assert_tells, said, speaks
from tests.bot.server import Evening, Guest, buttons, moderator, verbs, words
from tests.bot.storage.samples import ANN, lobby
from tests.bot.tongues import Say

pytestmark = pytest.mark.seed(3)
OLD, NEW = TableId(1), TableId(2)


async def play_on(court: Evening, number: TableId = OLD, moves: int | None = None) -> None:
    """Let so many moves, or all that are left, be made by chance at a table, without looking at Discord."""
    dice, match = random.Random(3), await court.match(number)
    coming = by_choice(match, lambda match, seat: dice.choice(match.legal[seat]))
    await made(court, list(islice(coming, moves)), number)


async def played(court: Evening, guests: Sequence[Guest] = (), number: TableId = OLD, **options: str) -> list[Guest]:
    """Let people, three if none are named, play a whole game at the next table by chance, unseen; return them."""
    seated = [*guests] or court.guests[:3]
    await court.seat(*seated, game="oriflamme", **options)
    await play_on(court, number)
    while "opened" not in verbs(court.board(table=number)):
        await court.later(seconds=1)
    return seated


async def users(court: Evening, number: int = NEW) -> list[int]:
    """Return who sits at a table, in the order of the seats."""
    return [sitter.user for sitter in (await court.table_record(number)).sitters]


def pinged(court: Evening) -> list[int]:
    """Return the users whom the lobby of the new table has pinged."""
    return sorted(user for message, user in court.pings(table=NEW) if message == court.board(table=NEW).id)


async def test_the_same_people_are_invited_and_sit_one_seat_further(court: Evening, says: Say) -> None:
    """With the options of before; whoever presses sits there at once, and the lobby calls the others once.

    Strangers sit behind them, whoever comes first; a seat that nobody takes is not kept free. Whoever was invited and
    isn't there has seen no hand of the new match, and stands in no log.
    """
    guests, stranger = await played(court, private="dm"), court.guests[3]
    opener, last, absent = [next(guest for guest in guests if guest.id == user) for user in await users(court, OLD)]
    assert "rematch" in verbs(court.board())
    answer = await opener.press("rematch")
    assert answer.message.is_ephemeral
    invited = sorted([last.id, absent.id])
    assert pinged(court) == invited
    assert all(f"<@{user}>" in court.board_text(table=NEW) for user in invited)
    assert not seats_seen(await court.table_record(NEW), absent.id)
    told = says("rematch-invited", players="")
    for guest, seated in (
        (stranger, [opener, stranger]),
        (last, [last, opener, stranger]),
        (absent, [last, absent, opener, stranger]),
    ):
        assert told in court.board_text(table=NEW)
        await guest.press("join", court.board(table=NEW))
        assert await users(court) == [each.id for each in seated]
    assert told not in court.board_text(table=NEW)
    await absent.press("leave", court.board(table=NEW))
    old, record = [await court.table_record(number) for number in (OLD, NEW)]
    assert (record.private, record.opener) == (old.private, opener.id)
    assert pinged(court) == invited, "nobody is called twice"
    await opener.press("start", court.board(table=NEW))
    assert (await court.match(NEW)).deciding
    assert await court.tables.log(NEW, None) == []


@pytest.mark.clocked
@pytest.mark.parametrize("followed", [False, True])
async def test_invited_in_quiet_hours_is_called_as_they_end(court: Evening, *, followed: bool) -> None:
    """Once, in the channel, if the seat is still waiting; whoever is awake is called by the lobby, and no more."""
    opener, sleeper, comer, awake = await played(court, court.guests[:4])
    for guest in (sleeper, comer):
        await guest.prefer(**NIGHT)
    for guest in (sleeper, awake) if followed else ():
        await guest.fill_in(await guest.command("settings follow"), dm=["oriflamme"])
    await opener.press("rematch")
    assert pinged(court) == [awake.id]
    assert f"<@{sleeper.id}>" in court.board_text(table=NEW)
    await comer.press("join", court.board(table=NEW))
    letters = len(sleeper.dms)
    await passes(court, 9 * HOUR)
    below = [user for message, user in court.pings() if message > court.board(table=NEW).id]
    assert below == [sleeper.id]
    assert len(sleeper.dms) == letters


def test_rivals_come_again_and_seats_of_the_forgotten_stay_free() -> None:
    """A rival needs no call; who was taken out of the old table isn't invited."""
    old = lobby(ANN, Sitter(0, "Owl", level="knight"), Sitter(0, "#3"))
    opened = starts.rematch_record(old, ANN, 1.0)
    assert [sitter.name for sitter in opened.sitters] == ["Owl", "Ann"]
    assert not starts.missing_guests(opened)
    assert {each.kind for each in opened.incidents} == {IncidentKind.INVITED}


async def test_invitation_goes_with_an_erased_person(court: Evening) -> None:
    """At once, as a seat does, and that of whoever has opened the rematch as well; the others' stay."""
    guests = await played(court)
    await guests[0].press("rematch")
    await guests[1].press("join", court.board(table=NEW))
    for gone in (guests[0], guests[2]):
        asked = await gone.command("privacy delete")
        done = await gone.press("privacy", asked)
        assert words("privacy-deleted-lobbies", count=1) in done.text
    record = await court.table_record(NEW)
    assert {each.sitter.user for each in record.incidents} == {guests[1].id}
    assert not missing_guests(record)
    assert [each.id for each in await court.storage.find(known=guests[2].id)] == []
    assert f"<@{guests[2].id}>" not in court.board_text(table=NEW)


async def test_whoever_presses_second_is_led_to_what_the_first_one_opened(court: Evening) -> None:
    """Also where both press at the same moment, and days later and after restarts; nobody is called again."""
    guests = await played(court)
    tables = court.tables
    opened = await asyncio.gather(*(open_rematch(tables, OLD, Sitter(each.id, each.name)) for each in guests[:2]))
    assert {table.id for table, _ in opened} == {NEW}
    assert sorted(fresh for _, fresh in opened) == [False, True]
    while not (called := pinged(court)):
        await court.later(seconds=1)
    await court.restart()
    await court.later(minutes=10)
    await court.restart()
    answer = await guests[2].press("rematch", court.board(table=OLD))
    assert "table 2" in answer.private
    await guests[2].press("join", court.board(table=NEW))
    assert guests[2].id in await users(court)
    assert pinged(court) == called


async def test_only_who_played_opens_a_rematch_and_only_when_it_is_over(court: Evening) -> None:
    """A refusal, and no table; so it is for *Again with rivals*.

    A person who had played against rivals alone has *Rematch* for that.
    """
    guests, stranger = court.guests[:3], court.guests[3]
    await played(court, guests)
    for does in ("rematch", "alone"):
        await assert_said("refused-not-seated", stranger.press(does))
    assert not await court.tables.find(user=stranger.id)
    await court.seat(*guests, game="oriflamme")
    await assert_tells("refused-not-over", guests[0].forge("rematch:2", court.board(table=NEW)))
    assert len(await court.storage.find()) == 1

    table = await court.table()
    lone = replace(table.record, sitters=(table.record.sitters[0], Sitter(0, "Oak", level="squire")))
    for record, expected in ((table.record, ["rematch", "alone"]), (lone, ["rematch"])):
        rows = REMATCH.rows(record, speaks(table))
        assert [part["custom_id"].split(":")[0] for row in rows for part in row] == expected


async def test_again_with_rivals_begins_at_once(court: Evening, says: Say) -> None:
    """One of three people plays on: rivals sit for the others, each seat one further, and nobody is called."""
    guests = await played(court)
    before, guest = await users(court, OLD), guests[1]
    told = await guest.press("alone")
    record = await court.table_record(NEW)
    assert record.pledged is not None
    assert record.pledged.pledge in told.result.followups[0].content
    assert record.status is Status.PLAYING
    assert await users(court) == [user if user == guest.id else 0 for user in [*before[1:], before[0]]]
    assert [each.level for each in record.sitters if each.user != guest.id] == ["knight"] * 2
    assert pinged(court) == []
    answer = await guest.press("alone", court.board(table=OLD))
    assert says("rivals-open", table="2", channel=f"<#{record.channel}>") in answer.text
    assert await court.tables.find(user=guests[0].id) == []


# /play: a seat at the readiest table of a server that suits, or a new one that one press fills with rivals


HERE, ELSEWHERE = 20, 21


def waiting(number: int, people: int = 1, channel: int = HERE, **starting: Any) -> TableRecord:
    """Return an open table of For the King with so many people, which waits for four, and begins as told."""
    sitters = tuple(Sitter(user, f"Guest {user}") for user in range(1, people + 1))
    clock = TableClock(TimeControl(DAY), starting=StartCondition(4, **starting))
    return TableRecord(TableId(number), "fortheking", 10, channel, 1, None, Status.LOBBY, sitters, clock=clock)


def test_table_that_waits_for_fewest_people_comes_first() -> None:
    """Of those alike one of this channel, then the oldest; what its opener alone begins may take a while."""
    tables = [
        waiting(1),
        waiting(2, 3, ELSEWHERE),
        waiting(3, 3),
        waiting(4, 3),
        waiting(5, 4, by_hand=True),
        waiting(6, 4),
    ]
    assert [table.id for table in by_readiness(tables, HERE)] == [6, 3, 4, 5, 2, 1]


def test_wish_is_compared_with_game_pace_and_company() -> None:
    """What isn't said is left open; rivals that sit there or will come are company."""
    with_rival = replace(waiting(3), sitters=(Sitter(1, "Ann"), Sitter(NO_USER, "Wren", level="squire")))
    tables = waiting(1), waiting(2, fill="knight"), with_rival
    suiting = {
        Wish(): [1, 2, 3],
        Wish("fortheking", "day", rivals=False): [1],
        Wish("oriflamme"): [],
        Wish(pace="week"): [],
        Wish(rivals=True): [2, 3],
    }
    assert {wish: [table.id for table in tables if wish.suits(table)] for wish in suiting} == suiting


async def test_player_is_seated_at_readiest_table(court: Evening, says: Say) -> None:
    """And told where it is, when it begins, and the pledge; who types it again is led there. A full one is passed over.

    A table that its opener begins waits for less than any other one.
    """
    ann, bo, cy, dana, *others = court.guests
    await court.open(ann)
    await court.open(bo, cy)
    await court.open(ann, *others, begins="by-hand")
    answer = await dana.command("play")
    seat = {"table": "2", "game": says("fortheking-name"), "link": "", "begins": ""}
    assert says("play-seated", **seat).strip(" .:") in answer.private
    assert says("word-offer") in answer.private
    assert f"/{court.channel.id}/" in answer.private
    assert [sitter.user for sitter in (await court.table_record(2)).sitters] == [bo.id, cy.id, dana.id]
    again = await dana.command("play")
    assert says("play-sits", **seat).strip(" .:") in again.private
    assert "fill" not in verbs(again)
    assert len((await court.table_record(1)).sitters) == 1


async def test_game_begins_with_rivals_by_one_press(court: Evening, ann: Guest, bo: Guest) -> None:
    """Where nothing is open /play opens a table; rivals take the seats it still waits for."""
    opened = await ann.command("play", game="oriflamme")
    assert said("newgame-opened", opened.private)
    await bo.press("join")
    begun = await ann.press("fill", opened)
    record = await court.table_record()
    assert record.status is Status.PLAYING
    assert [sitter.level for sitter in record.sitters] == [None, None, "knight", "knight"]
    assert len({sitter.name for sitter in record.sitters}) == len(record.sitters)
    assert said("newgame-begun", begun.result.followups[0].content)
    assert record.pledged is not None
    assert record.pledged.pledge in begun.result.followups[0].content

    await court.open(ann)
    wished = await bo.command("play", game="fortheking", rivals=True)
    assert said("newgame-begun", wished.private), "a table with people alone doesn't suit"
    record = await court.table_record(3)
    assert record.status is Status.PLAYING
    assert [sitter.level is None for sitter in record.sitters] == [True, False, False, False]


@pytest.mark.quick
async def test_game_is_asked_for_where_none_is_open(court: Evening, ann: Guest, bo: Guest) -> None:
    """A button a game; the pace that was chosen stays chosen.

    A forged click opens nothing, and only its opener or a moderator fills a table.
    """
    asked = await ann.command("play", pace="week")
    assert said("play-which", asked.private)
    assert [str(each["custom_id"]) for each in buttons(asked)] == [
        "open:fortheking:week",
        "open:oriflamme:week",
    ]
    await ann.click(asked, "open:oriflamme:week")
    record = await court.table_record()
    assert (record.game, record.clock.terms.pace if record.clock else 0) == ("oriflamme", 7 * DAY)

    await assert_refused("refused-unknown", bo, "open:chess:usual", "open:oriflamme:never")
    await assert_said("refused-not-opener", bo.forge("fill:1"))
    assert len((await court.table_record()).sitters) == 1
    assert not await court.tables.find(user=bo.id)
    await moderator(court).forge("fill:1")
    assert (await court.table_record()).status is Status.PLAYING


@pytest.mark.quick
async def test_table_of_hidden_channel_is_not_told_of(court: Evening, ann: Guest, bo: Guest) -> None:
    """Who may not read a channel is not seated there, and learns of nothing in it."""
    nobody = discord.PermissionOverwrite(view_channel=False)
    assert court.bot.user is not None
    hidden = court.server.create_text_channel(
        "council",
        overwrites={
            court.server.default_role: nobody,
            ann.member: discord.PermissionOverwrite(view_channel=True, send_messages=True),
            court.bot.user: discord.PermissionOverwrite(view_channel=True, send_messages=True),
        },
    )
    await court.open(ann, channel=hidden)
    await assert_said("newgame-opened", bo.command("play", game="fortheking"))
    assert len((await court.table_record(1)).sitters) == 1
