"""The log, as text and as JSON, an entry a line; and the one budget of time that all waits of an answer share."""

from __future__ import annotations

import asyncio
import json
import logging
from datetime import datetime
from pathlib import Path
from unittest.mock import Mock

import aiohttp
import pytest

from bot.host import answer_deadline, logs
from bot.host.answer_deadline import UNLIMITED, Overdue, limit_answer
from bot.host.config import LOG_FORMATS
from bot.storage.port import Damaged, StorageError
from bot.texts.fluent import language
from tests.bot.storage.samples import lobby, sqlite

ENGLISH = language("en")
FULL = StorageError("storage-full", path="herald.db")
LOST = ConnectionResetError("gone")

pytestmark = pytest.mark.usefixtures("errors")


@pytest.fixture
def errors(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """Leave each entry as it comes, for the log itself to say."""
    return caplog


def fail(logger: str, error: Exception) -> None:
    """Log an error that was raised."""
    try:
        raise error
    except type(error):
        logging.getLogger(logger).exception("Failed to connect for shard_id: %s. Retrying...", 0)


@pytest.mark.parametrize("form", LOG_FORMATS)
@pytest.mark.parametrize(
    "logger, error",
    [
        ("discord.shard", aiohttp.ClientConnectionError("gone")),
        ("discord.shard", TimeoutError()),
        ("discord.shard", LOST),
        ("discord.shard", KeyError()),
        ("bot.client.herald", LOST),
    ],
)
def test_lost_connection_is_one_line_unlike_a_bug(
    capsys: pytest.CaptureFixture[str], form: str, logger: str, error: Exception
) -> None:
    """Which names what was lost; nothing in the code is to blame.

    A bug keeps its traceback, whatever it is of the library, and everything of the bot's own.
    """
    logs.set_up_logging("INFO", form, ENGLISH)
    fail(logger, error)
    shown = capsys.readouterr().err
    is_bug = logger != "discord.shard" or isinstance(error, KeyError)
    assert ("Traceback" in shown) is is_bug
    assert is_bug or len(shown.splitlines()) == 1
    assert "shard_id: 0" in shown
    assert type(error).__name__ in shown


def test_each_entry_is_one_object_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """LOG_FORMAT=json: time, level, logger, message, and the traceback of a bug."""
    logs.set_up_logging("INFO", "json", ENGLISH)
    logging.getLogger("bot.somewhere").warning("table %s: two\nlines", 7)
    fail("bot.somewhere", KeyError("seat"))
    first, second = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    at = datetime.fromisoformat(first.pop("time"))
    assert at.tzinfo is not None
    assert first == {"level": "WARNING", "logger": "bot.somewhere", "message": "table 7: two\nlines"}
    assert set(second) == {"time", "level", "logger", "message", "traceback"}
    assert "KeyError" in second["traceback"]


async def test_details_of_the_libraries_are_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Those of discord.py hold the tokens of interactions; what aiosqlite runs writes hands and seeds."""
    logs.set_up_logging("DEBUG", "text", ENGLISH)
    logging.getLogger("discord.http").debug("POST /interactions/1/token")
    storage = sqlite(tmp_path / "herald.db")
    await storage.open()
    logging.getLogger("bot.somewhere").debug("here")
    table = await storage.create(lobby())
    await storage.close()
    shown = capsys.readouterr().err
    assert "here" in shown
    assert not [one for one in ("token", "INSERT", table.sitters[0].name) if one in shown]


def test_what_the_host_must_mend_is_said_in_the_hosts_words(capsys: pytest.CaptureFixture[str]) -> None:
    """Wherever an error of the host's comes into a line: as a sentence in the host's language, not by its key."""
    logs.set_up_logging("INFO", "text", language("uk"))
    logging.getLogger("bot.somewhere").warning("the clocks could not be kept: %s", FULL)
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith(f"the clocks could not be kept: {language('uk').say(FULL.text)}")
    assert "storage-full" not in line
    # Where nobody waited for what raised it, asyncio tells of it with a traceback.
    fail("asyncio", FULL)
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith(language("uk").say(FULL.text))


@pytest.fixture
def alarms(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Return what makes the timers that the log sets, none of which rings by itself."""
    made = Mock()
    monkeypatch.setattr(logs, "Timer", made)
    return made


def ring(alarms: Mock, number: int) -> None:
    """Let a timer ring."""
    _, over, given = alarms.call_args_list[number].args
    over(*given)


@pytest.mark.parametrize("form", LOG_FORMATS)
def test_the_same_trouble_is_told_once_and_then_counted(
    capsys: pytest.CaptureFixture[str], alarms: Mock, form: str
) -> None:
    """Else each click on a full disk would write another line to it; other troubles are told beside it."""
    logs.set_up_logging("INFO", form, ENGLISH)
    log = logging.getLogger("bot.somewhere")
    for table in range(1, 8):
        log.warning("table %s could not be announced: %s", table, FULL)
    log.warning("table %s could not be announced: %s", 8, Damaged(8))
    first, other = capsys.readouterr().err.splitlines()
    assert "table 1 could" in first
    assert "Table 8 is damaged" in other
    assert [each.args[0] for each in alarms.call_args_list] == [logs.WINDOW] * 2
    ring(alarms, 0)
    told = "table 7 could not be announced: There is no room left on the disk for herald.db. (and 6 more"
    assert told in capsys.readouterr().err
    log.warning("table %s could not be announced: %s", 9, FULL)
    assert not capsys.readouterr().err
    ring(alarms, 2)
    ring(alarms, 3)
    assert "table 9 could" in capsys.readouterr().err
    log.warning("table %s could not be announced: %s", 10, FULL)
    assert "table 10 could" in capsys.readouterr().err


def test_many_different_troubles_are_all_told_and_few_of_them_watched(
    capsys: pytest.CaptureFixture[str], alarms: Mock
) -> None:
    """A thread for each of a thousand damaged tables would be more than a small machine has."""
    logs.set_up_logging("INFO", "text", ENGLISH)
    for table in range(1, 101):
        logging.getLogger("bot.somewhere").warning("it could not be read: %s", Damaged(table))
    assert len(capsys.readouterr().err.splitlines()) == 100
    assert alarms.call_count == logs.TROUBLES


def test_what_was_counted_is_told_at_the_end_at_the_latest(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is swallowed when Herald stops meanwhile."""
    logs.set_up_logging("INFO", "text", ENGLISH)
    for _ in range(3):
        logging.getLogger("bot.somewhere").warning("it could not be kept: %s", FULL)
    logging.getLogger().handlers[-1].close()
    first, last = capsys.readouterr().err.splitlines()
    assert "more" not in first
    assert "(and 2 more" in last


SHORT = 0.01
LATER = answer_deadline.GRACE + 2 * SHORT


@pytest.mark.slow
@pytest.mark.parametrize("changed", [False, True])
async def test_a_wait_that_outlasts_the_budget_is_ended(*, changed: bool) -> None:
    """Whatever it is for; what was begun to be kept until then is told."""

    async def wait() -> None:
        if changed:
            answer_deadline.note_change()
        assert answer_deadline.has_changed() is changed
        await asyncio.Event().wait()

    async def answer() -> None:
        async with limit_answer(SHORT):
            await wait()

    with pytest.raises(Overdue, match="not ready in time") as caught:
        await answer()
    assert caught.value.changed is changed
    assert not answer_deadline.has_changed()


@pytest.mark.slow
async def test_an_answer_that_has_begun_is_not_cut_off() -> None:
    """It may wait for Discord as long as ever, and for fifteen minutes where it asked for more time."""
    async with limit_answer(SHORT):
        assert answer_deadline.seconds_left() <= SHORT
        answer_deadline.lift_current()
        assert answer_deadline.seconds_left() == UNLIMITED
        await asyncio.sleep(LATER)


@pytest.mark.slow
async def test_what_an_answer_has_set_going_has_no_deadline() -> None:
    """The announcement of a move, for one."""

    async def announce() -> float:
        await asyncio.sleep(LATER)
        answer_deadline.note_change()
        return answer_deadline.seconds_left()

    async with limit_answer(SHORT):
        task = asyncio.create_task(announce())
    assert await task == UNLIMITED


async def test_an_error_of_the_work_itself_is_its_own() -> None:
    """Also a TimeoutError."""

    async def fail() -> None:
        async with limit_answer():
            raise TimeoutError

    with pytest.raises(TimeoutError):
        await fail()
