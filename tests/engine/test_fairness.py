"""The protocol of a fair shuffle: what is hashed, and that nothing can be taken for anything else."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import fairness
from engine.fairness import Shuffle
from engine.proof import FORM, Proof
from engine.rng import commitment

SECRET, SALT = bytes(range(32)), bytes(range(16))
DIGEST = fairness.word_digest(SALT, "rook")
WORDS = st.lists(st.one_of(st.none(), st.binary(min_size=32, max_size=32)), min_size=1, max_size=8)
SAID = st.lists(st.sampled_from("aжґ €\0\n😀")).map("".join)
"""Words of letters of each length: for those of any, hypothesis looks through all strings of the project first."""
MESSAGES = st.one_of(st.none(), st.integers(1, 2**63 - 1))


def framed(*parts: bytes) -> bytes:
    """Return the parts as the page says that they are hashed: each behind its length in four bytes."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def test_each_hash_is_the_plain_sha_256_that_the_page_tells_of() -> None:
    """Whoever has sha256sum can make it: a purpose, then the parts."""
    assert fairness.pledge(SECRET) == sha256(framed(b"herald pledge 1", SECRET)).digest()
    assert sha256(framed(b"herald word 1", SALT, b"rook")).digest() == DIGEST
    wanted = framed(b"herald seed 1", SECRET, b"word" + DIGEST, b"message1234", b"message1234")
    assert fairness.seed(SECRET, [DIGEST, None, None], 1234) == sha256(wanted).digest()
    assert fairness.seed(SECRET, [None], None) == sha256(framed(b"herald seed 1", SECRET, b"")).digest()


@pytest.mark.slow
@given(WORDS, MESSAGES, WORDS, MESSAGES)
def test_no_two_lists_of_what_people_add_make_one_seed(
    words: list[bytes | None], message: int | None, others: list[bytes | None], another: int | None
) -> None:
    """Who added what, in which order, at how many seats; the message counts where a seat has no word."""
    counts = [digest or message for digest in words], [digest or another for digest in others]
    same = fairness.seed(SECRET, words, message) == fairness.seed(SECRET, others, another)
    assert same == (counts[0] == counts[1])


@pytest.mark.slow
@given(SAID, SAID, st.binary(min_size=16, max_size=16))
def test_two_words_have_two_digests_and_so_have_two_salts(said: str, other: str, salt: bytes) -> None:
    """A word alone is not enough to know its digest."""
    assert (fairness.word_digest(SALT, said) == fairness.word_digest(salt, other)) == ((SALT, said) == (salt, other))


PAGE = (Path(__file__).parents[2] / "docs/fairness.md").read_text("utf-8")


def test_the_example_of_the_page_is_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    """docs/fairness.md: whoever runs it sees what stands below it, and that is what Herald reckons."""
    code, shown = re.findall(r"```(?:python)?\n(.*?)```", PAGE, re.DOTALL)
    known: dict[str, bytes] = {}
    exec(compile(code, "docs/fairness.md", "exec"), known)  # noqa: S102 - the page's own example
    assert capsys.readouterr().out == shown
    secret, salt, seed = known["secret"], known["salt"], known["seed"]
    digest = fairness.word_digest(salt, "rook")
    assert fairness.seed(secret, [None, digest, None], 1234567890123456789) == seed
    for reckoned in (fairness.pledge(secret), digest, seed, bytes.fromhex(commitment(seed))):
        assert reckoned.hex() in shown


def test_the_page_names_every_purpose_and_every_entry_of_a_proof() -> None:
    """docs/fairness.md: nothing that is hashed or told is left out."""
    for purpose in (fairness.PLEDGE, fairness.WORD, fairness.SEED):
        assert f"`{purpose.decode()}`" in PAGE
    for entry in (*Proof.model_fields, *Shuffle.model_fields):
        assert f"`{entry}`" in PAGE
    assert f"`{FORM}`" in PAGE
