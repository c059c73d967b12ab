"""Duplicate deals: every draw in a match has an occasion of its own."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from unittest.mock import patch

from engine.game import AnyGame
from engine.match import Match
from engine.rng import DuplicateRng, Rng
from tests.contract.walks import AnyMatch, seed, to_the_end


def check_draws_have_occasions(game: AnyGame, seats: int, number: int) -> None:
    """Fail where a match draws without an occasion, which raises, or twice at the same."""
    met: Counter[str] = Counter()
    at = DuplicateRng.for_occasion

    def noted(rng: DuplicateRng, *occasion: object) -> Rng:
        met[repr(occasion)] += 1
        return at(rng, *occasion)

    start: AnyMatch = Match.start(game, seats, seed(number))
    with patch.object(DuplicateRng, "for_occasion", noted):
        assert [*to_the_end(replace(start, duplicate=True), number)], "it is played"
    twice = [occasion for occasion, times in met.items() if times > 1]
    assert not twice, f"give each draw of {game.key} an occasion of its own (`rng.at`), also these: {twice}"
