"""Rivals have names of their own, in every language enough for a full table."""

from __future__ import annotations

import pytest

from bot.faces.rivals import LEVELS, free_name, rival_names
from bot.texts.fluent import language, locales
from bot.texts.names import LONGEST, RIVAL, covered_name, plain_name, rival_name
from engine import agents
from engine.games import GAMES


@pytest.mark.parametrize("locale", locales())
def test_there_are_enough_names_for_every_seat(locale: str) -> None:
    """Each another one, and short enough to be shown whole beside its mark."""
    found = rival_names(language(locale))
    assert len(set(found)) == len(found) >= max(game.seats[-1] for game in GAMES.values())
    assert all(plain_name(rival_name(name)) == f"{RIVAL} {name}" for name in found)
    assert all(len(rival_name(name)) <= LONGEST for name in found)


@pytest.mark.parametrize("locale", locales())
def test_a_rival_takes_a_name_that_nobody_at_the_table_has(locale: str) -> None:
    """Wherever the choice begins; with more rivals than names the first one comes again."""
    every = rival_names(language(locale))
    for first in range(len(every) + 1):
        taken: list[str] = []
        for _ in every:
            taken.append(free_name(language(locale), taken, first))
        assert sorted(taken) == sorted(every)
    assert free_name(language(locale), every, 0) == every[0]


def test_the_levels_of_the_lobby_are_those_of_the_engine() -> None:
    """In the same order, weakest first."""
    assert list(agents.LEVELS) == list(LEVELS)


def test_only_rivals_wear_their_mark() -> None:
    """Before the name of one that has its own seat, behind that of a person it cares for."""
    assert rival_name("Wren") == f"{RIVAL} Wren"
    assert covered_name("Ann") == f"Ann {RIVAL}"
    assert plain_name(rival_name(f"{RIVAL} Wren")).count(RIVAL) == 1
