"""The random player: it plays any legal action, each as likely as the others."""

from collections.abc import Sequence

from engine.game import A
from engine.rng import Rng


def choose(legal: Sequence[A], rng: Rng) -> A:
    """Return one of the `legal` actions of a seat that is asked."""
    return rng.choice(legal)
