"""When tables are announced: until they are shown, a few at a time, and not again where nothing has changed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from itertools import pairwise

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
from bot.storage.records import Published, Status, TableId
from bot.tables.table import Table
from tests.bot.announce.healing import begun, behind, heals, move, new_table, restarted
from tests.bot.clocked import shown
from tests.bot.party import FIRST
from tests.bot.represented import represented
from tests.bot.server import Evening, verbs

LOBBIES, BEHIND = 1000, 60

pytestmark = pytest.mark.seed(5)


async def resumed(court: Evening) -> Table:
    """Lead the table back to where it was."""
    return await court.tables.resume(FIRST, guild=court.server.id, channel=court.channel.id)


def failing(error: Exception, otherwise: Callable[..., object], times: int = 1) -> Callable[..., object]:
    """Return something that fails at its first calls and then does what it should."""
    left = [error] * times

    def call(*given: object, **named: object) -> object:
        if left:
            raise left.pop()
        return otherwise(*given, **named)

    return call


async def test_answers_elsewhere_go_before_announcements(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until none is under way, or the time for that is up: no table waits for a busy server's next."""
    announcer, tables = court.bot.announcer, court.tables

    async def is_posted(patience: float) -> bool:
        """Tell whether a new lobby is posted although somebody is being answered."""
        monkeypatch.setattr("bot.host.answer_deadline.STAND_BACK", patience)
        async with answer_deadline.limit_answer():
            lobby = await tables.open(new_table(court.guests[0]))
            await asyncio.wait(announcer._tasks.values(), timeout=0.2)
            posted = (await tables.get(lobby.id)).record.announced.message is not None
        await shown(court)
        assert (await tables.get(lobby.id)).record.announced.message is not None
        return posted

    assert [await is_posted(patience) for patience in (3600, 0)] == [False, True]

    idle, dispatch = list[bool](), router.dispatch

    async def noting(request: Request) -> None:
        idle.append(not answer_deadline._unanswered)
        await dispatch(request)

    monkeypatch.setattr(router, "dispatch", noting)
    await court.guests[1].press("join")
    assert [*idle, not answer_deadline._unanswered] == [False, True]


# Restarts


async def test_a_thousand_lobbies_cost_a_start_nothing(court: Evening) -> None:
    """No task, no request."""
    await court.bot.announcer.close()
    opened = await asyncio.gather(*(court.storage.create(new_table(court.guests[0])) for _ in range(LOBBIES)))
    shown = Published(revision=0, message=1, phase="lobby")
    await asyncio.gather(*(court.storage.store_published(one.id, shown) for one in opened))
    await restarted(court)
    assert not court.bot.announcer._tasks


@pytest.mark.parametrize("pictures", represented([True, False], by=True))
async def test_few_tables_catch_up_at_a_time(
    court: Evening, monkeypatch: pytest.MonkeyPatch, *, pictures: bool
) -> None:
    """Whatever was left unsaid at the last stop, by however many; their pictures may follow, a few at a time, too."""
    await court.bot.preferences.change_guild_settings(court.server.id, pictures=pictures)
    await court.bot.announcer.close()
    await asyncio.gather(*(court.storage.create(new_table(court.guests[0])) for _ in range(BEHIND)))
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
    ("place", "name", "error"),
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
    garden = court.server.create_text_channel("the-garden")
    await court.settle()
    ann, stranger = party.guests[0], court.guests[4]
    for command in ("hand", "table show", "table log"):
        assert "table 1" in (await ann.command(command, garden)).private
        assert "table 1" not in (await stranger.command(command, garden)).private


@pytest.mark.parametrize("private", represented(["here", "dm"], by="dm"))
async def test_a_table_that_was_suspended_is_led_back(court: Evening, private: str) -> None:
    """It is announced anew, who must decide is called once, and the game is played to its end.

    Led back after that it is over as before, and calls nobody.
    """
    party = await begun(court, private=private)
    await party.play(7)
    before, calls = len(court.public()), len(party.calls)
    await court.tables.suspend(FIRST)
    await shown(court)
    assert (await resumed(court)).status is Status.PLAYING
    await shown(court)
    assert len(court.public()) == before + 2
    assert len(party.calls) == calls + 1
    party.views.clear()
    await party.play(12)
    await party.rush()
    await party.play()

    calls = len(party.calls)
    await court.tables.suspend(FIRST)
    assert (await resumed(court)).status is Status.OVER
    await shown(court)
    assert party.over
    assert len(party.calls) == calls


@pytest.mark.quick
async def test_the_places_of_many_tables_are_asked_for_one_by_one(court: Evening) -> None:
    """Thousands of requests at the same moment would keep a click waiting for longer than Discord does."""
    court.bot.announcer.recheck_channels(map(TableId, range(1, 101)))
    moments = [known.wait.until for known in court.bot.announcer._states.values()]
    assert len(moments) == 100
    assert min(later - before for before, later in pairwise(moments)) > ONE_BY_ONE / 2
