"""custom_ids, which anybody can write."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.faces.components import (
    LARGEST_PACKED,
    MOST_PACKED,
    ParsedCustomId,
    make_custom_id,
    pack_numbers,
    parse_custom_id,
    unpack_numbers,
)

WORDS = st.lists(st.text("abcxyz0189", min_size=1, max_size=14), max_size=6)


@pytest.mark.slow
@settings(max_examples=60)
@given(st.text("abcxyz", min_size=1, max_size=10), WORDS)
def test_what_was_written_is_read_back(verb: str, words: list[str]) -> None:
    """A click and its id are the same thing."""
    written = make_custom_id(verb, *words)
    found = parse_custom_id(written)
    assert found == ParsedCustomId(verb, tuple(words))
    assert found is not None
    assert make_custom_id(found.verb, *found.words) == written


def test_a_click_is_its_verb_and_its_words() -> None:
    """All that a click needs."""
    assert make_custom_id("move", 17, 2, 40, 3) == "move:17:2:40:3"
    assert parse_custom_id("move:17:2:40:3") == ParsedCustomId("move", ("17", "2", "40", "3"))
    assert parse_custom_id("rules:fortheking") == ParsedCustomId("rules", ("fortheking",))


@pytest.mark.parametrize(
    "written",
    [
        "",
        ":",
        "move:",
        "MOVE:1",
        "move:-1",
        "move:1:",
        "move: 1",
        "move:\u0661",
        "move:" + "9" * 51,
        "move" + ":1" * 7,
        "é",
    ],
)
def test_what_herald_never_wrote_is_not_read(written: str) -> None:
    """Tampered with, or another bot's."""
    assert parse_custom_id(written) is None


def test_too_long_an_id_is_not_read() -> None:
    """Six words of twenty letters are more than an id can hold."""
    assert parse_custom_id("move" + ":99999999999999999999" * 5) is None


@settings(max_examples=60)
@given(st.lists(st.integers(0, LARGEST_PACKED), max_size=MOST_PACKED))
def test_packed_numbers_are_unpacked_in_their_order(numbers: list[int]) -> None:
    """As one word of an id."""
    assert unpack_numbers(pack_numbers(numbers)) == tuple(numbers)
    assert not numbers or parse_custom_id(f"order:1:{pack_numbers(numbers)}") is not None


@pytest.mark.parametrize("numbers", [[-1], [LARGEST_PACKED + 1], [0] * (MOST_PACKED + 1)])
def test_what_does_not_fit_into_a_word_is_not_packed(numbers: list[int]) -> None:
    """A number that is too large, or too many of them."""
    with pytest.raises(ValueError, match="fit into an id"):
        pack_numbers(numbers)
