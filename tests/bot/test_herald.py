"""The bot as a whole: what it is made of, and how it ends."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.storage.port import TableId
from bot.storage.sqlite.storage import SqliteStorage
from tests.bot.party import Party
from tests.bot.server import Evening, dealing, evening


@pytest.mark.parametrize("part", ["announcer", "pictures"])
async def test_the_database_is_closed_whatever_fails_before(
    court: Evening, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    """Another bot can open it at once; the failure is not hidden."""

    async def broken() -> None:
        raise RuntimeError("a bug")

    bot = court.bot
    with monkeypatch.context() as patched:
        patched.setattr(getattr(bot, part), "close", broken)
        with pytest.raises(RuntimeError, match="a bug"):
            await bot.close()
    assert bot.is_closed()
    again = SqliteStorage(court.database)
    await again.open()
    await again.close()


@pytest.mark.slow
async def test_matches_are_dealt_by_the_given_seeds_and_dated_by_the_given_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each table gets a secret of its own; a test, or a replay, knows them all."""
    dealt = dealing(3)
    async with evening(tmp_path / "herald.db", monkeypatch, seeds=dealing(3), clock=lambda: 12.0) as court:
        guests = court.guests[:2]
        for number in (1, 2):
            await court.seat(*guests)
            pledged = (await court.table(number)).record.pledged
            assert pledged is not None
            assert pledged.secret == dealt()
        await Party(court, guests, random.Random(3), table=2).play(1)
        (line, *_) = await court.bot.storage.log(TableId(2))
        assert line.at == 12.0
