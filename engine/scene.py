"""The closed vocabulary of what can be shown: a scene is built from these parts and from nothing else.

The engine has no words: a `Text` is a key with its facts, and a face turns it into a sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NewType, TypeAlias

from typing_extensions import TypeAliasType

Seat = NewType("Seat", int)
"""A place at the table: 0-based, clockwise."""

Viewer: TypeAlias = Seat | None
"""Who looks: a seat, or the public."""


@dataclass(frozen=True, slots=True)
class Who:
    """A person, named by the seat."""

    seat: Seat


# A named alias, because pydantic reads what was told in the log and can't follow a plain one into itself.
Value = TypeAliasType("Value", "int | str | Who | Text | tuple[Value, ...]")
"""What a text may mention: a number, a letter or symbol, a person, another text, or a list of these."""


@dataclass(frozen=True, slots=True)
class Text:
    """Something to be said: the key of a sentence and the facts that it mentions."""

    key: str
    facts: tuple[tuple[str, Value], ...] = ()


def say(key: str, **facts: Value) -> Text:
    """Make a text from a key and named facts."""
    return Text(key, tuple(sorted(facts.items())))


@dataclass(frozen=True, slots=True)
class Fact:
    """One labelled value, such as "Deck: 12 cards"."""

    label: Text
    value: Value


@dataclass(frozen=True, slots=True)
class Card:
    """A card that the viewer may see; `emblem` is the key of its symbol."""

    name: Text
    emblem: str


@dataclass(frozen=True, slots=True)
class Tile:
    """A lasting part of the board, with its values; `brief` says the same in a few signs."""

    name: Text
    emblem: str
    facts: tuple[Fact, ...] = ()
    brief: Value = ""


Item: TypeAlias = Card | Tile | Fact


@dataclass(frozen=True, slots=True)
class Row:
    """Items that lie together, under a title; `empty` is said where there is none."""

    title: Text
    items: tuple[Item, ...]
    empty: Text


@dataclass(frozen=True, slots=True)
class Panel:
    """What everybody knows about one player."""

    seat: Seat
    marks: tuple[Text, ...] = ()
    facts: tuple[Fact, ...] = ()
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """All that one viewer may see of a match, most important first.

    `rest` holds what lies open but is done with, such as discards; `hand` holds what only this viewer sees.
    """

    heading: Text
    facts: tuple[Fact, ...] = ()
    rows: tuple[Row, ...] = ()
    panels: tuple[Panel, ...] = ()
    rest: tuple[Row, ...] = ()
    hand: tuple[Row, ...] = ()
