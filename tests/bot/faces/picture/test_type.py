"""Texts that fit, whatever they are."""

from __future__ import annotations

import pytest

from bot.faces.picture import font as letters
from bot.faces.picture.font import ELLIPSIS, LEAST, NAME, NOTE, Font, drawable, fit_text, shorten, whole, width, wrap

LONG = "Дуже довге ім'я, яке ніде не вміщається"


@pytest.mark.parametrize("room", [0, 8, 20, 55.5, 100, 400])
@pytest.mark.parametrize("text", ["Ann", LONG, "W" * 40, "i", "", "a\u0301\u0301b\u0301" * 10])
def test_a_shortened_text_fits_and_says_that_it_is_shortened(text: str, room: float) -> None:
    """Down to no room at all."""
    shown = shorten(text, NAME, room)
    assert width(shown, NAME) <= room or shown == ELLIPSIS
    assert shown == text or shown.endswith(ELLIPSIS)
    assert text.startswith(shown.removesuffix(ELLIPSIS))


def test_a_text_becomes_one_step_smaller_before_it_is_shortened() -> None:
    """One step at most: a mixture of sizes is no order."""
    room = width(LONG, NAME) - 1
    assert fit_text(LONG, NAME, room) == (LONG, NAME.smaller)
    assert fit_text(LONG, NAME, 60)[0].endswith(ELLIPSIS)
    assert fit_text(LONG, NAME, 999) == (LONG, NAME)


def test_no_letter_is_smaller_than_can_be_read() -> None:
    """Each picture is looked at on a phone."""
    assert NOTE.smaller == NOTE
    assert Font("sans", LEAST + 0.5).smaller.size == LEAST


def test_a_paragraph_keeps_every_word_or_shortens_its_last_line() -> None:
    """Nothing vanishes without a sign."""
    assert wrap("one two three", NOTE, 999, 2) == ("one two three",)
    lines = wrap(LONG, NOTE, 80, 2)
    assert len(lines) == 2
    assert lines[1].endswith(ELLIPSIS)
    assert not whole(LONG, NOTE, 80, 2)
    assert " ".join(wrap(LONG, NOTE, 80, 9)) == LONG
    assert whole(LONG, NOTE, 80, 9)


def test_an_accent_is_never_parted_from_its_letter() -> None:
    """A mark alone would stand on the ellipsis."""
    text = "a\u0301\u0323" * 20
    for room in range(10, 100, 3):
        assert len(shorten(text, NAME, room).removesuffix(ELLIPSIS)) % 3 == 0


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann", "Ann"),
        ("Їжак 7", "Їжак 7"),
        ("Zoe\u0308", "Zoë"),
        ("Ann 😀", "Ann …"),
        ("😀", "…"),
        ("漢字 Ann 漢字", "… Ann …"),
        ("a\u202eb", "a…b"),
        ("Ann 😀😀 Bob", "Ann … Bob"),
    ],
)
def test_what_the_fonts_lack_is_left_out(text: str, shown: str) -> None:
    """A gap is marked once, however much is missing."""
    assert drawable(text, ELLIPSIS) == shown


def test_marks_do_not_pile_up() -> None:
    """A tower of accents would reach into other lines."""
    assert len(drawable("q" + "\u0301" * 31)) <= 3


def test_a_mask_is_as_large_as_its_line() -> None:
    """What rises above its line is cut off."""
    for text in ("Ag", "Щ" * 20, "q\u0301\u0301", ""):
        size = letters.mask(text, NAME).size
        assert size == (max(1, round(width(text, NAME) * 2)), round(NAME.line * 2))
