"""The evening that most tests of the bot begin with, and an ear for what the bot logs."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.host import logs
from bot.pictures.process import WorkerProcess
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.store import Store
from bot.texts.fluent import language, locales
from tests.bot.clock import Clock
from tests.bot.clocked import clocked, evening, named
from tests.bot.represented import LANGUAGE, represented
from tests.bot.server import FREE, Evening, Guest, dealing
from tests.bot.timed import Hall
from tests.bot.tongues import Say, everybody_reads
from tests.bot.toys import voting


@pytest.fixture
def painted() -> None:
    """Let the pictures of an evening be painted; else only their names are: whole games would wait long for them."""


@pytest.fixture
def lulls() -> None:
    """Let tables wait as they really do until they are shown again; else each move is shown at once."""


@pytest.fixture
def hall(storage: Store) -> Hall:
    """Return tables whose time a test moves."""
    return Hall(storage)


@pytest.fixture
def clock() -> Clock:
    """Return the clock of the evening."""
    return Clock()


@pytest.fixture
def ahead() -> None:
    """Open tables at which people can order ahead, as they really are; else everybody is asked about everything."""


@pytest.fixture
def experienced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everybody have played each game before, so that orders are offered from the start."""

    async def has_played(*_: object) -> bool:
        return True

    monkeypatch.setattr("bot.sending.reader_settings.ReaderSettings._has_played", has_played)


@pytest.fixture
async def court(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Evening]:
    """Return an evening of eight people, at which no table is open yet.

    A test with the mark `seed` plays with the same cards each time: its secrets alone make the seeds, for the ids of
    messages, which count as well, are those of the moment. One with the mark `settings` plays under these limits. The
    time of one with the mark `clocked` is moved by the test alone.
    """
    seed = request.node.get_closest_marker("seed")
    if seed:
        monkeypatch.setattr("engine.fairness.seed", lambda secret, *_: secret)
    if timed := request.node.get_closest_marker("clocked"):
        async with clocked(request.getfixturevalue("clock"), tmp_path, monkeypatch, **timed.kwargs) as begun:
            yield begun
        return
    if "painted" not in request.fixturenames:
        monkeypatch.setattr(WorkerProcess, "draw", named)
    if "lulls" not in request.fixturenames:
        monkeypatch.setattr("bot.announce.announce_state.DEBOUNCE", 0.0)
    parts = {"seeds": dealing(*seed.args)} if seed else {}
    settings = request.node.get_closest_marker("settings")
    async with evening(tmp_path / "herald.db", monkeypatch, settings.kwargs if settings else FREE, **parts) as begun:
        begun.ahead = "ahead" in request.fixturenames
        yield begun


@pytest.fixture
async def polls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    """Return an evening on which eight people can vote, and each move is shown at once."""
    monkeypatch.setattr(WorkerProcess, "draw", named)
    monkeypatch.setattr("bot.announce.announce_state.DEBOUNCE", 0.0)
    async with voting(tmp_path / "herald.db", monkeypatch) as begun:
        yield begun


@pytest.fixture
def ann(court: Evening) -> Guest:
    """Return the first guest of the evening."""
    return court.guests[0]


@pytest.fixture
def bo(court: Evening) -> Guest:
    """Return the second guest of the evening."""
    return court.guests[1]


@pytest.fixture(params=represented(locales(), by=LANGUAGE))
def says(request: pytest.FixtureRequest, court: Evening) -> Say:
    """Return what Herald says in a language, which everybody's Discord shows: any will do, and the soak tries all."""
    everybody_reads(court, request.param)
    return language(request.param).text


@pytest.fixture
def quick_pars(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody but knights play the deals of days that are over: champions take seconds for each game."""
    monkeypatch.setattr("bot.features.daily.closing.PAR_LEVELS", ("knight",))


@pytest.fixture
def two_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let both games have a deal of the day, as a host has several who has more games."""
    monkeypatch.setattr("bot.features.daily.deals.MOST_DECISIONS", 60)


@pytest.fixture
async def storage(tmp_path: Path) -> AsyncIterator[Store]:
    """Return an open database."""
    opened = Store(SqliteDatabase(tmp_path / "herald.db"))
    await opened.open()
    yield opened
    await opened.close()


@pytest.fixture
def errors(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """Return what is logged, as the host reads it; a test that takes this expects errors in it."""
    english = language("en")

    def said(record: logging.LogRecord) -> bool:
        logs.localize_errors(record, english)
        return True

    caplog.handler.addFilter(said)
    yield caplog
    caplog.handler.removeFilter(said)


@pytest.fixture(autouse=True)
def _nothing_goes_wrong(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Let a test fail during which the bot logged an error, a missing text for one, unless it takes `errors`."""
    yield
    if "errors" in request.fixturenames or "storage" in request.path.parts:
        return
    wrong = [one for one in caplog.get_records("call") if one.levelno >= logging.ERROR]
    assert not [record.getMessage() for record in wrong]
