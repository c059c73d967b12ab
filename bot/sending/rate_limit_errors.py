"""How Discord says that it is asked too often, where discord.py has no error for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Throttled(Exception):
    """Discord asks for fewer requests and doesn't say for how long."""


@contextmanager
def throttled() -> Iterator[None]:
    """Name the error by which discord.py tells of a 429 without `retry_after`: a bare KeyError."""
    try:
        yield
    except KeyError as error:
        if error.args != ("retry_after",):
            raise
        raise Throttled from error
