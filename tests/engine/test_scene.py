"""The vocabulary of what can be shown."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace

from engine.scene import Card, Fact, Group, Place, Row, Seat, Text, row_of_groups, say


def test_texts_are_equal_by_key_and_facts() -> None:
    """A face finds each under its name, sorted, in whichever order they are named; secrecy tests and caches do, too."""
    text, other = say("bid", who=1, amount=3), say("bid", amount=3, who=1)
    assert text == other == Text("bid", (("amount", 3), ("who", 1)))
    assert hash(text) == hash(other)
    assert len({text, say("bid", who=1, amount=4), say("bid"), Text("pass", text.facts)}) == 4


def test_a_sorted_row_holds_the_cards_of_its_groups() -> None:
    """Whoever looks for cards finds them where they are in any other row."""
    ace, king = Card(say("ace"), "spades"), Card(say("king"), "hearts")
    groups = Group("spades", say("spades"), (ace, ace), Fact(say("sum"), 2)), Group("hearts", say("hearts"), (king,))
    row = row_of_groups(say("hand"), groups, say("none"))
    assert row.items == (ace, ace, king)
    assert row.groups == groups


def test_what_is_not_hashed_still_tells_cards_apart() -> None:
    """Only the name and the emblem of a card are hashed; a block that is kept is found by all of it."""
    plain, told = Card(say("ace"), "spades"), Card(say("ace"), "spades", about=say("ace-takes-all"))
    assert hash(plain) == hash(told)
    assert len({plain, told}) == 2


class Counted(str):
    """A word that counts how often it is hashed."""

    __slots__ = ("times",)

    def __hash__(self) -> int:
        self.times = getattr(self, "times", 0) + 1
        return super().__hash__()


def test_the_hash_of_a_part_is_computed_once() -> None:
    """Whatever it is a part of, and however often that is looked up."""
    emblem = Counted("moon")
    card = Card(say("moon"), emblem)
    rows = [Row(say(title), (card, card), say("none")) for title in ("one", "two")]
    assert len({*rows, *rows, card}) == 3
    assert emblem.times == 1


def test_parts_that_are_equal_have_one_hash_wherever_they_were_made() -> None:
    """Another process has other hashes of the same words: none goes along to it."""
    kept = Place(say("moon"), "moon", seat=Seat(1), top=Card(say("card"), "sun"))
    found = hash(kept)
    for made in (pickle.loads(pickle.dumps(kept)), copy.copy(kept), replace(kept)):  # noqa: S301 - our own
        assert not hasattr(made, "_hash")
        assert (made, hash(made)) == (kept, found)
    assert hash(replace(kept, tokens=2)) != found
