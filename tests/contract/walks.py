"""Random walks through a game: whole matches, position by position."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import is_dataclass, replace
from functools import cache
from typing import Any, TypeAlias, TypeVar

from engine import saves
from engine.agents import random_actions
from engine.game import AnyGame
from engine.match import Match, Move
from engine.rng import Rng
from engine.saves import Line
from engine.scene import Seat, Text, Viewer

T = TypeVar("T")
AnyMatch: TypeAlias = Match[Any, Any]
AnyMove: TypeAlias = Move[Any]
Check: TypeAlias = Callable[[AnyMatch], None]
Walk: TypeAlias = tuple[tuple[AnyMatch, ...], tuple[AnyMove, ...]]

MOST_MOVES = 5000
ACTIONS = 6
"""How many legal actions are tried of each seat that decides."""


def seed(number: int) -> bytes:
    """Return a seed of 32 bytes."""
    return number.to_bytes(32, "big")


def choose(match: AnyMatch, seat: Seat, rng: Rng) -> Any:
    """Return a legal action: any kind as likely as the others; of many of a kind, mostly the first ones.

    A small bid leads to more of the game than one that nobody can pay.
    """
    return random_actions.draw(match.legal[seat], rng)


def step(match: AnyMatch, rng: Rng) -> tuple[AnyMatch, AnyMove]:
    """Play a random action of a random seat that is asked."""
    seat = rng.choice(match.deciding)
    following, (move,) = match.play(seat, [choose(match, seat, rng)])
    return following, move


def to_the_end(match: AnyMatch, number: int) -> Iterator[tuple[AnyMatch, AnyMove]]:
    """Play at random until nobody is asked; fail if that takes too long."""
    for count in range(MOST_MOVES):
        if not match.deciding:
            return
        match, move = step(match, Rng(seed(number), count))
        yield match, move
    raise AssertionError(f"{match.game.key} goes on after {MOST_MOVES} moves")


@cache
def walk(game: AnyGame, seats: int, number: int) -> Walk:
    """Return every position of a random match, from the start to the end, and the moves between them."""
    start = Match.start(game, seats, seed(number))
    steps = tuple(to_the_end(start, number + 1_000_000))
    return (start, *(match for match, _ in steps)), tuple(move for _, move in steps)


def midway(game: AnyGame, seats: int, most: int) -> int:
    """Return a number of moves, or as many as lead to the middle of a match where that is fewer."""
    return min(most, len(walk(game, seats, 1)[1]) // 2)


def sample(walked: Sequence[T], most: int) -> list[T]:
    """Return up to that many positions, or other things, spread evenly, the first and the last among them."""
    if len(walked) <= most:
        return list(walked)
    return [walked[place * (len(walked) - 1) // (most - 1)] for place in range(most)]


def some(actions: Sequence[Any], most: int, rng: Rng) -> list[Any]:
    """Return up to that many different actions, in random order."""
    drawn = list(actions)
    rng.shuffle(drawn)
    return drawn[:most]


def tried(match: AnyMatch, number: int) -> Iterator[tuple[Seat, AnyMatch, AnyMove]]:
    """Play some legal actions of each seat that decides, drawn by a number; yield it, the match after, and the move."""
    for seat in match.deciding:
        for action in some(match.legal[seat], ACTIONS, Rng(seed(number), match.seq)):
            after, (move,) = match.play(seat, [action])
            yield seat, after, move


def seats_of(match: AnyMatch) -> list[Seat]:
    """Return all seats of a match."""
    return [*map(Seat, range(match.seats))]


def viewers(match: AnyMatch) -> list[Viewer]:
    """Return everybody who can look at a match."""
    return [*seats_of(match), None]


def heard(move: AnyMove, viewer: Viewer) -> list[Text]:
    """Return what a viewer is told of a move."""
    return [told.event for told in move.told_events if told.is_heard_by(viewer)]


def line(move: AnyMove) -> Line:
    """Return the line of the log for a move."""
    return move.seat, saves.dump_action(move.game, move.action)


def reloaded(match: AnyMatch) -> AnyMatch:
    """Return a match as it is loaded again."""
    return saves.load(saves.dump(match), {match.game.key: match.game})


def imagined(match: AnyMatch, viewer: Viewer, number: int) -> AnyMatch:
    """Return the match as a viewer imagines it."""
    return replace(match, state=match.game.rules.imagine(match.state, viewer, Rng(seed(number), match.seq)))


def records(value: Any) -> Iterator[Any]:
    """Yield every record inside a frame, an event or anything else that is made of them."""
    rest = [value]
    while rest:
        one = rest.pop()
        if isinstance(one, tuple | list):
            rest.extend(one)
        elif is_dataclass(one):
            rest.extend(getattr(one, name) for name in one.__dataclass_fields__)
            yield one


def fingerprint(match: AnyMatch) -> Any:
    """Return everything about a match as plain data, which nothing done to it later can change."""
    save = saves.dump(match)
    return save, json.loads(save.state)
