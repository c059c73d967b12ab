"""The draws: fair, counted anew for each move, and bound to a commitment."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from engine.rng import WORD_SPAN, DuplicateRng, Rng

SEED = bytes(range(32))
PUBLISHED = [38, 67, 83, 87, 1, 56, 9, 32]


class Dictated(Rng):
    """Draws whose words are given, to test what is made of them."""

    def __init__(self, *words: int) -> None:
        super().__init__(SEED, 0)
        self.given = list(words)

    def _word(self) -> int:
        return self.given.pop(0)


def test_the_draws_are_the_published_ones() -> None:
    """Design, Randomness: a saved match replays on every machine and in every later version."""
    drawn = [[rng.below(100) for _ in range(8)] for rng in (Rng(SEED, 3), Rng(SEED, 4), Rng(SEED[::-1], 3))]
    assert drawn[0] == PUBLISHED
    assert PUBLISHED not in drawn[1:], "another move or another seed draws otherwise"


def test_a_shuffle_brings_every_order_as_often() -> None:
    """All 24 orders of four cards come up evenly (chi-squared, 23 degrees of freedom, p above 0.001)."""
    rng, counts = Rng(SEED, 0), Counter[tuple[int, ...]]()
    for _ in range(4800):
        cards = [0, 1, 2, 3]
        rng.shuffle(cards)
        counts[tuple(cards)] += 1
    assert set(counts) == set(permutations(range(4)))
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 49.7


def test_words_that_would_favour_low_numbers_are_thrown_away() -> None:
    """The uneven rest at the top of the words' span is drawn again."""
    fair = WORD_SPAN - WORD_SPAN % 3
    assert Dictated(fair, WORD_SPAN - 1, fair - 1).below(3) == 2


def test_nothing_can_be_chosen_from_nothing() -> None:
    """A bound below one is a fault of the caller."""
    with pytest.raises(ValueError, match="nothing to choose from"):
        Rng(SEED, 0).below(0)


# Duplicate deals


def test_a_duplicate_draw_goes_by_its_occasion_alone() -> None:
    """Design, Duplicate: whatever was drawn before, at whichever move."""
    alone = DuplicateRng(SEED).for_occasion("deck", 1).below(1 << 40)
    later = DuplicateRng(SEED)
    later.for_occasion("lost", 2).shuffled(range(9))
    assert later.for_occasion("deck", 1).below(1 << 40) == alone
    assert later.for_occasion("deck", 2).below(1 << 40) != alone
    assert DuplicateRng(SEED[::-1]).for_occasion("deck", 1).below(1 << 40) != alone


def test_cards_of_a_duplicate_deal_keep_their_order_where_others_are_added() -> None:
    """Design, Duplicate: piles that differ by a card are met in the same order, alike cards among them."""
    pile = [*"abcdefghab"]
    met = DuplicateRng(SEED).for_occasion("pile").shuffled(pile)
    assert sorted(met) == sorted(pile)
    assert DuplicateRng(SEED).for_occasion("pile").shuffled(pile[::-1]) == met
    more = DuplicateRng(SEED).for_occasion("pile").shuffled([*pile, "z"])
    assert [card for card in more if card != "z"] == met
    assert DuplicateRng(SEED).for_occasion("another").shuffled(pile) != met


def test_a_duplicate_choice_is_fair() -> None:
    """Each of six things comes up as often as chance has it (chi-squared, five degrees of freedom, p above 0.001)."""
    counts = Counter(DuplicateRng(SEED).for_occasion(number).choice("abcdef") for number in range(6000))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5


def test_a_duplicate_draw_without_an_occasion_is_refused() -> None:
    """It would be another one after other moves."""
    with pytest.raises(ValueError, match="occasion"):
        DuplicateRng(SEED).below(6)
