"""How long tables are kept: what the caretaker closes, deletes and leaves alone."""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial
from unittest.mock import AsyncMock, patch

import pytest

from bot.host import answer_deadline
from bot.storage.backends import verify
from bot.storage.port import StorageError
from bot.storage.records import Server, Status, TableId
from bot.tables import retention
from bot.tables.refusals import NoSuchTable
from bot.tables.retention import DAY, Caretaker
from engine.games import GAMES
from tests.bot.clocked import shown
from tests.bot.party import Party, status_of
from tests.bot.sentences import assert_said, assert_tells, said
from tests.bot.server import Evening, Guest, text, verbs, words
from tests.bot.tables.test_tables import play

pytestmark = pytest.mark.seed(2)

USUAL = (7, 30, 365)


async def goes_round(court: Evening, days: float, keeps: tuple[int, int, int] = USUAL) -> None:
    """Let the caretaker go round so many days from now, and Discord hear of it."""
    await caretaker(court, days, keeps).run_round()
    await shown(court)


def caretaker(court: Evening, days: float, keeps: tuple[int, int, int] = USUAL) -> Caretaker:
    """Return a caretaker for whom it is so many days later."""
    bot, later = court.bot, lambda: time.time() + days * DAY
    return Caretaker(bot.tables, bot.preferences, bot.guild_ids, later, *keeps)


async def gone(court: Evening, number: int) -> bool:
    """Tell whether nothing is left of a table."""
    try:
        await court.table(number)
    except NoSuchTable:
        return await court.storage.log(TableId(number)) == []
    return False


async def test_a_lobby_that_nobody_starts_is_closed_after_seven_days_and_says_so(
    court: Evening, ann: Guest, bo: Guest
) -> None:
    """Its message tells why and has no buttons; it pings nobody; with the next round nothing is left of it.

    The seven days begin anew with each person, also between the look for old lobbies and their end.
    """
    lobby = await court.open(ann)
    before = (await court.table_record()).since or 0.0
    await bo.press("join", lobby)
    assert ((await court.table_record()).since or 0.0) > before > 0
    await court.tables.close_idle(TableId(1), before, 7)
    await goes_round(court, 6.9)
    assert await status_of(court) is Status.LOBBY
    await goes_round(court, 7.1)
    assert words("table-expired", days=7) in text(lobby)
    assert not verbs(lobby)
    assert not court.pings()
    await goes_round(court, 7.2)
    assert await gone(court, 1)
    await assert_said("refused-no-table", bo.forge("leave:1", lobby))


async def test_a_finished_table_is_kept_for_a_year_and_not_longer(court: Evening) -> None:
    """Its log can be read until then; afterwards no row is left, its buttons say so, and the file is sound.

    One that was ended without a move goes as soon as Discord has been shown that; one with moves stays for a year.
    """
    ann, bo = court.guests[:2]
    board = await court.seat(ann, bo)
    party = Party([ann, bo], 2)
    await party.rush()
    await party.play()
    for number in (2, 3):
        await court.seat(ann, bo)
        if number == 2:
            await play(court.tables, await court.table(number))
        await court.tables.end(TableId(number), ann.id)
    await shown(court)
    await goes_round(court, 0)
    assert [await gone(court, number) for number in (1, 2, 3)] == [False, False, True]
    await goes_round(court, 364)
    await assert_tells("log-title", ann.press("log", court.board(table=1)))
    assert await status_of(court, 2) is Status.ENDED
    await goes_round(court, 366)
    assert [await gone(court, number) for number in (1, 2)] == [True, True]
    await assert_said("refused-no-table", ann.forge("log:1", board))
    assert list(verify(court.database, GAMES)) == []


async def test_a_table_whose_channel_is_gone_is_closed_after_thirty_days(court: Evening) -> None:
    """Nobody is told, for there is nowhere to tell it, and nothing is edited or posted."""
    await court.seat_first(2)
    await play(court.tables, await court.table(1))
    await shown(court)
    await court.tables.suspend(TableId(1))
    await shown(court)
    await goes_round(court, 29)
    assert await status_of(court) is Status.SUSPENDED
    await goes_round(court, 31)
    assert await status_of(court) is Status.ENDED
    stands = "\n".join(map(text, court.public()))
    assert not said("table-ended", stands)
    assert not said("table-ended-post", stands)
    assert await court.tables.published_states.find_behind() == []


async def chosen(court: Evening, server: int) -> str | None:
    """Return the language that was chosen for a server, as it is on the disk."""
    return (await court.storage.choice(Server, server)).language


async def test_what_was_chosen_for_a_server_is_forgotten_thirty_days_after_herald_left_it(court: Evening) -> None:
    """From the database and from memory; what is chosen where Herald is stays, and so does the time over a restart.

    A start at which Discord tells of the servers late must not date them.
    """
    village = court.env.create_guild("The Village")
    await court.settle()
    for server in (court.server.id, village.id):
        await court.bot.preferences.change(Server, server, language="uk")
    await goes_round(court, 0)
    court.env.backend.remove_guild(village.id)
    await court.settle()
    with patch.object(court.bot, "is_ready", lambda: False):
        await goes_round(court, 50)
    await goes_round(court, 100)
    await court.restart()
    await goes_round(court, 129.9)
    assert await chosen(court, village.id) == "uk"
    await goes_round(court, 130.1)
    assert await chosen(court, village.id) is None
    assert (await court.bot.preferences.guild_settings(village.id)).language is None
    assert await chosen(court, court.server.id) == "uk"


async def test_tables_of_a_server_that_herald_left_while_it_was_stopped_rest(court: Evening) -> None:
    """Nobody tells of it after the start: it is the servers that Discord names then."""
    village = court.env.create_guild("The Village")
    square = village.create_text_channel("the-square")
    await court.settle()
    guests = [court.invite(name, village) for name in ("Ivy", "Jo")]
    await court.seat(*guests, channel=square)
    await court.seat_first(2)
    await court.bot.close()
    court.env.backend.remove_guild(village.id)
    await court.env.restart_bot(court.another())
    await court.settle()
    await court.later(minutes=3)
    assert await status_of(court) is Status.SUSPENDED
    assert await status_of(court, 2) is Status.PLAYING
    await goes_round(court, 31)
    assert await gone(court, 1)


async def test_a_host_can_keep_everything_for_ever(court: Evening, ann: Guest) -> None:
    """Settings: 0 days."""
    await court.open(ann)
    await court.open(ann)
    await court.tables.cancel(TableId(2), ann.id)
    await shown(court)
    await court.bot.preferences.change(Server, 404, language="uk")
    for days in (0, 9999):
        await goes_round(court, days, (0, 0, 0))
    assert await chosen(court, 404) == "uk"
    assert await status_of(court) is Status.LOBBY
    assert await status_of(court, 2) is Status.ENDED


@patch.object(retention, "MOST_SHOWN", 2)
async def test_a_round_shows_discord_only_so_many_tables(court: Evening, ann: Guest) -> None:
    """A thousand old lobbies are closed over some hours, not in a storm of requests."""
    for _ in range(3):
        await court.open(ann)
    await goes_round(court, 8)
    assert len(await court.tables.find()) == 1


@pytest.mark.quick
async def test_the_caretaker_comes_every_hour_whatever_goes_wrong(
    court: Evening, ann: Guest, monkeypatch: pytest.MonkeyPatch, errors: pytest.LogCaptureFixture
) -> None:
    """A disk that fails and a bug are one entry in the log each; the next round does the work; close ends it."""
    monkeypatch.setattr(retention, "FIRST", 0.0)
    monkeypatch.setattr(retention, "BETWEEN", 0.0)
    await court.open(ann)
    bot, rounds, enough, care = court.bot, 0, asyncio.Event(), caretaker(court, 8)
    whole = care.run_round

    async def failing() -> None:
        nonlocal rounds
        rounds += 1
        if rounds == 1:
            raise StorageError("storage-full", path="herald.db")
        if rounds == 2:
            raise ValueError("a bug")
        await whole()
        if rounds == 5:
            enough.set()

    monkeypatch.setattr(care, "run_round", failing)
    care.start()
    async with asyncio.timeout(60):
        await enough.wait()
    await care.close()
    assert await bot.tables.find() == []
    assert [one.levelno for one in errors.records if one.name == retention.__name__][:2] == [
        logging.WARNING,
        logging.ERROR,
    ]
    done = rounds
    await asyncio.sleep(0.05)
    assert rounds == done


@pytest.mark.quick
async def test_a_round_that_is_stopped_cleans_up(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is cancelled once, however long it takes to clean up."""
    monkeypatch.setattr(retention, "FIRST", 0.0)
    care, begun, cleaned = caretaker(court, 8), asyncio.Event(), asyncio.Event()

    async def endless() -> None:
        try:
            begun.set()
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(3 * answer_deadline.CANCELLED_AGAIN)
            cleaned.set()

    monkeypatch.setattr(care, "run_round", endless)
    care.start()
    await begun.wait()
    await care.close()
    assert cleaned.is_set()


@pytest.mark.quick
async def test_a_bot_that_starts_has_a_caretaker_who_waits(court: Evening) -> None:
    """Nothing at the start's expense: the first round comes minutes later; and it stops with the bot."""
    (task,) = [task for task in asyncio.all_tasks() if task.get_name() == "caretaker"]
    assert not task.done()
    await court.bot.close()
    assert task.done()


@pytest.mark.quick
async def test_servers_are_gone_through_once_a_day(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that was chosen for any of them is read for that."""
    looks, care = AsyncMock(return_value=0), caretaker(court, 0)
    monkeypatch.setattr(court.bot.preferences, "erase_absent_guilds", looks)
    for now in (0.0, 3600.0, DAY - 1, DAY, DAY + 3600):
        care._clock = partial(float, now)
        await care.run_round()
    assert [each.args[1] for each in looks.await_args_list] == [0.0, DAY]
