"""The names of cards, offices and duties as texts, and the cards as they are shown."""

from __future__ import annotations

from engine.games.fortheking import cards
from engine.scene import Card, Text, say


def office(key: str) -> Text:
    """Return the name of an office."""
    return say(f"fortheking-office-{key}")


def duty(key: str, value: int) -> Text:
    """Return the value of a duty with its title."""
    return say("fortheking-duty", value=value, title=say(f"fortheking-duty-{key}-{value}"))


def _name(face: cards.Face) -> Text:
    if face.kind == "government":
        return say("fortheking-card-government", office=office(face.office), value=face.value, letter=face.letter)
    if face.kind == "gold":
        return say("fortheking-card-gold", value=face.value)
    return say("fortheking-card-king", effect=say(f"fortheking-effect-{face.king}"))


def _emblem(face: cards.Face) -> str:
    return f"fortheking-office-{face.office}" if face.office else f"fortheking-{face.kind}"


CARDS = {card: Card(_name(face), _emblem(face)) for card, face in cards.FACES.items()}
"""Every card as it is shown."""


def name(card: str) -> Text:
    """Return the name of a card."""
    return CARDS[card].name
