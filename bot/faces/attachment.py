"""A picture as it goes with a message: the file, and the alt text for whoever can't see it."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

import discord


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

    def file(self) -> discord.File:
        """Return the file to be sent, which can be sent once."""
        return discord.File(BytesIO(self.data), self.name, description=self.alt)
