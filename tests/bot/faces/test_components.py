"""Parts of messages: custom_ids, which anybody can write; what is cut, and only where it must be; how a page lies."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.faces.components import (
    ELLIPSIS,
    LARGEST_PACKED,
    MOST_PACKED,
    Page,
    Picture,
    latest,
    make_custom_id,
    pack_numbers,
    pages,
    parse_custom_id,
    shorten,
    unpack_numbers,
)
from tests.bot.faces.gallery import payload
from tests.bot.limits import TEXT

WORDS = st.lists(st.text("abcxyz0189", min_size=1, max_size=14), max_size=6)


@pytest.mark.slow
@settings(max_examples=60)
@given(st.text("abcxyz", min_size=1, max_size=10), WORDS)
def test_what_was_written_is_read_back(verb: str, words: list[str]) -> None:
    """A click and its id are the same thing."""
    assert parse_custom_id(make_custom_id(verb, *words)) == [verb, *words]
    assert make_custom_id("move", 17, 2, 40, 3) == "move:17:2:40:3"


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
        "move" + ":99999999999999999999" * 5,
    ],
)
def test_what_herald_never_wrote_is_not_read(written: str) -> None:
    """Tampered with, or another bot's."""
    assert parse_custom_id(written) == []


@settings(max_examples=60)
@given(st.lists(st.integers(0, LARGEST_PACKED), max_size=MOST_PACKED))
def test_packed_numbers_are_unpacked_in_their_order(numbers: list[int]) -> None:
    """As one word of an id."""
    assert unpack_numbers(pack_numbers(numbers)) == tuple(numbers)
    assert not numbers or parse_custom_id(f"order:1:{pack_numbers(numbers)}")


@pytest.mark.parametrize("numbers", [[-1], [LARGEST_PACKED + 1], [0] * (MOST_PACKED + 1)])
def test_what_does_not_fit_into_a_word_is_not_packed(numbers: list[int]) -> None:
    """A number that is too large, or too many of them."""
    with pytest.raises(ValueError, match="fit into an id"):
        pack_numbers(numbers)


def test_text_is_cut_only_where_it_must_be() -> None:
    """The ellipsis is part of the length. A line goes to the next page before it is split.

    Of a long story the last lines are told: what is asked stands last, and must be seen.
    """
    assert shorten("x" * 10, 10) == "x" * 10
    assert shorten("x" * 11, 10) == "x" * 9 + ELLIPSIS
    assert shorten("xxx yyy", 5) == "xxx" + ELLIPSIS
    assert pages(["aaaa", "bbbb", "cccc"], 9) == ["aaaa\nbbbb", "cccc"]
    assert pages(["a" * 12], 10) == ["a" * 9 + ELLIPSIS]
    assert pages([], 10) == []
    assert latest(["aaaa", "bbbb"], 11) == "aaaa\nbbbb"
    assert latest(["aaaa", "bbbb", "cccc"], 11) == f"{ELLIPSIS}\nbbbb\ncccc"
    assert latest(["a" * 12], 10) == "a" * 9 + ELLIPSIS
    for longest in range(3, 40):
        assert len(latest([letter * 7 for letter in "abcdef"], longest)) <= longest


ASKED = "### Do you go higher?"
HAND = Picture("hand.png", "Your hand", b"")


def texts(page: Page, picture: Picture | None = None) -> list[str]:
    """Return what stands in the frame of a page, from above; a part that isn't a text by its kind."""
    frame = payload(page, picture)["components"][0]
    return [part["content"] if part["type"] == TEXT else str(part["type"]) for part in frame["components"]]


def test_tail_stands_below_the_hand() -> None:
    """Drawn or in words; no hand is so long that the tail is cut: what stands above gives way, the least important."""
    page = Page(("### Table 7", "Bo bids 3."), words=("Your hand: Gold 2",), tail=("Bo has 3.", ASKED))
    for picture in (HAND, None):
        shown = texts(page, picture)
        assert (shown[0], shown[-2:], len(shown)) == ("### Table 7", ["Bo has 3.", ASKED], 5)
    above = "### Table 7", "n" * 3000
    shown = texts(Page(above, words=("h" * 3000,), tail=(ASKED,)))
    assert (*shown[:2], shown[-1]) == (*above, ASKED)
    assert 0 < len(shown[2]) < 1000
