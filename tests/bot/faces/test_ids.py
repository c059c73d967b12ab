"""custom_ids, which anybody can write."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.faces.ids import Click, click, read

WORDS = st.lists(st.text("abcxyz0189", min_size=1, max_size=14), max_size=6)


@settings(max_examples=60)
@given(st.text("abcxyz", min_size=1, max_size=10), WORDS)
def test_what_was_written_is_read_back(verb: str, words: list[str]) -> None:
    """A click and its id are the same thing."""
    written = click(verb, *words)
    found = read(written)
    assert found == Click(verb, tuple(words))
    assert found is not None
    assert found.id == written


def test_a_click_is_its_verb_and_its_words() -> None:
    """All that a click needs."""
    assert click("move", 17, 2, 40, 3) == "move:17:2:40:3"
    assert read("move:17:2:40:3") == Click("move", ("17", "2", "40", "3"))
    assert read("rules:fortheking") == Click("rules", ("fortheking",))


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
    assert read(written) is None


def test_too_long_an_id_is_not_read() -> None:
    """Six words of twenty letters are more than an id can hold."""
    assert read("move" + ":99999999999999999999" * 5) is None
