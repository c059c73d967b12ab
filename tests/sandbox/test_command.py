"""The command line of the sandbox, what it says when it can't begin, and the record of a game that it replays."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from bot.client.herald import Herald
from bot.host.cli import FAILED, MISUSED
from bot.host.config import Config
from bot.storage.records import TableId
from bot.tables.chances_chart import analysis_of
from bot.texts.fluent import language
from engine.games import GAMES
from engine.proof import fingerprint, format_document
from engine.scene import say
from sandbox import __main__ as command_line
from sandbox.__main__ import settings
from sandbox.record import lay_out, read_record
from sandbox.table import NoTable, Round, open_table
from sandbox.world import READY, TooBusy, until
from tests.engine import records
from tests.engine.ballot import BALLOT
from tests.every import FOR_EVERY_LANGUAGE
from tests.sandbox.conftest import hosted, paged
from tests.sandbox.courier import Courier


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Begin each test without any setting of this machine's."""
    monkeypatch.chdir(tmp_path)
    for name in Config.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def test_command_line_is_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    """The language is LANGUAGE, else English; --language is stronger. A newcomer meets the gentlest rivals.

    As many people as a game seats can be asked for, up to eight. The bot of the sandbox has no token, whatever the
    host has set for the real one.
    """
    plain = command_line.arguments([])
    assert (plain.language, plain.level) == ("en", "squire")
    monkeypatch.setenv("LANGUAGE", "uk")
    assert command_line.arguments([]).language == "uk"
    assert command_line.arguments(["--language", "en"]).language == "en"
    assert command_line.arguments(["--level", "champion"]).level == "champion"
    for game in GAMES.values():
        for people in game.seats:
            assert command_line.arguments(["--game", game.key, "--people", str(people)]).people == people
    monkeypatch.setattr(command_line, "GAMES", {"ballot": BALLOT})
    assert command_line.arguments(["--people", "8"]).people == 8
    monkeypatch.setenv("DISCORD_TOKEN", "a.made.up-token")
    chosen = command_line.settings(Path("other.db"), "uk")
    assert (chosen.language, chosen.database, chosen.discord_token) == ("uk", Path("other.db"), None)


@FOR_EVERY_LANGUAGE
@pytest.mark.parametrize(
    "words",
    [["--people", "many"], ["--people", "9"], ["--people", "8"], ["--language", "xx"], ["--port", "65536"], ["dance"]],
)
def test_words_that_cannot_be_understood_end_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], locale: str, words: list[str]
) -> None:
    """With the word that is wrong."""
    monkeypatch.setenv("LANGUAGE", locale)
    with pytest.raises(SystemExit) as ended:
        command_line.arguments(words)
    assert ended.value.code == MISUSED
    assert words[0] in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.slow
async def test_settings_of_a_host_keep_nobody_from_playing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy before Discord's API, and several processes, are in the .env in whose folder `make play` is typed."""
    chosen = {"DISCORD_API_URL": "http://127.0.0.1:9/api", "SHARDS": "4", "PROCESSES": "2"}
    for name, value in chosen.items():
        monkeypatch.setenv(name, value)
    async with paged(partial(Herald, command_line.settings(tmp_path / "herald.db", "en"))) as page:
        assert page.world.people


async def test_there_are_enough_people_for_a_table_of_eight() -> None:
    """Fewer are there if fewer are needed."""
    async with paged(Courier, people=8) as page:
        assert len(page.world.people) == 8
    async with paged(Courier, people=2) as page:
        assert list(page.world.people) == ["ann", "bo", "cy", "dana", "olena"]


async def test_settings_that_cannot_be_used_are_told_in_the_language_of_the_host(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Before anything is opened."""
    monkeypatch.setenv("LANGUAGE", "uk")
    monkeypatch.setenv("LOG_LEVEL", "loud")
    assert await command_line.serve(command_line.arguments([]), tmp_path / "herald.db") == MISUSED
    assert capsys.readouterr().err.startswith("Herald не може запуститися: LOG_LEVEL має бути")


@pytest.mark.slow
@FOR_EVERY_LANGUAGE
def test_a_machine_that_is_too_busy_to_start_on_gets_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], locale: str
) -> None:
    """And an exit code, without a traceback."""
    monkeypatch.setenv("LANGUAGE", locale)
    monkeypatch.setattr(sys, "argv", ["sandbox", "--port", "0"])
    monkeypatch.setattr("sandbox.world.World.rest", AsyncMock(side_effect=TooBusy("sandbox-too-busy")))
    monkeypatch.setattr(command_line, "_hold_signals", lambda: None)
    monkeypatch.setattr(command_line, "_stop_gently", lambda: None)
    assert command_line.main() == FAILED
    said = capsys.readouterr().err
    assert said == language(locale).text("host-has-stopped", why=say("sandbox-too-busy")) + "\n"


@FOR_EVERY_LANGUAGE
async def test_a_table_that_cannot_be_opened_says_why(locale: str) -> None:
    """A bot without that command."""
    async with paged(Courier, locale) as page:
        with pytest.raises(NoTable) as failed:
            await open_table(page.world, "fortheking", Round(2))
        said = language(locale).text("sandbox-no-table", why=failed.value.text)
        assert "/newgame fortheking" in said
        assert said.endswith(".")


# Records

MEGABYTES = 50_000_000


@pytest.mark.slow
@FOR_EVERY_LANGUAGE
async def test_game_of_a_record_can_be_walked_through(locale: str, tmp_path: Path) -> None:
    """Its last post names who played and has *Replay*, which counts its moves; nobody is asked anything.

    In a file of the form before, which says nothing of who played, people of the sandbox take the seats.
    """
    older = tmp_path / "proof.json"
    older.write_text(format_document(records.older(json.loads(records.example()))), "utf-8")
    words = language(locale)
    for path in (records.EXAMPLE, older):
        record, database = read_record(path), tmp_path / f"{path.stem}.db"
        async with paged(partial(Herald, settings(database, locale)), locale) as page:
            await lay_out(page.world, record, database)
            last = json.dumps(await page.last("ann"), ensure_ascii=False)
            assert words.text("button-replay") in last
            assert "Ann" in last or path == older
            await page.press("ann", words.text("button-replay"))
            shown = json.dumps(await page.last("ann"), ensure_ascii=False)
            assert str(len(record.log)) in shown
            assert not any(person["pings"] for person in (await page.view("ann"))["people"])


@pytest.mark.slow
async def test_analysis_goes_on_beside_the_world(tmp_path: Path) -> None:
    """Nobody waits for it, and what it finds is kept; the clock ticks on meanwhile."""
    database = tmp_path / "herald.db"
    async with hosted(tmp_path, analysis=2.0) as page:
        await lay_out(page.world, read_record(records.EXAMPLE), database)
        bot = page.world.env.bot
        assert isinstance(bot, Herald)
        assert bot.analyst.awaits(TableId(1))
        await page.world.env.advance_time(5.0)
        await until(lambda: not bot.analyst.awaits(TableId(1)), READY)
        assert analysis_of((await bot.tables.get(TableId(1))).record)


def forged() -> str:
    """Return a record whose winner was changed, with a fingerprint to match."""
    known = json.loads(records.example())
    known["places"] = [4 - place for place in known["places"]]
    return format_document({**known, "fingerprint": fingerprint(known)})


@FOR_EVERY_LANGUAGE
@pytest.mark.parametrize(
    "content, key",
    [
        (None, ""),
        ("{}", "proof-unreadable"),
        (forged(), "proof-end"),
        (records.example().replace('"record 1"', '"record 2"'), "proof-newer"),
        (" " * MEGABYTES, "proof-large"),
    ],
    ids=["not there", "no record", "forged", "newer", "50 MB"],
)
async def test_a_bad_file_gets_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, locale: str, content: str | None, key: str
) -> None:
    """And an exit code, before anything is opened."""
    path = tmp_path / "record.json"
    if content is not None:
        path.write_text(content, "utf-8")
    options = command_line.arguments(["--language", locale, "--record", str(path)])
    assert await command_line.serve(options, tmp_path / "herald.db") == FAILED
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert str(path) in said
    if key:
        assert language(locale).text(key, megabytes=8) in said
