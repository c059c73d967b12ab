"""The closed vocabulary of scenes: all that can be shown is built from these parts and from nothing else.

The engine has no words: a `Text` is a key with its facts, and a face turns it into a sentence.
"""

from __future__ import annotations

from dataclasses import field, fields
from functools import lru_cache
from typing import NewType, TypeAlias, TypeVar

from typing_extensions import TypeAliasType

from engine.frozen import frozen

Seat = NewType("Seat", int)
"""A place at the table: 0-based, clockwise."""

Viewer: TypeAlias = Seat | None
"""Who looks: a seat, or the public."""

P = TypeVar("P", bound="Part")
K = TypeVar("K")

BARE = 1024
"""How many texts without facts are kept."""


@frozen
class Who:
    """A person, named by the `seat`."""

    seat: Seat


# A named alias, because pydantic reads what was told in the log and can't follow a plain one into itself.
Value = TypeAliasType("Value", "int | str | Who | Text | tuple[Value, ...]")
"""What a text may mention: a number, a letter or symbol, a person, another text, or a list of these."""


@frozen
class Text:
    """A sentence to be said: its `key` and the `facts` that it mentions."""

    key: str
    facts: tuple[tuple[str, Value], ...] = ()


def say(key: str, **facts: Value) -> Text:
    """Return a text of a `key` and named `facts`.

    >>> say("oriflamme-round", round=2, player=Who(Seat(0)))
    Text(key='oriflamme-round', facts=(('player', Who(seat=0)), ('round', 2)))
    """
    if facts:
        return Text(key, tuple(sorted(facts.items())))
    return _bare_text(key)


@lru_cache(BARE)
def _bare_text(key: str) -> Text:
    # A scene says some dozens of these, and the same ones again after every move.
    return Text(key)


class Part:
    """A part of a scene that keeps its hash: its rendering is looked up by everything that it consists of."""

    __slots__ = ("_hash",)
    _hash: int

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        """Return the fields for a copy or a pickle: another process has other hashes."""
        return None, {each.name: getattr(self, each.name) for each in fields(self)}  # type: ignore[arg-type]


def hashed_once(kind: type[P]) -> type[P]:
    """Let the values of a frozen dataclass compute their hash when it is first asked for, and keep it.

    Games make most parts once for many scenes. No text keeps its hash: most are made anew, and are looked up once.
    """
    compute = kind.__hash__

    def hash_part(part: P) -> int:
        known: int | None = getattr(part, "_hash", None)
        if known is None:
            known = compute(part)
            object.__setattr__(part, "_hash", known)
        return known

    kind.__hash__ = hash_part  # type: ignore[assignment, method-assign]  # as the dataclass has made it, but once
    return kind


@frozen
class Fact:
    """One labelled value, such as "Deck: 12"; `note` explains it, and `seat` is the player that holds it."""

    label: Text
    value: Value
    note: Value = field(default="", hash=False)
    seat: Seat | None = None


@hashed_once
@frozen
class Card(Part):
    """A card that the viewer may see; `emblem` is the key of its symbol.

    `figure` and `letter` are shown in its corners, and are told by the name, too; `about` explains the card's effect.
    """

    # What was said of blocks is found by their parts again and again: what another field tells is not hashed, too.

    name: Text
    emblem: str
    figure: Value = field(default="", hash=False)
    letter: str = field(default="", hash=False)
    about: Text | None = field(default=None, hash=False)


@hashed_once
@frozen
class Tile(Part):
    """A lasting part of the board, with its values; `brief` says the same in a few signs."""

    name: Text
    emblem: str
    facts: tuple[Fact, ...] = ()
    brief: Value = field(default="", hash=False)


@hashed_once
@frozen(kw_only=True)
class Place(Tile):
    """A tile where cards lie, in a line of play: its owner's `seat`, and the card on `top`, None if it is face down.

    Its name and facts tell all of it. `tokens` lie on the top card, `badge` is the emblem of a marker on it, `under`
    are the covered cards from the top down, and `now` says that it is being resolved. `own` is the face-down card on
    top, for the viewer whose card it is.
    """

    seat: Seat
    top: Card | None
    tokens: int = 0
    badge: str = ""
    under: tuple[Card | None, ...] = ()
    now: bool = False
    own: Card | None = None


Item: TypeAlias = Card | Tile | Fact


@frozen
class Group:
    """Cards that belong together: the `name` of the group, and the `total` they come to, if anything."""

    emblem: str
    name: Text
    cards: tuple[Card, ...]
    total: Fact | None = None


@hashed_once
@frozen
class Row(Part):
    """Items that lie together, under a title; `empty` is said where there is none.

    They lie in their order, unless the row is a `heap`, whose order tells nothing: a picture may sort that. A row that
    is sorted has all its items in `groups`, too: see `row_of_groups`. `legend` explains a sign on them. A row whose
    card is the `subject` of a decision need not be shown above a question that names that card.
    """

    title: Text
    items: tuple[Item, ...]
    empty: Text = field(hash=False)
    groups: tuple[Group, ...] = field(default=(), hash=False)
    legend: Text | None = field(default=None, hash=False)
    heap: bool = field(default=False, hash=False)
    subject: bool = field(default=False, hash=False)

    @property
    def cards(self) -> list[Card]:
        """Return the cards among the items."""
        return self.only(Card)

    def only(self, kind: type[K]) -> list[K]:
        """Return the items of one `kind`."""
        return [item for item in self.items if isinstance(item, kind)]


def row_of_groups(
    title: Text, groups: tuple[Group, ...], empty: Text, legend: Text | None = None
) -> Row:
    """Return the cards of `groups` as a row."""
    return Row(
        title,
        tuple(card for group in groups for card in group.cards),
        empty,
        groups,
        legend,
    )


@hashed_once
@frozen
class Panel(Part):
    """The public facts about one player, the most telling one first; `emblem` is the player's own, if any."""

    seat: Seat
    marks: tuple[Text, ...] = ()
    facts: tuple[Fact, ...] = ()
    rows: tuple[Row, ...] = ()
    emblem: str = ""


@frozen
class Chart:
    """The course of a number of each player, from tick to tick; each seat has as many `values` as there are `ticks`.

    `now` is where on the way from the first tick, 0, to the last one the scene stands, if it isn't the end. The upper
    edge is `high`, or the highest value.
    """

    title: Text
    ticks: tuple[Value, ...]
    values: tuple[tuple[int, ...], ...]
    now: float | None = None
    high: int = 1


@frozen
class Scene:
    """All that one viewer may see of a match, most important first.

    `phase` names the part of the match, the same for everybody: a new one deserves a new table message, and `recap` is
    the result of the one before, for the old message. `rest` holds cards that lie open but are done with, such as
    discards; `hand` holds the cards that only this viewer sees.
    """

    heading: Text
    phase: str
    facts: tuple[Fact, ...] = ()
    rows: tuple[Row, ...] = ()
    panels: tuple[Panel, ...] = ()
    rest: tuple[Row, ...] = ()
    hand: tuple[Row, ...] = ()
    charts: tuple[Chart, ...] = ()
    recap: tuple[Text, ...] = ()
