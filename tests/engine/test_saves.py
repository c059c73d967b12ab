"""Saves: there and back, older rules carried over, and what can't be read."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from engine.events import Told
from engine.saves import Save, Unreadable, dump, dump_told, load, load_told, migrate
from engine.scene import Seat, Who, say
from tests.contract.walks import seed, walk
from tests.engine.toy import TOY

MATCHES, _ = walk(TOY, 3, 1)
GAMES = {"toy": TOY}


def aged(save: Save, rules: int) -> Save:
    """Return a save as an older version of the rules wrote it."""
    state = json.loads(save.state)
    state.pop("chance")
    if rules == 0:
        state["table"] = state.pop("laid")
    return replace(save, rules=rules, state=json.dumps(state))


def test_a_save_is_plain_data() -> None:
    """Design, Saves: numbers, strings, bytes, and a state that is JSON."""
    save = dump(MATCHES[2])
    assert (save.game, save.rules, save.seats, save.seed, save.seq) == ("toy", 2, 3, seed(1), 2)
    assert isinstance(save.asked, tuple)
    assert set(json.loads(save.state)) == {"hands", "laid", "dropped", "price", "chance"}


@pytest.mark.parametrize("rules", [0, 1])
def test_a_save_of_older_rules_is_carried_over_step_by_step(rules: int) -> None:
    """Design, Saves: a migration is a function on plain data, n to n+1."""
    match = MATCHES[4]
    old = aged(dump(match), rules)
    assert load(old, GAMES) == match
    assert migrate(old, TOY).rules == 2


def test_a_save_of_today_is_not_touched() -> None:
    """Design, Saves: nothing to carry over."""
    save = dump(MATCHES[1])
    assert migrate(save, TOY) is save


@pytest.mark.parametrize(
    "change",
    [
        {"rules": 3},
        {"rules": -1},
        {"game": "chess"},
        {"state": "{"},
        {"state": "{}"},
        {"state": '{"hands": "none"}'},
        {"state": "[]"},
        {"state": "{", "rules": 1},
        {"state": "{}", "rules": 0},
        {"state": "[]", "rules": 0},
    ],
    ids=str,
)
def test_a_save_that_cannot_be_read_says_so(change: dict[str, Any]) -> None:
    """Design, Saves: newer rules, no way from older ones, an unknown game, a broken state of any age."""
    with pytest.raises(Unreadable, match=str(change.get("game", "toy"))):
        load(replace(dump(MATCHES[3]), **change), GAMES)


def test_what_was_told_comes_back_from_the_log() -> None:
    """Every kind of fact: numbers, words, people, texts, lists, and to whom it was told."""
    told = (
        Told(say("paid", who=Who(Seat(2)), amount=3, with_=(say("gold", value=1), say("gold", value=2)))),
        Told(say("drew", card="A", digits="3", nested=(("a", 1), (Who(Seat(0)),))), Seat(1)),
        Told(say("plain"), Seat(0)),
    )
    assert load_told(dump_told(told)) == told
