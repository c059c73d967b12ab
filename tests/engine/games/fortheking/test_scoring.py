"""The end of the game (F37-F42)."""

from __future__ import annotations

import pytest

from engine.game import Outcome
from engine.games.fortheking import cards, names, scoring
from engine.scene import Seat, Tile, Who, say
from tests.engine.games.fortheking.table import P1, P2, P3, Hands, Table, cards_of, final_table


def taken(table: Table, office: str) -> list[tuple[int, int]]:
    """Return who takes which duty of an office, as (seat, value)."""
    return [(duty.standing.seat, duty.value) for duty in scoring.awarded_duties(table.state) if duty.office == office]


def outcome(hands: Hands, board: list[int] | None = None) -> Outcome:
    """Return the result of these hands."""
    result = final_table(hands, board or []).match.outcome
    assert result is not None
    return result


def lines(result: Outcome) -> list[str]:
    """Return the keys of the report's lines about duties, without the prefix."""
    keys = [line.key.removeprefix("fortheking-") for line in result.report]
    return [key for key in keys if key.startswith(("score-first", "score-second"))]


def points(hands: Hands, board: list[int] | None = None) -> list[int]:
    """Return the points that these hands are worth."""
    table = final_table(hands, board or [])
    return scoring.points(table.state, scoring.awarded_duties(table.state))


def test_the_highest_sum_takes_the_first_duty_and_the_next_the_second() -> None:
    """F37: sums decide, not the number of cards."""
    table = final_table([["diplomacy-A", "diplomacy-B"], ["diplomacy-H"], ["diplomacy-I", "diplomacy-C"]])
    assert taken(table, "diplomacy") == [(2, 3), (0, 1)]


def test_the_loser_of_a_tie_for_first_takes_the_second_duty() -> None:
    """F37, T40: 5 (A), 5 (B), 4: P1 first, P2 second, P3 nothing; the reason is reported."""
    hands = [["diplomacy-A", "diplomacy-E"], ["diplomacy-B", "diplomacy-F"], ["diplomacy-H"]]
    assert taken(final_table(hands), "diplomacy") == [(0, 3), (1, 1)]
    assert lines(outcome(hands)) == ["score-first-tied", "score-second"]


def test_three_way_ties_go_by_the_letters() -> None:
    """F37: 4 (H), 4 (A), 4 (B): best letter first, second-best letter second."""
    hands = [["diplomacy-H"], ["diplomacy-A", "diplomacy-D"], ["diplomacy-B", "diplomacy-C"]]
    assert taken(final_table(hands), "diplomacy") == [(1, 3), (2, 1)]


def test_a_tie_for_second_goes_by_the_letter() -> None:
    """F37: the earlier letter takes the second duty."""
    hands = [["military-H"], ["military-C"], ["military-B"]]
    assert taken(final_table(hands), "military") == [(0, 3), (2, 1)]
    assert lines(outcome(hands)) == ["score-first", "score-second-tied"]


def test_alone_in_an_office_one_takes_only_the_first_duty() -> None:
    """F38, T41: the second stays on the board."""
    assert taken(final_table([["military-A"], ["gold-1"], []]), "military") == [(0, 3)]


def test_without_a_card_nobody_takes_anything() -> None:
    """F38, T42: nobody has Livestock; that is reported."""
    hands = [["military-A"], [], []]
    assert taken(final_table(hands), "livestock") == []
    assert say("fortheking-score-nobody", office=names.office("livestock")) in outcome(hands).report


def test_a_first_duty_of_one_has_no_second() -> None:
    """F39, T43: Architecture at 1: 1 point and nothing for the second."""
    hands = [["architecture-H"], ["architecture-A"], []]
    assert taken(final_table(hands, [3, 3, 3, 1, 3]), "architecture") == [(0, 1)]
    assert points(hands, [3, 3, 3, 1, 3]) == [1, 0, 0]


def test_two_players_have_no_second_duties() -> None:
    """F39, T45: the loser of each office gets nothing."""
    assert points([["military-H", "diplomacy-A"], ["military-A", "diplomacy-H"]], [6, 3, 3, 3, 4]) == [4, 6]


def test_points_are_the_sum_of_the_duties() -> None:
    """F40, T51: first at 5 and at 3, second at 3: 5 + 3 + 1 = 9."""
    hands = [["military-H", "entertainment-H", "provisions-A"], ["provisions-H"], [], [], []]
    assert points(hands, [3, 3, 3, 3, 5, 3])[0] == 9


def test_most_points_win() -> None:
    """F40: places follow the points; equal lower places are shared (C11)."""
    result = outcome([["military-H", "military-I"], ["military-A"], [], []])
    assert result.places == (1, 2, 3, 3)
    assert result.report[0] == say("fortheking-won", player=Who(P1), points=3)


def test_a_tie_goes_to_the_most_gold() -> None:
    """F41: the total value of gold in hand."""
    result = outcome([["military-H", "gold-2"], ["livestock-H", "gold-1", "gold-1", "gold-1"]])
    assert result.places == (2, 1)
    assert result.report[0] == say("fortheking-won-gold", player=Who(P2), points=3, gold=3)


def test_who_wins_a_tie_is_told_first() -> None:
    """F41: the lines of points go by the places, as the picture does."""
    result = outcome([["military-H", "gold-2"], ["livestock-H", "gold-3"], []])
    rows = [line for line in result.report if line.key.endswith("score-points")]
    assert [dict(line.facts)["player"] for line in rows] == [Who(P2), Who(P1), Who(P3)]


def test_only_the_leaders_compare_their_gold() -> None:
    """F41: P3 has the most gold of all but fewer points, and wins nothing by it."""
    result = outcome([["military-H", "gold-1"], ["livestock-H"], ["gold-3"]])
    assert result.places == (1, 2, 3)
    assert result.report[0] == say("fortheking-won-gold", player=Who(P1), points=3, gold=1)


def test_after_gold_the_number_of_diplomacy_cards_decides() -> None:
    """F41, T46: 9 to 9, gold 4 to 4, two Diplomacy cards against one of a higher value: P1."""
    hands = [
        ["diplomacy-A", "diplomacy-B", "military-H", "gold-1", "gold-3"],
        ["diplomacy-H", "entertainment-A", "livestock-H", "gold-2", "gold-2"],
        [],
    ]
    board = [3, 2, 6, 3, 6]
    assert points(hands, board) == [9, 9, 0]
    result = outcome(hands, board)
    assert result.places == (1, 2, 3)
    assert result.report[0] == say(
        "fortheking-won-count", player=Who(P1), points=9, office=names.office("diplomacy"), best=2
    )


def test_equal_numbers_of_diplomacy_cards_go_by_the_earliest_letter() -> None:
    """F41: one Diplomacy card each: the earlier letter."""
    hands = [["diplomacy-H"], ["diplomacy-A", "livestock-H"], []]
    result = outcome(hands, [4, 3, 2, 3, 3])
    assert result.places == (2, 1, 3)
    assert result.report[0] == say(
        "fortheking-won-letter", player=Who(P2), points=4, office=names.office("diplomacy"), best="A"
    )


def test_without_diplomacy_the_next_office_is_compared() -> None:
    """F41: no leader has Diplomacy or Entertainment: Livestock decides by number."""
    result = outcome([["livestock-A", "livestock-B"], ["military-H"]])
    assert result.places == (1, 2)
    assert dict(result.report[0].facts)["office"] == names.office("livestock")


@pytest.mark.parametrize(("place", "office"), list(enumerate(cards.offices(5))))
def test_the_offices_are_compared_in_the_printed_order(place: int, office: str) -> None:
    """F41: one card of the earlier office beats two of every later one, from Diplomacy to Provisions."""
    order = ("diplomacy", "entertainment", "livestock", "architecture", "military", "provisions")
    later = [f"{other}-{letter}" for other in order[place + 1 :] for letter in "HI"]
    won = scoring.victory(final_table([[f"{order[place]}-A"], later, [], [], []]).state, [5, 5, 0, 0, 0])
    assert (won.seats, won.office, won.reason) == ((P1,), office, "count")


def test_who_loses_a_step_is_out_of_the_later_ones() -> None:
    """F41, C11: P3 falls out by gold, though holding Diplomacy; P1 and P2 go on with Livestock."""
    hands = [["livestock-H", "gold-1"], ["military-H", "gold-1"], ["diplomacy-H"]]
    result = outcome(hands)
    assert result.places == (1, 2, 2)
    assert dict(result.report[0].facts)["office"] == names.office("livestock")


def test_if_nothing_decides_the_victory_is_shared() -> None:
    """F42: same gold, no government cards."""
    result = outcome([["gold-1", "gold-1"], ["gold-2"], ["gold-1"]])
    assert result.places == (1, 1, 3)
    assert result.winners == (P1, P2)
    assert result.report[0] == say("fortheking-won-shared", players=(Who(P1), Who(P2)), points=0)


def test_provisions_count_with_five_players_only() -> None:
    """T49, F3: the sixth office is scored at five seats; at four it doesn't exist."""
    assert points([["provisions-A"], [], [], [], []])[0] == 3
    assert "provisions" not in final_table([[], [], [], []]).state.board


def test_a_player_without_cards_has_no_points() -> None:
    """T50: nothing breaks."""
    assert points([[], ["military-A"], []]) == [0, 3, 0]


def test_at_the_end_all_hands_are_shown_and_the_discards_are_not() -> None:
    """C11, F36: every viewer sees every hand."""
    table = final_table([["gold-1"], ["military-A"], []])
    table.state.players[P3].discarded.append("gold-2")
    for viewer in (None, P1):
        panels = table.scene(viewer).panels
        assert [cards_of(panel.rows, "shown") for panel in panels] == [
            [names.name("gold-1")],
            [names.name("military-A")],
            [],
        ]
    assert names.name("gold-2") not in [name for row in table.scene(P1).hand for name in cards_of([row], "hand")]


def holders(table: Table, office: str) -> list[Seat | None]:
    """Return who holds the first and the second duty of an office, as the scene shows it."""
    items = [item for row in table.scene(None).rows for item in row.items if isinstance(item, Tile)]
    return [fact.seat for item in items if item.name == names.office(office) for fact in item.facts]


def test_the_board_shows_who_took_which_duty_and_the_panels_the_points() -> None:
    """F37, F38, F40: nobody holds what nobody took."""
    table = final_table([["military-A"], ["military-H"], []])
    assert holders(table, "military") == [P2, P1]
    assert holders(table, "diplomacy") == [None, None]
    shown = [{fact.label.key: fact.value for fact in panel.facts} for panel in table.scene(None).panels]
    assert [each["fortheking-fact-points"] for each in shown] == [1, 3, 0]


def ties(table: Table, office: str) -> list[object]:
    """Return the letters that the scene shows as having decided an office."""
    items = [item for row in table.scene(None).rows for item in row.items if isinstance(item, Tile)]
    facts = [fact for item in items if item.name == names.office(office) for fact in item.facts]
    return [fact.value for fact in facts if fact.label.key == "fortheking-fact-tie"]


def test_the_board_shows_which_letter_decided_at_equal_sums() -> None:
    """F37: for each duty that a letter decided, and for no other."""
    level = final_table([["military-A"], ["military-B"], ["military-C"]])
    assert ties(level, "military") == [say("fortheking-tie", letter="A"), say("fortheking-tie", letter="B")]
    assert ties(level, "livestock") == []
    assert ties(final_table([["military-A"], ["military-H"], []]), "military") == []


def test_the_report_names_everybodys_points() -> None:
    """F40: one line a player, best first."""
    rows = [line for line in outcome([["military-A"], ["military-H"], []]).report if line.key.endswith("score-points")]
    assert [dict(line.facts)["points"] for line in rows] == [3, 1, 0]
