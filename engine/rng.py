"""The draws of one move: a keyed BLAKE2b, counted from zero for each move, or each occasion of a duplicate deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import MutableSequence, Sequence
from hashlib import blake2b, sha256, shake_256
from struct import pack, unpack
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32
WORD_BYTES = 8
WORD_SPAN = 1 << (8 * WORD_BYTES)
LOT, LOT_SALT = 16, 16
"""Bytes of the lot of an item, and of what keeps those of different occasions apart."""


def commitment(seed: bytes) -> str:
    """Return the SHA-256 of a `seed` in hexadecimal, which may be shown before the seed is."""
    return sha256(seed).hexdigest()


class Rng:
    """Random numbers that depend on the `seed`, the number of the `move` and the `draw_count` so far, on nothing else.

    >>> Rng(bytes(32), 1).below(6) == Rng(bytes(32), 1).below(6)
    True
    """

    def __init__(self, seed: bytes, move: int) -> None:
        self._seed = seed
        self._move = move.to_bytes(8, "big")
        self.draw_count = 0
        self._begun: blake2b | None = None

    def for_occasion(self, *_occasion: object) -> Rng:
        """Return the generator for an occasion, which happens once in a match: here the same for each."""
        return self

    def _word(self) -> int:
        if self._begun is None:
            self._begun = blake2b(self._move, key=self._seed, digest_size=WORD_BYTES)
        keyed = self._begun.copy()
        keyed.update(self.draw_count.to_bytes(8, "big"))
        self.draw_count += 1
        return int.from_bytes(keyed.digest(), "big")

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to `bound` - 1, each as likely as the others; raise ValueError below 1."""
        if bound < 1:
            raise ValueError(f"nothing to choose from: {bound}")
        fair = WORD_SPAN - WORD_SPAN % bound
        word = self._word()
        while word >= fair:
            word = self._word()
        return word % bound

    def choice(self, items: Sequence[T]) -> T:
        """Return one of `items`."""
        return items[self.below(len(items))]

    def words(self, count: int) -> tuple[int, ...]:
        """Return `count` numbers below `WORD_SPAN` from one long draw, which costs little more than a short one."""
        drawn = shake_256(
            self._move + self.draw_count.to_bytes(8, "big") + self._seed
        ).digest(count * WORD_BYTES)
        self.draw_count += 1
        return unpack(f">{count}Q", drawn)

    def fresh_seed(self) -> bytes:
        """Return a seed for an independent stream of draws, such as that of an imagined world."""
        return pack(">4Q", *self.words(SEED_BYTES // WORD_BYTES))

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return `items` in a random order, from one long draw."""
        # Equal words, one pair in 2**64, would leave two items in the order that they had.
        count = len(items)
        weights = self.words(count)
        order = sorted(range(count), key=weights.__getitem__)
        return list(map(items.__getitem__, order))

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Bring `items` into a random order, in place (Fisher-Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


class DuplicateRng(Rng):
    """Draws of a duplicate deal: the same ones at the same occasion, whichever moves came before.

    Things keep their order and their luck where others are added or missing: a player with all but one card of another
    player's pile meets those cards in the same order. Without an occasion nothing is drawn.
    """

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed, 0)
        self._occasion, self._words = b"", 0

    def for_occasion(self, *occasion: object) -> Rng:
        """Return the generator for an `occasion`: this one, set to it."""
        self._occasion = repr(occasion).encode()
        self._words = 0
        return self

    def choice(self, items: Sequence[T]) -> T:
        """Return that one of `items` whose lot comes first."""
        return self.shuffled(items)[0]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return `items` in the order of their lots, one for each item and for each further one like it."""
        known = Counter[str]()
        lots = list[bytes]()
        for item in items:
            known[repr(item)] += 1
            lots.append(self._lot(f"{item!r} {known[repr(item)]}".encode()))
        return [
            items[place] for place in sorted(range(len(items)), key=lots.__getitem__)
        ]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Bring `items` into the order of their lots, in place."""
        items[:] = self.shuffled(items)

    def _lot(self, item: bytes) -> bytes:
        if not self._occasion:
            raise ValueError("a draw of a duplicate deal without its occasion")
        self.draw_count += 1
        return blake2b(
            item,
            key=self._seed,
            salt=sha256(self._occasion).digest()[:LOT_SALT],
            digest_size=LOT,
        ).digest()

    def _word(self) -> int:
        self._words += 1
        return int.from_bytes(
            self._lot(f"word {self._words}".encode())[:WORD_BYTES], "big"
        )

    def words(self, count: int) -> tuple[int, ...]:
        """Return `count` numbers below `WORD_SPAN`."""
        return tuple(self._word() for _ in range(count))
