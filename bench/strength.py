"""`python -m bench.strength`: how strong the rivals are: tournaments of each level against the one below.

One seat plays the level, all others the one below, at every number of seats. Each deal is played as often as there
are seats, the level sitting on another one each time: nobody is lucky to sit where the cards are. A shared victory
counts as its part. Intervals are those of 95 % by Wilson, goals for their lower end; CPU is of the level's decisions.

By default a few games of each; `--full` plays as many as README's table has. With `--into FILE` each game that is
finished is appended to a file, and what stands there already is not played again: so a tournament can be run in pieces.
With `--since COMMIT` the others judge as they did at that commit, by today's rules; git must have it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from math import sqrt
from pathlib import Path
from time import process_time
from typing import Any

from bench.former import judged_at
from bench.records import Record, parser, tell
from engine.agents import LEVELS
from engine.agents.agent import advise
from engine.game import AnyGame
from engine.games import GAMES
from engine.games.fortheking import scoring
from engine.match import Match
from engine.rng import Rng
from engine.scene import Seat

FEW, MANY = 24, 240
"""How many games are played of each pairing."""
Z = 1.959964
"""How many standard errors an interval of 95 % has to each side."""
PAIR = 2
PAIRINGS = (("knight", "squire"), ("champion", "knight"))
GOALS: Mapping[tuple[str, int, str], int] = {
    ("fortheking", 2, "knight"): 80,
    ("fortheking", 4, "knight"): 50,
    ("fortheking", 2, "champion"): 65,
    ("fortheking", 4, "champion"): 40,
    ("oriflamme", 3, "knight"): 60,
    ("oriflamme", 4, "knight"): 50,
    ("oriflamme", 3, "champion"): 45,
    ("oriflamme", 4, "champion"): 40,
}
"""The lower end that each level is to reach, in hundredths of the games."""
POINTS: Mapping[str, Callable[[Any], Sequence[float]]] = {
    "fortheking": scoring.points,
    "oriflamme": lambda state: [player.influence for player in state.players],
}
"""How a game counts its points at the end; for others, how many seats are beaten."""


@dataclass(frozen=True, slots=True)
class Duel:
    """One seat of a level against all others of another, who judge as of a commit or as of today."""

    game: str
    seats: int
    level: str
    against: str
    since: str = ""

    @property
    def name(self) -> str:
        """Say it."""
        others = (
            f"{self.seats - 1} {self.against}s" if self.seats > PAIR else self.against
        )
        then = f" of {self.since}" if self.since else ""
        return f"{self.game}, {self.seats} seats: {self.level} against {others}{then}"


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a duel: its part of the victory, points, the others' mean, and the seconds of its decisions."""

    duel: str
    number: int
    won: float
    points: float
    others: float
    decisions: int
    cpu: float
    slowest: float


def stream(*about: object) -> Rng:
    """Return random numbers that belong to what is said."""
    return Rng(sha256(repr(about).encode()).digest(), 0)


def play(game: AnyGame, duel: Duel, number: int) -> Played:
    """Play one game: the same deal for as many numbers as there are seats, the level on another seat each time."""
    deal, mine = divmod(number, duel.seats)
    match = Match.start(
        game, duel.seats, sha256(f"{duel.game} {duel.seats} {deal}".encode()).digest()
    )
    former = judged_at(game, duel.since) if duel.since else game
    costs: list[float] = []
    while match.legal:
        seat = match.deciding[0]
        agent, judged = (
            (LEVELS[duel.level], game)
            if seat == mine
            else (LEVELS[duel.against], former)
        )
        rng, began = stream(duel.name, number, match.seq), process_time()
        actions = advise(agent, judged, match.view(seat, rng), rng).actions
        if seat == mine:
            costs.append(process_time() - began)
        match, _ = match.play(seat, actions)
    return counted(match, duel, number, Seat(mine), costs)


def counted(
    match: Match[Any, Any], duel: Duel, number: int, mine: Seat, costs: list[float]
) -> Played:
    """Return how a game has ended for the level."""
    places = match.game.rules.places(match.state) or ()
    won = 1 / places.count(1) if places[mine] == 1 else 0.0
    counts = POINTS.get(duel.game)
    points = (
        [float(len(places) - place) for place in places]
        if counts is None
        else counts(match.state)
    )
    others = (sum(points) - points[mine]) / (duel.seats - 1)
    return Played(
        duel.name, number, won, points[mine], others, len(costs), sum(costs), max(costs)
    )


def wilson(won: float, games: int) -> tuple[float, float]:
    """Return the interval of 95 % for a share of victories."""
    share, room = won / games, Z * Z / games
    middle = (share + room / 2) / (1 + room)
    half = Z * sqrt(share * (1 - share) / games + room / (4 * games)) / (1 + room)
    return middle - half, middle + half


def measured(duel: Duel, games: list[Played]) -> Iterator[Record]:
    """Yield what a duel has shown."""
    won, count = sum(game.won for game in games), len(games)
    low, high = wilson(won, count)
    goal = GOALS.get((duel.game, duel.seats, duel.level))
    yield Record(
        f"{duel.name}, won of {count}",
        100 * won / count,
        "%",
        100 / duel.seats,
        won * duel.seats / count,
    )
    yield Record(
        "  lower end", 100 * low, "%", goal=None if goal is None else f"at least {goal}"
    )
    yield Record("  upper end", 100 * high, "%")
    own, others = (
        sum(getattr(game, which) for game in games) / count
        for which in ("points", "others")
    )
    yield Record(
        "  points, against the others'",
        own,
        "points",
        others,
        own / others if others else None,
    )
    cpu = sum(game.cpu for game in games) / sum(game.decisions for game in games)
    yield Record("  CPU of a decision", 1000 * cpu, "ms")
    yield Record(
        "  CPU of the dearest",
        1000 * max(game.slowest for game in games),
        "ms",
        goal="at most 1000",
    )


def duels(only: str, since: str = "") -> list[Duel]:
    """Return all pairings whose names have some words in them."""
    every = (
        Duel(game.key, seats, level, against, since)
        for level, against in PAIRINGS
        for game in GAMES.values()
        for seats in game.seats
    )
    return [duel for duel in every if only in duel.name]


def tournament(duel: Duel, count: int, into: Path | None) -> list[Played]:
    """Return the first games of a duel, those played that aren't in the file yet."""
    known = {game.number: game for game in kept(into) if game.duel == duel.name}
    for number in range(count):
        if number not in known:
            known[number] = play(GAMES[duel.game], duel, number)
            if into is not None:
                with into.open("a") as file:
                    file.write(f"{json.dumps(asdict(known[number]))}\n")
    return [known[number] for number in sorted(known)]


def kept(path: Path | None) -> list[Played]:
    """Return the games that stand in a file."""
    if path is None or not path.exists():
        return []
    return [Played(**json.loads(line)) for line in path.read_text().splitlines()]


def arguments() -> argparse.Namespace:
    """Return what was asked for."""
    asked = parser(__doc__ or "")
    asked.add_argument(
        "--full",
        action="store_true",
        help=f"play {MANY} games of each pairing instead of {FEW}",
    )
    asked.add_argument(
        "--games",
        type=int,
        metavar="N",
        help="play as many games of each pairing instead",
    )
    asked.add_argument(
        "--only",
        default="",
        metavar="WORDS",
        help="only pairings with these words in their names",
    )
    asked.add_argument(
        "--into",
        type=Path,
        metavar="FILE",
        help="append each game there, and go on from what it has",
    )
    asked.add_argument(
        "--since",
        default="",
        metavar="COMMIT",
        help="let the others judge as they did then",
    )
    return asked.parse_args()


def main() -> None:
    """Print a table of all pairings."""
    asked = arguments()
    count = asked.games or (MANY if asked.full else FEW)
    found = [
        record
        for duel in duels(asked.only, asked.since)
        for record in measured(duel, tournament(duel, count, asked.into))
    ]
    tell(found, asked.json)


if __name__ == "__main__":
    main()
