"""How many tables there may be of a person, in a channel and in a server, so that nobody fills a place alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.storage.port import Tally
from bot.tables.refusals import ChannelFull, ServerFull, TooManyLobbies, TooManySeats

ENDLESS: Final = 0
"""A limit that limits nothing."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How many tables there may be at most; ENDLESS where there may be as many as people like.

    Lobbies count for who opened them, tables for everybody who sits there: one that is open today may be played
    tomorrow, so that both count alike.
    """

    lobbies_per_person: int = ENDLESS
    tables_per_person: int = ENDLESS
    tables_per_channel: int = ENDLESS
    tables_per_server: int = ENDLESS

    def check_open(self, tally: Tally) -> None:
        """Raise a refusal if a person may not open another table in a place of which that was counted."""
        self.check_join(tally)
        if _reached(tally.lobbies, self.lobbies_per_person):
            raise TooManyLobbies(most=self.lobbies_per_person)
        if _reached(tally.channel, self.tables_per_channel):
            raise ChannelFull(most=self.tables_per_channel)
        if _reached(tally.server, self.tables_per_server):
            raise ServerFull(most=self.tables_per_server)

    def check_join(self, tally: Tally) -> None:
        """Raise TooManySeats if a person may not sit down at another table."""
        if _reached(tally.seats, self.tables_per_person):
            raise TooManySeats(most=self.tables_per_person)


UNLIMITED: Final = Limits()


def _reached(count: int, most: int) -> bool:
    return most != ENDLESS and count >= most
