"""The bot as a whole: what it is made of, how it ends, and what other processes tell it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from discord.app_commands import locale_str

from bot.client import commands_and_emoji, herald, outside_changes
from bot.clocks.user_time_settings import TimeSettings
from bot.host.shards import TIME_BITS, ShardSet
from bot.interactions.command_texts import Translator
from bot.storage.port import MISSED, WOKEN, About, Change, Notice, StorageError, read_notice
from bot.storage.records import Person, Server, TableDefaults, TableId, TableRecord
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.store import Store
from tests.bot.announce.healing import at_tables, failing, move
from tests.bot.clocked import asked
from tests.bot.orderly import told
from tests.bot.party import Party, answer, last_move, offered
from tests.bot.record import Json
from tests.bot.server import Answer, Evening, Guest, buttons, text


async def opens_again(court: Evening) -> None:
    """Expect that another bot can open the database at once."""
    assert court.bot.is_closed()
    again = Store(SqliteDatabase(court.database))
    await again.open()
    await again.close()


@pytest.mark.quick
@pytest.mark.parametrize("parts", [["announcer"], ["pictures"], ["rivals", "pictures"]])
async def test_the_database_is_closed_whatever_fails_before(
    court: Evening, monkeypatch: pytest.MonkeyPatch, parts: list[str]
) -> None:
    """Another bot can open it at once; no failure is hidden, nor hides one of those that stop side by side another."""

    async def broken() -> None:
        raise RuntimeError("a bug")

    with monkeypatch.context() as patched:
        for part in parts:
            patched.setattr(getattr(court.bot, part), "close", broken)
        with pytest.raises((RuntimeError, ExceptionGroup)) as told:
            await court.bot.close()
    assert [str(error) for error in getattr(told.value, "exceptions", [told.value])] == ["a bug"] * len(parts)
    await opens_again(court)


@pytest.mark.quick
async def test_one_process_alone_keeps_to_what_discord_allows_as_well(court: Evening) -> None:
    """Two thousand tables that wake at once would else ask 175 times in a second."""
    assert court.bot._throttle._apart == pytest.approx(1 / 45)


@pytest.mark.quick
async def test_parts_stop_side_by_side(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """H4: where each had its own seconds, one after the other, all of them were more than a service waits for."""
    bot, together = court.bot, asyncio.Barrier(4)

    def meeting(close: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], Coroutine[Any, Any, None]]:
        async def met() -> None:
            await together.wait()
            await close()

        return met

    for part in (bot.timekeeper, bot.notices, bot.caretaker, bot.announcer):
        monkeypatch.setattr(part, "close", meeting(part.close))
    async with asyncio.timeout(herald.ANSWERS):
        await bot.close()
    assert bot.is_closed()


@pytest.mark.quick
@pytest.mark.parametrize("part", ["timekeeper", "pictures"])
async def test_a_part_that_never_stops_is_left_behind(
    court: Evening, monkeypatch: pytest.MonkeyPatch, errors: pytest.LogCaptureFixture, part: str
) -> None:
    """H4: the host reads which it was; the others stop, and another bot can open the database."""
    monkeypatch.setattr(herald, "ANSWERS", 0.2)
    monkeypatch.setattr(herald, "STOP", 0.4)
    monkeypatch.setattr(getattr(court.bot, part), "close", asyncio.Event().wait)
    await asyncio.wait_for(court.bot.close(), 3)
    assert [line.getMessage() for line in errors.records] == ["Event.wait took too long to stop, and was left behind"]
    await opens_again(court)


@pytest.mark.parametrize("typed", [False, True])
async def test_an_answer_under_way_is_given_before_the_end(
    court: Evening, monkeypatch: pytest.MonkeyPatch, *, typed: bool
) -> None:
    """H4: who pressed something or typed a command in the moment of a stop is answered, and what came of it is kept."""
    guest = Party(await court.seat_first(2), 3).called
    view = await guest.press("play", court.post())
    write = "create" if typed else "save"
    keep, begun, released = getattr(court.storage, write), asyncio.Event(), asyncio.Event()

    async def slowly(*given: Any, **named: Any) -> TableRecord:
        begun.set()
        await released.wait()
        kept: TableRecord = await keep(*given, **named)
        return kept

    async def pressed() -> Answer:
        return guest.begin(view, offered(view)[0]["custom_id"])

    monkeypatch.setattr(court.storage, write, slowly)
    coming = asyncio.create_task(guest.command("newgame fortheking") if typed else pressed())
    await begun.wait()
    closing = asyncio.create_task(court.bot.close())
    await asyncio.sleep(0.1)
    released.set()
    await closing
    assert (await coming).given
    await court.restart()
    assert len(await court.tables.find(user=guest.id)) == 1 + typed
    assert (await last_move(court) > 0) is not typed


@pytest.mark.quick
async def test_a_command_that_never_ends_does_not_keep_herald_from_stopping(
    court: Evening, monkeypatch: pytest.MonkeyPatch, errors: pytest.LogCaptureFixture
) -> None:
    """H4: whoever is stopped slowly is killed; what is taken up again afterwards finds the database closed."""
    monkeypatch.setattr(herald, "ANSWERS", 0.05)
    load, begun, end = court.tables.find, asyncio.Event(), asyncio.Event()

    async def waiting(**asked: int) -> Any:
        begun.set()
        await end.wait()
        return await load(**asked)

    monkeypatch.setattr(court.tables, "find", waiting)
    typed = asyncio.create_task(court.guests[0].command("table show"))
    await begun.wait()
    await asyncio.wait_for(court.bot.close(), 3)
    end.set()
    await typed
    assert not [one for one in errors.records if one.exc_info]


async def test_the_commands_are_put_into_each_language_once_a_start(
    court: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord is told exactly what was compared with what it knows, which comes after the start where it knows some.

    It is told of a changed translation at the next start, and of nothing while nothing has changed.
    """
    translate, asked = Translator.translate, Counter[tuple[object, ...]]()

    async def counted(self: Translator, string: locale_str, locale: discord.Locale, context: Any) -> str | None:
        asked[id(string), id(context.data), locale, context.location] += 1
        return await translate(self, string, locale, context)

    async def told() -> list[list[Json]]:
        before = len(court.record.sent)
        await court.restart()
        assert not asked
        await court.later(seconds=commands_and_emoji.COMPARE_AFTER)
        return [sent.body for sent in court.record.sent[before:] if sent.path.endswith("/commands")]

    assert not await told()
    monkeypatch.setattr(Translator, "translate", counted)
    monkeypatch.setattr("tests.bot.translated._known", {})
    monkeypatch.setattr("bot.interactions.command_texts.shorten", lambda text, longest: f"{text}{longest}"[:longest])
    (body,) = await told()
    assert {one["name"] for one in body} == {one.name for one in court.bot.tree.get_commands()}
    assert set(asked.values()) == {1}


@pytest.mark.quick
async def test_database_that_keeps_no_digest_is_named(
    court: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Of the commands, as where the disk is full: in the host's words, which the log puts in the error's place."""
    full = StorageError("storage-full", "herald.db")
    monkeypatch.setattr(court.bot.storage, "store_choices", AsyncMock(side_effect=full))
    caplog.clear()
    await commands_and_emoji.upload_commands(court.bot, None)
    assert [record.args for record in caplog.records if record.levelname == "WARNING"] == [(full,)]
    caplog.clear()


# Other processes


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
async def test_a_table_of_another_process_is_handed_on(
    court: Evening, ann: Guest, bo: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is neither shown here nor kept in memory; whoever looks after it is told once the press is answered."""
    lobby = await court.open(ann, bo)
    handed, told = list[TableId](), asyncio.Event()

    async def notify_answered(table: object, *_: object) -> None:
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


@pytest.mark.quick
async def test_an_answer_in_a_dm_may_be_taken_back_there_whichever_process_it_reached(
    court: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DMs reach the first shard; who looks after the table is told what the DM shows, and doesn't settle it.

    The notices can't be written at first.
    """
    await court.seat_first(2, private="dm")
    first, notices, changing = await asked(court), list[Notice](), court.storage.change
    busy = True

    async def change(*changes: Change, tell: Sequence[Notice] = ()) -> None:
        if busy and not changes:
            raise StorageError("storage-busy")
        notices.extend(tell)
        await changing(*changes)

    with monkeypatch.context() as elsewhere:
        others = ShardSet(2, (1 - (court.server.id >> TIME_BITS) % 2,))
        elsewhere.setattr(court.storage.database, "share", others)
        elsewhere.setattr(court.storage, "change", change)
        while offered(first.dms[-1]):
            await answer(first, first.dms[-1])
        busy = False
        await court.later(minutes=1)
    shown = text(first.dms[-1])
    court.bot.announcer._reconciler.dms._answers.clear()
    for notice in notices:
        await follow(court, read_notice(str(notice)))
    await told(court)
    assert text(first.dms[-1]) == shown


@pytest.mark.quick
async def test_resume_asks_about_tables_of_other_processes_at_once(
    court: Evening, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One after another, the tables that one person may sit at would take longer than an answer may."""
    await court.open(ann)
    await court.open(ann)
    others = ShardSet(2, (1 - (court.server.id >> TIME_BITS) % 2,))
    monkeypatch.setattr(court.storage.database, "share", others)
    begun, most = 0, 0

    async def fetch_guild(*_: object, **__: object) -> None:
        nonlocal begun, most
        begun += 1
        most = max(most, begun)
        await asyncio.sleep(0)
        begun -= 1

    monkeypatch.setattr(court.bot, "fetch_guild", fetch_guild)
    await ann.command("table resume")
    assert most == 2


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
    court.bot.announcer._inherited = {TableId(1): frozenset()}
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
