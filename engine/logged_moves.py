"""Moves as they stand in a log, and detours: a move taken back, a match rewound, or played on from a position.

A move can be taken back until somebody else has acted, and only if, while it was played, no random number was drawn and
nothing hidden became known to anybody (`EventSink.unveil`). A move that is taken back stays in the log, and the line
that takes it back follows it with a number of its own: no draw is made twice, and no old question has an id that fits
again.

Rewinding: a match that one person plays alone goes back to any moment, whatever was drawn or seen since. That line has
a number of its own, too; the draws that follow are those that came after that moment before.

Played on from: a line of its own, after which one person plays on against rivals where others have played before
(`engine.saves`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Generic, NamedTuple

from engine.events import Event, Told
from engine.frozen import frozen
from engine.game import A, AnyGame
from engine.scene import Seat, Text, Who, say


class Past(NamedTuple):
    """A position to which `seat` may still take back; `heard` if others were told of a move after it."""

    seat: Seat
    seq: int
    state: Any
    heard: bool


@frozen
class Detour:
    """A line of a log in the place of an action; it leads `to` a move or a deal, and the others are told if `heard`."""

    to: int
    heard: bool = True
    named = told = ""

    @property
    def log_line(self) -> str:
        """Return the line of the log, in JSON that no action of a game is written as."""
        return json.dumps({self.named: self.to})

    def told_events(self, seat: Seat) -> tuple[Told, ...]:
        """Return its event, for everybody or for `seat` alone."""
        return (Told(say(self.told, player=Who(seat)), None if self.heard else seat),)


class TakeBack(Detour):
    """A detour: a seat takes back all moves after the one of number `to`; others hear of it if they heard of these."""

    named, told = "take_back", "told-take-back"


class Rewind(Detour):
    """A detour: the match goes back to the position after the move of number `to`."""

    named, told = "rewind", "told-rewind"


class PlayOn(Detour):
    """A detour: one seat plays on from here for practice, as the cards lie or with its unknown cards dealt anew.

    `to` is the number of the new deal, 0 for none.
    """

    named = "play_on"

    def told_events(self, seat: Seat) -> tuple[Told, ...]:
        """Return its event, for everybody."""
        key = "told-play-on-anew" if self.to else "told-play-on"
        return (Told(say(key, player=Who(seat))),)


LINES = {each.named: each for each in (TakeBack, Rewind, PlayOn)}


class Move(NamedTuple, Generic[A]):
    """One action that was played, with its `events`; `seq` counts from 1, `ended` is the state if that was the end.

    A `final` one can't be taken back: chance had a part in it, or something hidden became known.
    """

    seq: int
    seat: Seat
    action: A
    events: tuple[Event, ...]
    game: AnyGame
    ended: Any = None
    final: bool = False

    @property
    def told_events(self) -> tuple[Told, ...]:
        """Return the events in words, each with its audience; the words are made at this call."""
        if isinstance(self.action, Detour):
            return self.action.told_events(self.seat)
        told = self.game.put_into_words(self.events)
        if self.ended is None:
            return told
        return (*told, *map(Told, self.game.closing_events(self.ended)))


def is_take_back(events: Sequence[Text]) -> bool:
    """Tell whether these are the `events` of a move that was taken back."""
    return any(event.key == TakeBack.told for event in events)


def leads_back(events: Sequence[Text]) -> bool:
    """Tell whether these are the `events` of a take-back or of a rewind."""
    return any(event.key in {TakeBack.told, Rewind.told} for event in events)


def read_detour(document: str) -> Detour | None:
    """Return the detour of a line of the log; None if it is an action of a game, or nothing at all."""
    kind = next((each for each in LINES if each in document), None)
    if kind is None:
        return None

    try:
        found = json.loads(document)
    except ValueError:
        return None

    to = found.get(kind) if isinstance(found, dict) and len(found) == 1 else None
    if isinstance(to, int):
        return LINES[kind](to)
    return None
