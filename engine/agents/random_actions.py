"""Actions of a game without a judgement: any kind is as good as the others.

Of many actions of one kind, such as numbers to be named, the first ones are chosen most: rules list small numbers
first, and a bid that nobody can pay isn't sane.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import A
from engine.rng import Rng

FEW = 10
"""So many actions of a kind are all thought of."""
HALVINGS = 4


def kinds(actions: Sequence[A]) -> list[list[A]]:
    """Return `actions` by their kinds, in the order in which each comes first."""
    found: dict[type, list[A]] = {}
    for action in actions:
        found.setdefault(type(action), []).append(action)
    return list(found.values())


def draw(actions: Sequence[A], rng: Rng) -> A:
    """Return one of `actions` at random: any kind as likely as the others, of many of a kind mostly the first ones."""
    if len(actions) == 1:
        return actions[0]

    kind = rng.choice(kinds(actions))
    if len(kind) <= FEW:
        return rng.choice(kind)

    bound = len(kind)
    for _ in range(HALVINGS):
        bound = 1 + rng.below(bound)

    return kind[bound - 1]


def shortlist(actions: Sequence[A], most: int) -> list[A]:
    """Return up to `most` actions, in turn one of each kind, each kind's first ones before the others."""
    if len(actions) <= most:
        return list(actions)
    of_kinds = kinds(actions)
    longest = max(map(len, of_kinds))
    rows = (kind[row] for row in range(longest) for kind in of_kinds if row < len(kind))
    first = zip(rows, range(most), strict=False)
    return [action for action, _ in first]
