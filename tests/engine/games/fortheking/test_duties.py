"""Duties: what Kings make of them (F9, F13-F19), and what they are worth at the end (F37-F42)."""

from __future__ import annotations

import pytest

from bot.texts.fluent import language
from engine.games.fortheking import cards, questions, scoring
from engine.games.fortheking.actions import Place
from tests.engine.games.fortheking.scenarios import (
    GAME,
    P1,
    P3,
    Ending,
    Scenario,
    cards_of,
    fact,
    played,
)
from tests.engine.games.scenarios import in_rows, scenarios, spelled


@scenarios(
    Scenario,
    """
one must be used while there is a target (F13, T19)
    hands: | |
    cards: king-minus1 military-A military-B military-C military-D military-E
    choices: place keep
    result: P1 king-lower, used king-minus1
    offers: lower diplomacy entertainment livestock architecture military

a value of 6 can't be raised (F14)
    hands: | |
    cards: king-plus1 military-A military-B military-C military-D military-E
    choices: place keep
    result: P1 king-raise, used king-plus1
    offers: raise entertainment architecture
    board: 636363

one of 1 can't be lowered (F14)
    hands: | |
    cards: king-minus1 military-A military-B military-C military-D military-E
    choices: place keep
    result: P1 king-lower, used king-minus1
    offers: lower entertainment architecture
    board: 131313

without a target it is used up (F14, T13)
    hands: | |
    cards: king-plus1 military-A military-B military-C military-D military-E
    choices: place keep
    result: P1 place, drawn military-A, used king-plus1
    told: king no-raise
    board: 666666

the only target is taken by itself, and told (F13, C7)
    hands: | |
    cards: king-plus1 military-A military-B military-C military-D military-E
    choices: place keep
    result: P1 place, drawn military-A, used king-plus1, board 66666
    told: king only-office raised
    board: 666656

one raise or one lowering (F15)
    hands: | |
    cards: king-choice1 military-A military-B military-C military-D military-E
    choices: place keep
    result: P1 king-either, used king-choice1
    offers: raise diplomacy entertainment livestock architecture military, lower diplomacy entertainment livestock
        architecture military

only what is legal (F15, T17)
    hands: | |
    cards: king-choice1 military-A military-B military-C military-D military-E
    choices: place keep
    result: P1 king-either, used king-choice1
    offers: raise diplomacy entertainment livestock architecture military
    board: 111111

of two raises the first counts at once, the second is of another office (F16, T15, C6)
    hands: | |
    cards: king-plus1x2 military-A military-B military-C military-D military-E
    choices: place keep, raise diplomacy
    result: P1 king-raise-other, used king-plus1x2, board 43333
    offers: raise entertainment livestock architecture military

two lowerings with one target change only that (F16)
    hands: | |
    cards: king-minus1x2 military-A military-B military-C military-D military-E
    choices: place keep
    result: P1 place, drawn military-A, used king-minus1x2, board 11211
    told: king only-office lowered no-lower
    board: 113113

and without any nothing (F16)
    hands: | |
    cards: king-minus1x2 military-A military-B military-C military-D military-E
    choices: place keep
    result: P1 place, drawn military-A, used king-minus1x2
    told: king no-lower
    board: 111111

first a raise, then a lowering of another (F17)
    hands: | |
    cards: king-shift1 military-A military-B military-C military-D military-E
    choices: place keep, raise livestock
    result: P1 king-lower-other, used king-shift1, board 33433
    offers: lower diplomacy entertainment architecture military

where nothing can be raised any may be lowered (F17)
    hands: | |
    cards: king-shift1 military-A military-B military-C military-D military-E
    choices: place keep
    result: P1 king-lower, used king-shift1
    offers: lower diplomacy entertainment livestock architecture military
    board: 666666

a raise may leave nothing to be lowered (F17, C6)
    hands: | |
    cards: king-shift1 military-A military-B military-C military-D military-E
    choices: place keep, raise diplomacy
    result: P1 place, drawn military-A, used king-shift1, board 31111
    told: raised no-lower
    board: 211111

with five Provisions too (F18)
    hands: | | | |
    cards: king-plus1 military-A military-B military-C military-D military-E
    choices: place keep
    result: P1 king-raise, used king-plus1
    offers: raise diplomacy entertainment livestock architecture military provisions

one that was picked is used before the next pick (F9, F16, T9)
    hands: | | |
    cards: king-minus1x2 gold-3 diplomacy-H military-A military-B
    choices: place middle, place middle, place middle, place keep, take king-minus1x2, lower diplomacy, lower military
    result: P3 take, middle gold-3 diplomacy-H, used king-minus1x2, P1 has military-A, board 23332
    offers: take gold-3 diplomacy-H
""",
)
def test_kings_change_duties_as_ruled(scenario: Scenario) -> None:
    """F9, F13-F18, T9, T13-T17, T19, C6, C7: what each may change, and what it asks."""
    scenario.check()


def test_second_duty_is_half_of_first() -> None:
    """F19: rounded down; not used with two players."""
    assert [cards.secondary_duty(primary, 3) for primary in range(1, 7)] == [0, 1, 1, 2, 2, 3]
    assert {cards.secondary_duty(primary, 2) for primary in range(1, 7)} == {0}


@scenarios(
    Scenario,
    """
2 to 1 takes the second duty away (F19, T18)
    hands: | |
    cards: king-minus1
    choices: place keep, lower diplomacy
    board: 233333
    expected: office-diplomacy | primary 1 | second none

1 to 2 brings it back (F19, T18)
    hands: | |
    cards: king-plus1
    choices: place keep, raise diplomacy
    board: 133333
    expected: office-diplomacy | primary 2 | second 1

two players never have second duties, not even at 6 (T5, F3)
    hands: |
    cards: king-plus1
    choices: place keep, raise diplomacy
    board: 533333
    expected: office-diplomacy | duty 6
""",
)
def test_the_second_tile_leaves_and_returns_with_the_first(scenario: Scenario) -> None:
    """F3, F19, T5, T18: on the board as everybody sees it."""
    rows = scenario.play()[0].scene(None).rows
    assert in_rows(rows, GAME.key)["board"][0] == scenario.expected


@scenarios(
    Scenario,
    """
the second duty goes
    hands: | |
    cards: king-minus1
    choices: place keep
    board: 332333
    expected: Livestock→1/\u2013

or is lowered with the first
    hands: | |
    cards: king-minus1
    choices: place keep
    board: 334333
    expected: Livestock→3/1

two players have none
    hands: |
    cards: king-minus1
    choices: place keep
    board: 332333
    expected: Livestock→1
""",
)
def test_a_button_says_what_becomes_of_both_duties(scenario: Scenario) -> None:
    """F18: the second duty is half of the first one, rounded down; two players have none."""
    labels = [choice.option.label for choice in scenario.play()[0].match.frame(None).asks[0].choices]
    assert language("en").say(labels[2]) == scenario.expected


def test_button_says_that_kept_king_acts_at_once() -> None:
    """F9: of no other card, and nowhere else."""
    states = [played(" | ", card).state for card in ("king-plus1", "gold-1")]
    labels = [questions.option(state, P1, Place(zone)).label.key for state in states for zone in ("keep", "favor")]
    assert [label.endswith("-king") for label in labels] == [True, False, False, False]


# The end of the game


@scenarios(
    Ending,
    """
sums decide, not the number of cards (F37)
    hands: diplomacy-A diplomacy-B | diplomacy-H | diplomacy-I diplomacy-C
    result: diplomacy P3 3 diplomacy P1 1 | [1, 0, 3] [2, 3, 1] | won P3 3

the loser of a tie for the first takes the second (F37, T40)
    hands: diplomacy-A diplomacy-E | diplomacy-B diplomacy-F | diplomacy-H
    result: diplomacy P1 3 diplomacy P2 1 | [3, 1, 0] [1, 2, 3] | won P1 3
    report: first-tied second

three-way ties go by the letters (F37)
    hands: diplomacy-H | diplomacy-A diplomacy-D | diplomacy-B diplomacy-C
    result: diplomacy P2 3 diplomacy P3 1 | [0, 3, 1] [3, 1, 2] | won P2 3

a tie for the second as well (F37)
    hands: military-H | military-C | military-B
    result: military P1 3 military P3 1 | [3, 0, 1] [1, 3, 2] | won P1 3
    report: first second-tied

alone one takes only the first duty, and nobody what nobody has (F38, T41, T42)
    hands: military-A | gold-1 |
    result: military P1 3 | [3, 0, 0] [1, 2, 2] | won P1 3
    report: first nobody nobody nobody nobody

a first duty of one has no second (F39, T43)
    hands: architecture-H | architecture-A |
    result: architecture P1 1 | [1, 0, 0] [1, 2, 2] | won P1 1
    board: 33313

nor have two players any (F39, T45)
    hands: military-H diplomacy-A | military-A diplomacy-H
    result: diplomacy P2 6 military P1 4 | [4, 6] [2, 1] | won P2 6
    board: 63334

points are the sum of the duties; Provisions count with five (F3, F40, T49, T51)
    hands: military-H entertainment-H provisions-A | provisions-H | | |
    result: entertainment P1 3 military P1 5 provisions P2 3 provisions P1 1 | [9, 3, 0, 0, 0] [1, 2, 3, 3, 3] | won
        P1 9
    board: 333353

most points win, and equal lower places are shared (F40, C11)
    hands: military-H military-I | military-A | |
    result: military P1 3 military P2 1 | [3, 1, 0, 0] [1, 2, 3, 3] | won P1 3

a tie goes to the most gold (F41)
    hands: military-H gold-2 | livestock-H gold-1 gold-1 gold-1
    result: livestock P2 3 military P1 3 | [3, 3] [2, 1] | won-gold 3 P2 3

only the leaders compare their gold (F41)
    hands: military-H gold-1 | livestock-H | gold-3
    result: livestock P2 3 military P1 3 | [3, 3, 0] [1, 2, 3] | won-gold 1 P1 3

then the number of Diplomacy cards decides, not their value (F41, T46)
    hands: diplomacy-A diplomacy-B military-H gold-1 gold-3 | diplomacy-H entertainment-A livestock-H gold-2 gold-2 |
    result: diplomacy P1 3 diplomacy P2 1 entertainment P2 2 livestock P2 6 military P1 6 | [9, 9, 0] [1, 2, 3] |
        won-count 2 office-diplomacy P1 9
    board: 32636

then the earliest letter (F41)
    hands: diplomacy-H | diplomacy-A livestock-H |
    result: diplomacy P1 4 diplomacy P2 2 livestock P2 2 | [4, 4, 0] [2, 1, 3] | won-letter A office-diplomacy P2 4
    board: 43233

without Diplomacy the next office is compared (F41)
    hands: livestock-A livestock-B | military-H
    result: livestock P1 3 military P2 3 | [3, 3] [1, 2] | won-count 2 office-livestock P1 3

who loses a step is out of the later ones (F41, C11)
    hands: livestock-H gold-1 | military-H gold-1 | diplomacy-H
    result: diplomacy P3 3 livestock P1 3 military P2 3 | [3, 3, 3] [1, 2, 2] | won-count 1 office-livestock P1 3

if nothing decides the victory is shared (F42)
    hands: gold-1 gold-1 | gold-2 | gold-1
    result: | [0, 0, 0] [1, 1, 3] | won-shared P1 P2 0

a player without cards has no points (T50)
    hands: | military-A |
    result: military P2 3 | [0, 3, 0] [2, 1, 2] | won P2 3
""",
)
def test_hands_come_to_an_end_as_ruled(scenario: Ending) -> None:
    """F3, F37-F42, T40-T51, C11: duties, points and places, and why who has won."""
    scenario.check()


@pytest.mark.parametrize("place, office", list(enumerate(cards.offices(5))))
def test_the_offices_are_compared_in_the_printed_order(place: int, office: str) -> None:
    """F41: one card of the earlier office beats two of every later one, from Diplomacy to Provisions."""
    later = " ".join(f"{other}-H {other}-I" for other in cards.offices(5)[place + 1 :])
    won = scoring.victory(played(f"{office}-A | {later} | | |").state, [5, 5, 0, 0, 0])
    assert (won.seats, won.office, won.reason) == ((P1,), office, "count")


def test_end_shows_who_took_which_duty() -> None:
    """F36-F38, F40, C11: with the letter that decided at equal sums, for that duty alone; points, and every hand.

    What was paid face down is shown to nobody.
    """
    table = played("military-A | military-B | military-C")
    table.state.players[P3].discarded.append("gold-2")
    scene = table.scene(None)
    level = in_rows(scene.rows, GAME.key)["board"]
    assert level[-1] == "office-military | primary 3 P1 | second 1 P2 | tie tie A | tie tie B"
    assert level[0] == "office-diplomacy | primary 3 | second 1"
    assert not any("tie" in office for office in level[:-1])
    assert [fact(panel, "points") for panel in scene.panels] == [3, 1, 0]

    for panels in (scene.panels, table.scene(P1).panels):
        assert [cards_of(panel.rows, "shown") for panel in panels] == [["military-A"], ["military-B"], ["military-C"]]
    assert cards_of(table.scene(P1).hand, "hand") == ["military-A"]


def test_the_report_names_everybodys_points() -> None:
    """F40, F41: one line a player, best first, and before an equal one who has won by gold."""
    outcome = played("military-H gold-2 | livestock-H gold-3 |").match.outcome
    assert outcome is not None
    rows = [spelled(line, "fortheking") for line in outcome.report if line.key.endswith("score-points")]
    assert rows == [
        "score-points P2 3 part office-livestock 3",
        "score-points P1 3 part office-military 3",
        "score-points P3 0 0",
    ]
