"""Evenings in which everything happens in any order: nothing is lost, nothing told to others, all of it in the log."""

from __future__ import annotations

import pytest
from hypothesis import Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

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
