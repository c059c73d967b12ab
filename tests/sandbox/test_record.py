"""A record in the sandbox: a finished game is replayed in the browser, without a bot on Discord."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from bot.client.herald import Herald
from bot.host.cli import FAILED
from bot.storage.records import TableId
from bot.tables.chances_chart import analysis_of
from bot.texts.fluent import language
from engine.proof import fingerprint, format_document
from sandbox import __main__ as command_line
from sandbox.__main__ import settings
from sandbox.record import lay_out, read_record
from sandbox.world import READY, until
from tests.engine import records
from tests.every import FOR_EVERY_LANGUAGE
from tests.sandbox.conftest import hosted, paged

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
    ("content", "key"),
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
