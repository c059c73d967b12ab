"""How a page is laid out: what is asked stands right above what can be pressed, whatever there is to read before it."""

from __future__ import annotations

import pytest

from bot.faces.components import Page, Picture
from tests.bot.faces.gallery import payload
from tests.bot.limits import TEXT

ASKED = "### Do you go higher?"
HAND = Picture("hand.png", "Your hand", b"")


def texts(page: Page, picture: Picture | None = None) -> list[str]:
    """Return what stands in the frame of a page, from above; a part that isn't a text by its kind."""
    frame = payload(page, picture)["components"][0]
    return [part["content"] if part["type"] == TEXT else str(part["type"]) for part in frame["components"]]


@pytest.mark.parametrize("picture", [HAND, None], ids=["picture", "words"])
def test_the_tail_stands_below_the_hand(picture: Picture | None) -> None:
    """Drawn or in words."""
    page = Page(("### Table 7", "Bo bids 3."), words=("Your hand: Gold 2",), tail=("Bo has 3.", ASKED))
    assert texts(page, picture)[0] == "### Table 7"
    assert texts(page, picture)[-2:] == ["Bo has 3.", ASKED]
    assert len(texts(page, picture)) == 5


def test_no_hand_is_so_long_that_the_tail_is_cut() -> None:
    """What stands above gives way: the least important first."""
    page = Page(("### Table 7", "n" * 3000), words=("h" * 3000,), tail=(ASKED,))
    assert texts(page)[:2] == ["### Table 7", "n" * 3000]
    assert 0 < len(texts(page)[2]) < 1000
    assert texts(page)[-1] == ASKED
