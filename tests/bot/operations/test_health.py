"""The health file: written again and again by a bot that lives, and read as a sentence and an exit code."""

from __future__ import annotations

import asyncio
import io
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bot import __main__ as command_line
from bot.host.cli import FAILED, MISUSED, OK
from bot.host.errors import HostError
from bot.operations import health
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
    ("settings", "code"), [({}, FAILED), ({"HEALTH_FILE": "beat"}, OK), ({"METRICS_PORT": "x"}, MISUSED)], ids=repr
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
    ("said", "why"),
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
