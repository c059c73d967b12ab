"""What other processes tell makes memories void, and wakes what is done by one process alone."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from bot.client import outside_changes
from bot.clocks.user_time_settings import TimeSettings
from bot.host.shards import TIME_BITS, ShardSet
from bot.storage.port import MISSED, WOKEN, About, Notice, read_notice
from bot.storage.records import Person, Server, TableDefaults, TableId
from bot.storage.sqlite.database import SqliteDatabase
from tests.bot.announce.healing import at_tables, failing, move
from tests.bot.server import Evening, buttons


def test_a_notice_is_read_as_it_was_written() -> None:
    """And what a newer Herald says may be about anything."""
    notice = Notice(About.CHANGED, 12, 34)
    assert read_notice(str(notice)) == notice
    assert {read_notice(text) for text in ("", "moon 1 2", "changed x 1", "changed 1")} == {MISSED}


async def follow(court: Evening, notice: Notice) -> None:
    """Let the bot hear something, and have followed it."""
    court.bot.notices.enqueue(notice)
    await asyncio.sleep(0)
    await court.settle()


@pytest.mark.quick
async def test_a_table_that_was_changed_elsewhere_is_read_anew(court: Evening) -> None:
    """Only the disk knows how it stands."""
    await court.seat_first(2)
    before = await court.table()
    await follow(court, Notice(About.CHANGED, 1, before.record.guild))
    after = await court.table()
    assert after is not before
    assert after.record == before.record


@pytest.mark.quick
@pytest.mark.parametrize("notices", [(Notice(About.PERSON, 7), Notice(About.SERVER, 8)), (MISSED,)], ids=str)
async def test_what_somebody_chose_elsewhere_is_read_anew(court: Evening, notices: Sequence[Notice]) -> None:
    """Of a person, so that nobody is called at night; of a server; of all where something may have been missed."""
    known = court.bot.preferences

    async def read() -> tuple[object, ...]:
        person, server = await known.user_settings(7), await known.guild_settings(8)
        quiet, pace = (await known.time_settings(7)).quiet, (await known.table_defaults(8)).pace
        return person.dm_closed, quiet, server.language, pace

    before = await read()
    for chosen in (
        Person(7, dm_closed=True),
        TimeSettings(7, quiet=(0, 60)),
        Server(8, "uk"),
        TableDefaults(8, "week"),
    ):
        await court.storage.store_choices(chosen)
    assert await read() == before == (False, None, None, "day")
    for notice in notices:
        await follow(court, notice)
    assert await read() == (True, (0, 60), "uk", "week")


@pytest.mark.quick
async def test_a_table_of_another_process_is_handed_on(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is neither shown here nor kept in memory; whoever looks after it is told once the press is answered."""
    ann, bo, *_ = court.guests
    lobby = await court.open(ann, bo)
    handed, told = list[TableId](), asyncio.Event()

    async def notify_answered(table: object) -> None:
        handed.append(getattr(table, "id", TableId(0)))
        told.set()

    others = ShardSet(2, (1 - (court.server.id >> TIME_BITS) % 2,))
    monkeypatch.setattr(court.storage.database, "share", others)
    monkeypatch.setattr(court.storage, "notify_answered", notify_answered)
    await court.tables.invalidate_all()
    sent = len(court.record.sent)
    await court.tables.leave(TableId(1), bo.id)
    async with asyncio.timeout(60):
        await told.wait()
    assert handed == [1]
    assert len(court.record.sent) == sent
    assert lobby.id
    assert (await court.table()) is not (await court.table())


def controls(court: Evening) -> list[int]:
    """Return how many buttons each message of the channel has."""
    return [len(buttons(each)) for each in court.public()]


@pytest.mark.quick
async def test_what_a_woken_process_has_edited_is_shown_as_it_stands(
    court: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though nothing has changed since: what was behind when its share was taken over is edited once more."""
    await court.seat(*court.guests[:2])
    stood = controls(court)
    court.bot.announcer._inherited = frozenset({TableId(1)})
    for each in court.public():
        each.components = []
    assert controls(court) != stood
    monkeypatch.setattr(outside_changes, "LATE", 0.0)
    await follow(court, WOKEN)
    await court.settle()
    assert controls(court) == stood


@pytest.mark.parametrize("takes_over", [True, False])
async def test_what_was_behind_when_a_share_was_taken_over_is_shown_once_more_a_minute_later(
    court: Evening, monkeypatch: pytest.MonkeyPatch, *, takes_over: bool
) -> None:
    """Whoever had it may have sent something old until then, and not have woken to tell; of a file nobody had."""
    monkeypatch.setattr(SqliteDatabase, "takes_over", takes_over)
    (party,) = await at_tables(court)
    with failing(court, 503):
        await move(court, party)
        await court.bot.close()
    await court.env.restart_bot(court.another())
    await court.settle()
    stood = controls(court)
    for each in court.public():
        each.components = []
    nothing = controls(court)
    assert nothing != stood
    await court.later(seconds=50)
    assert controls(court) == nothing
    await court.later(seconds=12)
    assert controls(court) == (stood if takes_over else nothing)
