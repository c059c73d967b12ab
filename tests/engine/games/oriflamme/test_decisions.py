"""What was decided last is kept by names: a number may be another card by the time it is read (R13, R16)."""

from __future__ import annotations

import pytest

from bot.texts.fluent import language
from engine.games.oriflamme import ORIFLAMME
from engine.games.oriflamme.actions import Activate, Lay, Leave, PutTwin, Target
from engine.scene import Text
from tests.contract.walks import walk
from tests.engine.games.oriflamme.table import LEAVE, REVEAL, Given, Table, placing, resolving

PEOPLE = ("Ann", "Bo", "Cy", "Dana", "Eve")


def last(table: Table) -> str:
    """Return the last choice as everybody reads it."""
    return language("en").say(_last(table), PEOPLE)


def _last(table: Table) -> Text:
    (value,) = [fact.value for fact in table.scene(None).facts if fact.label.key == "oriflamme-fact-last"]
    assert isinstance(value, Text)
    return value


def test_an_elimination_names_both_cards() -> None:
    """C8: the queue closes up behind it, and the number that was picked is another card's."""
    table = resolving("B:queen_0", "R:cutthroat_0", "G:trap_0", at=2)
    table.do(REVEAL)
    table.do(Target(1))
    assert last(table) == "Ann's Cutthroat eliminated Bo's Queen"


def test_an_apothecary_may_eliminate_itself() -> None:
    """R29: said as one would say it."""
    table = resolving("B:queen^", "R:felon^", "R:apothecary_0", at=3)
    table.do(REVEAL)
    assert table.targets == [1, 3]
    table.do(Target(3))
    assert last(table) == "Ann's Apothecary eliminated itself"


def test_a_bribery_wins_over() -> None:
    """R52: whose it was is said, not where it lies."""
    table = resolving("B:queen^", "R:bribery_0", "G:felon^", at=2)
    table.do(REVEAL)
    table.do(Target(1))
    assert last(table) == "Ann's Bribery won over Bo's Queen"


def test_the_plot_names_its_character_and_a_bribed_one_by_its_own_family() -> None:
    """R43, R54: two Queens of one family are told apart."""
    for place, said in (
        (1, "Ann used the Plot on the Queen"),
        (2, "Ann used the Plot on the Queen, a card of Blue (B)"),
    ):
        table = resolving("R:queen^", "B:queen^[R]", "R:plot_1", at=3)
        table.do(REVEAL)
        table.do(Activate(place))
        assert last(table) == said


def test_a_card_that_is_covered_is_named_if_everybody_knows_it() -> None:
    """R6, R9: and only then."""
    table = placing("R:queen^", "R:felon_0")
    table.lay("trap", 1)
    assert last(table) == "Ann laid a card on the Queen"
    table = placing("R:queen^", "R:felon_0")
    table.lay("trap", 2)
    assert last(table) == "Ann laid a card on a face-down one"


def test_the_twin_on_a_card_and_a_card_that_is_revealed_or_left() -> None:
    """R10, R23."""
    table = resolving("R:prince_0", "R:queen^", "B:trap_0", given=Given())
    table.do(REVEAL)
    assert last(table) == "Ann revealed the Prince"
    table.do(PutTwin(2))
    assert last(table) == "Ann put the Twin on the Queen"
    table = resolving("R:prince_0", "R:trap_0", "B:trap_0")
    table.do(REVEAL, PutTwin(2))
    assert last(table) == "Ann put the Twin on a face-down card"
    table = resolving("R:prince_0", "B:trap_0")
    table.do(LEAVE)
    assert last(table) == "Ann left a card face down"


@pytest.mark.parametrize("seats", ORIFLAMME.seats)
def test_no_last_choice_has_a_number_or_a_name_that_is_hidden(seats: int) -> None:
    """In whole games: positions are never mentioned, and a card that lies face down has no name there."""
    kinds = set()
    for match in walk(ORIFLAMME, seats, 4)[0]:
        table = Table(match.state)
        decision = match.state.last
        if decision is None:
            continue
        said = _last(table)
        assert "number" not in dict(said.facts)
        kinds.add(type(decision.action))
        if isinstance(decision.action, Lay) and isinstance(decision.action.place, int):
            assert decision.aim is not None
    assert {Lay, Leave, Target} <= kinds
