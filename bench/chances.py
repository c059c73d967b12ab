"""`python -m bench.chances`: whether chances come true: of positions foretold as won in 30 % of cases, 30 % are.

Knights play whole games, at every number of seats by turns. Of each seat one decision is drawn by lot, and its chance
estimated from what the seat knew then, in `--worlds` imagined worlds. By tenths of the foretold shares the mean is
held against the share of victories that came; a tenth is met if both lie within five points, or the foretold one lies
within the interval of 95 % (Wilson) of the other. CPU is that of an estimate.

With `--together` all seats of a game are looked at from one moment drawn by lot, and what is held against what came
are their chances as charts show them, scaled to 100 % together.

`--games` says how many games of each game, `--only` which one. With `--into FILE` each that is played is appended to a
file, and is not played again: so it can be run in pieces. `--first` leaves out the games before that one: those that
a foresight was fitted to, by logistic regression, prove nothing of it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from time import process_time
from typing import Any

from bench.records import Record, parser, tell
from bench.strength import stream, wilson
from engine.agents import LEVELS
from engine.agents.agent import advise
from engine.agents.win_chances import estimate
from engine.analysis import normalize_chances
from engine.game import AnyGame
from engine.games import GAMES
from engine.match import Match
from engine.scene import Seat

FEW, WORLDS = 12, 60
TENTHS = 10
CLOSE = 0.05
"""A foretold share this near to what came is met, however sure that is."""


@dataclass(frozen=True, slots=True)
class Foretold:
    """The share of imagined worlds that a seat won at one decision, and what part of the victory it got.

    That part of the match was `played` by then; `cpu` is in seconds.
    """

    game: str
    number: int
    seats: int
    share: float
    played: float
    won: float
    cpu: float

    @property
    def chance(self) -> float:
        """Return what was foretold, by the game's foresight."""
        return GAMES[self.game].foresight.chance(self.share, self.played)


def play(
    game: AnyGame, number: int, worlds: int, *, together: bool = False
) -> list[Foretold]:
    """Let knights play the game of a number, and return what was foretold to each seat, and what came.

    Seats are looked at `together` at their first decision from one moment on, or at their last one before it.
    """
    seats = game.seats[number % len(game.seats)]
    match, decisions = _whole(game, seats, number)
    places = match.game.rules.places(match.state) or ()
    moment = stream(game.key, number, "moment").choice(range(match.seq))
    found = []

    for seat, own in enumerate(decisions):
        rng = stream(game.key, number, "look", seat)
        later = (each for each in own if each.seq >= moment)
        began, at = (
            process_time(),
            next(later, own[-1]) if together else rng.choice(own),
        )
        _, share, _ = estimate(game, at.view(Seat(seat), rng), rng, worlds).interval
        won = 1 / places.count(1) if places[seat] == 1 else 0.0
        found.append(
            Foretold(
                game.key,
                number,
                seats,
                share,
                at.seq / match.seq,
                won,
                process_time() - began,
            )
        )

    return found


def _whole(
    game: AnyGame, seats: int, number: int
) -> tuple[Match[Any, Any], list[list[Match[Any, Any]]]]:
    """Return a match of knights at its end, and for each seat the positions in which it had a choice."""
    match = Match.start(game, seats, stream(game.key, number, "deal").fresh_seed())
    decisions: list[list[Match[Any, Any]]] = [[] for _ in range(seats)]

    while match.deciding:
        seat = match.deciding[0]
        if len(match.legal[seat]) > 1:
            decisions[seat].append(match)
        rng = stream(game.key, number, match.seq)
        match, _ = match.play(
            seat, advise(LEVELS["knight"], game, match.view(seat, rng), rng).actions
        )

    return match, decisions


def measured(
    game: str, every: Sequence[Foretold], *, together: bool = False
) -> Iterator[Record]:
    """Yield for each tenth what came beside what was foretold, and how many tenths are missed."""
    told = list(
        _scaled(every) if together else ((each.chance, each.won) for each in every)
    )
    missed = 0

    for tenth in range(TENTHS):
        here = [
            each for each in told if min(int(TENTHS * each[0]), TENTHS - 1) == tenth
        ]
        if here:
            foretold, came = (
                sum(column) / len(here) for column in zip(*here, strict=True)
            )
            missed += not is_met(foretold, came, len(here))
            name = f"{game}, {TENTHS * tenth} to {TENTHS * (tenth + 1)} % foretold {len(here)} times: won"
            yield Record(
                name,
                100 * came,
                "%",
                100 * foretold,
                came / foretold if foretold else None,
            )

    squares = [(chance - won) ** 2 for chance, won in told]
    yield Record(f"{game}, Brier score", sum(squares) / len(squares), "")
    yield Record(f"{game}, tenths missed", missed, "", goal="at most 0")
    cpu = sorted(each.cpu for each in every)[len(every) // 2]
    yield Record(f"{game}, CPU of an estimate, median", 1000 * cpu, "ms")


def _scaled(every: Sequence[Foretold]) -> Iterator[tuple[float, float]]:
    """Yield the chance of each seat, scaled with those of the others in its game, and what part it won."""
    for _, game in groupby(every, attrgetter("number")):
        seats = list(game)
        chances = normalize_chances([each.chance for each in seats])
        yield from zip(chances, (each.won for each in seats), strict=True)


def is_met(foretold: float, came: float, count: int) -> bool:
    """Tell whether a share came true that was foretold so many times."""
    low, high = wilson(came * count, count)
    return abs(foretold - came) <= CLOSE or low <= foretold <= high


def kept(path: Path | None) -> list[Foretold]:
    """Return what stands in a file."""
    if path is None or not path.exists():
        return []
    return [Foretold(**json.loads(line)) for line in path.read_text().splitlines()]


def tried(game: AnyGame, asked: argparse.Namespace) -> list[Foretold]:
    """Return what was foretold in so many games, those played that aren't in the file yet."""
    wanted = range(asked.first, asked.games)
    found = [
        each
        for each in kept(asked.into)
        if each.game == game.key and each.number in wanted
    ]
    known = {each.number for each in found}
    for number in sorted(set(wanted) - known):
        more = play(game, number, asked.worlds, together=asked.together)
        found += more
        if asked.into is not None:
            with asked.into.open("a") as file:
                file.writelines(f"{json.dumps(asdict(each))}\n" for each in more)
    return found


def arguments() -> argparse.Namespace:
    """Return what was asked for."""
    asked = parser(__doc__ or "")
    asked.add_argument(
        "--games", type=int, default=FEW, metavar="N", help="play as many of each game"
    )
    asked.add_argument(
        "--first",
        type=int,
        default=0,
        metavar="N",
        help="begin with the game of this number",
    )
    asked.add_argument(
        "--worlds", type=int, default=WORLDS, metavar="N", help="imagine as many worlds"
    )
    asked.add_argument("--only", default="", metavar="GAME", help="this game alone")
    asked.add_argument(
        "--together", action="store_true", help="look at all seats from one moment"
    )
    asked.add_argument(
        "--into",
        type=Path,
        metavar="FILE",
        help="append what is played, and go on from there",
    )
    return asked.parse_args()


def main() -> None:
    """Print a table of all games."""
    asked = arguments()
    games = [game for key, game in GAMES.items() if asked.only in {"", key}]
    found = ((game.key, tried(game, asked)) for game in games)
    tell(
        [
            each
            for key, every in found
            for each in measured(key, every, together=asked.together)
        ],
        asked.json,
    )


if __name__ == "__main__":
    main()
