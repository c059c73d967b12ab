"""`python -m bench`: how many moves of each game one core plays in a second, and what a frame and a save cost."""

import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

from engine.agents import chance
from engine.game import AnyGame
from engine.games import GAMES
from engine.match import Match
from engine.rng import SEED_BYTES, Rng
from engine.saves import dump
from engine.scene import Seat

SECONDS = 2.0


def play_out(game: AnyGame, seats: int, number: int) -> list[Match[Any, Any]]:
    """Play one match at random to its end and return it after each move."""
    seed = number.to_bytes(SEED_BYTES, "big")
    match = Match.start(game, seats, seed)
    positions = [match]
    while match.outcome is None:
        seat = match.deciding[0]
        action = chance.choose(match.legal[seat], Rng(seed[::-1], match.seq))
        match, _ = match.play(seat, (action,))
        positions.append(match)
    return positions


def moves_a_second(game: AnyGame, seats: int) -> float:
    """Return how many moves are chosen, checked and played in a second."""
    began, played, number = perf_counter(), 0, 0
    while perf_counter() - began < SECONDS:
        played += len(play_out(game, seats, number)) - 1
        number += 1
    return played / (perf_counter() - began)


def microseconds(positions: list[Match[Any, Any]], work: Callable[[Match[Any, Any]], object]) -> float:
    """Return what a piece of work costs on the average position, in microseconds."""
    began, done = perf_counter(), 0
    while perf_counter() - began < SECONDS:
        for match in positions:
            work(match)
        done += len(positions)
    return 1e6 * (perf_counter() - began) / done


def main() -> None:
    """Print a line for each game and number of seats."""
    sys.stdout.write(f"{'game':<14}{'seats':>6}{'moves/s':>10}{'frame µs':>10}{'save µs':>10}\n")
    for key, game in GAMES.items():
        for seats in game.seats:
            positions = play_out(game, seats, 0)
            frame = microseconds(positions, lambda match: match.frame(Seat(0)))
            save = microseconds(positions, dump)
            row = f"{key:<14}{seats:>6}{moves_a_second(game, seats):>10.0f}{frame:>10.0f}{save:>10.0f}\n"
            sys.stdout.write(row)


if __name__ == "__main__":
    main()
