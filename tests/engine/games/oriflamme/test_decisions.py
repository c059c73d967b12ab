"""What was decided last is kept by names: a number may be another card by the time it is read (R13, R16)."""

from __future__ import annotations

import pytest

from bot.texts.fluent import language
from engine.games.oriflamme import ORIFLAMME
from engine.games.oriflamme.actions import Lay, Leave, Target
from engine.scene import Text
from tests.contract.walks import walk
from tests.engine.games.oriflamme.scenarios import played
from tests.engine.games.oriflamme.table import Table, placing

PEOPLE = ("Ann", "Bo", "Cy", "Dana", "Eve")


def last(table: Table) -> str:
    """Return the last choice as everybody reads it."""
    return language("en").say(_last(table), PEOPLE)


def _last(table: Table) -> Text:
    (value,) = [fact.value for fact in table.scene(None).facts if fact.label.key == "oriflamme-fact-last"]
    assert isinstance(value, Text)
    return value


@pytest.mark.parametrize(
    ("queue", "choices", "said"),
    [
        # C8: the queue closes up behind it, and the number that was picked is another card's.
        ("B:queen_0, >R:cutthroat_0, G:trap_0", "reveal, target 1", "Ann's Cutthroat eliminated Bo's Queen"),
        # R29: said as one would say it.
        ("B:queen^, R:felon^, >R:apothecary_0", "reveal, target 3", "Ann's Apothecary eliminated itself"),
        # R52: whose it was is said, not where it lies.
        ("B:queen^, >R:bribery_0, G:felon^", "reveal, target 1", "Ann's Bribery won over Bo's Queen"),
        # R43, R54: two Queens of one family are told apart.
        ("R:queen^, B:queen^[R], >R:plot_1", "reveal, activate 1", "Ann used the Plot on the Queen"),
        (
            "R:queen^, B:queen^[R], >R:plot_1",
            "reveal, activate 2",
            "Ann used the Plot on the Queen, a card of Blue (B)",
        ),
        # R10, R23: a face-down card has no name.
        ("R:prince_0, R:queen^, B:trap_0", "reveal", "Ann revealed the Prince"),
        ("R:prince_0, R:queen^, B:trap_0", "reveal, twin 2", "Ann put the Twin on the Queen"),
        ("R:prince_0, R:trap_0, B:trap_0", "reveal, twin 2", "Ann put the Twin on a face-down card"),
        ("R:prince_0, B:trap_0", "leave", "Ann left a card face down"),
    ],
)
def test_last_choice_names_cards(queue: str, choices: str, said: str) -> None:
    """R9, R10, R23, R29, R43, R52, R54, C8: by their names and families, and only what everybody knows."""
    assert last(played(queue, choices)) == said


@pytest.mark.parametrize(
    ("place", "said"), [(1, "Ann laid a card on the Queen"), (2, "Ann laid a card on a face-down one")]
)
def test_a_card_that_is_covered_is_named_if_everybody_knows_it(place: int, said: str) -> None:
    """R6, R9: and only then."""
    table = placing("R:queen^, R:felon_0")
    table.lay("trap", place)
    assert last(table) == said


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


def test_question_numbers_the_card_that_acts() -> None:
    """For its owner and for those who wait alike; the queue is counted from 1."""
    table = played("B:felon^, >R:cutthroat_0, G:prince^", "reveal")
    question = ORIFLAMME.telling.question(table.state, table.match.deciding[0])
    assert dict(question.prompt.facts)["number"] == dict(question.waiting.facts)["number"] == 2
