"""No fault silences a table: whatever could not be announced is tried until it is, or its place is gone for sure."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from simcord.http import router

from bot.announce import outage
from bot.announce.places import APART, Places
from bot.storage.port import StorageError
from bot.storage.records import Status, TableId, TableRecord
from tests.bot.party import Party, offered
from tests.bot.sentences import said
from tests.bot.server import Evening

pytestmark = [pytest.mark.seed(5), pytest.mark.usefixtures("rarely_swept")]

TABLES = 5
Dispatch = Callable[..., Any]


@pytest.fixture
def rarely_swept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no sweep help, so that each way of healing has to do without it."""
    monkeypatch.setattr("bot.announce.announcer.SWEEP", 12 * 3600.0)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list of the requests about channels, as they come, whether Discord takes them or not."""
    begun: list[str] = []
    dispatch: Dispatch = router.dispatch

    def listening(backend: Any, method: str, path: str, **given: Any) -> Any:
        if path.startswith("/channels/"):
            begun.append(f"{method} {path}")
        return dispatch(backend, method, path, **given)

    monkeypatch.setattr(router, "dispatch", listening)
    return begun


async def at_tables(court: Evening, tables: int = 1) -> list[Party]:
    """Let two people sit down at some tables, each in a channel of its own."""
    parties = []
    for number in range(1, tables + 1):
        channel = court.channel if number == 1 else court.server.create_text_channel(f"room-{number}")
        await court.env.settle()
        guests = court.guests[:2]
        await court.seat(*guests, channel=channel)
        parties.append(Party(court, guests, random.Random(5), table=number, channel=channel.id))
    return parties


async def move(court: Evening, party: Party) -> None:
    """Let whoever is called make a move by a private view, which needs no message of the channel."""
    view = (await court.press(party.called, court.post(party.channel), "play")).message
    await court.press(party.called, view, part=offered(view)[0]["custom_id"])


async def behind(court: Evening) -> list[TableId]:
    """Return the tables of which Discord hasn't been shown everything."""
    return await court.bot.tables.behind()


@contextmanager
def failing(court: Evening, status: int, code: int = 0, path: str = "/channels/*") -> Iterator[None]:
    """Let Discord refuse what is sent to channels, until the block is left."""
    court.env.inject_error("*", path, status=status, code=code, times=None)
    try:
        yield
    finally:
        court.env.backend.faults.clear()


# Outages


@pytest.mark.slow
async def test_in_an_outage_one_request_in_half_a_minute_tries_for_all(court: Evening, asked: list[str]) -> None:
    """Whatever gets through wakes the others."""
    parties = await at_tables(court, TABLES)
    with failing(court, 503):
        for party in parties:
            await move(court, party)
        asked.clear()
        await court.later(minutes=10)
        assert 19 <= len(asked) <= 21
        assert len({path.split("/")[2] for path in asked}) == TABLES
        assert len(await behind(court)) == TABLES
    await court.later(seconds=31)
    assert not await behind(court)


@pytest.mark.slow
@pytest.mark.parametrize(("status", "code"), [(500, 0), (503, 0), (401, 0), (403, 40333), (403, 0), (429, 0)], ids=str)
async def test_whatever_keeps_discord_from_taking_requests_heals(court: Evening, status: int, code: int) -> None:
    """H2: after more than the six minutes and ten seconds after which a table was given up."""
    (party,) = await at_tables(court)
    with failing(court, status, code):
        await move(court, party)
        await court.later(minutes=8)
        assert await behind(court)
    await court.later(minutes=1)
    assert not await behind(court)
    assert party.calls == [*(await party.turns())][: len(party.calls)]


@pytest.mark.slow
async def test_an_outage_is_two_lines_in_the_log(court: Evening, errors: pytest.LogCaptureFixture) -> None:
    """One when it begins, one when it is over."""
    parties = await at_tables(court, 2)
    with failing(court, 503):
        for party in parties:
            await move(court, party)
        await court.later(minutes=5)
    await court.later(minutes=1)
    lines = [one for one in errors.records if one.name.startswith("bot.announce")]
    assert [(one.name, one.levelno, one.exc_info) for one in lines] == [(outage.__name__, logging.WARNING, None)] * 2
    assert "takes nothing" in lines[0].getMessage()
    assert "1 tables have waited" in lines[1].getMessage()


@pytest.mark.slow
async def test_news_that_come_in_an_outage_wait_for_its_end(court: Evening, asked: list[str]) -> None:
    """They ask nothing of Discord themselves."""
    (party,) = await at_tables(court)
    with failing(court, 503):
        await move(court, party)
        asked.clear()
        for _ in range(3):
            court.bot.announcer.touch(TableId(1))
            await court.env.settle()
        assert not asked
    await court.later(seconds=31)
    assert not await behind(court)


@pytest.mark.slow
async def test_a_connection_that_is_back_lets_the_next_table_try_at_once(court: Evening) -> None:
    """The gateway is a sign that Discord is there again."""
    (party,) = await at_tables(court)
    with failing(court, 503):
        await move(court, party)
    assert await behind(court)
    court.bot.dispatch("resumed")
    await asyncio.sleep(0)
    await court.env.settle()
    assert not await behind(court)


@pytest.mark.slow
async def test_a_table_that_is_refused_for_a_reason_of_its_own_ends_an_outage(court: Evening) -> None:
    """Discord answers again; the others need not wait for that table."""
    one, other = await at_tables(court, 2)
    with failing(court, 503):
        await move(court, one)
        await move(court, other)
    with failing(court, 400, path=f"/channels/{one.channel}/*"):
        await court.later(seconds=61)
        assert await behind(court) == [TableId(1)]
    await court.later(minutes=2)
    assert not await behind(court)


# Permissions


async def locked_out(court: Evening, party: Party, code: int = 50013) -> None:
    """Let a move be made while Herald may not write, and give the permission back so that nobody hears of it."""
    with failing(court, 403, code, f"/channels/{party.channel}/*"):
        await move(court, party)
        assert await behind(court)


@pytest.mark.slow
@pytest.mark.parametrize("code", [50001, 50013])
async def test_a_permission_that_is_given_back_is_noticed_at_once(court: Evening, code: int) -> None:
    """Discord tells of the change of the channel."""
    (party,) = await at_tables(court)
    await locked_out(court, party, code)
    court.env.backend.announce_channel_update(party.channel)
    await court.env.settle()
    assert not await behind(court)


@pytest.mark.slow
@pytest.mark.parametrize("command", ["table show", "hand"])
async def test_whoever_looks_at_the_table_lets_it_be_tried_again(court: Evening, command: str) -> None:
    """Any press at the table, too: the person whose turn it is was never told."""
    (party,) = await at_tables(court)
    await locked_out(court, party)
    await court.command(party.guests[0], command)
    assert not await behind(court)


@pytest.mark.slow
async def test_a_permission_is_tried_again_every_five_minutes(court: Evening) -> None:
    """Nobody tells, and nobody presses anything."""
    (party,) = await at_tables(court)
    await locked_out(court, party)
    await court.later(minutes=5)
    assert not await behind(court)


@pytest.mark.slow
async def test_a_permission_that_is_lacking_is_told_to_the_host_once(
    court: Evening, errors: pytest.LogCaptureFixture
) -> None:
    """With the number of tries once it is back."""
    (party,) = await at_tables(court)
    with failing(court, 403, 50013, f"/channels/{party.channel}/*"):
        await move(court, party)
        await court.later(minutes=16)
    await court.later(minutes=5)
    lines = [one.getMessage() for one in errors.records if one.name.startswith("bot.announce")]
    assert len(lines) == 2
    assert "after 4 tries" in lines[1]


# Places


@pytest.mark.slow
async def test_one_wrong_answer_about_a_channel_puts_no_table_to_rest(court: Evening) -> None:
    """M4: Discord is asked again, minutes later."""
    (party,) = await at_tables(court)
    with failing(court, 404, 10003):
        await move(court, party)
        await court.later(minutes=1)
    assert (await court.table()).record.status is Status.PLAYING
    await court.later(minutes=2)
    assert not await behind(court)


def test_a_place_is_doubted_for_two_minutes_however_often_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """M4: several wrong answers in one moment are one."""
    now = datetime(2026, 1, 1, tzinfo=UTC)
    monkeypatch.setattr("discord.utils.utcnow", lambda: now)
    places = Places()
    assert places.gone(TableId(1)) == APART.total_seconds()
    now += timedelta(seconds=50)
    assert places.gone(TableId(1)) == APART.total_seconds() - 50
    now += timedelta(seconds=70)
    assert places.gone(TableId(1)) == 0
    assert places.gone(TableId(2)) == APART.total_seconds()
    places.settled(TableId(1))
    assert places.gone(TableId(1)) == APART.total_seconds()


@pytest.mark.slow
async def test_a_place_that_is_gone_for_two_minutes_puts_its_table_to_rest(court: Evening, asked: list[str]) -> None:
    """Then nothing is asked any more."""
    (party,) = await at_tables(court)
    with failing(court, 404, 10003):
        await move(court, party)
        await court.later(minutes=1)
        assert (await court.table()).record.status is Status.PLAYING
        await court.later(minutes=2)
        assert (await court.table()).record.status is Status.SUSPENDED
        asked.clear()
        await court.later(hours=1)
        assert not asked


@pytest.mark.slow
@pytest.mark.parametrize("place", ["channel", "server"])
async def test_a_table_without_news_rests_when_its_place_is_deleted(court: Evening, place: str) -> None:
    """Discord tells of it, and is asked for it minutes later."""
    await at_tables(court)
    if place == "channel":
        court.env.backend.delete_channel(court.channel.id)
    else:
        court.env.backend.remove_guild(court.server.id)
    await court.env.settle()
    assert (await court.table()).record.status is Status.PLAYING
    await court.later(minutes=3)
    assert (await court.table()).record.status is Status.SUSPENDED


@pytest.mark.slow
async def test_a_full_disk_keeps_a_table_waiting_for_half_a_minute_at_most(
    court: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """H1: however long it was full."""
    (party,) = await at_tables(court)
    with monkeypatch.context() as full:
        full.setattr(court.bot.storage, "announce", _full)
        await move(court, party)
        await court.later(minutes=10)
        assert await behind(court)
    await court.later(seconds=31)
    assert not await behind(court)


async def _full(*_: object) -> None:
    raise StorageError("storage-full", path="herald.db")


@pytest.mark.slow
async def test_a_database_that_fails_when_a_table_is_to_rest_is_tried_again(
    court: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two faults at once silence no table either."""
    (party,) = await at_tables(court)
    seat, busy = court.bot.storage.seat, [StorageError("storage-busy")]

    async def fails(table: TableRecord) -> TableRecord:
        if busy:
            raise busy.pop()
        return await seat(table)

    monkeypatch.setattr(court.bot.storage, "seat", fails)
    with failing(court, 404, 10003):
        await move(court, party)
        await court.later(minutes=5)
    assert not busy
    assert (await court.table()).record.status is Status.SUSPENDED


@pytest.mark.slow
async def test_a_table_that_was_ended_where_nobody_can_be_told_stays_ended(court: Evening) -> None:
    """It falls silent; nobody can lead back what people have ended."""
    (party,) = await at_tables(court)
    await move(court, party)
    sure = await court.command(party.guests[0], "table end")
    with failing(court, 404, 10003):
        await court.press(party.guests[0], sure.message, "end")
        await court.later(minutes=3)
    assert (await court.table()).record.status is Status.ENDED
    assert not await behind(court)


# Under everything


@pytest.mark.slow
async def test_what_is_behind_is_found_every_five_minutes(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though nothing in memory knows of it."""
    monkeypatch.setattr("bot.announce.announcer.SWEEP", 300.0)
    (party,) = await at_tables(court)
    await court.restart()
    with failing(court, 400):
        await move(court, party)
    for timer in court.bot.announcer._timers.values():
        timer.cancel()
    court.bot.announcer._timers.clear()
    await court.later(minutes=4)
    assert await behind(court)
    await court.later(minutes=1)
    assert not await behind(court)


@pytest.mark.slow
async def test_an_announcement_that_can_not_be_stopped_keeps_nobody_waiting(court: Evening) -> None:
    """H4: the bot closes within seconds."""
    stubborn = asyncio.create_task(_stubborn(), name="announce table 1")
    court.bot.announcer._tasks[TableId(1)] = stubborn
    await asyncio.sleep(0)
    try:
        async with asyncio.timeout(4):
            await court.bot.announcer.close()
    finally:
        court.bot.announcer._tasks.clear()
        stubborn.cancel()
    await court.restart()


async def _stubborn() -> None:
    """Go on after the first cancellation."""
    try:
        await asyncio.sleep(3600)
    except asyncio.CancelledError:
        await asyncio.sleep(3600)


@pytest.mark.slow
async def test_a_press_says_what_is_lacking_and_tries_again(court: Evening) -> None:
    """The sentence comes with the view; what the permission was lacking for follows."""
    (party,) = await at_tables(court)
    with failing(court, 403, 50013, f"/channels/{party.channel}/*"):
        await move(court, party)
        shown = await court.press(party.called, court.post(), "play")
    assert said("trouble-permission", shown.private) or not await behind(court)
