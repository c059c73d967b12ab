"""The draws of one move: a keyed BLAKE2b, counted from zero for each move."""

from collections.abc import MutableSequence, Sequence
from hashlib import blake2b, sha256
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32
WORD_BYTES = 8
WORD_SPAN = 1 << (8 * WORD_BYTES)


def commitment(seed: bytes) -> str:
    """Return the SHA-256 of a seed in hexadecimal, which may be shown before the seed is."""
    return sha256(seed).hexdigest()


class Rng:
    """Random numbers that depend on the seed, the number of the move and the count of draws, on nothing else."""

    def __init__(self, seed: bytes, move: int) -> None:
        self._seed = seed
        self._move = move.to_bytes(8, "big")
        self._drawn = 0

    def _word(self) -> int:
        counter = self._drawn.to_bytes(8, "big")
        self._drawn += 1
        digest = blake2b(self._move + counter, key=self._seed, digest_size=WORD_BYTES)
        return int.from_bytes(digest.digest(), "big")

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to bound - 1, each as likely as the others."""
        if bound < 1:
            raise ValueError(f"nothing to choose from: {bound}")
        fair = WORD_SPAN - WORD_SPAN % bound
        word = self._word()
        while word >= fair:
            word = self._word()
        return word % bound

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Bring the items into a random order, in place (Fisher-Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
