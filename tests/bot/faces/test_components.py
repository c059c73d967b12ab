"""Parts of messages: custom_ids, which anybody can write; what is cut, and only where it must be; pages and the log."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.faces.components import (
    ELLIPSIS,
    LARGEST_PACKED,
    MOST_PACKED,
    Page,
    Picture,
    make_custom_id,
    pack_numbers,
    pages,
    parse_custom_id,
    shorten,
    unpack_numbers,
)
from bot.faces.logbook import (
    HERE,
    LAST,
    NEWS_LEAST,
    NEWS_LINE,
    NEWS_LINES,
    PAGE_LINES,
    PAGE_TEXT,
    LogPage,
    Note,
    Visit,
    append_note,
    latest,
    news,
)
from bot.storage.records import TableId
from tests.bot.faces.gallery import payload
from tests.bot.faces.picture.sights import localizer
from tests.bot.limits import TEXT
from tests.every import FOR_EVERY_LANGUAGE

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


# The log in pages, and the lines that are new: as full as can be, whole, and never more than there is room for


SPEAKER = localizer(0)
LONG = "long " * 200


def notes(count: int, text: str = "line") -> list[Note]:
    """Return so many lines."""
    return [Note(f"{text} {number}") for number in range(1, count + 1)]


@pytest.mark.parametrize("count", [1, 2, 14, 15, 16, 29, 30, 31, 58, 200])
@pytest.mark.parametrize("text", ["line", LONG])
def test_pages_that_are_turned_show_every_line_and_none_is_emptier_than_it_must_be(count: int, text: str) -> None:
    """On from the beginning to the end, and back; the last page is as full as the others."""
    every = notes(count, text)
    for forward in (True, False):
        leaf, seen = LogPage.at(every, 1 if forward else LAST, count), set[int]()
        for _ in range(count + 1):
            shown = range(leaf.start, leaf.end)
            seen |= set(shown)
            assert 1 <= len(shown) <= PAGE_LINES
            assert sum(len(note.text) for note in every[leaf.start : leaf.end]) <= PAGE_TEXT
            assert len(shown) in {len(every), PAGE_LINES} or text == LONG
            way = "next" if forward else "before"
            turns = [part for part in leaf.turns(TableId(1), SPEAKER) if part["custom_id"].endswith(f":{way}")]
            if not turns or turns[0]["disabled"]:
                break
            leaf = LogPage.at(every, int(turns[0]["custom_id"].split(":")[2]), count)
        assert seen == set(range(count))


@pytest.mark.parametrize("new", [0, 1, 5, 40, 57, 58])
def test_page_where_a_reader_goes_on_has_the_first_new_line(new: int) -> None:
    """With the line before it; if nothing is new, it is the last page.

    No two buttons of any page have the same id: the one before may be the first one, and the next one the last.
    """
    leaf = LogPage.at(notes(58), HERE, new)
    assert leaf.start <= max(new - 1, 0) < leaf.end
    assert leaf.end == 58 or leaf.start == max(new - 1, 0)
    for line in range(1, 40):
        parts = LogPage.at(notes(31), line, 31).turns(TableId(1), SPEAKER)
        assert len({part["custom_id"] for part in parts}) == len(parts)


def test_no_page_begins_with_what_explains_the_line_before() -> None:
    """That a move was ordered says nothing without the move; a heading is never what it explains."""
    notes: list[Note] = []
    for number in range(60):
        append_note(notes, Note(f"Bo bids {number}."), explains=False)
        append_note(notes, Note("📌 As you asked."), explains=True)
    assert len(notes) == 60
    assert not [line for line in range(61) if notes[LogPage.at(notes, line, 60).start].text.startswith("📌")]
    headed = [Note("Round 2", heading=True)]
    append_note(headed, Note("📌 As you asked."), explains=True)
    assert [note.text for note in headed] == ["Round 2", "📌 As you asked."]


def test_news_of_one_line_have_no_title() -> None:
    """Where a view has room for no more; that there were others is said in the line."""
    assert news(Visit(news=["a", "b"]), 500, SPEAKER, 1) == f"> {ELLIPSIS} b"
    assert news(Visit(news=["a", line := "b" * NEWS_LINE]), 500, SPEAKER, 1) == f"> {line}"


def test_a_time_stands_where_it_became_another() -> None:
    """At the beginning of a page and after a pause, not on every line."""
    every = [Note("a", 1000.0), Note("b", 1100.0), Note("c", None), Note("d", 1500.0), Note("e", 2101.0)]
    lines = list(LogPage.at(every, 1, 5).lines(5, SPEAKER))
    assert lines == ["-# <t:1000:f>", "a", "b", "c", "d", "-# <t:2101:f>", "e"]


@FOR_EVERY_LANGUAGE
@pytest.mark.parametrize("text", ["Bo passes.", LONG, "two\nlines"])
def test_what_is_new_is_a_few_lines_at_most_and_says_where_the_rest_is(locale: str, text: str) -> None:
    """The latest, whole; an explanation below one counts as a line, too, and so does what a phone needs more for.

    Who has not moved yet reads what happened so far: there is no last move since which it could be new.
    """
    speaks = localizer(0, locale)
    for moved, title in ((True, "since-title"), (False, "since-begun")):
        said = news(Visit(news=["Bo passes."], moved=moved), 500, speaks)
        assert said.startswith(f"**{speaks.key(title)}**\n")
    for room, count in product([0, NEWS_LEAST, 200, 500, 5000], [0, 1, NEWS_LINES, NEWS_LINES + 1, 200]):
        said = news(Visit(news=[f"{number} {text}" for number in range(count)]), room, speaks)
        assert len(said) <= room
        kept = [number for number in range(count) if f"> {number} " in said]
        assert kept == list(range(count - len(kept), count))
        assert said.count("\n> ") <= max(NEWS_LINES, 1 + text.count("\n"))
        assert not said or said.partition("\n")[0].endswith(ELLIPSIS) is (len(kept) < count)
        lines = sum(-(-len(f"{each} {text}") // NEWS_LINE) for each in kept)
        assert len(kept) < 2 or lines <= NEWS_LINES


def test_what_happened_to_the_reader_is_told_before_what_others_did() -> None:
    """Of many lines the latest, and of the others those about the reader first; in the order in which they happened."""
    lines = [*map(str, range(20))]
    for own, first in (({2, 11, 18}, 11), ({*range(10)}, 9)):
        _, *kept = news(Visit(news=lines, own=frozenset(own)), 500, SPEAKER).split("\n")
        assert kept == [f"> {first}", "> 18", "> 19"]
