"""Time at a table, as people see it: what the lobby says, until when there is time, and who is late."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.clocks.clock import DAY, HOUR
from bot.storage.records import TableId
from bot.tables.movers import User
from tests.bot.clock import Clock
from tests.bot.clocked import asked, clocked, one_turn, passes, shown
from tests.bot.sentences import said
from tests.bot.server import Evening, text, verbs, words

pytestmark = pytest.mark.seed(2)


@pytest.fixture
async def court(clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    """Return an evening whose time a test moves."""
    async with clocked(clock, tmp_path, monkeypatch) as begun:
        yield begun


async def test_a_lobby_says_how_time_counts_before_anybody_joins(court: Evening) -> None:
    """A day, if nobody chooses; else what the command says."""
    ann, bo, *_ = court.guests
    assert "Everybody has a day for each decision" in text(await court.open(ann))
    assert "No clock runs here" in text(await court.open(bo, pace="none"))


@pytest.mark.slow
async def test_alone_one_chooses_at_once_and_with_others_all_have_to_agree(court: Evening) -> None:
    """What was agreed on holds until the last one has pressed; nobody else may propose."""
    ann, bo, *_ = court.guests
    lobby = await court.open(ann)
    panel = (await court.press(ann, lobby, "time")).message
    await court.choose(ann, panel, ["hour"], part="terms:1:pace")
    assert (await court.table()).record.clock.terms.pace == HOUR  # type: ignore[union-attr]
    await court.press(bo, court.board(), "join")
    assert "agree" not in verbs(court.board())
    await court.choose(ann, panel, ["week"], part="terms:1:pace")
    assert (await court.table()).record.clock.terms.pace == HOUR  # type: ignore[union-attr]
    assert "Proposed instead" in text(court.board())
    assert said("refused-not-opener", (await court.forge(bo, court.board(), "terms:1:pace", values=["day"])).private)
    await court.press(bo, court.board(), "agree")
    assert (await court.table()).record.clock.terms.pace == 7 * DAY  # type: ignore[union-attr]
    assert "Proposed instead" not in text(court.board())


@pytest.mark.slow
async def test_everybody_sees_until_when_there_is_time(court: Evening, clock: Clock) -> None:
    """On the table message, the post and the private view, as Discord's own times."""
    ann, bo, *_ = court.guests
    await court.seat(ann, bo)
    seat = (await court.table()).started.deciding[0]
    ends = int(clock.now + 4 * DAY) // 60 * 60
    when = f"<t:{ends}:R>"
    assert when in text(court.board())
    assert f"<t:{ends}:f>" in text(court.board())
    assert when in text(court.post())
    asked = (ann, bo)[[ann.id, bo.id].index((await court.table()).people.users[seat])]
    assert when in (await court.press(asked, court.board(), "play")).private


@pytest.mark.slow
async def test_who_is_late_is_played_for_before_all_eyes_until_a_press(court: Evening, clock: Clock) -> None:
    """The knight's move is told like any, the seat's name says so, and any press gives it back."""
    ann, bo, *_ = court.guests
    await court.seat(ann, bo)
    seat = (await court.table()).started.deciding[0]
    late = (ann, bo)[[ann.id, bo.id].index((await court.table()).people.users[seat])]
    await passes(court, clock, 4 * DAY + 60)
    table = await court.table()
    assert table.started.seq > 0
    assert not table.attended(seat)
    await court.press(late, court.board(), "hand")
    assert (await court.table()).attended(seat)


@pytest.mark.slow
async def test_who_comes_back_from_a_rivals_care_reads_what_has_happened_since(court: Evening, clock: Clock) -> None:
    """Also what the rival played in their place, and that it did; the log opens there, too."""
    ann, bo, *_ = court.guests
    await court.seat(ann, bo)
    late = await asked(court)
    await one_turn(court, late)
    other = await asked(court)
    for _ in range(3):
        await passes(court, clock, 0)
        if await asked(court) is other:
            await one_turn(court, other)
        await passes(court, clock, 4 * DAY + 60)
    table, seat = await court.table(), (await court.table()).seat_of(late.id)
    own = [line.seq for line in await court.bot.tables.log(TableId(1), seat) if line.seat == seat]
    assert not table.attended(seat)
    news = await court.bot.tables.logs.since(table, seat)
    assert {line.seq for line in news} & set(own)
    told = [str(event.key) for line in news for event in line.told]
    assert "incident-cared" in told
    back = (await court.press(late, court.board(), "log")).private
    assert words("since-title") in back
    assert said("incident-cared", back)


@pytest.mark.slow
async def test_my_tables_say_until_when_there_is_time(court: Evening, clock: Clock) -> None:
    """For whoever is asked there, the reader or another; where no clock runs, nothing is said."""
    ann, bo, *_ = court.guests
    await court.seat(ann, bo)
    await court.seat(ann, bo, pace="none")
    when = words("time-until-brief", when=f"<t:{int(clock.now + 4 * DAY) // 60 * 60}:R>")
    for guest in (ann, bo):
        shown = (await court.command(guest, "tables")).private
        assert shown.count(when) == 1


@pytest.mark.slow
async def test_an_answer_in_time_starts_the_next_clock_when_the_next_is_called(court: Evening) -> None:
    """Nobody's time runs for what others have not been asked yet."""
    ann, bo, *_ = court.guests
    await court.seat(ann, bo)
    clocks = (await court.bot.tables.get(TableId(1))).record.clock
    assert clocks is not None
    running = [seat for seat, each in enumerate(clocks.seats) if each.asked is not None]
    assert tuple(running) == (await court.table()).started.deciding
    assert words("button-time") not in text(court.board())


NIGHT: dict[str, Any] = {"from": "8:00", "to": "20:00", "zone": "UTC"}
"""Quiet hours in which it is when an evening begins."""


@pytest.mark.slow
async def test_one_call_and_two_reminders_and_no_more(court: Evening, clock: Clock) -> None:
    """At half the pace, and a tenth before all is gone, which says what will happen; the first asks no more then."""
    ann, bo, *_ = court.guests
    await court.seat(ann, bo)
    late = await asked(court)
    assert [user for _, user in court.pings()] == [late.id]
    await passes(court, clock, 0.6 * DAY)
    first = court.post()
    assert "still waiting for you" in first.content
    assert "you alone" in first.content
    await passes(court, clock, 3.1 * DAY)
    second = court.post()
    assert second.id != first.id
    assert "Then a rival plays for you" in second.content
    assert not verbs(court.message(first.channel_id, first.id))
    assert said("summons-moved", court.message(first.channel_id, first.id).content), "what it asks isn't gone"
    await passes(court, clock, 0.2 * DAY)
    assert [user for _, user in court.pings()] == [late.id] * 3


@pytest.mark.slow
async def test_who_answers_in_time_is_reminded_of_nothing_and_the_reminder_goes(court: Evening, clock: Clock) -> None:
    """A ping that led somewhere is in nobody's way any more."""
    ann, bo, *_ = court.guests
    await court.seat(ann, bo)
    late = await asked(court)
    await passes(court, clock, 0.6 * DAY)
    reminder = court.post()
    assert (await court.table()).record.announced.summons
    await one_turn(court, late)
    await passes(court, clock, 60)
    assert reminder.id not in {message.id for message in court.public()}


@pytest.mark.slow
async def test_one_press_stops_the_reminders_of_this_question(court: Evening, clock: Clock) -> None:
    """The clock runs on, and the next question reminds again."""
    ann, bo, *_ = court.guests
    await court.seat(ann, bo)
    late = await asked(court)
    other = ann if late is bo else bo
    await passes(court, clock, 0.6 * DAY)
    assert said("refused-not-yours", (await court.press(other, court.post(), "hush")).private)
    assert words("hush-done") in (await court.press(late, court.post(), "hush")).private
    before = len(court.pings())
    await passes(court, clock, 3.2 * DAY)
    assert len(court.pings()) == before
    assert (await court.table()).started.seq == 0


@pytest.mark.slow
@pytest.mark.parametrize("way", ["none", "dm"])
async def test_people_are_reminded_in_the_way_they_chose(court: Evening, clock: Clock, way: str) -> None:
    """By DM, with the way to the table, or not at all; the channel hears nothing of it."""
    ann, bo, *_ = court.guests
    for guest in (ann, bo):
        await court.command(guest, "settings reminders", way=way)
    await court.seat(ann, bo)
    late = await asked(court)
    await passes(court, clock, 0.6 * DAY)
    assert len(court.pings()) == 1
    reminders = [message for message in court.dms(late) if "still waiting for you" in message.content]
    assert len(reminders) == (way == "dm")
    if reminders:
        assert str((await court.table()).record.channel) in reminders[0].content
        assert {"play", "hush"} <= set(verbs(reminders[0]))


async def test_a_call_that_waits_for_the_morning_is_made_though_the_move_was_taken_back_meanwhile(
    court: Evening, clock: Clock
) -> None:
    """Who was called for what is taken back isn't called again; who was only named is called when the hours end."""
    for guest in court.guests[:3]:
        await court.command(guest, "settings quiet", **NIGHT)
    await court.seat(*court.guests[:3], game="oriflamme", orders=False)
    first = await asked(court)
    await one_turn(court, first)
    await shown(court)
    table = await court.table()
    name = await court.bot.tables.takebacks.name(table, table.seat_of(first.id))
    await court.bot.tables.takebacks.take_back(TableId(1), User(first.id), name)
    await shown(court)
    assert await asked(court) is first
    await one_turn(court, first)
    await shown(court)
    second = await asked(court)
    assert not court.pings()
    await passes(court, clock, 9 * HOUR)
    assert [user for _, user in court.pings()].count(second.id) == 1


@pytest.mark.parametrize("readable", [True, False])
async def test_the_first_dm_that_reminded_asks_no_more_once_the_second_has_come(
    court: Evening, clock: Clock, *, readable: bool
) -> None:
    """As in the channel, also after a restart; where Discord doesn't show the conversation, it stays as it is."""
    ann, bo, *_ = court.guests
    for guest in (ann, bo):
        await court.command(guest, "settings reminders", way="dm")
    await court.seat(ann, bo)
    late = await asked(court)
    await passes(court, clock, 0.6 * DAY)
    [first] = court.dms(late)
    if not readable:
        court.env.inject_error("GET", f"/channels/{first.channel_id}/messages", status=403, code=50001, times=None)
    await court.restart()
    await passes(court, clock, 3.1 * DAY)
    before, second = court.dms(late)
    assert before.id == first.id
    assert bool(verbs(before)) is not readable
    assert said("summons-moved", text(before)) is readable
    assert "Then a rival plays for you" in second.content
    assert "hush" in verbs(second)
    assert len(court.pings()) == 1


@pytest.mark.slow
async def test_who_takes_no_dms_is_reminded_in_the_channel(court: Evening, clock: Clock) -> None:
    """Nobody is forgotten because a DM is closed."""
    ann, bo, *_ = court.guests
    for guest in (ann, bo):
        await court.command(guest, "settings reminders", way="dm")
        place = court.env.backend.get_dm_channel(guest.id).id
        court.env.inject_error("POST", f"/channels/{place}/messages", status=403, code=50007, times=None)
    await court.seat(ann, bo)
    await passes(court, clock, 0.6 * DAY)
    assert court.pings()


@pytest.mark.slow
async def test_in_quiet_hours_nobody_is_pinged_and_once_they_end_one_is_called(court: Evening, clock: Clock) -> None:
    """The post names them without a mention; the clock runs from there on all the same."""
    ann, bo, *_ = court.guests
    for guest in (ann, bo):
        assert "08:00" in (await court.command(guest, "settings quiet", **NIGHT)).private
    await court.seat(ann, bo)
    late = await asked(court)
    assert not court.pings()
    assert f"<@{late.id}>" not in court.post().content
    clocks = (await court.table()).record.clock
    assert clocks is not None
    assert clocks.seats[(await court.table()).started.deciding[0]].until == clock.now + 4 * DAY
    await passes(court, clock, 7 * HOUR)
    assert not court.pings()
    await passes(court, clock, HOUR + 60)
    assert [user for _, user in court.pings()] == [late.id]
    await passes(court, clock, HOUR)
    assert len(court.pings()) == 1


@pytest.mark.slow
async def test_a_reminder_that_came_due_in_quiet_hours_comes_as_one_when_they_end(court: Evening, clock: Clock) -> None:
    """Nobody is called a second time for it, and it counts as one of two."""
    ann, bo, *_ = court.guests
    night: dict[str, Any] = {"from": "20:00", "to": "8:00", "zone": "UTC"}
    for guest in (ann, bo):
        await court.command(guest, "settings quiet", **night)
    await court.seat(ann, bo)
    late = await asked(court)
    await passes(court, clock, 13 * HOUR)
    assert [user for _, user in court.pings()] == [late.id]
    await passes(court, clock, 7 * HOUR + 60)
    assert [user for _, user in court.pings()] == [late.id] * 2
    assert "still waiting for you" in court.post().content
    assert "hush" in verbs(court.post())
    await passes(court, clock, 3 * DAY)
    assert len(court.pings()) == 3
    assert "Then a rival plays for you" in court.post().content


@pytest.mark.slow
async def test_quiet_hours_end_for_nobody_who_has_answered(court: Evening, clock: Clock) -> None:
    """Who answered by themselves need no call."""
    ann, bo, *_ = court.guests
    for guest in (ann, bo):
        await court.command(guest, "settings quiet", **NIGHT)
    await court.seat(ann, bo, pace="none")
    late = await asked(court)
    await one_turn(court, late)
    waits = await asked(court)
    await passes(court, clock, 8 * HOUR + 60)
    assert [user for _, user in court.pings()] == ([waits.id] if waits is not late else [late.id])


@pytest.mark.parametrize(("begin", "end", "zone"), [("8", "21", "UTC"), ("late", "8", "UTC"), ("22", "7", "Mars/Base")])
async def test_what_are_no_quiet_hours_changes_nothing(court: Evening, begin: str, end: str, zone: str) -> None:
    """More than twelve hours, no times, or a zone that nobody knows."""
    ann, *_ = court.guests
    hours: dict[str, Any] = {"from": begin, "to": end, "zone": zone}
    refused = await court.command(ann, "settings quiet", **hours)
    assert said("refused-quiet", refused.private)
    assert (await court.bot.preferences.habits(ann.id)).quiet is None


@pytest.mark.slow
async def test_a_digest_tells_once_a_day_of_all_that_waits(court: Evening, clock: Clock) -> None:
    """In one DM with a link to each table; a day on which nothing waits has none."""
    ann, bo, cy, *_ = court.guests
    await court.command(cy, "settings reminders", way="digest")
    for guest in (ann, bo):
        await court.command(guest, "settings reminders", way="digest")
    await court.seat(ann, bo)
    await court.seat(bo, ann)
    await passes(court, clock, DAY)
    lines = [message.content for guest in (ann, bo) for message in court.dms(guest)]
    assert sum(line.count("https://") for line in lines) == 2
    assert not court.dms(cy)
    before = len(lines)
    await passes(court, clock, 60)
    assert len([message for guest in (ann, bo) for message in court.dms(guest)]) == before


@pytest.mark.slow
async def test_a_pause_needs_all_who_sit_there_and_one_to_end_it(court: Evening, clock: Clock) -> None:
    """By command and button; the clock goes on where it stood."""
    ann, bo, cy, *_ = court.guests
    await court.seat(ann, bo)
    await court.command(ann, "table pause")
    await passes(court, clock, 0)
    assert "would like a pause" in text(court.board())
    assert said("refused-not-seated", (await court.press(cy, court.board(), "pause")).private)
    await passes(court, clock, 0)
    await court.press(bo, court.board(), "pause")
    await passes(court, clock, 0)
    assert "agreed on a pause" in text(court.board())
    await passes(court, clock, 20 * DAY)
    assert (await court.table()).started.seq == 0
    await court.press(ann, court.board(), "goon")
    await passes(court, clock, 0)
    assert "agreed on a pause" not in text(court.board())
    await passes(court, clock, 4.1 * DAY)
    assert (await court.table()).started.seq > 0


@pytest.mark.slow
async def test_where_no_clock_runs_there_is_nothing_to_pause(court: Evening) -> None:
    """And the command says so."""
    ann, bo, *_ = court.guests
    await court.seat(ann, bo, pace="none")
    assert said("refused-no-clock", (await court.command(ann, "table pause")).private)


@pytest.mark.slow
async def test_a_weekend_stands_still_where_who_opened_the_table_lives(court: Evening, clock: Clock) -> None:
    """Chosen in the lobby, in the zone of that person's settings."""
    ann, bo, *_ = court.guests
    await court.command(ann, "settings quiet", **{**NIGHT, "to": "8:00", "zone": "Europe/Kyiv"})
    lobby = await court.open(ann)
    panel = (await court.press(ann, lobby, "time")).message
    await court.choose(ann, panel, ["rest"], part="terms:1:weekends")
    assert "Europe/Kyiv" in text(court.board())
    await court.press(bo, court.board(), "join")
    await court.press(ann, court.board(), "start")
    clocks = (await court.table()).record.clock
    assert clocks is not None
    assert clocks.seats[(await court.table()).started.deciding[0]].until == clock.now + 4 * DAY
    await passes(court, clock, 2 * DAY)
    await one_turn(court, await asked(court))
    await passes(court, clock, 0)
    again = (await court.table()).record.clock
    assert again is not None
    assert max(each.until or 0 for each in again.seats) == clock.now + 6 * DAY
