"""The cards of a family and the numbers of the game, in one place (B1.2)."""

from __future__ import annotations

CHARACTERS = ("prince", "twin", "queen", "cutthroat", "apothecary", "felon", "schemer")
INTRIGUES = ("impersonation", "plot", "trap", "bribery")
NAMES = CHARACTERS + INTRIGUES
"""The 11 cards of a family, in the order in which hands are kept."""

SHUFFLED = tuple(name for name in NAMES if name != "twin")
"""The cards that are dealt; the Twin lies aside, face up (R2)."""

COLOURS = ("red", "blue", "green", "yellow", "black")
"""The families, by seat."""

ROUNDS = 6
ASIDE = 3
START = 1
STOLEN = 3
GAINS = {"prince": 1, "twin": 1, "queen": 2, "schemer": 2, "trap": 1}
"""How much Influence a card brings when it acts."""

PARTNER = {"prince": "twin", "twin": "prince"}
"""Which card of the family is discarded when this one is eliminated (R24b)."""

ORDER = {name: place for place, name in enumerate(NAMES)}


order = ORDER.__getitem__
"""Returns the place of a card in a sorted hand."""
