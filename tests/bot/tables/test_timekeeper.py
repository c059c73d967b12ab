"""The timekeeper: what is due is done when it is due, once, never because Herald was down, and beside long work."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import patch

import pytest

from bot.clocks.table_clock import DAY, HOUR, TimeControl, TimeoutAction
from bot.clocks.user_time_settings import Reminders, TimeSettings
from bot.storage import sql
from bot.storage.port import Change, Statement
from bot.storage.records import Outages, Remark, TableId
from bot.tables.clock_changes import Clocks
from bot.tables.refusals import TableClosed
from bot.tables.table import Table
from bot.tables.timekeeper import BEATS
from tests.bot.clock import NOON
from tests.bot.storage.samples import loaded, next_due
from tests.bot.timed import Hall


async def moves(hall: Hall, table: TableId) -> int:
    """Return how many moves were made at a table."""
    return (await hall.table(table)).started_match.seq


async def test_knight_cares_for_whose_time_is_up(hall: Hall) -> None:
    """A day and a reserve of three: after four days, not a minute sooner; everybody can see so.

    Who moves then without having pressed anything else is back as well, on the disk, too.
    """
    table = await hall.seat()
    seat = (await hall.table(table)).started_match.deciding[0]
    await hall.passes(4 * DAY - 60)
    before = await hall.table(table)
    assert before.started_match.seq == 0
    assert (before.is_attended(seat), before.is_waited_for(seat)) == (True, False)
    await hall.passes(61)
    after = await hall.table(table)
    assert after.recent[0].seat == seat
    assert (after.is_attended(seat), after.is_waited_for(seat)) == (False, True)
    assert after.record.revision > before.record.revision

    while seat not in (await hall.table(table)).started_match.deciding:
        await hall.answer(table)
    await hall.answer(table)
    assert (await loaded(hall.storage, table)).sitters[seat].level is None
    assert (await hall.table(table)).had_same_person(seat, after.recent[0].seq)


async def test_answer_that_comes_as_time_is_up_keeps_its_seat(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """It had the table's lock first: its person is there, with all of the reserve, and nobody plays for them."""
    table, mark_late = await hall.seat(), Clocks.mark_late
    seat = (await hall.table(table)).started_match.deciding[0]

    async def answered(*told: Any) -> Table:
        await hall.answer(table)
        return await mark_late(*told)

    monkeypatch.setattr(Clocks, "mark_late", answered)
    hall.now += 4 * DAY
    await hall.lives()
    after = await hall.table(table)
    assert [(entry.seat, after.is_own_move(entry.seat, entry.seq)) for entry in after.recent] == [(seat, True)]
    assert after.is_attended(seat)
    assert not any(clock.late for clock in (await hall.clock(table)).seats)


async def test_check_spoils_no_clocks_that_another_process_has_stored(hall: Hall) -> None:
    """The notice of a move that was made elsewhere, as by DM, is on its way, or was lost with its connection."""
    table, other = await hall.seat(), Hall(hall.storage, hall.now)
    await other.answer(table)
    stored = await other.clock(table)
    await hall.keeper.check_due(table)
    assert (await loaded(hall.storage, table)).clock == stored == await hall.clock(table)


async def test_time_without_herald_or_discord_takes_none_from_anybody(hall: Hall) -> None:
    """Whether it was stopped or killed: dates move on by the gap.

    Who can't be heard can't answer; the time counts again from the first beat on.
    """
    table = await hall.seat()
    await hall.passes(3 * DAY)
    await hall.down(2 * DAY)
    await hall.passes(DAY - 60)
    assert not await moves(hall, table)

    hall.connected = False
    hall.now += 9 * HOUR
    await hall.keeper.run_round()
    assert not await moves(hall, table)
    hall.connected = True
    await hall.keeper.run_round()
    assert not await moves(hall, table)
    await hall.passes(120)
    assert await moves(hall, table)


@pytest.mark.parametrize("stopped", [False, True])
@pytest.mark.parametrize("jump", [40 * DAY, -40 * DAY])
async def test_the_hosts_clock_jumping_ends_no_turn(hall: Hall, jump: float, *, stopped: bool) -> None:
    """Neither forth nor back, while Herald is there or not; and the turn still ends by itself, in four days at most."""
    table = await hall.seat()
    await hall.passes(DAY)
    if stopped:
        await hall.down(jump)
    else:
        hall.now += jump
    await hall.keeper.run_round()
    assert not await moves(hall, table)
    await hall.passes(4 * DAY + 2 * BEATS)
    assert await moves(hall, table)


@pytest.mark.slow
async def test_when_nobody_is_there_the_table_rests_and_a_press_wakes_it(hall: Hall) -> None:
    """Rivals play on for three paces after the last person was late; then nothing is due, until somebody is there."""
    table = await hall.seat(people=4, terms=TimeControl(DAY))
    for _ in range(60):
        await hall.passes(DAY)
        await hall.call(table)
        if (await hall.clock(table)).rests:
            break
    assert (await hall.clock(table)).rests
    assert await next_due(hall.storage) is None
    seq = await moves(hall, table)
    await hall.passes(90 * DAY)
    assert await moves(hall, table) == seq
    await hall.tables.clocks.note_press(await hall.table(table), 1)
    assert not (await hall.clock(table)).rests
    assert await next_due(hall.storage) is not None


@pytest.mark.parametrize("terms", [TimeControl(HOUR, TimeoutAction.WAITS), TimeControl(0)], ids=["waits", "no clock"])
async def test_where_the_table_waits_nobody_plays_for_anybody(hall: Hall, terms: TimeControl) -> None:
    """Where the time is up, which is to be seen, or none counts: the question stays."""
    table = await hall.seat(terms=terms)
    await hall.passes(400 * DAY)
    assert not await moves(hall, table)
    assert any(each.late for each in (await hall.clock(table)).seats) is bool(terms.pace)
    assert await next_due(hall.storage) is None


async def test_a_table_that_was_ended_is_due_no_more(hall: Hall) -> None:
    """Nor one that is over, or has lost its place; led back in one transaction, its clocks run on."""
    table = await hall.seat()
    await hall.tables.suspend(table)
    assert (await hall.clock(table)).is_paused
    assert await next_due(hall.storage) is None
    hall.now += 30 * DAY
    with patch.object(hall.storage, "store_published", None):
        await hall.tables.resume(table, guild=10, channel=21)
    assert not (await hall.clock(table)).is_paused
    hall.awake()
    assert not (await hall.clock(table)).is_paused
    await hall.call(table)
    assert await next_due(hall.storage) == NOON + 30 * DAY + DAY / 2
    await hall.tables.end(table, 1)
    assert await next_due(hall.storage) is None


async def test_a_table_at_which_nobody_has_acted_for_thirty_days_rests_until_a_press(hall: Hall) -> None:
    """Also one without a clock; with its first press it is awake, and rests again after thirty days more."""
    hall.tables.schedule.idle_seconds = 30 * DAY
    table = await hall.seat(terms=TimeControl(0))
    await hall.passes(30 * DAY - 60)
    assert not (await hall.clock(table)).rests
    await hall.passes(120)
    assert (await hall.clock(table)).rests
    assert await next_due(hall.storage) is None
    await hall.tables.clocks.note_press(await hall.table(table), 2)
    assert not (await hall.clock(table)).rests
    assert await next_due(hall.storage) == hall.now + 30 * DAY


async def test_the_clocks_of_a_table_that_is_over_are_stopped_in_memory_too(hall: Hall) -> None:
    """Whatever an older Herald has left due there: memory and disk say the same."""
    table = await hall.seat()
    running = await hall.clock(table)
    await hall.tables.end(table, 1)
    await hall.storage.store_published(table, clock=running)
    await hall.tables.invalidate(table)
    assert (await hall.clock(table)).due is not None
    await hall.keeper.check_due(table)
    assert (await hall.clock(table)).due is None
    hall.awake()
    assert (await hall.clock(table)).due is None


@pytest.mark.parametrize("noted", ["17x0000000.0", "nan", "1e999", ""])
async def test_a_last_beat_that_can_not_be_read_keeps_nobody_from_starting(hall: Hall, noted: str) -> None:
    """A bit of the disk may be another one: no outage is known then, and time goes on."""
    await hall.storage.store_choices(Remark("beat", noted))
    await hall.keeper.record_downtime()
    assert await hall.storage.choice(Outages) == Outages()


async def test_whoever_is_asked_when_outages_are_damaged_gets_all_of_their_time_anew(
    hall: Hall, errors: pytest.LogCaptureFixture
) -> None:
    """A bit of the disk is another one: nobody knows how much of their time had gone; the host reads that once."""
    table = await hall.seat()
    await hall.keeper.record_downtime()
    await hall.passes(2 * DAY)
    await hall.storage.store_choices(Outages(((NOON - DAY, NOON - HOUR),)))
    await hall.storage.database.change(Change(Statement("UPDATE choices SET document = '' WHERE kind = 'outages'"), {}))
    hall.awake()
    await hall.keeper.record_downtime()
    await hall.passes(4 * DAY - HOUR)
    assert not await moves(hall, table)
    await hall.passes(HOUR + 60)
    assert await moves(hall, table)
    assert await hall.storage.choice(Outages) == Outages(((0.0, NOON + 2 * DAY),))
    assert ["is damaged" in line.getMessage() for line in errors.records] == [True]


@pytest.mark.parametrize("until", [NOON + DAY, 1e300, float("inf")])
async def test_an_outage_that_would_last_into_the_future_stops_no_clock(hall: Hall, until: float) -> None:
    """A bit of its end was another one: nobody's time would ever be up, nor the search for when it is."""
    table = await hall.seat()
    await hall.storage.store_choices(Outages(((NOON - DAY, until),)))
    await hall.keeper.record_downtime()
    await hall.passes(4 * DAY + 60)
    assert await moves(hall, table)


async def test_a_host_whose_clock_was_set_back_knows_of_no_outage_that_has_not_been_yet(hall: Hall) -> None:
    """And every table whose clocks run is looked at once.

    Where nothing has to be set right, it is kept all the same that nothing is due: else rounds would never end.
    """
    table, past = await hall.seat(), (NOON - HOUR, NOON - 60)
    await hall.keeper.record_downtime()
    await hall.storage.store_choices(Outages((past, (NOON + HOUR, NOON + 2 * HOUR))))
    hall.keeper._lived = hall.keeper._later[table] = NOON + 3 * HOUR
    assert await hall.keeper.beat()
    assert await hall.storage.choice(Outages) == Outages((past,))
    assert await hall.storage.select(sql.DUE, now=NOON, most=9) == [table]
    await hall.keeper.run_round()
    assert not await hall.storage.select(sql.DUE, now=NOON, most=9)
    due = await next_due(hall.storage)
    assert due is not None
    assert due > NOON


async def test_of_two_processes_that_were_down_neither_loses_when_the_other_was(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They wake together, and know of all outages only what stood there before.

    It is kept oldest first, and not for ever; an outage that is told again while it goes on is one.
    """
    keep, past = hall.storage.store_choices, ((NOON - 500 * DAY, NOON - 401 * DAY), (NOON - HOUR, NOON - 60))
    theirs = [(NOON - DAY, NOON)]

    async def later(choice: object, was: object | None = None) -> None:
        if theirs:
            await keep(Outages((*past, theirs.pop())))
        await keep(choice, was=was)

    await keep(Remark("beat", repr(NOON - HOUR)), Outages(past))
    monkeypatch.setattr(hall.storage, "store_choices", later)
    await hall.keeper.record_downtime()
    assert await hall.storage.choice(Outages) == Outages(((NOON - DAY, NOON), (NOON - HOUR, NOON)))


@pytest.mark.parametrize(
    "damage",
    ["UPDATE clocks SET due = 1.0, clock = ''", "UPDATE choices SET due = 1.0, document = '' WHERE kind = 'habits'"],
)
async def test_what_is_due_and_damaged_is_not_looked_at_again_and_again(
    hall: Hall, errors: pytest.LogCaptureFixture, damage: str
) -> None:
    """A disk has changed it: nobody can tell what to do, and the machine is not kept busy by that.

    What is due some seconds later is done then, and not when the other one is tried again.
    """
    await hall.seat()
    await hall.storage.store_choices(TimeSettings(1, Reminders.DIGEST, digest=NOON + DAY))
    await hall.keeper.record_downtime()
    await hall.storage.database.change(Change(Statement(damage), {}))
    hall.awake()
    await hall.keeper.record_downtime()
    await hall.keeper.run_round()
    assert hall.keeper._next == hall.now + 60
    await hall.storage.store_choices(TimeSettings(2, Reminders.DIGEST, digest=NOON + 20))
    await hall.keeper.run_round()
    assert hall.keeper._next == NOON + 20
    assert ("damaged" in errors.text) is ("clocks" in damage)


async def test_wish_for_a_pause_moves_no_beginning(hall: Hall) -> None:
    """`TableRecord.since` is when people or status changed last; the beginning is asked by it."""
    table = await hall.seat()
    began = (await hall.table(table)).record.since
    hall.now += 60
    await hall.tables.clocks.pause(table, 1)
    assert (await hall.table(table)).record.since == (await hall.table(table)).asked_at() == began


async def test_pause_outlasts_a_lost_channel_and_further_votes(hall: Hall) -> None:
    """All wanted it, and one alone ends it: who wants it once more meanwhile has no vote for the next one."""
    table = await hall.seat()
    pauses = hall.tables.clocks
    for user in (1, 2, 1):
        await pauses.pause(table, user)
    hall.now += DAY
    await hall.tables.suspend(table)
    hall.now += DAY
    await hall.tables.resume(table, guild=10, channel=21)
    assert (await hall.clock(table)).pauses == ((NOON, None),)
    await pauses.resume(table, 2)
    await pauses.pause(table, 2)
    assert not (await hall.clock(table)).is_paused


async def test_nobody_pauses_a_table_that_ends_meanwhile(hall: Hall) -> None:
    """Whether it goes on is looked at once it is known how it ended."""
    table = await hall.seat()
    ending = asyncio.create_task(hall.tables.end(table, 1))
    await asyncio.sleep(0)
    with pytest.raises(TableClosed):
        await hall.tables.clocks.pause(table, 1)
    await ending
    assert not (await hall.clock(table)).agreed


async def test_no_clock_waits_for_what_takes_long(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A feature's work goes on beside the rounds, once at a time; a stop ends it, the next start does it."""
    begun, ended, last = list[float](), list[float](), asyncio.Event()

    async def works(now: float) -> None:
        begun.append(now)
        try:
            await last.wait()
        finally:
            ended.append(now)

    monkeypatch.setattr(hall, "call_followers", works)
    hall.awake()
    table = await hall.seat()
    hall.now += 4 * DAY
    hall.keeper._lived = hall.now
    for _ in range(2):
        await hall.keeper.run_round()
        await asyncio.sleep(0)
    assert (await hall.table(table)).started_match.seq > 0
    assert len(begun) == 1

    await hall.keeper.close()
    assert ended == begun
    hall.awake()
    last.set()
    await hall.lives()
    assert len(ended) == len(begun) == 2


@pytest.mark.parametrize("fails", [False, True])
async def test_what_follows_on_long_work_is_done_in_time(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, errors: pytest.LogCaptureFixture, *, fails: bool
) -> None:
    """What it has left to be done later is known then; where it failed it is tried again a minute later."""
    work = asyncio.Event()

    async def works(_: float) -> None:
        await work.wait()
        if fails:
            raise RuntimeError("no")
        await hall.storage.store_choices(TimeSettings(1, Reminders.DIGEST, digest=NOON + 5))

    monkeypatch.setattr(hall, "call_followers", works)
    hall.awake()
    await hall.keeper.record_downtime()
    await hall.keeper.run_round()
    work.set()
    await asyncio.gather(*hall.keeper._besides.values())
    assert hall.keeper._next == NOON + (60 if fails else 5)
    assert ("what was due could not be done" in errors.text) is fails


@patch("bot.tables.timekeeper.BEATS", 0.01)
async def test_what_other_processes_keep_is_done_in_time(hall: Hall) -> None:
    """Deals of the day belong to no server: one process alone looks at them, and may not be the one that drew them.

    The host's clock that jumps ahead delays nothing: a machine that slept goes by another time than its timers.
    """
    await hall.keeper.start()
    await hall.storage.store_choices(
        *(TimeSettings(user, Reminders.DIGEST, digest=due) for user, due in ((1, NOON - 5), (2, NOON + HOUR)))
    )
    for digests in ([1], [1, 2]):
        async with asyncio.timeout(60):
            while hall.digests != digests:  # noqa: ASYNC110 - nothing tells of a digest
                await asyncio.sleep(0.01)
        hall.now += 2 * HOUR
    await hall.keeper.close()
