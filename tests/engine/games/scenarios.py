"""What scenarios of all games have in common: actions, texts and rows in words, and tests that check each scenario."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any, Protocol, TypeVar

import pytest

from engine.scene import Fact, Item, Row, Text, Tile, Value, Who

T = TypeVar("T")


class Claim(Protocol):
    """A scenario, of whichever game."""

    @property
    def claim(self) -> str:
        """Return what it shows."""


def in_words(action: Any) -> str:
    """Return an action in words: its kind, and what it names."""
    return " ".join(str(getattr(action, each.name)) for each in reversed(fields(action)))


def pick(legal: Iterable[T], words: str) -> T:
    """Return the legal action of these words; fail where it isn't legal."""
    actions = {in_words(action): action for action in legal}
    assert words in actions
    return actions[words]


def scenarios(kind: Callable[..., Claim], text: str) -> pytest.MarkDecorator:
    """Return the cases of a test that checks a `scenario`, named after what they claim.

    Each is a paragraph: the claim, and in the lines below the other fields by their names; a long one goes on in a line
    that is indented further.
    """
    given = [_read(kind, paragraph) for paragraph in text.strip().split("\n\n")]
    return pytest.mark.parametrize("scenario", given, ids=[each.claim for each in given])


def _read(kind: Callable[..., Claim], paragraph: str) -> Claim:
    claim, *lines = re.split(r"\n    (?=\w)", paragraph)
    named = [line.partition(":") for line in lines]
    return kind(claim, **{name: " ".join(value.split()) for name, _, value in named})


def spelled(value: Value, game: str) -> str:
    """Return a text by its key, without the name of the game, and its facts; a player by the number of the seat."""
    match value:
        case Text():
            return " ".join([value.key.removeprefix(f"{game}-"), *(spelled(fact, game) for _, fact in value.facts)])
        case Who():
            return f"P{value.seat + 1}"
        case tuple():
            return " ".join(spelled(each, game) for each in value)
        case _:
            return str(value)


def in_rows(rows: Iterable[Row], game: str) -> dict[str, list[str]]:
    """Return rows by their titles, with the names of their items, their facts, and whose these are."""
    return {
        row.title.key.removeprefix(f"{game}-row-"): [_item_in_words(item, game) for item in row.items] for row in rows
    }


def _item_in_words(item: Item, game: str) -> str:
    if isinstance(item, Fact):
        held = "" if item.seat is None else f" {spelled(Who(item.seat), game)}"
        return f"{spelled(item.label, game).removeprefix('fact-')} {spelled(item.value, game)}{held}"
    facts = item.facts if isinstance(item, Tile) else ()
    return " | ".join([spelled(item.name, game), *(_item_in_words(fact, game) for fact in facts)])
