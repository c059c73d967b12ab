"""King cards (F9, F13-F19)."""

from __future__ import annotations

import pytest

from bot.texts.fluent import language
from engine.errors import IllegalAction
from engine.games.fortheking import cards
from engine.games.fortheking.actions import Lower, Pass, Place, Raise, Take
from engine.scene import Fact, Tile
from tests.engine.games.fortheking.table import P1, P2, P3, Table, keys, share_table, values

REST = ["military-A", "military-B", "military-C", "military-D", "military-E"]
OFFICES = cards.offices(3)


def keep(kind: str, board: list[int], seats: int = 3) -> Table:
    """Return a table where P1 just kept a King."""
    table = share_table(seats, [f"king-{kind}", *REST], board)
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


def test_a_king_must_be_used() -> None:
    """F13, T19: there is no way to decline while a target exists."""
    table = keep("minus1", [3, 3, 3, 3, 3])
    assert table.legal(P1) == [Lower(office) for office in OFFICES]
    with pytest.raises(IllegalAction):
        table.do(P1, Pass())


def test_values_stay_between_one_and_six() -> None:
    """F14: a tile at 6 can't be raised, one at 1 can't be lowered."""
    assert keep("plus1", [6, 3, 6, 3, 6]).legal(P1) == [Raise("entertainment"), Raise("architecture")]
    assert keep("minus1", [1, 3, 1, 3, 1]).legal(P1) == [Lower("entertainment"), Lower("architecture")]


def test_a_king_without_a_target_has_no_effect() -> None:
    """F14, T13: all at 6 and +1: the King is used up, nothing changes."""
    table = share_table(3, ["king-plus1", *REST], [6, 6, 6, 6, 6])
    told = table.do(P1, Place("keep"))
    assert keys(told) == ["king", "no-raise"]
    assert (values(table), table.state.used) == ([6] * 5, ["king-plus1"])


def test_the_only_target_is_taken_by_itself_and_told() -> None:
    """F13, C7: one legal change is made without a question."""
    table = share_table(3, ["king-plus1", *REST], [6, 6, 6, 6, 5])
    told = table.do(P1, Place("keep"))
    assert keys(told) == ["king", "only-office", "raised"]
    assert values(table) == [6] * 5


def test_plus_or_minus_chooses_sign_and_tile() -> None:
    """F15: every raise and every lowering is offered."""
    table = keep("choice1", [3, 3, 3, 3, 3])
    assert table.legal(P1) == [*(Raise(office) for office in OFFICES), *(Lower(office) for office in OFFICES)]
    table.do(P1, Lower("military"))
    assert values(table) == [3, 3, 3, 3, 2]


def test_plus_or_minus_offers_only_what_is_legal() -> None:
    """F15, T17: all at 1: only +1."""
    assert keep("choice1", [1] * 5).legal(P1) == [Raise(office) for office in OFFICES]


def test_two_raises_need_two_different_offices() -> None:
    """F16, T15, C6: the first raise counts at once, the same office again is refused."""
    table = keep("plus1x2", [3, 3, 3, 3, 3])
    table.do(P1, Raise("diplomacy"))
    assert values(table) == [4, 3, 3, 3, 3]
    assert table.decider == P1
    with pytest.raises(IllegalAction):
        table.do(P1, Raise("diplomacy"))
    with pytest.raises(IllegalAction):
        keep("plus1x2", [3, 3, 3, 3, 3]).do(P1, Raise("diplomacy"), Raise("diplomacy"))


def test_two_lowerings_with_one_legal_tile_change_only_that_one() -> None:
    """F16: only Livestock can be lowered, once."""
    table = share_table(3, ["king-minus1x2", *REST], [1, 1, 3, 1, 1])
    told = table.do(P1, Place("keep"))
    assert keys(told) == ["king", "only-office", "lowered", "no-lower"]
    assert values(table) == [1, 1, 2, 1, 1]


def test_two_lowerings_without_a_legal_tile_change_nothing() -> None:
    """F16: all at 1."""
    table = share_table(3, ["king-minus1x2", *REST], [1] * 5)
    table.do(P1, Place("keep"))
    assert (values(table), table.state.crown) == ([1] * 5, None)


def test_plus_then_minus_changes_two_different_offices_in_this_order() -> None:
    """F17: first a raise, then a lowering of another office."""
    table = keep("shift1", [3, 3, 3, 3, 3])
    assert table.legal(P1) == [Raise(office) for office in OFFICES]
    table.do(P1, Raise("livestock"))
    assert table.legal(P1) == [Lower(office) for office in OFFICES if office != "livestock"]
    table.do(P1, Lower("diplomacy"))
    assert values(table) == [2, 3, 4, 3, 3]


def test_plus_then_minus_only_lowers_where_nothing_can_be_raised() -> None:
    """F17: all at 6: any office may be lowered."""
    table = keep("shift1", [6] * 5)
    assert table.legal(P1) == [Lower(office) for office in OFFICES]


def test_plus_then_minus_only_raises_where_no_other_office_can_be_lowered() -> None:
    """F17, C6: raising the only office above 1 is allowed and leaves nothing to lower."""
    table = keep("shift1", [2, 1, 1, 1, 1])
    told = table.do(P1, Raise("diplomacy"))
    assert keys(told) == ["raised", "no-lower"]
    assert values(table) == [3, 1, 1, 1, 1]


def test_only_offices_in_play_can_be_changed() -> None:
    """F18: Provisions is a target with five players only."""
    assert Raise("provisions") not in keep("plus1", [3] * 5, seats=4).legal(P1)
    assert Raise("provisions") in keep("plus1", [3] * 6, seats=5).legal(P1)


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


def test_a_picked_king_is_resolved_before_the_next_pick() -> None:
    """F9, F16, T9: P2 takes -1 -1 and lowers two offices before P3 picks."""
    draws = ["king-minus1x2", "gold-3", "diplomacy-H", "military-A", "military-B"]
    table = share_table(4, draws)
    for _ in range(3):
        table.do(P1, Place("middle"))
    table.do(P1, Place("keep"))
    table.do(P2, Take("king-minus1x2"))
    assert table.decider == P2
    table.do(P2, Lower("diplomacy"))
    assert table.decider == P2
    with pytest.raises(IllegalAction):
        table.do(P2, Lower("diplomacy"))
    table.do(P2, Lower("military"))
    assert values(table) == [2, 3, 3, 3, 2]
    assert table.legal(P3) == [Take("gold-3"), Take("diplomacy-H")]


def asked(table: Table) -> str:
    """Return the key of what the King asks now."""
    return table.match.frame(None).asks[0].prompt.key.removeprefix("fortheking-ask-king-")


def test_a_king_says_which_of_two_offices_is_chosen() -> None:
    """F15-F17: the first of two, then another one; where there is only one to choose, just which."""
    table = keep("minus1x2", [3, 3, 3, 3, 3])
    assert asked(table) == "lower-first"
    table.do(P1, Lower("livestock"))
    assert asked(table) == "lower-other"
    table = keep("shift1", [3, 3, 3, 3, 3])
    assert asked(table) == "raise-first"
    table.do(P1, Raise("livestock"))
    assert asked(table) == "lower-other"
    assert asked(keep("shift1", [6] * 5)) == "lower"
    assert asked(keep("plus1", [3] * 5)) == "raise"
    assert asked(keep("choice1", [3] * 5)) == "either"


@pytest.mark.parametrize(
    ("seats", "value", "label"),
    [(3, 2, "Livestock→1/\u2013"), (3, 4, "Livestock→3/1"), (2, 2, "Livestock→1")],
)
def test_a_button_says_what_becomes_of_both_duties(seats: int, value: int, label: str) -> None:
    """F18: the second duty is half of the first one, rounded down; two players have none."""
    table = keep("minus1", [3, 3, value, 3, 3], seats)
    labels = [choice.option.label for choice in table.match.frame(None).asks[0].choices]
    assert language("en").say(labels[2]) == label
