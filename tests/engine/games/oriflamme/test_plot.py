"""The Plot (R43-R46, C4-C6)."""

from __future__ import annotations

import pytest

from engine.games.oriflamme.actions import Action, Activate, Gain, Target
from engine.scene import Place
from tests.engine.games.oriflamme.table import (
    GAIN,
    LEAVE,
    REVEAL,
    B,
    G,
    Given,
    R,
    Table,
    keys,
    panel,
    resolving,
    tiles,
)

AGAIN = Activate(1)


@pytest.mark.parametrize(
    ("choices", "gained"), [((AGAIN, AGAIN), 6), ((AGAIN, GAIN), 5), ((GAIN, AGAIN), 5), ((GAIN, GAIN), 4)]
)
def test_each_token_is_taken_or_used_again(choices: tuple[Action, ...], gained: int) -> None:
    """S48, R43: the first activation is compulsory, then token by token."""
    table = resolving("R:queen^", "R:plot_2", at=2)
    assert keys(table.do(REVEAL))[:4] == ["reveal-kept", "spent", "forced", "plot-first"]
    for choice in choices:
        assert table.legal == [AGAIN, Gain()]
        table.do(choice)
    assert (table.has(R), table.queue, table.pile(R)) == (1 + gained, ["R:queen^"], ["plot"])
    assert (table.state.plot, table.state.phase) == (None, "placement")


def test_without_a_character_the_tokens_are_gained() -> None:
    """S49, R44: and nothing else happens."""
    table = resolving("R:plot_2", "R:felon_0", "B:queen^")
    assert keys(table.do(REVEAL)) == ["reveal-kept", "spent", "plot-nobody", "plot-gain"]
    assert (table.has(R), table.decider) == (3, R)


def test_a_plot_without_tokens_or_characters_does_nothing() -> None:
    """R44, R12."""
    table = resolving("R:plot_0", "R:felon_0")
    assert keys(table.do(REVEAL)) == ["reveal-bare", "spent", "plot-nobody"]
    assert table.has(R) == 1


def test_the_queen_under_the_plot_acts_twice() -> None:
    """S50, R20, R43, C7: activated by the Plot, which has left, then resolved as uncovered."""
    table = resolving("R:queen^ / R:plot_0", "B:trap_0")
    table.do(REVEAL)
    assert (table.has(R), table.decider) == (5, B)


def test_the_activated_card_is_the_acting_one() -> None:
    """S51, R45: the Trap takes the Cutthroat; a second token may use another character."""
    table = resolving("R:queen^", "R:cutthroat^", "B:trap_0", "R:plot_1", at=4)
    table.do(REVEAL)
    assert table.characters == [1, 2]
    table.do(Activate(2))
    assert table.targets == [1, 3]
    table.do(Target(3))
    assert (table.queue, table.pile(R), table.has(B)) == (["R:queen^"], ["plot", "cutthroat"], 2)
    assert table.legal == [AGAIN, Gain()]
    table.do(AGAIN)
    assert table.has(R) == 0 + 2


def test_the_plot_brings_no_twin() -> None:
    """S52, R22: the Prince's 1 only."""
    table = resolving("R:prince^", "R:plot_0", at=2)
    table.do(REVEAL)
    assert (table.has(R), table.queue, table.state.players[R].twin) == (2, ["R:prince^"], True)


def test_an_eliminated_plot_loses_its_tokens() -> None:
    """S54, R46."""
    table = resolving("B:apothecary^", "R:trap_0", "B:felon_0", "R:plot_3")
    table.do(Target(4))
    assert (table.has(B), table.has(R), table.pile(R)) == (2, 1, ["plot"])


def test_only_face_up_uncovered_characters_of_the_family_can_be_activated() -> None:
    """R43, R54: Red's bribed Queen is Blue's now, and Blue's bribed Felon Red's."""
    table = resolving("R:queen^[B]", "B:felon^[R]", "R:schemer_0", "R:prince^ / R:trap_0", "R:twin^", "R:plot_0", at=6)
    table.do(REVEAL)
    assert table.characters == [2, 5]


def test_each_activation_is_resolved_before_the_next_choice() -> None:
    """R43: the target comes before the second token."""
    table = resolving("B:felon_0", "R:cutthroat^", "B:queen_0", "R:plot_1", at=4)
    table.do(REVEAL)
    assert table.targets == [1, 3]
    table.do(Target(3))
    assert table.legal == [Activate(2), Gain()]
    table.do(Activate(2))
    assert (table.queue, table.has(R)) == (["R:cutthroat^"], 1 + 1)


def test_what_a_character_elsewhere_leaves_waits_for_the_pointer() -> None:
    """C4, R19: the Queen under the trapped Cutthroat lies behind the Plot."""
    table = resolving("R:queen^ / R:cutthroat^", "B:trap_0", "R:plot_0", "G:felon_0", at=3)
    table.do(REVEAL)
    assert (table.queue, table.has(R), table.decider) == (["R:queen^", "G:felon_0"], 0, G)


def test_the_plot_leaves_a_gap_that_closes_at_once() -> None:
    """C5: its neighbours are adjacent now, and what is right of the gap comes next."""
    table = resolving("B:felon_0", "R:plot_0", "R:cutthroat^", "G:queen_0", at=2)
    table.do(REVEAL)
    assert table.targets == [1, 3]
    table.do(Target(1))
    assert (table.queue, table.has(R)) == (["R:cutthroat^"], 1 + 1)


def test_the_next_position_is_what_is_right_of_the_gap_then() -> None:
    """C5: the card that stood there was struck."""
    table = resolving("R:cutthroat^", "R:plot_0", "G:queen_0", "B:felon_0", at=2)
    table.do(REVEAL)
    assert (table.queue, table.decider, table.state.pointer) == (["R:cutthroat^", "B:felon_0"], B, 1)


def test_again_is_not_offered_without_a_character() -> None:
    """C6: the Schemer goes, so the tokens are gained."""
    table = resolving("R:schemer^", "B:queen_0 / B:felon_0", "R:plot_2", at=3)
    table.do(REVEAL)
    assert (table.has(R), table.queue) == (3, ["B:queen_0 / B:felon_0"])


def test_the_tokens_of_a_plot_can_not_be_stolen() -> None:
    """C6: the Trap finds 1, the 3 tokens come later."""
    table = resolving("R:cutthroat^", "B:trap_0", "R:plot_3", at=3)
    table.do(REVEAL)
    assert (table.has(B), table.has(R)) == (2, 3)


def test_a_plot_at_work_is_shown_with_its_tokens() -> None:
    """C6, R9: they belong to nobody yet."""
    table = resolving("R:queen^", "R:plot_2", "G:trap_0", at=2)
    table.do(REVEAL)
    shown = {fact.label.key: fact.value for fact in table.scene(None).facts}
    assert dict(getattr(shown["oriflamme-fact-plot"], "facts", ()))["tokens"] == 2
    assert panel(table.scene(None), R)["influence"] == 3
    table.do(GAIN, GAIN)
    assert table.decider == G
    assert "oriflamme-fact-plot" not in {fact.label.key for fact in table.scene(None).facts}


def arrows(table: Table) -> list[int]:
    """Return the positions, counted from 1, whose card is shown as acting."""
    places = [item for item in tiles(table.scene(None)) if isinstance(item, Place)]
    return [number for number, place in enumerate(places, 1) if place.now]


def test_the_arrow_is_on_the_card_that_acts_and_on_none_while_the_plot_does() -> None:
    """R43, R45: the Plot has left the queue when it acts; a character it activates is the acting card."""
    table = resolving("R:cutthroat^", "B:queen^", "R:plot_1", "G:felon_0", "R:queen^", at=3)
    assert arrows(table) == [3]
    table.do(REVEAL)
    assert arrows(table) == []
    table.do(Activate(4))
    table.do(AGAIN)
    assert (table.queue[1], arrows(table)) == ("G:felon_0", [2])


def test_the_arrow_shows_the_character_that_the_plot_lets_act() -> None:
    """R45: while it looks for its target."""
    table = resolving("B:queen^", "R:apothecary^", "R:felon_0", "G:queen^", "R:plot_0", at=5)
    table.do(REVEAL)
    assert isinstance(table.legal[0], Target)
    assert arrows(table) == [2]


def test_a_plot_over_a_face_down_card_leaves_its_owner_the_choice() -> None:
    """R18, R43: the face-down Felon under it is no candidate, and is asked for afterwards."""
    table = resolving("R:felon_0 / R:plot_1", "R:queen^", given=Given(has={R: 3}))
    table.do(REVEAL)
    assert table.characters == [2]
    table.do(GAIN)
    assert (table.has(R), table.decider, table.state.pointer) == (3 + 2 + 1, R, 0)
    table.do(LEAVE)
    assert table.has(R) == 6 + 2


def test_under_a_card_trapped_at_the_pointer_the_next_one_is_resolved() -> None:
    """R18, R45, C7: the Plot lay on the Cutthroat, the Cutthroat on the Queen; both leave, and the Queen acts."""
    table = resolving("R:queen^ / R:cutthroat^ / R:plot_0", "B:trap_0", "G:felon_0", given=Given(has={R: 5}))
    table.do(REVEAL)
    assert (table.queue, table.pile(R)) == (["R:queen^", "G:felon_0"], ["plot", "cutthroat"])
    assert (table.has(R), table.has(B), table.decider) == (5 - 3 + 2, 4, G)


def test_an_activated_apothecary_may_have_to_eliminate_itself() -> None:
    """R30, R45, C6: far from the Plot; then nobody is left for the token."""
    table = resolving("G:felon_0", "R:trap_0", "R:apothecary^", "R:plot_1", at=4)
    table.do(REVEAL)
    assert table.targets == [1, 3]
    told = table.do(Target(3))
    assert keys(told)[:3] == ["eliminate-itself", "plot-nobody", "plot-gain"]
    assert (table.queue[:2], table.has(R), table.pile(R)) == (["G:felon_0", "R:trap_0"], 3, ["plot", "apothecary"])


def test_a_bribed_character_works_for_the_plot_of_its_briber() -> None:
    """R43, R49, R54: Blue's Cutthroat, bribed by Red, springs Blue's Trap; Red pays, and Red's token returns."""
    table = resolving("B:cutthroat^[R]", "B:trap_0", "R:plot_0", "G:felon_0", at=3, given=Given(has={R: 4}))
    told = table.do(REVEAL)
    assert (table.queue, table.has(R), table.has(B)) == (["G:felon_0"], 1, 4)
    assert (table.pile(B), keys(told)[-2:]) == (["trap", "cutthroat"], ["trap", "token-back"])
