"""The same people once more: by the button under a game that is over, with everybody invited, each a seat further."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

import pytest

from bot.faces.scene_text import Localizer
from bot.features.rematch import REMATCH, open_rematch
from bot.storage.records import IncidentKind, Sitter, Status, TableId
from bot.tables import starts
from bot.tables.seats import seats_seen
from bot.tables.starts import missing_guests
from bot.texts.fluent import language
from tests.bot.party import by_choice, made
from tests.bot.server import Evening, Guest, verbs, words
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
    await court.settle()
    called = pinged(court)
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
        answer = await stranger.press(does)
        assert words("refused-not-seated") in answer.private
    assert not await court.tables.find(user=stranger.id)
    await court.seat(*guests, game="oriflamme")
    forged = await guests[0].forge("rematch:2", court.board(table=NEW))
    assert words("refused-not-over") in forged.text
    assert len(await court.storage.find()) == 1

    table = await court.table()
    lone = replace(table.record, sitters=(table.record.sitters[0], Sitter(0, "Oak", level="squire")))
    for record, expected in ((table.record, ["rematch", "alone"]), (lone, ["rematch"])):
        rows = REMATCH.rows(record, Localizer(language("en"), table.people))
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
