"""Evenings in which everything happens in any order, and a month that nobody looks after."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest
from hypothesis import Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from bot.storage.backends import verify
from engine.games import GAMES
from tests.bot.clock import Clock
from tests.bot.clocked import clocked
from tests.bot.evenings.month import FALLS, Month
from tests.bot.evenings.month_deeds import Deeds
from tests.bot.evenings.random_evenings import Evenings

SHORT = settings(max_examples=8, stateful_step_count=30, deadline=None, database=None, phases=[Phase.generate])
DEEP = settings(max_examples=300, stateful_step_count=50, deadline=None)


@pytest.mark.slow
@pytest.mark.parametrize("number", [2, 3])
def test_drawn_evening_keeps_all(number: int) -> None:
    """Answers, orders, moves taken back, seats that change hands, starts and overtaken processes (`Evenings`).

    With these numbers the few evenings meet whatever is known to have gone wrong.
    """
    run_state_machine_as_test(seed(number)(Evenings), settings=SHORT)


@pytest.mark.soak
def test_many_evenings_keep_all() -> None:
    """Others each time."""
    run_state_machine_as_test(Evenings, settings=DEEP)


@pytest.mark.slow
def test_start_forgets_nothing_of_an_answer() -> None:
    """Whoever has gone on after a start takes back what came before it, too."""
    evening = Evenings()
    try:
        evening.begin("oriflamme", deal=260, moves=39, rival=True)
        evening.answer((1, False), picks=[998, 398, 159, 934])
        evening.restart((1, True))
        evening.answer((1, True), picks=[224])
        for _ in range(9):
            evening.take_back((1, True), seat=1)
    finally:
        evening.teardown()


# A month with the whole bot: people quick, asleep, away or gone, and a Herald that falls


DEEDS = {"vote", "welcome", "pause", "pause proposed", "goon", "sit", "left", "taken back"}
"""What people do besides answering."""


@pytest.mark.parametrize(
    "tables, people, days, pressed",
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
