"""King cards (F9, F13-F19)."""

from __future__ import annotations

import pytest

from bot.texts.fluent import language
from engine.games.fortheking import cards
from engine.games.fortheking.actions import Lower, Place, Raise
from engine.scene import Fact, Tile
from tests.engine.games.fortheking.scenarios import Scenario
from tests.engine.games.fortheking.table import P1, Table, share_table, values
from tests.engine.games.scenarios import scenarios


@scenarios(
    Scenario(
        "one must be used while there is a target (F13, T19)",
        " | | ",
        "king-minus1 military-A military-B military-C military-D military-E",
        "place keep",
        "P1 king-lower, used king-minus1",
        offers="lower diplomacy entertainment livestock architecture military",
    ),
    Scenario(
        "a value of 6 can't be raised (F14)",
        " | | ",
        "king-plus1 military-A military-B military-C military-D military-E",
        "place keep",
        "P1 king-raise, used king-plus1",
        offers="raise entertainment architecture",
        board="636363",
    ),
    Scenario(
        "one of 1 can't be lowered (F14)",
        " | | ",
        "king-minus1 military-A military-B military-C military-D military-E",
        "place keep",
        "P1 king-lower, used king-minus1",
        offers="lower entertainment architecture",
        board="131313",
    ),
    Scenario(
        "without a target it is used up (F14, T13)",
        " | | ",
        "king-plus1 military-A military-B military-C military-D military-E",
        "place keep",
        "P1 place, drawn military-A, used king-plus1",
        told="king no-raise",
        board="666666",
    ),
    Scenario(
        "the only target is taken by itself, and told (F13, C7)",
        " | | ",
        "king-plus1 military-A military-B military-C military-D military-E",
        "place keep",
        "P1 place, drawn military-A, used king-plus1, board 66666",
        told="king only-office raised",
        board="666656",
    ),
    Scenario(
        "one raise or one lowering (F15)",
        " | | ",
        "king-choice1 military-A military-B military-C military-D military-E",
        "place keep",
        "P1 king-either, used king-choice1",
        offers="raise diplomacy entertainment livestock architecture military, "
        "lower diplomacy entertainment livestock architecture military",
    ),
    Scenario(
        "either of them (F15)",
        " | | ",
        "king-choice1 military-A military-B military-C military-D military-E",
        "place keep, lower military",
        "P1 place, drawn military-A, used king-choice1, board 33332",
    ),
    Scenario(
        "only what is legal (F15, T17)",
        " | | ",
        "king-choice1 military-A military-B military-C military-D military-E",
        "place keep",
        "P1 king-either, used king-choice1",
        offers="raise diplomacy entertainment livestock architecture military",
        board="111111",
    ),
    Scenario(
        "of two raises the first counts at once, the second is of another office (F16, T15, C6)",
        " | | ",
        "king-plus1x2 military-A military-B military-C military-D military-E",
        "place keep, raise diplomacy",
        "P1 king-raise-other, used king-plus1x2, board 43333",
        offers="raise entertainment livestock architecture military",
    ),
    Scenario(
        "two lowerings with one target change only that (F16)",
        " | | ",
        "king-minus1x2 military-A military-B military-C military-D military-E",
        "place keep",
        "P1 place, drawn military-A, used king-minus1x2, board 11211",
        told="king only-office lowered no-lower",
        board="113113",
    ),
    Scenario(
        "and without any nothing (F16)",
        " | | ",
        "king-minus1x2 military-A military-B military-C military-D military-E",
        "place keep",
        "P1 place, drawn military-A, used king-minus1x2",
        told="king no-lower",
        board="111111",
    ),
    Scenario(
        "first a raise, then a lowering of another (F17)",
        " | | ",
        "king-shift1 military-A military-B military-C military-D military-E",
        "place keep, raise livestock",
        "P1 king-lower-other, used king-shift1, board 33433",
        offers="lower diplomacy entertainment architecture military",
    ),
    Scenario(
        "in this order (F17)",
        " | | ",
        "king-shift1 military-A military-B military-C military-D military-E",
        "place keep, raise livestock, lower diplomacy",
        "P1 place, drawn military-A, used king-shift1, board 23433",
    ),
    Scenario(
        "where nothing can be raised any may be lowered (F17)",
        " | | ",
        "king-shift1 military-A military-B military-C military-D military-E",
        "place keep",
        "P1 king-lower, used king-shift1",
        offers="lower diplomacy entertainment livestock architecture military",
        board="666666",
    ),
    Scenario(
        "a raise may leave nothing to be lowered (F17, C6)",
        " | | ",
        "king-shift1 military-A military-B military-C military-D military-E",
        "place keep, raise diplomacy",
        "P1 place, drawn military-A, used king-shift1, board 31111",
        told="raised no-lower",
        board="211111",
    ),
    Scenario(
        "with four no Provisions (F18)",
        " | | | ",
        "king-plus1 military-A military-B military-C military-D military-E",
        "place keep",
        "P1 king-raise, used king-plus1",
        offers="raise diplomacy entertainment livestock architecture military",
    ),
    Scenario(
        "with five (F18)",
        " | | | | ",
        "king-plus1 military-A military-B military-C military-D military-E",
        "place keep",
        "P1 king-raise, used king-plus1",
        offers="raise diplomacy entertainment livestock architecture military provisions",
    ),
    Scenario(
        "one that was picked is used before the next pick (F9, F16, T9)",
        " | | | ",
        "king-minus1x2 gold-3 diplomacy-H military-A military-B",
        "place middle, place middle, place middle, place keep, take king-minus1x2, lower diplomacy",
        "P2 king-lower-other, middle gold-3 diplomacy-H, used king-minus1x2, P1 has military-A, board 23333",
        offers="lower entertainment livestock architecture military",
    ),
    Scenario(
        "then it goes on (F9)",
        " | | | ",
        "king-minus1x2 gold-3 diplomacy-H military-A military-B",
        "place middle, place middle, place middle, place keep, take king-minus1x2, lower diplomacy, lower military",
        "P3 take, middle gold-3 diplomacy-H, used king-minus1x2, P1 has military-A, board 23332",
        offers="take gold-3 diplomacy-H",
    ),
)
def test_kings_change_duties_as_ruled(scenario: Scenario) -> None:
    """F9, F13-F18, T9, T13-T17, T19, C6, C7: what each may change, and what it asks."""
    scenario.check()


def keep(kind: str, board: list[int], seats: int = 3) -> Table:
    """Return a table where P1 just kept a King."""
    table = share_table(seats, [f"king-{kind}"], board)
    table.do(P1, Place("keep"))
    return table


def seconds(table: Table) -> list[object]:
    """Return the shown secondary value of every office: a number, None for an empty space, or "" without a space."""
    tiles = [item for row in table.scene(None).rows for item in row.items if isinstance(item, Tile)]
    return [_second(tile.facts) for tile in tiles]


def _second(facts: tuple[Fact, ...]) -> object:
    for fact in facts:
        if fact.label.key == "fortheking-fact-second":
            return fact.value if isinstance(fact.value, int) else None
    return ""


@pytest.mark.parametrize(("primary", "second"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_the_second_duty_is_half_of_the_first(primary: int, second: int) -> None:
    """F19: rounded down; not used with two players."""
    assert cards.secondary_duty(primary, 3) == second
    assert cards.secondary_duty(primary, 2) == 0


def test_the_second_tile_leaves_and_returns_with_the_first() -> None:
    """F19, T18: 2 to 1 takes the second duty away, 1 to 2 brings it back."""
    table = keep("minus1", [2, 3, 3, 3, 3])
    assert seconds(table)[0] == 1
    table.do(P1, Lower("diplomacy"))
    assert seconds(table)[0] is None
    table = keep("plus1", [1, 3, 3, 3, 3])
    table.do(P1, Raise("diplomacy"))
    assert seconds(table)[0] == 1


def test_two_players_never_have_second_duties() -> None:
    """F3, F19, T5: not even at 6."""
    table = keep("plus1", [5, 3, 3, 3, 3], seats=2)
    assert seconds(table) == [""] * 5
    table.do(P1, Raise("diplomacy"))
    assert (values(table)[0], seconds(table)) == (6, [""] * 5)


@pytest.mark.parametrize(
    ("seats", "value", "label"),
    [(3, 2, "Livestock→1/\u2013"), (3, 4, "Livestock→3/1"), (2, 2, "Livestock→1")],
)
def test_a_button_says_what_becomes_of_both_duties(seats: int, value: int, label: str) -> None:
    """F18: the second duty is half of the first one, rounded down; two players have none."""
    table = keep("minus1", [3, 3, value, 3, 3], seats)
    labels = [choice.option.label for choice in table.match.frame(None).asks[0].choices]
    assert language("en").say(labels[2]) == label
