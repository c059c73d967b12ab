"""The cards of the box, in one place: a better source of the printed values changes only this page.

The values and letters of the government cards and the kinds of Kings follow the pattern of Biblios, whose deck this
game re-themes (A1.4, A1.5: a house assumption); the counts and marks are documented (A1.3, A1.6).
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from engine.frozen import frozen

Kind = Literal["government", "gold", "king"]
Step = Literal["+", "-", "+-"]

LETTERS = "ABCDEFGHI"
# The other reading of the box puts A on the highest card: 4 4 3 3 3 2 2 2 2 and 2 2 1 1 1 1 1 1 1, Provisions then low.
HIGH = (2, 2, 2, 2, 3, 3, 3, 4, 4)
LOW = (1, 1, 1, 1, 1, 1, 1, 2, 2)


@frozen
class Office:
    """An office of the government: the `values` of its cards A to I, and the fewest `players` to use it."""

    key: str
    values: tuple[int, ...]
    players: int = 2


@frozen
class King:
    """A kind of King: its `steps`, and its copies by the mark printed on them (2: always in play)."""

    key: str
    steps: tuple[Step, ...]
    copies: tuple[tuple[int, int], ...]


@frozen
class Face:
    """The print on a card; `copies` pair the fewest players to use a card with the number of such cards."""

    kind: Kind
    copies: tuple[tuple[int, int], ...]
    office: str = ""
    letter: str = ""
    value: int = 0
    steps: tuple[Step, ...] = ()
    king: str = ""


OFFICES = (
    Office("diplomacy", HIGH),
    Office("entertainment", HIGH),
    Office("livestock", LOW),
    Office("architecture", LOW),
    Office("military", LOW),
    Office("provisions", HIGH, players=5),
)
"""All offices, in the order that breaks a tie for victory (F41)."""

KINGS = (
    King("plus1", ("+",), ((2, 2), (5, 1))),
    King("minus1", ("-",), ((2, 2), (5, 1))),
    King("plus1x2", ("+", "+"), ((2, 2), (5, 1))),
    King("minus1x2", ("-", "-"), ((2, 2), (5, 1))),
    King("choice1", ("+-",), ((2, 1), (5, 1))),
    King("shift1", ("+", "-"), ((2, 1),)),
)
GOLD_VALUES = (1, 2, 3)
GOLD_COPIES = ((2, 9), (3, 1), (4, 1), (5, 2))
RANDOM_REMOVED = {2: 22, 3: 13, 4: 8, 5: 0}
PRIMARY_START, PRIMARY_MIN, PRIMARY_MAX = 3, 1, 6
FEWEST_PLAYERS, MOST_PLAYERS = 2, 5


FACES = (
    {
        f"{office.key}-{letter}": Face(
            "government", ((office.players, 1),), office.key, letter, value
        )
        for office in OFFICES
        for letter, value in zip(LETTERS, office.values, strict=True)
    }
    | {f"gold-{value}": Face("gold", GOLD_COPIES, value=value) for value in GOLD_VALUES}
    | {
        f"king-{king.key}": Face("king", king.copies, steps=king.steps, king=king.key)
        for king in KINGS
    }
)
"""Every card by its id, in the order in which hands are kept."""

ORDER = {card: place for place, card in enumerate(FACES)}
GOLD = {card: face.value if face.kind == "gold" else 0 for card, face in FACES.items()}
"""How much gold each card is worth as a payment."""

KINGLY = frozenset(card for card, face in FACES.items() if face.kind == "king")

order = ORDER.__getitem__
"""Returns the place of a card in a sorted hand."""


@cache
def pool(players: int) -> tuple[str, ...]:
    """Return the cards that are left when those marked with more than `players` are put away (F2)."""
    return tuple(
        card
        for card, face in FACES.items()
        for mark, copies in face.copies
        if mark <= players
        for _ in range(copies)
    )


def offices(players: int) -> tuple[str, ...]:
    """Return the offices in play with so many `players` (F3)."""
    return tuple(office.key for office in OFFICES if office.players <= players)


@cache
def turns(players: int) -> int:
    """Return the number of Advisers' turns, which is also the size of the full favor deck (A1.3)."""
    return (len(pool(players)) - RANDOM_REMOVED[players]) // (players + 1)


def secondary_duty(primary: int, players: int) -> int:
    """Return the value of the secondary duty beside a `primary` one, 0 where there is none (F3, F19)."""
    return primary // 2 if players > FEWEST_PLAYERS else 0
