"""What may be taken back (C15), and what shows too much for that."""

from __future__ import annotations

import pytest

from engine.games.oriflamme.actions import Choose, Lay
from tests.engine.games.oriflamme.scenarios import PLAIN, played
from tests.engine.games.oriflamme.table import Given, R, placing

SEEKING = "B:felon^, >R:impersonation_0, G:felon^"


def test_a_card_that_was_laid_can_be_taken_back() -> None:
    """C15, R6: the next one may have laid none yet."""
    table = placing("R:queen_0")
    table.do(Choose("felon"), Lay("last"))
    before, _ = table.match.take_back(R)
    assert (before.state.chosen, len(before.state.queue)) == ("felon", 1)


@pytest.mark.parametrize(
    ("queue", "choices", "given", "stands"),
    [
        # R10: the next face-down card is asked about, not shown; what was revealed everybody has seen.
        ("R:queen_0, B:felon_0", "leave", PLAIN, False),
        ("R:queen_0, B:felon_0", "reveal", PLAIN, True),
        ("R:trap_0, B:felon_0", "reveal", PLAIN, True),
        ("R:plot_0, B:felon_0", "reveal", PLAIN, True),
        # R13: a face-down card is turned over when it goes; a face-up one was known.
        ("G:felon_0, >R:cutthroat^, B:queen_0", "target 3", PLAIN, True),
        ("G:felon_0, >R:cutthroat^, B:queen^", "target 3", PLAIN, False),
        # R36: whether the card of that name was set aside was Red's secret; the pile lies face up.
        (SEEKING, "reveal, target 1", Given(aside={R: "felon queen plot"}), True),
        (SEEKING, "reveal, target 1", PLAIN, True),
        (SEEKING.replace("G:felon^", "G:felon_0"), "reveal, target 1", Given(pile={R: "felon"}), False),
    ],
)
def test_what_showed_a_card_stands(queue: str, choices: str, given: Given, *, stands: bool) -> None:
    """C15, R10, R13, R36: whether it was turned over, looked for or found."""
    table = played(queue, choices, given)
    assert [past.seat for past in table.match.pasts[-1:]] == ([] if stands else [R])
