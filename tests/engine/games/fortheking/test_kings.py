"""King cards (F9, F13-F19)."""

from __future__ import annotations

import pytest

from bot.texts.fluent import language
from engine.games.fortheking import cards
from tests.engine.games.fortheking.scenarios import Scenario, played
from tests.engine.games.fortheking.table import GAME
from tests.engine.games.scenarios import in_rows, scenarios


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
        "with five Provisions too (F18)",
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
        "place middle, place middle, place middle, place keep, take king-minus1x2, lower diplomacy, lower military",
        "P3 take, middle gold-3 diplomacy-H, used king-minus1x2, P1 has military-A, board 23332",
        offers="take gold-3 diplomacy-H",
    ),
)
def test_kings_change_duties_as_ruled(scenario: Scenario) -> None:
    """F9, F13-F18, T9, T13-T17, T19, C6, C7: what each may change, and what it asks."""
    scenario.check()


def test_second_duty_is_half_of_first() -> None:
    """F19: rounded down; not used with two players."""
    assert [cards.secondary_duty(primary, 3) for primary in range(1, 7)] == [0, 1, 1, 2, 2, 3]
    assert {cards.secondary_duty(primary, 2) for primary in range(1, 7)} == {0}


@pytest.mark.parametrize(
    ("hands", "card", "change", "board", "shown"),
    [
        (" | | ", "king-minus1", "lower diplomacy", "233333", "primary 1 | second none"),
        (" | | ", "king-plus1", "raise diplomacy", "133333", "primary 2 | second 1"),
        # T5, F3: two players never have second duties, not even at 6.
        (" | ", "king-plus1", "raise diplomacy", "533333", "duty 6"),
    ],
)
def test_the_second_tile_leaves_and_returns_with_the_first(
    hands: str, card: str, change: str, board: str, shown: str
) -> None:
    """F3, F19, T5, T18: 2 to 1 takes the second duty away, 1 to 2 brings it back."""
    table = played(hands, card, f"place keep, {change}", board)
    assert in_rows(table.scene(None).rows, GAME.key)["board"][0] == f"office-diplomacy | {shown}"


@pytest.mark.parametrize(
    ("hands", "board", "label"),
    [
        (" | | ", "332333", "Livestock→1/\u2013"),
        (" | | ", "334333", "Livestock→3/1"),
        (" | ", "332333", "Livestock→1"),
    ],
)
def test_a_button_says_what_becomes_of_both_duties(hands: str, board: str, label: str) -> None:
    """F18: the second duty is half of the first one, rounded down; two players have none."""
    table = played(hands, "king-minus1", "place keep", board)
    labels = [choice.option.label for choice in table.match.frame(None).asks[0].choices]
    assert language("en").say(labels[2]) == label
