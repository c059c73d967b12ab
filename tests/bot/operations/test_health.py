"""The health file of a bot that lives, as a sentence and an exit code; memory goes back to the machine soon."""

from __future__ import annotations

import asyncio
import gc
import io
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from weakref import ref

import pytest

from bot import __main__ as command_line
from bot.__main__ import tune_garbage_collector
from bot.host.cli import FAILED, MISUSED, OK, Terminal
from bot.host.errors import HostError
from bot.operations import background_services, health
from bot.operations.background_services import return_freed_memory
from bot.operations.health import PATIENCE, STALE, Beat, background_task, check_health, write_heartbeats
from bot.texts.fluent import DEFAULT, language, locales

NOW = 1_800_000_000.0


def written(path: Path, **said: float | bool) -> Path:
    """Write a health file that differs from that of a bot that is well, and return its path."""
    beat = Beat(at=NOW, connected=True, since=NOW - 5000).model_copy(update=said)
    path.write_text(beat.model_dump_json(), encoding="utf-8")
    return path


def wrong(path: Path | None) -> str:
    """Return the sentence of what is wrong, which every language has; nothing if all is well."""
    try:
        check_health(path, NOW)
    except HostError as error:
        sentences = [language(name).say(error.text) for name in locales()]
        assert len(set(sentences)) == len(sentences)
        return language(DEFAULT).say(error.text)
    return ""


def read(path: Path) -> str:
    """Return what is in a file, nothing if there is none."""
    return path.read_text(encoding="utf-8") if path.is_file() else ""


async def content(path: Path) -> str:
    """Wait until a file is there, and return what is in it."""
    async with asyncio.timeout(60):
        while not (said := read(path)):  # noqa: ASYNC110 - nobody tells of files
            await asyncio.sleep(0.01)
    return said


@pytest.mark.slow
def test_the_check_of_a_container_imports_no_bot() -> None:
    """It is a process of its own each minute, which costs three times as much with discord.py and the games."""
    heavy = {"discord", "aiosqlite", "engine.games"}
    asked = f"import sys, bot.operations.health; sys.exit(bool({heavy} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0  # noqa: S603


@pytest.mark.parametrize(
    "settings, code", [({}, FAILED), ({"HEALTH_FILE": "beat"}, OK), ({"METRICS_PORT": "x"}, MISUSED)], ids=repr
)
def test_the_check_of_a_container_says_the_same_as_the_command(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    settings: dict[str, str],
    code: int,
) -> None:
    """One sentence, and the exit code."""
    monkeypatch.chdir(tmp_path)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    written(tmp_path / "beat", at=time.time())
    assert health.main() == code
    said = capsys.readouterr()
    assert command_line.main(["health"]) == code
    assert said == capsys.readouterr()
    assert len((said.out + said.err).splitlines()) == 1


@pytest.mark.parametrize("run", [lambda: command_line.main(["health"]), health.main], ids=["command", "container"])
def test_terminal_without_its_letters_shows_escapes(monkeypatch: pytest.MonkeyPatch, run: Callable[[], int]) -> None:
    """As a file that Windows writes: neither Ukrainian nor the name of a server ends in a traceback."""
    monkeypatch.setenv("LANGUAGE", "uk")
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written := io.BytesIO(), "latin-1", write_through=True))
    assert run() == FAILED
    assert written.getvalue().startswith(b"HEALTH_FILE \\u")


@pytest.mark.parametrize(
    "said, why",
    [
        ({}, ""),
        ({"at": NOW - STALE}, ""),
        ({"at": NOW - STALE - 1}, "nothing into"),
        ({"at": NOW + STALE + 1}, "nothing into"),
        ({"connected": False, "since": NOW - PATIENCE}, ""),
        ({"connected": False, "since": NOW - PATIENCE - 1}, "not been connected"),
    ],
)
def test_health_is_what_the_file_says(tmp_path: Path, said: dict[str, float | bool], why: str) -> None:
    """A bot that has stopped writing is stuck, or dead; one from the future isn't on this machine.

    Discord has bad days: a gateway that is away for a moment is no matter for the host.
    """
    found = wrong(written(tmp_path / "health", **said))
    assert why in found
    assert bool(why) == bool(found)


def test_no_file_or_another_one_is_a_sentence(tmp_path: Path) -> None:
    """So is a setting that is missing."""
    path = tmp_path / "health"
    assert "no health file" in wrong(path)
    for text in ("", "[]", '{"at": "noon"}', "\x00"):
        path.write_text(text, encoding="utf-8")
        assert "no health file" in wrong(path)
    assert "HEALTH_FILE is not set" in wrong(None)


async def test_the_file_follows_the_bot_and_goes_with_it(tmp_path: Path) -> None:
    """It is its owner's alone, and says since when the gateway is as it is."""
    path, moments, gateway = tmp_path / "health", iter(range(100)), [False]
    beats = write_heartbeats(path, lambda: gateway[0], clock=lambda: float(next(moments)), every=0.01)
    async with background_task(beats, "health"):
        first = Beat.model_validate_json(await content(path))
        assert path.stat().st_mode & 0o777 == 0o600
        assert not first.connected
        gateway[0] = True
        async with asyncio.timeout(60):
            while not (later := Beat.model_validate_json(await content(path))).connected:  # noqa: ASYNC110 - as above
                await asyncio.sleep(0.01)
        assert later.at >= later.since > first.since
    assert not read(path)


async def test_a_file_that_cannot_be_written_is_said_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The bot goes on: people play, whoever looks after it."""
    beats = write_heartbeats(tmp_path / "nowhere" / "health", lambda: True, every=0.01)
    async with background_task(beats, "health"):
        await asyncio.sleep(0.1)
    (said,) = caplog.messages
    assert "can't be written" in said


async def test_what_is_no_health_file_stays(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A HEALTH_FILE that leads to the database, to .env, or to a device would else delete what is there."""
    path = tmp_path / "herald.db"
    path.write_bytes(b"SQLite format 3")
    for each in (path, tmp_path):
        beats = write_heartbeats(each, lambda: True, every=0.01)
        async with background_task(beats, "health"):
            await asyncio.sleep(0.1)
    assert [each.name for each in tmp_path.iterdir()] == [path.name]  # noqa: ASYNC240 - nothing else runs
    assert path.read_bytes() == b"SQLite format 3"
    assert [said.endswith("something else is there") for said in caplog.messages] == [True, True]
    path.write_bytes(b"")
    beats = write_heartbeats(path, lambda: True, every=0.01)
    async with background_task(beats, "health"):
        assert await content(path)
    assert not path.exists()


PIECE, PIECES = 10_000, 6_000
"""Bytes of a piece, too many for Python's own allocator, and how many there are: some 60 MB."""
KEPT = 50
"""Each so-manieth piece stays in use."""
SOON, PATIENCE = 0.01, 60.0


def resident() -> int:
    """Return how much memory this process has, in bytes."""
    (line,) = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) * 1024


@pytest.mark.slow
@pytest.mark.skipif(
    background_services.find_malloc_trim() is None, reason="this C library gives back by itself, or can't be asked to"
)
async def test_what_was_freed_between_pieces_in_use_is_given_back() -> None:
    """Less than half of it is left; pieces in use are as they were."""
    before = resident()
    pieces = [bytes([number % 256]) * PIECE for number in range(PIECES)]
    kept = pieces[::KEPT]
    pieces.clear()
    async with background_task(return_freed_memory(SOON, lambda: 1.0), "memory"), asyncio.timeout(PATIENCE):
        while resident() - before > PIECE * PIECES // 2:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(SOON)
    assert [piece[0] for piece in kept] == [number % 256 for number in range(0, PIECES, KEPT)]


@pytest.mark.parametrize(
    "share, looks", [(0.04, 1), (0.06, background_services.LATEST), (0.9, background_services.LATEST)]
)
async def test_memory_is_given_back_in_a_quiet_minute_and_else_in_the_third(
    monkeypatch: pytest.MonkeyPatch, share: float, looks: int
) -> None:
    """While many play, nobody's answer waits for that, unless they never stop."""
    given: list[int] = []
    asked = 0

    def worked() -> float:
        """Tell for how many seconds it has worked; that is asked before a minute and after it."""
        nonlocal asked
        asked += 1
        return asked * share * SOON

    monkeypatch.setattr(background_services, "find_malloc_trim", lambda: lambda _: given.append(asked // 2))
    monkeypatch.setattr("gc.collect", int)
    async with background_task(return_freed_memory(SOON, worked), "memory"), asyncio.timeout(PATIENCE):
        while not given:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(SOON)
    assert given[0] == looks


async def test_a_bot_that_has_done_nothing_since_has_nothing_to_give_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once is enough for a night."""
    given: list[int] = []
    monkeypatch.setattr(background_services, "find_malloc_trim", lambda: given.append)
    monkeypatch.setattr("gc.collect", int)
    async with background_task(return_freed_memory(SOON, lambda: 1.0), "memory"), asyncio.timeout(PATIENCE):
        while not given:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(SOON)
        await asyncio.sleep(10 * SOON)
    assert given == [0]


async def test_where_nothing_can_be_given_back_nothing_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another C library than glibc."""
    monkeypatch.setattr(background_services, "find_malloc_trim", lambda: None)
    async with background_task(return_freed_memory(SOON, lambda: 1 / 0), "memory"):
        await asyncio.sleep(3 * SOON)


ALLOCATIONS = 20_000
"""New objects, as some three hundred clicks leave them."""


class Circle:
    """An object that refers to itself, as a view of discord.py does to its buttons and they to it."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture(autouse=True)
def _measures_of_the_tests(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Give the garbage collector back what it goes by, and freeze nothing that a test has made."""
    before = gc.get_threshold()
    monkeypatch.setattr(gc, "freeze", lambda: None)
    yield
    gc.set_threshold(*before)


def test_a_circle_that_outlived_one_round_is_found_within_some_hundred_clicks() -> None:
    """A click is under way when the collector comes; later nobody needs its view and its buttons any more."""
    tune_garbage_collector()
    circle = Circle()
    gone = ref(circle)
    gc.collect(0)
    del circle
    kept: list[list[int]] = []
    while gone() is not None and len(kept) < ALLOCATIONS:
        kept.append([])
    assert gone() is None


def test_answer_that_nobody_reads_ends_no_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in `python -m bot verify | head -1`: the exit code says how it went, and no traceback does."""
    ours, theirs = os.pipe()
    os.close(ours)
    with os.fdopen(theirs, "w") as unread:
        monkeypatch.setattr(sys, "stdout", unread)
        for _ in range(2):
            Terminal(language(DEFAULT)).tell("health-fine")
