"""The protocol of a fair shuffle: what is hashed, and that nothing can be taken for anything else."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import fairness
from engine.fairness import Shuffle
from engine.proof import FORM, Proof
from engine.rng import commitment

SECRET = bytes(range(32))
WORDS = st.lists(st.one_of(st.none(), st.binary(min_size=32, max_size=32)), min_size=1, max_size=8)
MESSAGES = st.one_of(st.none(), st.integers(1, 2**63 - 1))


@pytest.mark.slow
@given(WORDS, MESSAGES, WORDS, MESSAGES)
def test_no_two_lists_of_what_people_add_make_one_seed(
    words: list[bytes | None], message: int | None, others: list[bytes | None], another: int | None
) -> None:
    """Who added what, in which order, at how many seats; the message counts where a seat has no word."""
    counts = [digest or message for digest in words], [digest or another for digest in others]
    same = fairness.seed(SECRET, words, message) == fairness.seed(SECRET, others, another)
    assert same == (counts[0] == counts[1])


PAGE = (Path(__file__).parents[2] / "docs/fairness.md").read_text("utf-8")


def test_the_example_of_the_page_is_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    """docs/fairness.md: whoever runs it sees what stands below it, and that is what Herald reckons.

    Of who adds nothing an empty part is hashed, of a word all letters in UTF-8.
    """
    code, shown = re.findall(r"```(?:python)?\n(.*?)```", PAGE, re.DOTALL)
    known: dict[str, Any] = {}
    exec(compile(code, "docs/fairness.md", "exec"), known)  # noqa: S102 - the page's own example
    assert capsys.readouterr().out == shown
    secret, salt, seed = known["secret"], known["salt"], known["seed"]
    digest = fairness.word_digest(salt, "rook")
    assert fairness.seed(secret, [None, digest, None], 1234567890123456789) == seed
    for reckoned in (fairness.pledge(secret), digest, seed, bytes.fromhex(commitment(seed))):
        assert reckoned.hex() in shown
    assert fairness.seed(secret, [None], None) == known["hashed"](b"herald seed 1", secret, b"")
    assert fairness.word_digest(salt, "тура\n") == known["hashed"](b"herald word 1", salt, "тура\n".encode())


def test_the_page_names_every_purpose_and_every_entry_of_a_proof() -> None:
    """docs/fairness.md: nothing that is hashed or told is left out."""
    for purpose in (fairness.PLEDGE, fairness.WORD, fairness.SEED):
        assert f"`{purpose.decode()}`" in PAGE
    for entry in (*Proof.model_fields, *Shuffle.model_fields):
        assert f"`{entry}`" in PAGE
    assert f"`{FORM}`" in PAGE
