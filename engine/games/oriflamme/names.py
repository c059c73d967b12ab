"""The names of cards and families as texts, the faces of cards, and their explanations."""

from __future__ import annotations

from functools import cache

from engine.games.oriflamme import cards
from engine.scene import Card, Row, Seat, Text, say

CARDS = {
    name: Card(
        say(f"oriflamme-card-{name}"),
        f"oriflamme-{name}",
        about=say(f"oriflamme-about-{name}"),
    )
    for name in cards.NAMES
}
"""Every card as it is shown."""


def _glossary() -> tuple[Row, ...]:
    kinds = (("characters", cards.CHARACTERS), ("intrigues", cards.INTRIGUES))
    return tuple(
        Row(
            say(f"oriflamme-glossary-{key}"),
            tuple(CARDS[name] for name in names),
            say("oriflamme-none"),
        )
        for key, names in kinds
    )


GLOSSARY = _glossary()
"""The kinds of cards: the characters and the intrigues (B1.2)."""


def name(card: str) -> Text:
    """Return the name of the `card` with that key."""
    return CARDS[card].name


@cache
def family(seat: Seat) -> Text:
    """Return the name of the family of `seat`: its colour with its letter."""
    return say(f"oriflamme-family-{cards.COLOURS[seat]}")


@cache
def badge(seat: Seat) -> Text:
    """Return the name of the family of `seat` with its symbol."""
    return say(f"oriflamme-badge-{cards.COLOURS[seat]}")


@cache
def emblem(seat: Seat) -> str:
    """Return the key of the symbol of the family of `seat`."""
    return f"oriflamme-family-{cards.COLOURS[seat]}"
