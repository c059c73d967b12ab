"""Duplicate deals: every draw in a match has an occasion of its own, and equal choices make equal matches."""

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

    with patch.object(DuplicateRng, "for_occasion", noted):
        _played(game, seats, number)
    twice = [occasion for occasion, times in met.items() if times > 1]
    assert not twice, f"give each draw of {game.key} an occasion of its own (`rng.at`), also these: {twice}"


def check_equal_choices_make_equal_matches(game: AnyGame, seats: int, number: int) -> None:
    """Fail where the same choices from the same deal lead elsewhere."""
    first, second = _played(game, seats, number), _played(game, seats, number)
    assert (first.state, first.seq) == (second.state, second.seq)


def _played(game: AnyGame, seats: int, number: int) -> AnyMatch:
    start: AnyMatch = Match.start(game, seats, seed(number))
    *_, (end, _) = to_the_end(replace(start, duplicate=True), number)
    return end
