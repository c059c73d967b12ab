"""The names of cards, offices and duties as texts, the faces of cards, and their explanations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from engine.games.fortheking import cards
from engine.scene import Card, Fact, Group, Row, Text, row_of_groups, say

NONE = say("fortheking-none")
"""What is said where there is no such duty."""

EMPTY = say("fortheking-empty")
"""What is said where no cards lie."""

LETTERS = say("fortheking-letters")
"""What the letters of the cards are for (F37)."""


def office(key: str) -> Text:
    """Return the name of the office `key`."""
    return say(f"fortheking-office-{key}")


def title(key: str, value: int) -> Text:
    """Return the title of a duty of the office `key` with that value (A1.2)."""
    return say(f"fortheking-duty-{key}-{value}")


def duty(key: str, value: int) -> Text:
    """Return the value of a duty of the office `key` with its title."""
    return say("fortheking-duty", value=value, title=title(key, value))


def kinds(offices: Iterable[str]) -> Iterator[tuple[str, str, Text]]:
    """Yield the kinds of cards: each of `offices`, gold and Kings, with the emblem and the name."""
    yield from ((key, f"fortheking-office-{key}", office(key)) for key in offices)
    yield "gold", "fortheking-gold", say("fortheking-gold")
    yield "king", "fortheking-king", say("fortheking-glossary-kings")


@cache
def _about_office(key: str) -> Text:
    titles = tuple(
        title(key, value) for value in range(cards.PRIMARY_MIN, cards.PRIMARY_MAX + 1)
    )
    return say("fortheking-about-government", office=office(key), titles=titles)


def _card(face: cards.Face) -> Card:
    if face.office:
        named = say(
            "fortheking-card-government",
            office=office(face.office),
            value=face.value,
            letter=face.letter,
        )
        about = _about_office(face.office)
        emblem = f"fortheking-office-{face.office}"
        return Card(named, emblem, face.value, face.letter, about)
    if face.king:
        effect = say(f"fortheking-effect-{face.king}")
        named = say("fortheking-card-king", effect=effect)
        about = say(f"fortheking-about-king-{face.king}")
        return Card(named, "fortheking-king", effect, about=about)

    named = say("fortheking-card-gold", value=face.value)
    about = say("fortheking-about-gold")
    return Card(named, "fortheking-gold", face.value, about=about)


CARDS = {card: _card(face) for card, face in cards.FACES.items()}
"""Every card as it is shown."""


def _glossary_row(key: str, kinds: tuple[Card, ...]) -> Row:
    return Row(say(f"fortheking-glossary-{key}"), kinds, EMPTY)


def _glossary() -> tuple[Row, ...]:
    offices = tuple(
        Card(
            office(each.key),
            f"fortheking-office-{each.key}",
            about=_about_office(each.key),
        )
        for each in cards.OFFICES
    )
    name = say("fortheking-gold")
    gold = Card(name, "fortheking-gold", about=say("fortheking-about-gold"))
    kings = tuple(CARDS[f"king-{king.key}"] for king in cards.KINGS)

    return (
        _glossary_row("government", (*offices, gold)),
        _glossary_row("kings", kings),
    )


GLOSSARY = _glossary()
"""The kinds of cards: the government cards of each office, gold, and the Kings."""


def _box_cards(office: cards.Office) -> Iterator[Card]:
    """Yield the cards of an office, those of a value with the letters from the first to the last of them (A1.4)."""
    for value in sorted(set(office.values)):
        letters = [
            letter
            for letter, of in zip(cards.LETTERS, office.values, strict=True)
            if of == value
        ]
        span = f"{letters[0]}\u2013{letters[-1]}"
        named = say("fortheking-box-card", value=value, letters=span)
        card = Card(named, f"fortheking-office-{office.key}", value, span)
        yield from [card] * len(letters)


def _copies(kind: cards.Kind) -> tuple[Card, ...]:
    return tuple(
        CARDS[card]
        for card in cards.pool(cards.MOST_PLAYERS)
        if cards.FACES[card].kind == kind
    )


def _box() -> Iterator[Group]:
    for each in cards.OFFICES:
        total = Fact(say("fortheking-fact-total"), sum(each.values))
        name = office(each.key)
        held = tuple(_box_cards(each))
        yield Group(f"fortheking-office-{each.key}", name, held, total)

    gold = say("fortheking-gold")
    yield Group("fortheking-gold", gold, _copies("gold"))
    kings = say("fortheking-glossary-kings")
    yield Group("fortheking-king", kings, _copies("king"))


BOX = row_of_groups(say("fortheking-box"), tuple(_box()), EMPTY)
"""The card distribution sheet: all cards by office, gold and Kings (A1.3-A1.6)."""


def name(card: str) -> Text:
    """Return the name of the `card` with that id."""
    return CARDS[card].name
