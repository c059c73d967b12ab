"""A whole match as a page that can be read, compared to the letter, and played again from what it says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine import saves
from engine.events import Told
from engine.game import AnyGame
from engine.match import Match, Move
from engine.saves import Line, replay
from engine.scene import Seat, Text, Value, Who

NOTE = "A recorded match, to be read. `python -m tests.golden.record` writes it anew; nothing is edited by hand."
PLAYED = re.compile(r"^(?P<seq>\d+) P(?P<seat>\d+) (?P<action>\{.*\})$")


@dataclass(frozen=True, slots=True)
class Transcript:
    """What a page says about how its match came about."""

    shows: str
    game: str
    seats: int
    seed: bytes
    played: tuple[Line, ...]

    def replayed(self, games: Mapping[str, AnyGame]) -> str:
        """Return the page that comes of playing the same actions from the same seed."""
        start: Match[Any, Any] = Match.start(games[self.game], self.seats, self.seed)
        played = list(replay(start, self.played))
        return page(self.shows, played[-1][0], [move for _, move in played])


def read(text: str) -> Transcript:
    """Return what a page says."""
    head = dict(line.split(": ", 1) for line in text.splitlines()[1:6])
    found = (PLAYED.match(line) for line in text.splitlines())
    played = tuple((Seat(int(line["seat"]) - 1), line["action"]) for line in found if line)
    return Transcript(head["shows"], head["game"], int(head["seats"]), bytes.fromhex(head["seed"]), played)


def page(shows: str, match: Match[Any, Any], moves: Iterable[Move[Any]]) -> str:
    """Return the page of a match: how it began, each move with what was told to whom, and how it ended."""
    head = [
        NOTE,
        f"shows: {shows}",
        f"game: {match.game.key}",
        f"rules: {match.game.version}",
        f"seats: {match.seats}",
        f"seed: {match.seed.hex()}",
        "",
    ]
    body = [line for move in moves for line in _move(match.game, move)]
    return "\n".join([*head, *body, *_end(match)]) + "\n"


def _move(game: AnyGame, move: Move[Any]) -> Iterator[str]:
    yield f"{move.seq} {_person(move.seat)} {saves.dump_action(game, move.action)}"
    yield from (f"    {_told(game.key, told)}" for told in move.told_events)


def _told(key: str, told: Told) -> str:
    everybody = "all" if told.but is None else f"all but {_person(told.but)}"
    to = everybody if told.to is None else _person(told.to)
    return f"{to}: {spoken(key, told.event)}"


def _end(match: Match[Any, Any]) -> Iterator[str]:
    outcome = match.outcome
    if outcome is None:
        raise ValueError("the match goes on")
    yield ""
    yield "places: " + ", ".join(f"{_person(Seat(seat))} {place}" for seat, place in enumerate(outcome.places))
    yield from (spoken(match.game.key, line) for line in outcome.report)


def _person(seat: Seat) -> str:
    return f"P{seat + 1}"


def spoken(game: str, text: Text) -> str:
    """Return a text with its facts on one line, the game's own prefix left out."""
    facts = " ".join(f"{name}={_value(game, value)}" for name, value in text.facts)
    return " ".join(filter(None, (text.key.removeprefix(f"{game}-"), facts)))


def _value(game: str, value: Value) -> str:
    match value:
        case Who(seat):
            return _person(seat)
        case Text():
            return f"({spoken(game, value)})"
        case tuple():
            return "[" + " ".join(_value(game, one) for one in value) + "]"
        case int() | str():
            return str(value)
