"""Ways to stay within Discord's limits: nothing is cut that needn't be."""

from __future__ import annotations

from bot.faces.components import ELLIPSIS, latest, pages, shorten


def test_a_text_is_cut_only_where_it_must_be() -> None:
    """The ellipsis is part of the length."""
    assert shorten("x" * 10, 10) == "x" * 10
    assert shorten("x" * 11, 10) == "x" * 9 + ELLIPSIS
    assert shorten("xxx yyy", 5) == "xxx" + ELLIPSIS


def test_lines_are_laid_on_pages_whole() -> None:
    """A line goes to the next page before it is split."""
    assert pages(["aaaa", "bbbb", "cccc"], 9) == ["aaaa\nbbbb", "cccc"]
    assert pages(["a" * 12], 10) == ["a" * 9 + ELLIPSIS]
    assert pages([], 10) == []


def test_of_a_long_story_the_last_lines_are_told() -> None:
    """What is asked stands last, and must be seen."""
    assert latest(["aaaa", "bbbb"], 11) == "aaaa\nbbbb"
    assert latest(["aaaa", "bbbb", "cccc"], 11) == f"{ELLIPSIS}\nbbbb\ncccc"
    assert latest(["a" * 12], 10) == "a" * 9 + ELLIPSIS
    for longest in range(3, 40):
        assert len(latest([letter * 7 for letter in "abcdef"], longest)) <= longest
