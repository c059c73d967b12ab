"""What a match of For the King turned on (F27, F37, F40)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.fortheking import FOR_THE_KING
from engine.games.fortheking.final_report import highlights
from engine.games.fortheking.state import Sale
from engine.scene import Who
from tests.contract.walks import walk
from tests.engine.games.fortheking.table import P1, P2, Table, final_table


def told(table: Table, key: str) -> dict[str, Any] | None:
    """Return the facts of the highlight of that key; None if there is none."""
    texts = [each.told for each in highlights(table.state)]
    return next((dict(text.facts) for text in texts if text.key == f"fortheking-highlight-{key}"), None)


def test_lead_change_names_auction() -> None:
    """F40: P1 was ahead until the third of four auctions; P2 has led since."""
    table = final_table([["military-A"], ["military-H"], []])
    table.state.sales[:] = [Sale("gold-1"), Sale("gold-2"), Sale("military-H", P2, 3), Sale("gold-3")]
    table.state.course[:] = [(3, 0, 0), (3, 0, 0), (3, 0, 0), (1, 3, 0), (1, 3, 0)]
    assert told(table, "lead") == {"player": Who(P2), "rival": Who(P1), "number": 3, "count": 4}
    del table.state.course[:2]
    assert told(table, "lead") == {"player": Who(P2), "rival": Who(P1), "number": 3, "count": 4}, "carried over"
    del table.state.course[:1]
    assert told(table, "ahead") == {"player": Who(P2), "number": 3, "count": 4}, "what went before isn't made up"


def test_closest_duty_by_letter() -> None:
    """F37: equal sums are the closest; both duties of one office count, each against who came next."""
    table = final_table([["military-A"], ["military-B"], []])
    facts = told(table, "tied") or told(table, "close")
    assert facts is not None
    assert {facts["player"], facts["rival"]} == {Who(P1), Who(P2)}


def test_no_duty_is_close_without_rival() -> None:
    """F37: P3's is the only hand with a card of an office."""
    table = final_table([[], [], ["military-A"]])
    assert told(table, "tied") is None
    assert told(table, "close") is None


def test_dearest_card_is_not_gold() -> None:
    """F27: bids for gold count cards, so they don't compare."""
    table = final_table([["military-A"], [], []])
    table.state.sales[:] = [Sale("gold-1", P1, 9), Sale("military-H", P2, 5), Sale("military-B", P1, 4)]
    facts = told(table, "dear")
    assert facts is not None
    assert (facts["player"], facts["bid"]) == (Who(P2), 5)
    table.state.sales[:] = [Sale("gold-1", P1, 9), Sale("military-H")]
    assert told(table, "dear") is None


@pytest.mark.parametrize("seats", FOR_THE_KING.seats)
def test_whole_games_end_with_highlights(seats: int) -> None:
    """Two follow the summary, in words for everybody; where two players share all to the end there may be one."""
    told = walk(FOR_THE_KING, seats, 3)[1][-1].told_events
    count = sum(each.event.key.startswith("fortheking-highlight-") for each in told)
    assert count == 2 or (seats == 2 and count == 1)
    assert told[-1].event.key.startswith("fortheking-highlight-")
