"""The log, as text and as JSON: an entry is a line, and a lost connection isn't told of by a traceback."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from datetime import datetime

import aiohttp
import pytest

from bot.host import logs
from bot.host.config import LOG_FORMATS

pytestmark = pytest.mark.usefixtures("errors")


@pytest.fixture(autouse=True)
def left_as_it_was() -> Iterator[None]:
    """Let what a test sets up end with it."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in logs.LIBRARIES}
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, was in levels.items():
        logging.getLogger(name).setLevel(was)


def fail(logger: str, error: Exception) -> None:
    """Log an error that was raised."""
    try:
        raise error
    except type(error):
        logging.getLogger(logger).exception("Failed to connect for shard_id: %s. Retrying...", 0)


@pytest.mark.parametrize("form", LOG_FORMATS)
@pytest.mark.parametrize("error", [aiohttp.ClientConnectionError("gone"), TimeoutError(), ConnectionResetError("gone")])
def test_a_lost_connection_is_one_line(capsys: pytest.CaptureFixture[str], form: str, error: Exception) -> None:
    """Which names what was lost; nothing in the code is to blame."""
    logs.start("INFO", form)
    fail("discord.shard", error)
    (line,) = capsys.readouterr().err.splitlines()
    assert "shard_id: 0" in line
    assert type(error).__name__ in line


@pytest.mark.parametrize(
    ("logger", "error"), [("discord.shard", KeyError("t")), ("bot.client.herald", OSError("gone"))]
)
def test_a_bug_keeps_its_traceback(capsys: pytest.CaptureFixture[str], logger: str, error: Exception) -> None:
    """Whatever it is of the library, and everything of the bot's own."""
    logs.start("INFO", "text")
    fail(logger, error)
    assert "Traceback" in capsys.readouterr().err


def test_each_entry_is_one_object_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """LOG_FORMAT=json: time, level, logger, message, and the traceback of a bug."""
    logs.start("INFO", "json")
    logging.getLogger("bot.somewhere").warning("table %s: two\nlines", 7)
    fail("bot.somewhere", KeyError("seat"))
    first, second = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    at = datetime.fromisoformat(first.pop("time"))
    assert at.tzinfo is not None
    assert first == {"level": "WARNING", "logger": "bot.somewhere", "message": "table 7: two\nlines"}
    assert set(second) == {"time", "level", "logger", "message", "traceback"}
    assert "KeyError" in second["traceback"]


def test_details_of_the_libraries_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    """They hold the tokens of interactions."""
    logs.start("DEBUG", "text")
    logging.getLogger("discord.http").debug("POST /interactions/1/token")
    logging.getLogger("bot.somewhere").debug("here")
    (line,) = capsys.readouterr().err.splitlines()
    assert "here" in line
