"""No fault silences a table: whatever could not be announced is tried until it is, or its place is gone for sure."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any
from unittest.mock import AsyncMock, patch

import discord
import pytest

from bot.storage.port import StorageError
from bot.storage.records import Status, TableId, TableRecord
from tests.bot.announce.healing import begun, behind, called_once_a_turn, failing, heals, move
from tests.bot.party import end, garden, status_of
from tests.bot.server import Evening

pytestmark = [pytest.mark.seed(5), pytest.mark.usefixtures("rarely_swept")]


# Permissions


@pytest.mark.parametrize("code, look", [(50001, ""), (160005, ""), (50013, ""), (50013, "table show"), (50013, "hand")])
async def test_a_permission_that_is_given_back_is_noticed_at_once(court: Evening, code: int, look: str) -> None:
    """Discord tells of the change of the channel; where nobody hears of it, whoever looks lets it be tried again.

    Any press at the table does, too: the person whose turn it is was never told.
    """
    party = await begun(court)
    with failing(court, 403, code):
        await move(court, party)
        assert await behind(court)
    if look:
        await party.guests[0].command(look)
    else:
        court.env.backend.announce_channel_update(party.channel)
        await court.settle()
    assert not await behind(court)


async def test_a_permission_that_is_lacking_is_told_to_the_host_once(
    court: Evening, errors: pytest.LogCaptureFixture
) -> None:
    """With the number of tries once it is back."""
    party = await begun(court)
    with failing(court, 403, 50013):
        await move(court, party)
        await court.later(minutes=16)
    await court.later(minutes=5)
    assert not await behind(court), "nobody has told, and nobody has pressed anything"
    lines = [one.getMessage() for one in errors.records if one.name.startswith("bot.announce")]
    assert len(lines) == 2
    assert "after 4 tries" in lines[1]


# Places


async def test_a_place_that_is_gone_for_two_minutes_puts_its_table_to_rest(court: Evening, asked: list[str]) -> None:
    """Then nothing is asked any more; a wrong answer that is taken back in time puts no table to rest (M4)."""
    party = await begun(court)
    with failing(court, 404, 10003):
        await move(court, party)
        await court.later(minutes=1)
    assert await status_of(court) is Status.PLAYING
    assert await heals(court, minutes=2)
    with failing(court, 404, 10003):
        await move(court, party)
        await court.later(minutes=1)
        assert await status_of(court) is Status.PLAYING
        await court.later(minutes=2)
        assert await status_of(court) is Status.SUSPENDED
        asked.clear()
        await court.later(hours=1)
        assert not asked


@pytest.mark.parametrize("error", [StorageError("storage-busy"), OSError("no way"), TimeoutError()])
async def test_a_full_disk_keeps_a_table_waiting_for_half_a_minute_at_most(court: Evening, error: Exception) -> None:
    """H1: however long what was announced could not be kept; nobody has to press anything for the next to be called."""
    party = await begun(court)
    with patch.object(court.storage, "store_published", AsyncMock(side_effect=error)):
        while not await behind(court):
            await party.step()
        assert not await heals(court, minutes=10)
    assert await heals(court, seconds=31)
    assert await called_once_a_turn(party)
    assert [party.called.id] == [(await court.table()).people.users[seat] for seat in (await court.match()).deciding]


async def test_a_database_that_fails_when_a_table_is_to_rest_is_tried_again(
    court: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two faults at once silence no table either."""
    party = await begun(court)
    save, busy = court.storage.save, [StorageError("storage-busy")]

    async def fails(table: TableRecord, *moves: Any, **how: Any) -> TableRecord:
        if busy and table.status is Status.SUSPENDED:
            raise busy.pop()
        return await save(table, *moves, **how)

    monkeypatch.setattr(court.storage, "save", fails)
    with failing(court, 404, 10003):
        await move(court, party)
        await court.later(minutes=5)
    assert not busy
    assert await status_of(court) is Status.SUSPENDED


async def test_a_table_that_was_ended_where_nobody_can_be_told_stays_ended(court: Evening) -> None:
    """It falls silent; nobody can lead back what people have ended."""
    party = await begun(court)
    await move(court, party)
    with failing(court, 404, 10003):
        await end(party.guests[0])
        await court.later(minutes=3)
    assert await status_of(court) is Status.ENDED
    assert not await behind(court)


# Under everything


@patch("bot.announce.announcer.SWEEP", 300.0)
async def test_what_is_behind_is_found_every_five_minutes(court: Evening) -> None:
    """Though nothing in memory knows of it."""
    party = await begun(court)
    await court.restart()
    with failing(court, 400):
        await move(court, party)
    for known in court.bot.announcer._states.values():
        known.stop_timer()
    court.bot.announcer._states.clear()
    assert not await heals(court, minutes=4)
    assert await heals(court, minutes=1)


async def test_an_announcement_that_can_not_be_stopped_keeps_nobody_waiting(court: Evening) -> None:
    """H4: the bot closes within seconds."""

    async def goes_on() -> None:
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(3600)
        await asyncio.sleep(3600)

    stubborn = asyncio.create_task(goes_on(), name="announce table 1")
    known = court.bot.announcer._state(TableId(1))
    known.task = stubborn
    await asyncio.sleep(0)
    try:
        async with asyncio.timeout(4):
            await court.bot.announcer.close()
    finally:
        known.task = None
        stubborn.cancel()
    await court.restart()


async def test_herald_that_is_invited_again_goes_on_where_it_was(
    court: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its tables rested for its absence alone; who must decide is called once, and what lost its channel rests on.

    So does what stands where it may not write any more: time would run there, and nobody be told. One that can't be
    led back keeps no other one, and its host reads that.
    """
    party, there = await begun(court), await garden(court)
    me = court.bot.user
    assert me is not None
    silent = discord.PermissionOverwrite(send_messages=False)
    shut = court.server.create_text_channel("the-dungeon", overwrites={me: silent})
    await party.play(5)
    for _ in range(2):
        await court.open(*court.guests[2:4], channel=there)
    for number in (1, 2, 3):
        await court.tables.suspend(TableId(number))
    await court.tables.resume(TableId(3), guild=court.server.id, channel=shut.id)
    await court.tables.suspend(TableId(3))
    calls = len(party.calls)
    court.env.backend.delete_channel(there.id)
    await court.settle()
    await court.open(*court.guests[2:4])
    await court.tables.suspend(TableId(4))
    resume, busy = court.tables.resume, [StorageError("storage-busy")]

    async def resuming(table: TableId, **place: int) -> object:
        if busy:
            raise busy.pop()
        return await resume(table, **place)

    monkeypatch.setattr(court.tables, "resume", resuming)
    for first in (Status.SUSPENDED, Status.PLAYING):
        with court.env._bot_scope():
            court.bot.dispatch("guild_join", court.bot.get_guild(court.server.id))
        await court.settle()
        assert [await status_of(court, number) for number in (1, 4)] == [first, Status.LOBBY]
    ends = [Status.PLAYING, Status.SUSPENDED, Status.SUSPENDED]
    assert [await status_of(court, number) for number in (1, 2, 3)] == ends
    assert len(party.calls) == calls + 1
    assert "table 1 could not be led back, and rests until /table resume: storage-busy {}" in caplog.messages
