"""The names of cards and families as texts, and the cards as they are shown."""

from __future__ import annotations

from engine.games.oriflamme import cards
from engine.scene import Card, Seat, Text, say

CARDS = {name: Card(say(f"oriflamme-card-{name}"), f"oriflamme-{name}") for name in cards.NAMES}
"""Every card as it is shown."""


def name(card: str) -> Text:
    """Return the name of a card."""
    return CARDS[card].name


def family(seat: Seat) -> Text:
    """Return the name of a family: its colour with its letter."""
    return say(f"oriflamme-family-{cards.COLOURS[seat]}")


def badge(seat: Seat) -> Text:
    """Return the name of a family with its symbol."""
    return say(f"oriflamme-badge-{cards.COLOURS[seat]}")


def emblem(seat: Seat) -> str:
    """Return the key of a family's symbol."""
    return f"oriflamme-family-{cards.COLOURS[seat]}"
