"""The end of the game (F37-F42)."""

from __future__ import annotations

import pytest

from engine.games.fortheking import cards, scoring
from tests.engine.games.fortheking.scenarios import Ending
from tests.engine.games.fortheking.table import GAME, P1, P3, cards_of, fact, final_table
from tests.engine.games.scenarios import in_rows, scenarios, spelled


@scenarios(
    Ending(
        "sums decide, not the number of cards (F37)",
        "diplomacy-A diplomacy-B | diplomacy-H | diplomacy-I diplomacy-C",
        "diplomacy P3 3 diplomacy P1 1 | [1, 0, 3] [2, 3, 1] | won P3 3",
    ),
    Ending(
        "the loser of a tie for the first takes the second (F37, T40)",
        "diplomacy-A diplomacy-E | diplomacy-B diplomacy-F | diplomacy-H",
        "diplomacy P1 3 diplomacy P2 1 | [3, 1, 0] [1, 2, 3] | won P1 3",
        report="first-tied second",
    ),
    Ending(
        "three-way ties go by the letters (F37)",
        "diplomacy-H | diplomacy-A diplomacy-D | diplomacy-B diplomacy-C",
        "diplomacy P2 3 diplomacy P3 1 | [0, 3, 1] [3, 1, 2] | won P2 3",
    ),
    Ending(
        "a tie for the second as well (F37)",
        "military-H | military-C | military-B",
        "military P1 3 military P3 1 | [3, 0, 1] [1, 3, 2] | won P1 3",
        report="first second-tied",
    ),
    Ending(
        "alone one takes only the first duty, and nobody what nobody has (F38, T41, T42)",
        "military-A | gold-1 |",
        "military P1 3 | [3, 0, 0] [1, 2, 2] | won P1 3",
        report="first nobody nobody nobody nobody",
    ),
    Ending(
        "a first duty of one has no second (F39, T43)",
        "architecture-H | architecture-A |",
        "architecture P1 1 | [1, 0, 0] [1, 2, 2] | won P1 1",
        board="33313",
    ),
    Ending(
        "nor have two players any (F39, T45)",
        "military-H diplomacy-A | military-A diplomacy-H",
        "diplomacy P2 6 military P1 4 | [4, 6] [2, 1] | won P2 6",
        board="63334",
    ),
    Ending(
        "points are the sum of the duties; Provisions count with five (F3, F40, T49, T51)",
        "military-H entertainment-H provisions-A | provisions-H | | |",
        "entertainment P1 3 military P1 5 provisions P2 3 provisions P1 1 | [9, 3, 0, 0, 0] [1, 2, 3, 3, 3] | won P1 9",
        board="333353",
    ),
    Ending(
        "most points win, and equal lower places are shared (F40, C11)",
        "military-H military-I | military-A | |",
        "military P1 3 military P2 1 | [3, 1, 0, 0] [1, 2, 3, 3] | won P1 3",
    ),
    Ending(
        "a tie goes to the most gold (F41)",
        "military-H gold-2 | livestock-H gold-1 gold-1 gold-1",
        "livestock P2 3 military P1 3 | [3, 3] [2, 1] | won-gold 3 P2 3",
    ),
    Ending(
        "only the leaders compare their gold (F41)",
        "military-H gold-1 | livestock-H | gold-3",
        "livestock P2 3 military P1 3 | [3, 3, 0] [1, 2, 3] | won-gold 1 P1 3",
    ),
    Ending(
        "then the number of Diplomacy cards decides, not their value (F41, T46)",
        "diplomacy-A diplomacy-B military-H gold-1 gold-3 | diplomacy-H entertainment-A livestock-H gold-2 gold-2 |",
        "diplomacy P1 3 diplomacy P2 1 entertainment P2 2 livestock P2 6 military P1 6 "
        "| [9, 9, 0] [1, 2, 3] | won-count 2 office-diplomacy P1 9",
        board="32636",
    ),
    Ending(
        "then the earliest letter (F41)",
        "diplomacy-H | diplomacy-A livestock-H |",
        "diplomacy P1 4 diplomacy P2 2 livestock P2 2 | [4, 4, 0] [2, 1, 3] | won-letter A office-diplomacy P2 4",
        board="43233",
    ),
    Ending(
        "without Diplomacy the next office is compared (F41)",
        "livestock-A livestock-B | military-H",
        "livestock P1 3 military P2 3 | [3, 3] [1, 2] | won-count 2 office-livestock P1 3",
    ),
    Ending(
        "who loses a step is out of the later ones (F41, C11)",
        "livestock-H gold-1 | military-H gold-1 | diplomacy-H",
        "diplomacy P3 3 livestock P1 3 military P2 3 | [3, 3, 3] [1, 2, 2] | won-count 1 office-livestock P1 3",
    ),
    Ending(
        "if nothing decides the victory is shared (F42)",
        "gold-1 gold-1 | gold-2 | gold-1",
        " | [0, 0, 0] [1, 1, 3] | won-shared P1 P2 0",
    ),
    Ending(
        "a player without cards has no points (T50)", "| military-A |", "military P2 3 | [0, 3, 0] [2, 1, 2] | won P2 3"
    ),
)
def test_hands_come_to_an_end_as_ruled(scenario: Ending) -> None:
    """F3, F37-F42, T40-T51, C11: duties, points and places, and why who has won."""
    scenario.check()


@pytest.mark.parametrize(("place", "office"), list(enumerate(cards.offices(5))))
def test_the_offices_are_compared_in_the_printed_order(place: int, office: str) -> None:
    """F41: one card of the earlier office beats two of every later one, from Diplomacy to Provisions."""
    later = [f"{other}-{letter}" for other in cards.offices(5)[place + 1 :] for letter in "HI"]
    won = scoring.victory(final_table([[f"{office}-A"], later, [], [], []]).state, [5, 5, 0, 0, 0])
    assert (won.seats, won.office, won.reason) == ((P1,), office, "count")


def test_end_shows_who_took_which_duty() -> None:
    """F36-F38, F40, C11: with the letter that decided at equal sums, for that duty alone; points, and every hand.

    What was paid face down is shown to nobody.
    """
    table = final_table([["military-A"], ["military-B"], ["military-C"]])
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
    outcome = final_table([["military-H", "gold-2"], ["livestock-H", "gold-3"], []]).match.outcome
    assert outcome is not None
    rows = [spelled(line, "fortheking") for line in outcome.report if line.key.endswith("score-points")]
    assert rows == [
        "score-points P2 3 part office-livestock 3",
        "score-points P1 3 part office-military 3",
        "score-points P3 0 0",
    ]
