"""Chances that come true: what is foretold is held against what came, tenth by tenth, and a file goes on."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from bench.chances import Foretold, is_met, kept, measured, tried
from engine.games import GAMES


def told(share: float, won: float) -> Foretold:
    """Return what was foretold and came."""
    return Foretold("oriflamme", 0, 3, share, 0.5, won, 0.1)


def test_a_tenth_is_missed_that_chance_does_not_explain() -> None:
    """Far off in a few games it may be; five points off it is met however often it was foretold."""
    assert is_met(0.3, 0.34, 100_000)
    assert is_met(0.3, 0.5, 10)
    assert not is_met(0.3, 0.5, 100)
    good = [told(0.34, float(number % 3 == 0)) for number in range(99)]
    bad = [told(0.95, float(number % 3 == 0)) for number in range(99)]
    for every, missed in ((good, 0), (bad, 1), (good + bad, 1)):
        records = {record.what: record for record in measured("oriflamme", every)}
        assert records["oriflamme, tenths missed"].value == missed
        assert records["oriflamme, tenths missed"].reached == (not missed)


def test_games_that_stand_in_a_file_are_not_played_again(tmp_path: Path) -> None:
    """One chance a seat and game, and the same ones as by one run."""
    game, file = GAMES["oriflamme"], tmp_path / "chances.jsonl"
    first = tried(game, Namespace(first=0, games=1, worlds=2, together=False, into=file))
    assert len(first) == game.seats[0]
    both = tried(game, Namespace(first=0, games=2, worlds=2, together=False, into=file))
    assert kept(file) == both
    assert both[: len(first)] == first
    assert {0 <= each.chance <= 1 and 0 <= each.won <= 1 for each in both} == {True}


def test_seats_looked_at_together_have_a_hundred_percent(tmp_path: Path) -> None:
    """Each game's seats are scaled together, whichever of its decisions was nearest to the moment."""
    game = GAMES["oriflamme"]
    every = tried(game, Namespace(first=0, games=2, worlds=2, together=True, into=tmp_path / "chances.jsonl"))
    by_tenth = [each for each in measured("oriflamme", every, together=True) if "foretold" in each.what]
    counts = [int(each.what.split(" times")[0].split()[-1]) for each in by_tenth]
    assert sum(counts) == len(every)
    shares = [(each.against or 0.0) * count for each, count in zip(by_tenth, counts, strict=True)]
    assert round(sum(shares), 6) == 200
