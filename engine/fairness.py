"""The protocol of a shuffle that nobody can choose: a pledged secret and the words of the seats make the seed.

Theory of operation. Herald draws a secret and shows its pledge before anybody else sits down. Each player may add a
word, of which only a salted digest is shown and kept; for a seat without one, the id of the public message counts in
which the pledge was shown first. The secret and the shares of the seats make the seed, and the seed makes every draw.
Once the match is over the secret is told, and all who have noted the pledge and the digests can make the seed anew.

docs/fairness.md says the same to people, with an example, and with the limits of the proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

SECRET_BYTES = 32
SALT_BYTES = 16
LENGTH_BYTES = 4

PLEDGE, WORD, SEED = b"herald pledge 1", b"herald word 1", b"herald seed 1"
"""What a hash is for; no hash of one purpose can be taken for one of another."""

Hex: TypeAlias = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
"""A SHA-256, or as many bytes of something else, in hexadecimal."""
Id: TypeAlias = Annotated[str, Field(pattern="^[1-9][0-9]{0,19}$")]
"""An id of Discord's, written out: as a number it would be rounded by some readers."""


def hash_parts(purpose: bytes, *parts: bytes) -> bytes:
    """Return the SHA-256 of a `purpose` and `parts`, each behind its length in four bytes, the highest first."""
    framed = (
        len(part).to_bytes(LENGTH_BYTES, "big") + part for part in (purpose, *parts)
    )
    return sha256(b"".join(framed)).digest()


def pledge(secret: bytes) -> bytes:
    """Return the commitment to a `secret`, which may be shown before the secret is."""
    return hash_parts(PLEDGE, secret)


def word_digest(salt: bytes, said: str) -> bytes:
    """Return the digest of a player's word; without the `salt` nobody finds the word by trying."""
    return hash_parts(WORD, salt, said.encode())


def seat_contribution(digest: bytes | None, message: int | None) -> bytes:
    """Return a seat's share of the seed: its word's digest, else the message's id in decimal digits, else nothing."""
    if digest is not None:
        return b"word" + digest
    return b"" if message is None else b"message" + str(message).encode()


def seed(secret: bytes, words: Sequence[bytes | None], message: int | None) -> bytes:
    """Return the seed of a match, 32 bytes; `words` are the digests by seat, `message` the id that counts for None."""
    return hash_parts(
        SEED, secret, *(seat_contribution(digest, message) for digest in words)
    )


class Shuffle(BaseModel):
    """The ingredients of the seed: the `secret`, the id of the `message` that counts, each seat's digest of a word."""

    model_config = ConfigDict(
        extra="forbid", strict=True, frozen=True, defer_build=True
    )

    secret: Hex
    message: Id | None
    words: tuple[Hex | None, ...]

    @property
    def pledge(self) -> str:
        """Return the commitment to the secret, as it was shown before anybody sat down."""
        return pledge(bytes.fromhex(self.secret)).hex()

    @property
    def seed(self) -> str:
        """Return the seed that comes of it, in hexadecimal."""
        words = [
            None if digest is None else bytes.fromhex(digest) for digest in self.words
        ]
        message = None if self.message is None else int(self.message)
        return seed(bytes.fromhex(self.secret), words, message).hex()
