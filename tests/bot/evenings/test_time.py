"""Time at a table, as people see it: what the lobby says, until when there is time, and who is late."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.announce.reconciler import Reconciler
from bot.clocks.table_clock import DAY, HOUR
from bot.storage.records import TableId
from tests.bot.clock import Clock
from tests.bot.clocked import asked, one_turn, passes
from tests.bot.sentences import said
from tests.bot.server import Evening, text, verbs, words

pytestmark = pytest.mark.clocked
AGO = re.compile(r"<t:(\d+):R>")


@pytest.mark.quick
async def test_a_lobby_says_how_time_counts_before_anybody_joins(court: Evening) -> None:
    """A day, if nobody chooses; else what the command says."""
    ann, bo, *_ = court.guests
    assert "Everybody has a day for each decision" in text(await court.open(ann))
    assert "No clock runs here" in text(await court.open(bo, pace="none"))


async def pace(court: Evening) -> int:
    """Return how many seconds a table gives for each decision."""
    clock = (await court.table()).clock
    return clock.terms.pace if clock else 0


async def test_alone_one_chooses_at_once_and_with_others_all_have_to_agree(court: Evening) -> None:
    """What was agreed on holds until the last one has pressed; nobody else may propose."""
    ann, bo, *_ = court.guests
    lobby = await court.open(ann)
    await court.agree_on(ann, lobby, pace="hour")
    assert await pace(court) == HOUR
    await court.press(bo, court.board(), "join")
    assert "agree" not in verbs(court.board())
    await court.agree_on(ann, lobby, pace="week")
    assert await pace(court) == HOUR
    assert "Proposed instead" in text(court.board())
    assert said("refused-not-opener", (await court.forge(bo, court.board(), "terms:1")).private)
    await court.press(bo, court.board(), "agree")
    assert await pace(court) == 7 * DAY
    assert "Proposed instead" not in text(court.board())


@pytest.mark.parametrize("pace", ["day", "none"])
async def test_everybody_sees_until_or_since_when_all_wait(court: Evening, clock: Clock, pace: str) -> None:
    """On the table message and the private view one time, as Discord's own: the deadline where one counts.

    No edit is needed to say so for as long as the question stands. The post has the deadline, too, and no other clock
    runs yet.
    """
    await court.seat_first(2, pace=pace)
    clock.now += HOUR
    await one_turn(court, await asked(court))
    await passes(court, clock, 0)
    table = await court.table()
    ends, since = int(clock.now + 4 * DAY) // 60 * 60, int(table.asked_at() or 0)
    view = (await court.press(await asked(court), court.board(), "play")).private
    assert [AGO.findall(each) for each in (text(court.board()), view)] == [[f"{since if pace == 'none' else ends}"]] * 2
    assert (f"<t:{ends}:f>" in text(court.board())) is (pace == "day")
    assert (f"<t:{ends}:R>" in text(court.post())) is (pace == "day")
    assert table.clock is not None
    running = [seat for seat, each in enumerate(table.clock.seats) if each.asked is not None]
    assert tuple(running) == (table.started_match.deciding if pace == "day" else ())
    edits = len(court.record.sent)
    court.bot.announcer.touch(TableId(1))
    await court.env.settle()
    assert not [one for one in court.record.sent[edits:] if one.message == court.board().id]


async def test_who_looks_before_the_call_sees_until_when_there_will_be_time(
    court: Evening, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    """The clock runs from the call on, a moment away: question, hand and whole table say so already."""
    await court.seat_first(2)
    monkeypatch.setattr(Reconciler, "update", _shows_nothing)
    mover = await asked(court)
    await one_turn(court, mover)
    next_one = await asked(court)
    assert next_one is not mover
    when = words("time-until-brief", when=f"<t:{int(clock.now + 4 * DAY) // 60 * 60}:R>")
    for way in ("play", "hand", "look"):
        assert when in (await court.press(next_one, court.board(), way)).private


async def _shows_nothing(*_: Any, **__: Any) -> float:
    return 0.0


async def test_log_opens_for_who_comes_back_from_a_rivals_care(court: Evening, clock: Clock) -> None:
    """Where they have moved last: also what the rival played in their place stands there, and that it did."""
    await court.seat_first(2)
    late = await asked(court)
    await one_turn(court, late)
    other = await asked(court)
    for _ in range(3):
        await passes(court, clock, 0)
        if await asked(court) is other:
            await one_turn(court, other)
        await passes(court, clock, 4 * DAY + 60)
    table = await court.table()
    seat = table.seat_of(late.id)
    assert not table.is_attended(seat)
    assert seat in {line.seat for line in await court.bot.tables.logs.lines_since_own(table, seat)}
    back = (await court.press(late, court.board(), "log")).private
    assert said("incident-cared", back.partition(words("since-title"))[2])


async def test_my_tables_say_until_when_there_is_time(court: Evening, clock: Clock) -> None:
    """For whoever is asked there, the reader or another; where no clock runs, nothing is said."""
    ann, bo = await court.seat_first(2)
    await court.seat(ann, bo, pace="none")
    when = words("time-until-brief", when=f"<t:{int(clock.now + 4 * DAY) // 60 * 60}:R>")
    for guest in (ann, bo):
        shown = (await court.command(guest, "tables")).private
        assert shown.count(when) == 1


async def test_where_no_clock_runs_there_is_nothing_to_pause(court: Evening) -> None:
    """And the command says so."""
    ann, _ = await court.seat_first(2, pace="none")
    assert said("refused-no-clock", (await court.command(ann, "table pause")).private)


async def test_a_weekend_stands_still_where_who_opened_the_table_lives(court: Evening, clock: Clock) -> None:
    """Chosen in the lobby, in the zone of that person's settings."""
    ann, bo, *_ = court.guests
    await court.prefer(ann, zone="Europe/Kyiv")
    await court.agree_on(ann, await court.open(ann), weekends="rest")
    assert "Europe/Kyiv" in text(court.board())
    await court.press(bo, court.board(), "join")
    await court.press(ann, court.board(), "start")
    clocks = (await court.table()).record.clock
    assert clocks is not None
    assert clocks.seats[(await court.match()).deciding[0]].until == clock.now + 4 * DAY
    await passes(court, clock, 2 * DAY)
    await one_turn(court, await asked(court))
    await passes(court, clock, 0)
    again = (await court.table()).record.clock
    assert again is not None
    assert max(each.until or 0 for each in again.seats) == clock.now + 6 * DAY
