"""A clock for Herald that a test moves."""

from __future__ import annotations

NOON = 1_767_614_400.0
"""A Monday's noon, in seconds since the epoch."""


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        """Begin on a Monday's noon."""
        self.now = NOON

    def __call__(self) -> float:
        """Return the time in seconds since the epoch."""
        return self.now
