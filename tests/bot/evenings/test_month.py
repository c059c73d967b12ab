"""A month that nobody looks after, with the whole bot: people quick, asleep, away or gone, and a Herald that falls."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from bot.storage.backends import verify
from engine.games import GAMES
from tests.bot.clock import Clock
from tests.bot.clocked import clocked
from tests.bot.evenings.month import FALLS, Month
from tests.bot.evenings.month_deeds import Deeds

DEEDS = {"vote", "welcome", "pause", "pause proposed", "goon", "sit", "left", "taken back"}
"""What people do besides answering."""


@pytest.mark.parametrize(
    ("tables", "people", "days", "pressed"),
    [
        pytest.param(3, 12, 6.0, 1, marks=pytest.mark.slow, id="three tables"),
        pytest.param(50, 36, 30.0, 4, marks=pytest.mark.soak, id="fifty tables"),
    ],
)
async def test_every_table_ends_or_rests_and_nobody_is_called_twice_or_at_night(  # noqa: PLR0913, PLR0917 - the fixtures of an evening, and how large it is
    clock: Clock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tables: int,
    people: int,
    days: float,
    pressed: int,
) -> None:
    """One call a question and at most two reminders, none of them at night; no clock runs while Herald is down.

    Nobody is notified of more, and who wants to be of all messages only of those that call somebody.
    Whoever is asked has been called, if they are neither asleep nor away. The database is what was written.
    """
    monkeypatch.setattr("bot.announce.announce_state.HOLD_BACK", 0.0)
    # Nothing that is due by the machine's time is waited for: the month would last as long.
    for waits in ("announce.announcer.SWEEP", "announce.announcer.QUIET", "announce.announce_state.QUIET"):
        monkeypatch.setattr(f"bot.{waits}", 24 * 3600.0)
    monkeypatch.setattr("bot.tables.retention.FIRST", 24 * 3600.0)
    async with clocked(clock, tmp_path, monkeypatch, rival_seconds=0.01) as court:
        dice = random.Random(1)
        month = Month(court, clock, dice, Deeds(court, dice, pressed))
        await month.open(tables, people)
        await month.live(days)
        wrong = await month.close()
    with capsys.disabled():
        sys.stdout.write(f"\n{month.figures}\n")
    assert not wrong
    pushes = month.figures.pushes
    assert pushes.own == month.figures.due
    assert pushes.every == +pushes.calling
    assert pushes.every.total() < pushes.messages.total()
    assert month.figures.lates
    assert month.figures.reminders
    assert set(month.figures.falls) == set(FALLS)
    assert set(month.figures.deeds) == DEEDS
    assert month.figures.ended["over"] >= tables / 2
    assert list(verify(tmp_path / "herald.db", GAMES)) == []
