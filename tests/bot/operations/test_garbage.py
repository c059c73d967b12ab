"""What refers to itself in circles goes away soon, though the garbage collector comes seldom."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from bot.__main__ import tune_garbage_collector

SOON = 20_000
"""New objects, as some three hundred clicks leave them."""


class Circle:
    """An object that refers to itself, as a view of discord.py does to its buttons and they to it."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture(autouse=True)
def _measures_of_the_tests(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Give the garbage collector back what it goes by, and freeze nothing that a test has made."""
    before = gc.get_threshold()
    monkeypatch.setattr(gc, "freeze", lambda: None)
    yield
    gc.set_threshold(*before)


def test_a_circle_that_outlived_one_round_is_found_within_some_hundred_clicks() -> None:
    """A click is under way when the collector comes; later nobody needs its view and its buttons any more."""
    tune_garbage_collector()
    circle = Circle()
    gone = ref(circle)
    gc.collect(0)
    del circle
    kept: list[list[int]] = []
    while gone() is not None and len(kept) < SOON:
        kept.append([])
    assert gone() is None
