"""The names of cards and families as texts, the faces of cards, and their explanations."""

from __future__ import annotations

from engine.games.oriflamme import cards
from engine.scene import Card, Row, Text, say

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


EMBLEMS = [f"oriflamme-family-{colour}" for colour in cards.COLOURS]
"""The keys of the symbols of the families, by seat."""

FAMILIES = [say(emblem) for emblem in EMBLEMS]
"""The names of the families, by seat: each a colour with its letter."""

BADGES = [say(f"oriflamme-badge-{colour}") for colour in cards.COLOURS]
"""The names of the families with their symbols, by seat."""
