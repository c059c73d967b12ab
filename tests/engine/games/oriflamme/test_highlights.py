"""What a match of Oriflamme turned on (R58)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.oriflamme import ORIFLAMME
from engine.games.oriflamme.final_report import highlights
from engine.scene import Who
from tests.contract.walks import walk
from tests.engine.games.oriflamme.table import B, Given, R, Table, ended


def told(table: Table, key: str) -> dict[str, Any] | None:
    """Return the facts of the highlight of that key; None if there is none."""
    texts = [each.told for each in highlights(table.state)]
    return next((dict(text.facts) for text in texts if text.key == f"oriflamme-highlight-{key}"), None)


def test_lead_change_names_round() -> None:
    """Red was ahead until the sixth round, where Blue took the lead."""
    table = ended(given=Given(has={R: 5, B: 7}))
    table.state.course[:] = [(1, 1, 1), *[(5, 1, 1)] * 5, (5, 7, 1)]
    assert told(table, "lead") == {"player": Who(B), "rival": Who(R), "number": 6}
    table.state.course[:] = [(1, 1, 1), *[(1, 5, 1)] * 6]
    assert told(table, "ahead") == {"player": Who(B), "number": 1}


@pytest.mark.parametrize(("influence", "margin"), [(5, None), (6, 1), (7, 2), (8, None)])
def test_close_victory(influence: int, margin: int | None) -> None:
    """R58: by one or two Influence; level in Influence, uncovered cards decide, and the result says so."""
    table = ended("B:felon_0", given=Given(has={R: 5, B: influence}))
    facts = told(table, "margin")
    assert facts == (None if margin is None else {"player": Who(B), "rival": Who(R), "margin": margin})


def test_largest_gain_and_loss_leave_out_start() -> None:
    """What everybody begins with is nobody's gain."""
    table = ended(given=Given(has={R: 30}))
    assert (told(table, "earned"), told(table, "lost")) == (None, None)
    table.state.players[B].ledger.update(schemer=4, plot=6, robbed=-2)
    table.state.players[R].ledger.update(felon=-3)
    earned, lost = told(table, "earned"), told(table, "lost")
    assert earned is not None
    assert lost is not None
    assert (earned["player"], earned["entry"].key) == (Who(B), "oriflamme-from-plot")
    assert (lost["player"], lost["entry"].key) == (Who(R), "oriflamme-from-felon")


@pytest.mark.parametrize("seats", ORIFLAMME.seats)
def test_whole_games_end_with_two_sentences(seats: int) -> None:
    """They follow the summary, in words for everybody."""
    last = walk(ORIFLAMME, seats, 3)[1][-1]
    assert all(each.event.key.startswith("oriflamme-highlight-") for each in last.told_events[-2:])
