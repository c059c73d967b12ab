"""Reminders, quiet hours and digests, as people see them: who is called when, in which way, and who isn't."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

import aiohttp
import pytest

from bot.clocks.table_clock import DAY, HOUR, TableClock
from bot.clocks.user_time_settings import TimeSettings
from bot.features.takeback import take_back_token, undo_answer
from bot.storage.port import StorageError
from bot.storage.records import BEAT, Published, Remark, TableId
from bot.tables.due_times import ClockChange, no_change
from tests.bot.announce.healing import FAILED, FORGOTTEN, TRIED_SELDOM, losing
from tests.bot.announce.test_troubles import shut
from tests.bot.clocked import NIGHT, asked, clock_of, goes_round, one_turn, passes, shown
from tests.bot.orderly import auction, limited, not_at_it
from tests.bot.party import garden, pinged, place_of, public_ids
from tests.bot.sentences import assert_said, said
from tests.bot.server import Evening, Guest, text, verbs
from tests.bot.timed import go_round

pytestmark = pytest.mark.clocked


async def late_at(court: Evening, habits: dict[str, str], **options: str) -> tuple[Guest, Guest]:
    """Let two people who have chosen the same about reminders begin; return who is asked, and the other."""
    for guest in court.guests[:2]:
        await guest.prefer(**habits)
    ann, bo = await court.seat_first(2, **options)
    late = await asked(court)
    return late, ann if late is bo else bo


async def test_one_call_and_two_reminders_and_no_more(court: Evening) -> None:
    """At half the pace, and a tenth before all is gone, which says what will happen; the first asks no more then."""
    late, _ = await late_at(court, {"reminders": "channel"})
    assert pinged(court) == [late.id]
    await passes(court, 0.6 * DAY)
    first = court.post()
    assert "still waiting for you" in first.content
    assert "everyone is waiting for you" in first.content
    await passes(court, 3.1 * DAY)
    second = court.post()
    assert second.id != first.id
    assert "Then a rival plays for you" in second.content
    assert not verbs(first)
    assert said("summons-moved", first.content), "what it asks isn't gone"
    await passes(court, 0.2 * DAY)
    assert pinged(court) == [late.id] * 3


@pytest.mark.parametrize("behind", [False, True], ids=["shown", "behind"])
async def test_news_after_a_downtime_remind_nobody_early(court: Evening, *, behind: bool) -> None:
    """Half the pace is over by the clock on the wall, but Herald was down, which counts for nobody.

    What hadn't been shown by then is shown as Herald starts, with all the time that is left.
    """
    late, _ = await late_at(court, {"reminders": "channel"})
    states, announced = court.tables.published_states, (await court.table_record()).announced
    if behind:
        await states.store(TableId(1), replace(announced, revision=0))
        await states.write()
    await court.storage.store_choices(Remark(BEAT, repr(court.clock.now)))
    court.clock.now += 0.6 * DAY
    await court.restart()
    court.bot.announcer.touch(TableId(1))
    await shown(court)
    assert pinged(court) == [late.id]
    await passes(court, 0.6 * DAY)
    assert pinged(court) == [late.id] * 2


@pytest.mark.parametrize("hours", [0, 30])
async def test_call_of_a_resumed_table_is_the_reminder(court: Evening, hours: int) -> None:
    """Half the pace was over when the channel was gone, and the table is led elsewhere at once, or later."""
    late, _ = await late_at(court, {"reminders": "channel"})
    there = await garden(court)
    court.env.backend.delete_channel(court.channel.id)
    await passes(court, 0.6 * DAY)
    court.clock.now += hours * HOUR
    await late.command("table resume", there)
    await passes(court, 60)
    assert [user for _, user in court.pings(there.id)] == [late.id]
    assert "still waiting for you" not in court.post(there.id).content
    await passes(court, 3.1 * DAY)
    assert "Then a rival plays for you" in court.post(there.id).content


@pytest.mark.parametrize("way", ["channel", "dm"])
async def test_reminder_of_an_answered_question_says_so(court: Evening, way: str) -> None:
    """Pressed before it goes: the answer came elsewhere. A ping that led somewhere is in nobody's way any more."""
    late, other = await late_at(court, {"reminders": way})
    await passes(court, 0.6 * DAY)
    reminder = late.dms[-1] if way == "dm" else court.post()
    table = await court.table()
    seat = table.seat_of(late.id)
    question = table.started_match.question_id(seat)
    await one_turn(late)
    pressed = await late.forge(f"hush:1:{seat}:{question}", reminder)
    assert other.name in pressed.text
    await passes(court, 60)
    assert reminder.id not in public_ids(court)


@pytest.mark.quick
@pytest.mark.parametrize("hours", [0, 9])
async def test_a_call_that_waits_for_the_morning_is_made_though_the_move_was_taken_back_meanwhile(
    court: Evening, hours: int
) -> None:
    """Who was called for what is taken back isn't called again; who was only named is called when the hours end.

    Where they end before another move is made, that calls them.
    """
    for guest in court.guests[:3]:
        await guest.prefer(**NIGHT)
    await court.seat_first(3, game="oriflamme", orders=False)
    first = await asked(court)
    await one_turn(first)
    await shown(court)
    table = await court.table()
    name = await take_back_token(court.tables, table, table.seat_of(first.id))
    assert name is not None
    await undo_answer(court.tables, TableId(1), first.id, name)
    await shown(court)
    assert await asked(court) is first
    await passes(court, hours * HOUR)
    assert not court.pings()
    await one_turn(first)
    await shown(court)
    second = await asked(court)
    assert pinged(court) == [second.id] * bool(hours)
    await passes(court, 9 * HOUR)
    assert pinged(court) == [second.id]


@pytest.mark.quick
@pytest.mark.parametrize("why", ["", "forbidden", "limited"])
async def test_the_first_dm_that_reminded_asks_no_more_once_the_second_has_come(
    court: Evening, caplog: pytest.LogCaptureFixture, why: str
) -> None:
    """As in the channel, also after a restart; where Discord doesn't show the conversation, it stays as it is."""
    readable = not why
    late, _ = await late_at(court, {"reminders": "dm"})
    await passes(court, 0.6 * DAY)
    [first] = late.dms
    assert "still waiting for you" in first.content
    assert str((await court.table()).channel) in first.content
    assert {"play", "hush"} <= set(verbs(first))
    path = f"/channels/{first.channel_id}/messages"
    if why == "forbidden":
        court.env.inject_error("GET", path, status=403, code=50001, times=None)
    if why != "limited":
        await court.restart()
    with losing("GET", path, KeyError("retry_after"), 9 * (why == "limited"), taken=False) as lost:
        await passes(court, 3.1 * DAY)
    before, second = late.dms
    assert before.id == first.id
    assert bool(verbs(before)) is not readable
    assert said("summons-moved", text(before)) is readable
    assert "Then a rival plays for you" in second.content
    assert "hush" in verbs(second)
    assert len(court.pings()) == 1
    assert len(lost) == (why == "limited")
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize("way, pings", [("none", 1), ("dm", 2)])
async def test_who_takes_no_dms_is_reminded_in_the_channel(court: Evening, way: str, pings: int) -> None:
    """Nobody is forgotten because a DM is closed; who wants no reminders has none there, either."""
    for guest in court.guests[:2]:
        shut(guest)
    late, _ = await late_at(court, {"reminders": way})
    await passes(court, 0.6 * DAY)
    assert len(court.pings()) == pings
    assert not late.dms


async def test_in_quiet_hours_nobody_is_pinged_and_once_they_end_one_is_called(court: Evening, ann: Guest) -> None:
    """The post names them without a mention; the clock runs from there on all the same."""
    assert "08:00" in (await ann.prefer(**NIGHT)).private
    late, _ = await late_at(court, NIGHT)
    assert not court.pings()
    assert f"<@{late.id}>" not in court.post().content
    seat = (await court.match()).deciding[0]
    assert (await clock_of(court)).seats[seat].until == court.clock.now + 4 * DAY
    await passes(court, 7 * HOUR)
    assert not court.pings()
    for _ in range(2):
        await passes(court, HOUR + 60)
        assert pinged(court) == [late.id]


async def test_a_call_held_back_by_a_wrong_clock_comes(court: Evening) -> None:
    """The host's clock was hours ahead, in what would be quiet hours; it is set back, and nobody is asleep."""
    court.clock.now += 9 * HOUR
    late, _ = await late_at(court, {"quiet": "20-8"})
    keeper = court.bot.timekeeper
    await go_round(keeper)
    await shown(court)
    assert not court.pings()
    court.clock.now -= 9 * HOUR
    for _ in range(2):
        await go_round(keeper)
        await shown(court)
        assert pinged(court) == [late.id]


async def test_a_reminder_that_came_due_in_quiet_hours_comes_as_one_when_they_end(court: Evening) -> None:
    """Nobody is called a second time for it, and it counts as one of two."""
    late, _ = await late_at(court, {"quiet": "20-8"})
    await passes(court, 13 * HOUR)
    assert pinged(court) == [late.id]
    await passes(court, 7 * HOUR + 60)
    assert pinged(court) == [late.id] * 2
    assert "still waiting for you" in court.post().content
    assert "hush" in verbs(court.post())
    await passes(court, 3 * DAY)
    assert len(court.pings()) == 3
    assert "Then a rival plays for you" in court.post().content


@pytest.mark.parametrize("lull", [0.0, 60.0])
async def test_a_call_after_quiet_hours_stands_for_a_reminder(
    court: Evening, monkeypatch: pytest.MonkeyPatch, lull: float
) -> None:
    """Both are due by then: it is made once, and at once, though the database can't store what comes next."""
    await late_at(court, NIGHT)
    monkeypatch.setattr("bot.announce.announce_state.DEBOUNCE", lull)
    states, wound, failed = court.tables.published_states, list[Published](), list[Published]()
    store = states.store

    async def storing(table: TableId, published: Published, wind: ClockChange, channel: int) -> None:
        if wound and not failed:
            failed.append(published)
            raise StorageError("storage-closed")
        await store(table, published, wind, channel)
        wound.extend([published] * (wind is not no_change))

    monkeypatch.setattr(states, "store", storing)
    await passes(court, DAY / 2 + 60)
    assert len(court.pings()) == 1
    for _ in range(2):
        await court.later(minutes=2)
        await passes(court, 60)
    assert failed
    assert len(court.pings()) == 1


@pytest.mark.quick
async def test_what_are_no_quiet_hours_changes_nothing(court: Evening, ann: Guest) -> None:
    """More than twelve hours, no times, one alone, or a zone that nobody knows: nor is anything else changed."""
    for quiet, zone in (("8-21", "UTC"), ("late-8", "UTC"), ("22", ""), ("22-7", "Mars/Base")):
        await assert_said("refused-quiet", ann.prefer(quiet=quiet, zone=zone, reminders="none"))
    assert await court.bot.preferences.time_settings(ann.id) == TimeSettings(ann.id)


@pytest.mark.slow
async def test_a_digest_tells_once_a_day_of_all_that_waits(court: Evening) -> None:
    """In one DM with a link to each table, but private ones, at which nobody waits; a day without any has none."""
    ann, bo, cy, *_ = court.guests
    for guest in (ann, bo, cy):
        await guest.prefer(reminders="digest")
        await guest.command("alone", game="oriflamme")

    def digests() -> list[str]:
        return [each.content for guest in (ann, bo, cy) for each in guest.dms if each.content]

    await passes(court, DAY)
    assert not digests()

    await court.seat(ann, bo)
    await court.seat(bo, ann)
    for wait in (DAY, 60):
        await passes(court, wait)
        assert "".join(digests()).count("https://") == 2
    assert "channels/0" not in "".join(digests())
    assert not [each for each in cy.dms if each.content]


@pytest.mark.parametrize("fault", [FAILED, aiohttp.ServerDisconnectedError(), KeyError("retry_after")], ids=repr)
async def test_digest_that_failed_comes_once(
    court: Evening, caplog: pytest.LogCaptureFixture, fault: Exception
) -> None:
    """Discord fails, limits or a connection breaks, whether it has taken the DM or not: no day goes without it."""
    late, _ = await late_at(court, {"reminders": "digest"})
    court.env.inject_error("POST", f"/channels/{place_of(late)}/messages", status=503)
    await passes(court, DAY)
    assert not late.dms
    with losing("POST", rf"/channels/{place_of(late)}/messages", fault, 1):
        await passes(court, 61)
    for wait in (61, HOUR):
        await passes(court, wait)
        assert len(late.dms) == 1
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize("still", ["pause", "rest"])
async def test_digest_tells_of_no_table_that_stands_still(court: Evening, still: str) -> None:
    """Everybody has agreed on a pause, or nobody has acted for weeks: it tells of the table once that goes on."""
    ann, bo = court.guests[:2]
    for guest in (ann, bo):
        await guest.prefer(reminders="digest")
    await court.seat(ann, bo)
    clocks, late = court.tables.clocks, await asked(court)
    if still == "rest":
        await clocks.update_clock(TableId(1), TableClock.rest)
    for guest in (ann, bo) if still == "pause" else ():
        await guest.command("table pause")
    await passes(court, 3 * DAY)
    assert not late.dms
    await clocks.resume(TableId(1), late.id)
    await clocks.note_press(await court.table(), late.id)
    await passes(court, DAY)
    assert len(late.dms) == 1


@pytest.mark.parametrize("times", [1, 9])
async def test_a_lost_dm_reminds_nobody_in_public_at_once(court: Evening, times: int) -> None:
    """Discord has taken it and says that it failed: it is sent once more, and only then a reminder is posted."""
    late, _ = await late_at(court, {"reminders": "dm"})
    with losing("POST", rf"/channels/{place_of(late)}/messages", FAILED, times):
        for seconds in (0.6 * DAY, 61):
            await passes(court, seconds)
    assert len(late.dms) == 1
    assert len(court.pings()) == (1 if times == 1 else 2)


@pytest.mark.usefixtures("ahead")
@pytest.mark.parametrize("fault", [FAILED, aiohttp.ServerDisconnectedError()])
@TRIED_SELDOM
async def test_a_reminder_is_kept_before_the_next(court: Evening, fault: Exception) -> None:
    """Two are due at once, and the second is lost, for so long that Discord forgets what was sent."""
    guests = court.guests[:3]
    for guest in guests:
        await guest.prefer(reminders="dm")
    await auction(court, guests)
    first, second = await not_at_it(court, guests)
    with losing("POST", rf"/channels/{place_of(second)}/messages", fault, 1) as lost:
        await passes(court, 0.6 * DAY)
    assert lost
    court.record.forget()
    with FORGOTTEN:
        await passes(court, 61)
    assert [len(guest.dms) for guest in (first, second)] == [1, 1]


@pytest.mark.parametrize("way", ["channel", "dm"])
@TRIED_SELDOM
async def test_a_second_reminder_is_sent_once(court: Evening, way: str) -> None:
    """The connection breaks as the first one is settled, and for so long that Discord forgets what was sent."""
    late, _ = await late_at(court, {"reminders": way})
    await passes(court, 0.6 * DAY)
    first = late.dms[-1] if way == "dm" else court.post()
    with losing("PATCH", rf"/channels/{first.channel_id}/messages/{first.id}", times=1) as lost:
        await passes(court, 3.1 * DAY)
    assert lost
    court.record.forget()
    with FORGOTTEN:
        await passes(court, 61)
    assert (len(late.dms), len(pinged(court))) == ((2, 1) if way == "dm" else (0, 3))


@pytest.mark.usefixtures("ahead")
@pytest.mark.parametrize("forgets", [False, True])
@TRIED_SELDOM
async def test_a_lost_call_of_several_is_one_call(court: Evening, *, forgets: bool) -> None:
    """One of them answers before it is sent again, so that this one asks the others alone."""
    guests = court.guests[:3]
    for guest in guests:
        await guest.prefer(quiet="8:00-12:10", zone="UTC")
    await auction(court, guests)
    first, second = await not_at_it(court, guests)
    begun = len(court.pings())
    with losing("POST", rf"/channels/{court.channel.id}/messages", times=1) as lost:
        court.clock.now += 11 * 60
        with court.env._bot_scope():
            await goes_round(court)
        await court.settle()
    assert lost
    if forgets:
        court.record.forget()
    with FORGOTTEN if forgets else nullcontext():
        await limited(first, 0)
        await shown(court)
    assert sorted(pinged(court)[begun:]) == sorted([first.id, second.id])
    assert len((await court.table_record()).announced.summons) == 1
