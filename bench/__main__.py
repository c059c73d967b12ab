"""`python -m bench`: what the turn engine costs: actions, moves, copies, imagined worlds, frames and saves.

The bare rules are held against the Uno of RLCard (`pip install -e ".[bench]"`; without it that column stays empty):
both sides list the legal actions and play a random one, round by round in turn, in one process. Times are those of
the CPU, so that a busy machine disturbs little.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from statistics import median
from time import process_time
from typing import Any

from bench.records import Record, compared, parser, tell
from engine.events import SILENT
from engine.game import AnyGame
from engine.games import GAMES
from engine.match import Match
from engine.rng import SEED_BYTES, Rng
from engine.saves import dump
from engine.scene import Seat

ROUNDS = 5
SECONDS = 0.3
UNO = "rlcard.games.uno"

ACTIONS_GOAL = "at least 1 times"
MOVES_GOAL = "at least 30000"
COPY_GOAL = "at most 5"
IMAGINE_GOAL = "at most 60"

Playout = Callable[[int], int]
"""Plays a whole match, another one for each number, and returns how many actions it had."""


def play_out(game: AnyGame, seats: int, number: int) -> list[Match[Any, Any]]:
    """Play one match at random to its end and return it after each move."""
    seed = number.to_bytes(SEED_BYTES, "big")
    match = Match.start(game, seats, seed)
    positions = [match]
    while match.legal:
        seat = match.deciding[0]
        action = Rng(seed[::-1], match.seq).choice(match.legal[seat])
        match, _ = match.play(seat, (action,))
        positions.append(match)
    return positions


def matches(game: AnyGame, seats: int) -> Playout:
    """Return how matches are played move by move, each a value of its own."""
    chosen = random.Random(1).random  # noqa: S311 - no secret is made of it

    def playout(number: int) -> int:
        match = Match.start(game, seats, number.to_bytes(SEED_BYTES, "big"))
        while match.legal:
            seat, legal = next(iter(match.legal.items()))
            match, _ = match.play(seat, (legal[int(chosen() * len(legal))],))
        return match.seq

    return playout


def rules(game: AnyGame, seats: int) -> Playout:
    """Return how matches are played by the bare rules, on one state and in silence, as a search does."""
    chosen, bare = random.Random(1).random, game.rules  # noqa: S311 - no secret is made of it

    def playout(number: int) -> int:
        rng, played = Rng(number.to_bytes(SEED_BYTES, "big"), 0), 0
        state = bare.setup(seats, rng)
        while deciding := bare.deciding(state):
            legal = bare.legal(state, deciding[0])
            bare.apply(
                state, deciding[0], legal[int(chosen() * len(legal))], rng, SILENT
            )
            played += 1
        return played

    return playout


def uno(seats: int) -> Playout:
    """Return how RLCard plays Uno by its bare rules."""
    chosen = random.Random(1).random  # noqa: S311 - no secret is made of it
    game = importlib.import_module(UNO).Game(num_players=seats)

    def playout(_: int) -> int:
        game.init_game()
        played = 0
        while not game.is_over():
            legal = game.get_legal_actions()
            game.step(legal[int(chosen() * len(legal))])
            played += 1
        return played

    return playout


def rates(*playouts: Playout) -> list[float]:
    """Return how many actions each plays in a second, played round by round in turn."""
    found: list[list[float]] = [[] for _ in playouts]
    for _ in range(ROUNDS):
        for rounds, playout in zip(found, playouts, strict=True):
            began, played, number = process_time(), 0, 0
            while process_time() - began < SECONDS:
                played += playout(number)
                number += 1
            rounds.append(played / (process_time() - began))
    return [median(rounds) for rounds in found]


def microseconds(
    positions: list[Match[Any, Any]], work: Callable[[Match[Any, Any]], object]
) -> float:
    """Return what a piece of work costs on the average position, in microseconds."""
    rounds = []
    for _ in range(ROUNDS):
        began, done = process_time(), 0
        while process_time() - began < SECONDS:
            for match in positions:
                work(match)
            done += len(positions)
        rounds.append(1e6 * (process_time() - began) / done)
    return median(rounds)


def fresh_frame(match: Match[Any, Any]) -> object:
    """Return what a seat sees of a match that nobody has looked at before."""
    unseen: Match[Any, Any] = Match(
        match.game, match.seats, match.seed, match.seq, match.asked, match.state
    )
    return unseen.frame(Seat(0))


def measured(game: AnyGame, seats: int) -> Iterator[Record]:
    """Yield what one game costs with that many seats."""
    name, positions, rng = (
        f"{game.key}, {seats} seats",
        play_out(game, seats, 0),
        Rng(bytes(SEED_BYTES), 0),
    )
    if find_spec(UNO.partition(".")[0]) is None:
        (bare,) = rates(rules(game, seats))
        yield Record(f"{name}: bare rules", bare, "actions/s")
    else:
        bare, floor = rates(rules(game, seats), uno(seats))
        yield compared(
            f"{name}: bare rules, against RLCard's Uno",
            bare,
            "actions/s",
            floor,
            ACTIONS_GOAL,
        )
    (moves,) = rates(matches(game, seats))
    yield Record(f"{name}: Match.play", moves, "moves/s", goal=MOVES_GOAL)
    copy = microseconds(positions, lambda match: match.state.copy())
    yield Record(f"{name}: copy of a state", copy, "µs", goal=COPY_GOAL)
    worlds = microseconds(
        positions, lambda match: game.rules.imagine(match.state, Seat(0), rng)
    )
    yield Record(f"{name}: imagine", worlds, "µs", goal=IMAGINE_GOAL)
    yield Record(f"{name}: frame", microseconds(positions, fresh_frame), "µs")
    yield Record(f"{name}: save", microseconds(positions, dump), "µs")


def main() -> None:
    """Print a table of all games and numbers of seats."""
    arguments = parser(__doc__ or "").parse_args()
    tell(
        [
            record
            for game in GAMES.values()
            for seats in game.seats
            for record in measured(game, seats)
        ],
        arguments.json,
    )


if __name__ == "__main__":
    main()
