"""Time at a table, as people see it: what the lobby says, until when there is time, and who is late or away."""

from __future__ import annotations

import re
from unittest.mock import AsyncMock

import pytest

from bot.announce.reconciler import Reconciler
from bot.clocks.start_condition import GRACE
from bot.clocks.table_clock import DAY, HOUR
from bot.storage.records import Status
from tests.bot.clocked import asked, away, clock_of, one_turn, passes, shown
from tests.bot.party import FIRST, called, last_move, seat_of
from tests.bot.sentences import assert_said, assert_tells, said
from tests.bot.server import Evening, Guest, text, verbs, words

pytestmark = pytest.mark.clocked
AGO = re.compile(r"<t:(\d+):R>")


async def test_alone_one_chooses_at_once_and_with_others_all_have_to_agree(
    court: Evening, ann: Guest, bo: Guest
) -> None:
    """What was agreed on holds until the last one has pressed; nobody else may propose.

    The lobby says how time counts before anybody joins: a day, if nobody chooses; else what the command says.
    """
    lobby = await court.open(ann)
    assert "Everybody has a day for each decision" in text(lobby)
    await ann.agree_on(lobby, pace="hour")
    assert (await clock_of(court)).terms.pace == HOUR
    await bo.press("join")
    assert "agree" not in verbs(court.board())
    proposed = await ann.agree_on(lobby, pace="week")
    assert (await clock_of(court)).terms.pace == HOUR
    for shows in (proposed.text, court.board_text()):
        assert "Proposed instead: 🕒 Everybody has a week" in shows
    await assert_said("refused-not-opener", bo.forge("terms:1"))
    await bo.press("agree")
    assert (await clock_of(court)).terms.pace == 7 * DAY
    assert "Proposed instead" not in court.board_text()
    assert "No clock runs here" in text(await court.open(bo, pace="none"))


async def test_all_who_stay_have_agreed(court: Evening) -> None:
    """Whose word was missing leaves: the game begins a minute later, and nobody is named as missing."""
    ann, bo, cy, *_ = court.guests
    lobby = await court.open(ann, bo, cy)
    for guest in (bo, cy):
        await guest.press("start", lobby)
    await ann.press("leave", lobby)
    when = f"<t:{int(court.clock.now + GRACE)}:R>"
    assert words("starts-agreed", when=when) in court.board_text()
    assert "Still to say so" not in court.board_text()
    await passes(court, GRACE + 1)
    assert (await court.table()).status is Status.PLAYING


@pytest.mark.parametrize("pace", ["day", "none"])
async def test_everybody_sees_until_or_since_when_all_wait(court: Evening, pace: str) -> None:
    """On the table message and the private view one time, as Discord's own: the deadline where one counts.

    No edit is needed to say so for as long as the question stands. The post and everybody's list of tables have the
    deadline, too, and no other clock runs yet. Where none runs there is nothing to pause.
    """
    ann, bo = await court.seat_first(2, pace=pace)
    court.clock.now += HOUR
    await one_turn(await asked(court))
    await passes(court, 0)
    table = await court.table()
    ends, since = int(court.clock.now + 4 * DAY) // 60 * 60, int(table.asked_at() or 0)
    view = (await (await asked(court)).press("play")).private
    assert [AGO.findall(each) for each in (court.board_text(), view)] == [[f"{since if pace == 'none' else ends}"]] * 2
    assert (f"<t:{ends}:f>" in court.board_text()) is (pace == "day")
    assert (f"<t:{ends}:R>" in court.post_text()) is (pace == "day")
    when = words("time-until-brief", when=f"<t:{ends}:R>")
    assert [(await each.command("tables")).private.count(when) for each in (ann, bo)] == [pace == "day"] * 2
    assert table.clock is not None
    running = [seat for seat, each in enumerate(table.clock.seats) if each.asked is not None]
    assert tuple(running) == (table.started_match.deciding if pace == "day" else ())
    edits = len(court.record.sent)
    court.bot.announcer.touch(FIRST)
    await court.settle()
    assert not [one for one in court.record.sent[edits:] if one.message == court.board().id]
    assert said("refused-no-clock", (await ann.command("table pause")).private) is (pace == "none")


async def test_who_looks_before_the_call_sees_until_when_there_will_be_time(
    court: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock runs from the call on, a moment away: question, hand and whole table say so already."""
    await court.seat_first(2)
    monkeypatch.setattr(Reconciler, "update", AsyncMock(return_value=0.0))
    mover = await asked(court)
    await one_turn(mover)
    next_one = await asked(court)
    assert next_one is not mover
    when = words("time-until-brief", when=f"<t:{int(court.clock.now + 4 * DAY) // 60 * 60}:R>")
    for way in ("play", "hand", "look"):
        assert when in (await next_one.press(way)).private


async def test_log_opens_for_who_comes_back_from_a_rivals_care(court: Evening) -> None:
    """Where they have moved last: also what the rival played in their place stands there, and once that it did."""
    await court.seat_first(2)
    late = await asked(court)
    await one_turn(late)
    other = await asked(court)
    for _ in range(3):
        await passes(court, 0)
        if await asked(court) is other:
            await one_turn(other)
        await passes(court, 4 * DAY + 60)
    table = await court.table()
    seat = table.seat_of(late.id)
    assert not table.is_attended(seat)
    assert [each.sitter.level for each in table.record.incidents] == [None, "knight"]
    assert seat in {line.seat for line in await court.tables.logs.lines_since_own(table, seat)}
    back = (await late.press("log")).private
    assert said("incident-cared", back.partition(words("since-title"))[2])


async def test_a_weekend_stands_still_where_who_opened_the_table_lives(court: Evening, ann: Guest, bo: Guest) -> None:
    """Chosen in the lobby, in the zone of that person's settings."""
    await ann.prefer(zone="Europe/Kyiv")
    await ann.agree_on(await court.open(ann), weekends="rest")
    assert "Europe/Kyiv" in court.board_text()
    await bo.press("join")
    await ann.press("start")
    seat = (await court.match()).deciding[0]
    assert (await clock_of(court)).seats[seat].until == court.clock.now + 4 * DAY
    await passes(court, 2 * DAY)
    await one_turn(await asked(court))
    await passes(court, 0)
    assert max(each.until or 0 for each in (await clock_of(court)).seats) == court.clock.now + 6 * DAY


# Who is away


async def test_who_is_away_has_a_clock_that_stands_still_and_everybody_sees_it(court: Evening) -> None:
    """By a select; nobody calls them meanwhile, and a button brings them back."""
    await court.seat_first(2)
    late = await asked(court)
    panel = await away(late, 10)
    assert "back" in text(panel)
    assert "is away" in court.board_text()
    await passes(court, 9 * DAY)
    assert await last_move(court) == 0
    await late.click(panel, "away:back")
    assert "is away" not in court.board_text()
    await passes(court, 3.9 * DAY)
    assert await last_move(court) == 0
    await passes(court, 0.2 * DAY)
    assert await last_move(court) > 0


async def test_who_is_away_is_called_at_no_table_without_a_pace_before_they_are_back(court: Evening) -> None:
    """Everybody sees it there, too; no clock is said to stand still, and one call comes when they are back."""
    ann, bo = await court.seat_first(2, pace="none")
    await shown(court)
    late = await asked(court)
    other = bo if late is ann else ann
    await away(other, 3)
    assert said("time-away-at-leisure", court.board_text())
    calls = called(other)
    await one_turn(late)
    await shown(court)
    assert called(other) == calls
    await passes(court, 3 * DAY + 60)
    await shown(court)
    assert called(other) == calls + 1
    assert not said("time-away-at-leisure", court.board_text())


async def test_who_sits_in_a_lobby_alone_and_is_away_is_so_when_its_game_begins(court: Evening) -> None:
    """Also after a restart; whoever was back before is called as ever. At tables of later it is over."""
    ann, bo, cy, *_ = court.guests
    lobby = await court.open(bo, ann, cy)
    for guest in (ann, cy):
        panel = await away(guest, 5)
        assert said("away-meanwhile", text(panel))
    panel = (await cy.click(panel, "away:back")).message
    assert said("away-nowhere", text(panel))
    await court.restart()
    await bo.press("start", lobby)
    await shown(court)
    table, kept = await court.table(), await clock_of(court)
    backs = {name: kept.seats[table.seat_of(guest.id)].back for name, guest in {"ann": ann, "bo": bo, "cy": cy}.items()}
    assert backs == {"ann": court.clock.now + 5 * DAY, "bo": None, "cy": None}
    await passes(court, 5 * DAY + 60)
    await assert_tells("away-nowhere", ann.command("away"))
    await court.seat(ann, bo)
    assert [seat.back for seat in (await clock_of(court, 2)).seats] == [None, None]


@pytest.mark.parametrize("pace", ["day", "none"])
async def test_who_is_away_is_so_at_a_table_where_they_take_a_seat(court: Evening, pace: str) -> None:
    """Who was let in while they were away isn't called before they are back; whoever sits beside them isn't away."""
    ann, bo, cy, dana, eve, *_ = court.guests
    await court.seat(ann, bo)
    await court.seat(cy, dana, pace=pace)
    await cy.press("vacate", await cy.command("table leave"))
    await shown(court)
    await ann.press("sit", court.board(table=2))
    await away(ann, 5)
    calls = called(ann)
    await shown(court)
    await dana.press("welcome", court.board(table=2))
    await shown(court)
    seat = await seat_of(ann, 2)
    assert (await clock_of(court, 2)).seats[seat].back == court.clock.now + 5 * DAY
    assert called(ann) == calls
    await court.seat(bo, eve)
    assert [each.back for each in (await clock_of(court, 3)).seats] == [None, None]


async def test_absence_of_a_late_person_stops_no_rival(court: Evening) -> None:
    """A rival plays for them until they press something at the table, as everybody reads there."""
    await court.seat_first(2)
    late = await asked(court)
    await passes(court, 4 * DAY + 60)
    await away(late, 10)
    assert "is away" not in court.board_text()
    seq = await last_move(court)
    await passes(court, DAY)
    assert await last_move(court) > seq
    await late.press("hand", court.board())
    assert "is away" in court.board_text()


async def test_waiting_table_tells_when_a_late_person_returns(court: Evening, ann: Guest, bo: Guest) -> None:
    """Nobody plays for them, and no clock of theirs could stand still: the others learn how long they will wait."""
    lobby = await court.open(ann)
    await ann.agree_on(lobby, then="waits")
    await bo.press("join")
    await ann.press("start", lobby)
    late = await asked(court)
    await passes(court, 4 * DAY + 60)
    await away(late, 10)
    assert said("late-waits", court.board_text())
    assert said("time-away-at-leisure", court.board_text())
    assert not said("time-away", court.board_text())


async def test_absence_counts_at_a_suspended_table(court: Evening) -> None:
    """Its channel is gone for a while: who goes away meanwhile is away once it goes on, and who came back is back."""
    goes, comes, _ = await court.seat_first(3)
    panel = await away(comes, 10)
    await court.tables.suspend(FIRST)
    await comes.click(panel, "away:back")
    await away(goes, 5)
    await passes(court, DAY)
    await court.tables.resume(FIRST, guild=court.server.id, channel=court.channel.id)
    await shown(court)
    table, kept = await court.table(), await clock_of(court)
    backs = {guest: kept.seats[table.seat_of(guest.id)].back for guest in (goes, comes)}
    assert backs == {goes: court.clock.now + 4 * DAY, comes: None}


@pytest.mark.quick
async def test_the_day_that_a_refusal_names_as_an_example_would_do(court: Evening) -> None:
    """Whoever types the example itself, in either way of being wrong, is away until then."""
    ann, _ = await court.seat_first(2)
    for wrong in ("soon", "2026-02-15"):
        (example,) = re.findall(r"`(.+?)`", (await ann.command("away", until=wrong)).private)
        assert not said("refused-day", (await ann.command("away", until=example)).private)
        kept = await clock_of(court)
        back = kept.seats[await seat_of(ann)].back
        assert back is not None
        assert court.clock.now + 6 * DAY <= back <= court.clock.now + 7 * DAY


async def test_who_is_away_has_no_digest_until_they_are_back(court: Evening, ann: Guest, bo: Guest) -> None:
    """Nobody is to be called on a holiday; the first morning after it tells of all that waits."""
    for guest in (ann, bo):
        await guest.prefer(reminders="digest")
    await court.seat(ann, bo)
    late = await asked(court)
    await away(late, 2)
    await passes(court, 1.9 * DAY)
    assert not late.dms
    await passes(court, DAY)
    assert len(late.dms) == 1
