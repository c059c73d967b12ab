"""Saves and logs: older rules carried over, and what can't be read."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from engine.errors import IllegalAction, NotYourTurn
from engine.saves import Save, Unreadable, dump, load, migrate, replay
from engine.scene import Seat
from tests.contract.walks import line, walk
from tests.engine.toy import TOY

MATCHES, MOVES = walk(TOY, 3, 1)
LINES = [*map(line, MOVES)]
GAMES = {"toy": TOY}


def aged(save: Save, rules: int) -> Save:
    """Return a save as an older version of the rules wrote it."""
    state = json.loads(save.state)
    state.pop("chance")
    if rules == 0:
        state["table"] = state.pop("laid")
    return replace(save, rules=rules, state=json.dumps(state))


@pytest.mark.parametrize("rules", [0, 1])
def test_older_save_is_carried_over(rules: int) -> None:
    """Design, Saves: step by step, by a function on plain data, n to n+1; one of today is not touched."""
    match = MATCHES[4]
    save = dump(match)
    old = aged(save, rules)
    assert load(old, GAMES) == match
    assert migrate(old, TOY).rules == 2
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


def test_line_that_leads_nowhere_stops_replay() -> None:
    """What comes before it was yielded; the log holds legal actions, as JSON."""
    steps = replay(MATCHES[0], [LINES[0], (LINES[1][0], LINES[0][1]), *LINES[2:]])
    assert next(steps)[0] == MATCHES[1]
    with pytest.raises(IllegalAction):
        next(steps)
    with pytest.raises(NotYourTurn):
        list(replay(MATCHES[1], LINES[:1]))
    for document in ("{", "{}", '{"kind":"chess"}'):
        with pytest.raises(ValueError, match="validation"):
            list(replay(MATCHES[0], [(Seat(0), document)]))
