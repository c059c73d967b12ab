"""Functions that remember in so much memory at most."""

from __future__ import annotations

import sys
import tracemalloc
from dataclasses import dataclass
from importlib import import_module
from inspect import getclosurevars, isfunction

import pytest
from PIL import Image

from bot.faces.picture.colours import Colour
from bot.faces.picture.rasterizer import Shape
from bot.faces.scene_text import SHORT, Localizer, brief_row
from bot.texts.fluent import MEGABYTE, OVERHEAD, language, memory_size, sized_lru_cache
from bot.texts.names import TABLES, People, _style_names
from engine.scene import Row, Seat, Who, say

LIMITED = 10
"""How many functions remember within so many megabytes."""
TOGETHER = 54
"""Megabytes that all of them may have together."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two values."""

    first: object
    second: object


def test_a_value_weighs_with_all_that_it_holds() -> None:
    """Texts, tuples and dataclasses, at any depth."""
    text = "x" * 1000
    assert memory_size(text) == sys.getsizeof(text)
    assert memory_size((text, text)) == sys.getsizeof((1, 2)) + 2 * memory_size(text)
    pair = Pair(text, Pair(text, ()))
    assert memory_size(pair) > 2 * memory_size(text)
    assert memory_size(say("key", player=Who(Seat(1)), name=text)) > memory_size(text)


def test_an_image_weighs_as_much_as_its_pixels() -> None:
    """Which Python doesn't count by itself: one byte for each band."""
    assert memory_size(Image.new("L", (100, 50))) >= 5000
    assert memory_size((Image.new("RGB", (100, 50)),)) >= 15_000
    assert memory_size(Shape(0, 0, Image.new("L", (100, 50)), Colour("#000000"))) >= 5000


def test_what_is_shared_by_everybody_is_not_weighed() -> None:
    """A language, with all its sentences, is there once."""
    assert memory_size(language("en")) < 1000


def test_all_that_is_remembered_while_pictures_are_drawn_takes_little_together() -> None:
    """A host pays for what all of it may hold, for each is full some time: the process that draws has 100 megabytes."""
    import_module("bot.pictures.worker")
    allowed = {
        id(value): getclosurevars(value.__wrapped__).nonlocals["megabytes"]
        for module in list(sys.modules.values())
        if module.__name__.startswith("bot.")
        for value in vars(module).values()
        if isfunction(getattr(value, "__wrapped__", None))
        and "megabytes" in getclosurevars(value.__wrapped__).nonlocals
    }
    assert len(allowed) >= LIMITED
    assert sum(allowed.values()) <= TOGETHER


def test_what_was_returned_is_remembered() -> None:
    """Each argument is worked on once, as long as there is room."""
    asked = []

    @sized_lru_cache(10, 1)
    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    assert [double(number) for number in (1, 2, 1, 2)] == [2, 4, 2, 4]
    assert asked == [1, 2]


def test_many_tables_leave_few_short_blocks() -> None:
    """Each shows its own people, cards and positions: what is kept of them once they are over is of no use."""
    for number in range(500):
        people = People((), (f"Person {number}",))
        assert people.bold_names == (f"**Person {number}**",)
        brief_row(
            Row(say("fact", label="Row", value=number), (), say("oriflamme-none")), Localizer(language("en"), people)
        )
    assert brief_row.cache_info().currsize <= SHORT  # type: ignore[attr-defined]  # the cache behind the function
    assert _style_names.cache_info().currsize <= TABLES  # type: ignore[attr-defined]  # as above


@pytest.mark.parametrize("size", [10, 1000, 100_000])
def test_what_is_remembered_stays_within_its_megabytes(size: int) -> None:
    """However large each is, and however many there were."""

    @sized_lru_cache(1_000_000, 1)
    def text(number: int) -> str:
        return f"{number}".ljust(size)

    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for number in range(4 * MEGABYTE // (size + OVERHEAD)):
            text(number)
            held, _ = tracemalloc.get_traced_memory()
            assert held - before < 1.3 * MEGABYTE
    finally:
        tracemalloc.stop()
