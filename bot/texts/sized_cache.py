"""LRU cache for functions, bounded by entries and by memory."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

MEGABYTE = 1 << 20
ENTRY = 1000
"""Bytes of a cache entry besides the result, its arguments included.

Arguments aren't weighed: that would take longer than computing most of the results.
"""


def weight(value: Any) -> int:
    """Return the bytes that `value` holds: strings, numbers, images, and tuples and dataclasses of these.

    Shared parts are counted each time; other objects count for themselves alone.
    """
    size = sys.getsizeof(value)
    if isinstance(value, str):
        return size
    if isinstance(value, tuple):
        return size + sum(map(weight, value))

    if hasattr(value, "getbands"):
        # An image of Pillow, whose pixels Python doesn't count; those who only speak need not know Pillow.
        return size + int(value.width * value.height * len(value.getbands()))

    if is_dataclass(value):
        return size + sum(weight(getattr(value, field.name)) for field in fields(value))

    return size


def sized_lru_cache(most: int, megabytes: float) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Return a decorator that caches the last `most` results, in so many `megabytes`.

    Where the megabytes are full the cache is cleared, and entries still wanted come back with the next calls: so a
    cached result is found at the full speed of `functools.lru_cache`, and only a new one is weighed.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        held = 0

        def weighed(*args: Hashable) -> T:
            nonlocal held
            result: T = function(*args)  # type: ignore[call-arg, arg-type]  # whatever it takes
            held += ENTRY + weight(result)
            if held > megabytes * MEGABYTE:
                held = 0
                kept.cache_clear()
            return result

        kept = lru_cache(most)(weighed)
        return kept  # type: ignore[return-value]  # it is called as the function is

    return decorate
