"""A file as it goes with a message: its bytes, and the alt text for whoever can't see a picture."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn picture; its file name is the same for everybody and tells nothing."""

    name: str
    alt: str
    data: bytes

    @property
    def url(self) -> str:
        """Return how a component of the same message points to the file."""
        return f"attachment://{self.name}"
