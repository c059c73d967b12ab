"""When tables are announced: calls at once, what calls nobody after a lull, a few at a time, until they are shown."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from unittest.mock import AsyncMock

import discord
import pytest

from bot.announce import announce_state
from bot.announce.announce_state import AnnounceState
from bot.announce.announcer import AT_A_TIME, ONE_BY_ONE
from bot.announce.reconciler import Reconciler
from bot.faces import messages
from bot.host import answer_deadline
from bot.interactions import router
from bot.interactions.request import Request
from bot.sending import rest
from bot.sending.codes import DiscordClock
from bot.storage.records import Published, Server, TableId
from bot.tables.table import Table
from tests.bot.announce.healing import begun, behind, heals, move, new_table, restarted
from tests.bot.clocked import shown
from tests.bot.party import FIRST, Party, garden, offered
from tests.bot.represented import represented
from tests.bot.server import Evening, Guest, verb, verbs

LOBBIES, BEHIND = 1000, 60

pytestmark = pytest.mark.seed(5)


def failing(error: Exception, otherwise: Callable[..., object], times: int = 1) -> Callable[..., object]:
    """Return something that fails at its first calls and then does what it should."""
    left = [error] * times

    def call(*given: object, **named: object) -> object:
        if left:
            raise left.pop()
        return otherwise(*given, **named)

    return call


async def test_answers_elsewhere_go_before_announcements(
    court: Evening, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until none is under way, or the time for that is up: no table waits for a busy server's next."""
    announcer, tables = court.bot.announcer, court.tables

    async def is_posted(patience: float) -> bool:
        """Tell whether a new lobby is posted although somebody is being answered."""
        monkeypatch.setattr("bot.host.answer_deadline.STAND_BACK", patience)
        async with answer_deadline.limit_answer():
            lobby = await tables.open(new_table(ann))
            await asyncio.wait(announcer._tasks.values(), timeout=0.2)
            posted = (await tables.get(lobby.id)).record.announced.message is not None
        await shown(court)
        assert (await tables.get(lobby.id)).record.announced.message is not None
        return posted

    assert [await is_posted(patience) for patience in (3600, 0)] == [False, True]

    async with answer_deadline.limit_answer():
        monkeypatch.setattr("bot.host.answer_deadline.STAND_BACK", 3600)
        lobby = await tables.open(new_table(ann))
        await asyncio.sleep(0)
        async with announcer.hold_news(lobby.id, None):
            answer_deadline.lift_current()
            await asyncio.wait(announcer._tasks.values(), timeout=0.2)
            there = await tables.get(lobby.id)
            assert there.record.announced.message is None, "a click here that came meanwhile is answered first"

    with monkeypatch.context() as patched:
        waiting = AsyncMock()
        patched.setattr("bot.announce.announce_state.asyncio.wait", waiting)
        await AnnounceState(TableId(0), answers={asyncio.get_running_loop().create_future()}).stand_back()
        assert waiting.await_count == 1, "no answer is waited for twice"

    idle, dispatch = list[bool](), router.dispatch

    async def noting(request: Request) -> None:
        idle.append(not answer_deadline._unanswered)
        await dispatch(request)

    monkeypatch.setattr(router, "dispatch", noting)
    await court.guests[1].press("join")
    assert [*idle, not answer_deadline._unanswered] == [False, True]


# Restarts


async def test_a_thousand_lobbies_cost_a_start_nothing(court: Evening, ann: Guest) -> None:
    """No task, no request."""
    await court.bot.announcer.close()
    opened = await asyncio.gather(*(court.storage.create(new_table(ann)) for _ in range(LOBBIES)))
    shown = Published(revision=0, message=1, phase="lobby")
    await asyncio.gather(*(court.storage.store_published(one.id, shown) for one in opened))
    await restarted(court)
    assert not court.bot.announcer._tasks


@pytest.mark.parametrize("pictures", represented([True, False], by=True))
async def test_few_tables_catch_up_at_a_time(
    court: Evening, ann: Guest, monkeypatch: pytest.MonkeyPatch, *, pictures: bool
) -> None:
    """Whatever was left unsaid at the last stop, by however many; their pictures may follow, a few at a time, too."""
    await court.bot.preferences.change(Server, court.server.id, pictures=pictures)
    await court.bot.announcer.close()
    await asyncio.gather(*(court.storage.create(new_table(ann)) for _ in range(BEHIND)))
    update, under_way, most = Reconciler.update, set[TableId](), list[int]()

    async def watched(projection: Reconciler, table: Table, known: AnnounceState) -> float:
        under_way.add(table.id)
        tasks = [task for task in asyncio.all_tasks() if task.get_name().startswith("announce table")]
        most.append(max(len(under_way), len(tasks)))
        try:
            return await update(projection, table, known)
        finally:
            under_way.discard(table.id)

    monkeypatch.setattr(Reconciler, "update", watched)
    await court.restart()
    assert BEHIND <= len(most) <= BEHIND * (1 + pictures)
    assert 1 < max(most) <= AT_A_TIME
    assert len([message for message in court.public() if "join" in verbs(message)]) == BEHIND
    assert not await behind(court)


# Errors


@pytest.mark.parametrize(
    "place, name, error",
    [(rest, "edit_message", KeyError("waiting")), (messages, "table_message", ValueError("oops"))],
)
async def test_a_bug_silences_no_table_and_is_told_once(
    court: Evening,
    monkeypatch: pytest.MonkeyPatch,
    errors: pytest.LogCaptureFixture,
    place: object,
    name: str,
    error: Exception,
) -> None:
    """An error of Herald's own is not booked as Discord's; one traceback is logged, and then how often it came.

    discord.py lacks another key than that of a 429: it is a bug as well.
    """
    party = await begun(court)
    monkeypatch.setattr(place, name, failing(error, getattr(place, name), 4))
    await move(court, party)
    assert await behind(court)
    assert await heals(court, minutes=20)
    logged = [one for one in errors.records if one.name == announce_state.__name__]
    assert [one.levelno for one in logged] == [logging.ERROR, logging.WARNING]
    assert [bool(one.exc_info) for one in logged] == [True, False]
    assert "after 4 tries" in logged[-1].getMessage()
    assert not [one for one in logged if "Discord" in one.getMessage()]


async def test_429_without_a_time_is_tried_again(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is Discord's, and passes: discord.py reads `retry_after` of an answer that may lack it."""
    party = await begun(court)
    monkeypatch.setattr(rest, "edit_message", failing(KeyError("retry_after"), rest.edit_message))
    await move(court, party)
    assert await behind(court)
    assert await heals(court, minutes=1)


# The end


async def test_after_the_close_a_click_in_flight_wakes_nothing(court: Evening) -> None:
    """Its table is behind, and is announced at the next start."""
    party = await begun(court)
    await court.bot.announcer.close()
    await move(court, party)
    court.bot.announcer.touch(FIRST)
    assert not [task for task in asyncio.all_tasks() if task.get_name().startswith("announce table")]
    assert await behind(court)
    await court.restart()
    assert not await behind(court)


# Tables whose place was gone


async def test_a_table_that_rests_can_be_looked_at_by_its_people(court: Evening) -> None:
    """The hand, the table and the log; nobody else finds it."""
    party = await begun(court)
    await party.play(4)
    await court.tables.suspend(FIRST)
    there = await garden(court)
    ann, stranger = party.guests[0], court.guests[4]
    for command in ("hand", "table show", "table log"):
        assert "table 1" in (await ann.command(command, there)).private
        assert "table 1" not in (await stranger.command(command, there)).private


@pytest.mark.quick
async def test_the_places_of_many_tables_are_asked_for_one_by_one(court: Evening) -> None:
    """Thousands of requests at the same moment would keep a click waiting for longer than Discord does."""
    court.bot.announcer.recheck_channels(map(TableId, range(1, 101)))
    moments = [known.wait.until for known in court.bot.announcer._states.values()]
    assert len(moments) == 100
    assert min(later - before for before, later in pairwise(moments)) > ONE_BY_ONE / 2


# Lulls

LULL = 60.0
A = TableId(1)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return a clock that stands still until its time is changed."""
    now = [1000.0]
    monkeypatch.setattr("bot.announce.announce_state.time.monotonic", lambda: now[0])
    return now


def test_a_table_that_calls_somebody_is_shown_at_once_and_then_once_a_lull(clock: list[float]) -> None:
    """The second call in a lull comes at once, too; the table follows when the lull is over."""
    table = AnnounceState(A)
    assert table.debounce_left(pings=True) == 0
    table.mark_shown()
    clock[0] += 1
    assert table.debounce_left(pings=True) == announce_state.DEBOUNCE - 1
    clock[0] += announce_state.DEBOUNCE
    assert table.debounce_left(pings=True) == 0


@pytest.mark.parametrize("most", ["DEBOUNCE", "HOLD_BACK"])
def test_what_calls_nobody_waits_for_more(clock: list[float], most: str) -> None:
    """No longer than a lull, and what rivals play is held back for half a minute at most: from the first of it on.

    Later news don't prolong the wait, and what was shown is waited for no more.
    """
    table, longest = AnnounceState(A), getattr(announce_state, most)

    def left() -> float:
        return table.debounce_left(pings=False) if most == "DEBOUNCE" else table.hold_back_left()

    assert left() == longest
    clock[0] += longest - 1
    assert left() == 1
    clock[0] += 1
    assert left() == 0
    table.mark_shown()
    clock[0] += announce_state.DEBOUNCE
    assert left() == longest


@pytest.mark.usefixtures("lulls")
async def test_nothing_is_remembered_of_tables_that_are_shown(court: Evening) -> None:
    """Once a lull has passed; a click meanwhile keeps what it needs."""
    await court.seat_first(2)
    await court.later(seconds=announce_state.DEBOUNCE)
    assert court.bot.announcer._states
    await court.later(seconds=announce_state.QUIET)
    assert not court.bot.announcer._states


def public(court: Evening, before: int) -> list[str]:
    """Return what was sent or edited in the channel since so many requests: tables and posts."""
    sent = [one for one in court.record.sent[before:] if one.path.startswith("/channels/") and one.reader is None]
    return [f"{one.method} {'table' if 'log' in map(verb, one.buttons) else 'post'}" for one in sent]


async def goes_on(party: Party) -> int:
    """Play until somebody has answered and must go on; return how many requests there were before that answer."""
    while True:
        await party.step()
        await party.evening.later(seconds=2 * LULL)
        before, turns = len(party.evening.record.sent), len(await party.turns())
        guest = await party.next()
        view = await party.opened(guest)
        if len(offered(view)) and guest.id == party.calls[-1]:
            await party.answer(guest, view)
            if len(await party.turns()) == turns and guest is await party.next():
                return before


async def test_a_turn_that_goes_on_is_shown_after_a_moment_and_a_call_at_once(
    court: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table message is true again when the lull is over, though nobody presses anything."""
    monkeypatch.setattr(announce_state, "DEBOUNCE", LULL)
    party = await begun(court, 4, 8, game="oriflamme")
    before = await goes_on(party)
    assert not public(court, before)
    assert await behind(court)
    await court.later(seconds=LULL)
    assert set(public(court, before)) <= {"PATCH table", "PATCH post"}
    assert not await behind(court)
    before, calls = len(court.record.sent), len(party.calls)
    while len(party.calls) == calls:
        await party.step()
    assert [one for one in public(court, before) if not one.startswith("DELETE")][-1] == "POST post"
    assert "PATCH table" not in public(court, before)
    await court.later(seconds=LULL)
    assert public(court, before).count("PATCH table") == 1
    assert not await behind(court)


NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize("hours", [-3, 2])
def test_the_time_is_what_the_newest_id_says(monkeypatch: pytest.MonkeyPatch, hours: int) -> None:
    """L7: a click is as old as its way to the bot."""
    monkeypatch.setattr(discord.utils, "utcnow", lambda: NOON + timedelta(hours=hours))
    clock = DiscordClock()
    clock.set_by_snowflake(discord.utils.time_snowflake(NOON))
    assert clock.now() == NOON
    assert clock.age(discord.utils.time_snowflake(NOON - timedelta(minutes=5))) == timedelta(minutes=5)
