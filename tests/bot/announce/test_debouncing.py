"""Calls come at once; what calls nobody waits a moment, and quick moves share an edit.

How old a message is goes by Discord's time, whatever the host's clock shows.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import discord
import pytest

from bot.announce import announce_state
from bot.announce.announce_state import AnnounceState
from bot.sending.codes import DiscordClock
from bot.storage.records import TableId
from tests.bot.announce.healing import begun, behind
from tests.bot.party import Party, offered
from tests.bot.server import Evening, verb

LULL = 60.0
A = TableId(1)

pytestmark = pytest.mark.seed(8)


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


@pytest.mark.seed(5)
async def test_a_clock_that_is_hours_ahead_posts_nothing_anew(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """L7: twelve moves made twenty-four new messages, for each of them looked an hour old."""
    party = await begun(court)
    board = court.board().id
    right = discord.utils.utcnow
    monkeypatch.setattr(discord.utils, "utcnow", lambda: right() + timedelta(hours=2))
    await party.play(6)
    assert court.board().id == board
