"""The moves of a table's log: as they are kept in memory, as one viewer was told them, and which were made by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.storage.records import Logged
from engine import saves
from engine.game import AnyGame
from engine.scene import Seat, Text, Viewer, say
from engine.telling import Told


@dataclass(frozen=True, slots=True)
class Entry:
    """One move as it stands in the log: its number, whose it was, all that was told of it, to whomever, and when.

    The time is in seconds since the epoch, None if a disk has damaged it.
    """

    seq: int
    seat: Seat
    told: tuple[Told, ...]
    at: float | None

    def line(self, viewer: Viewer) -> Line:
        """Return what one viewer was told of it."""
        return Line(self.seq, self.seat, tuple(each.event for each in self.told if each.heard(viewer)), self.at)


@dataclass(frozen=True, slots=True)
class Line:
    """One move in a table's log: its number, whose it was, what one viewer was told of it, and when, in seconds.

    It is nobody's where it stands for the beginning.
    """

    seq: int
    seat: Seat | None
    told: tuple[Text, ...]
    at: float | None


def told_of(line: Logged) -> tuple[Told, ...]:
    """Return what was told of a move; of one that a disk has damaged, only that it can't be read any more."""
    return saves.load_told(line.told) if line.sound else (Told(say("log-damaged")),)


def entry_of(line: Logged) -> Entry:
    """Return a line of the log as it is kept in memory."""
    return Entry(line.seq, Seat(line.seat), told_of(line), line.at if line.sound else None)


def by_hand(entries: Sequence[Entry], game: AnyGame) -> Iterator[Entry]:
    """Yield the moves that people made themselves, and rivals; what orders have played together has one time."""
    run: tuple[Seat, float | None] | None = None
    for entry in entries:
        if any(game.by_order(told.event) for told in entry.told):
            run = (entry.seat, entry.at)
        elif run != (entry.seat, entry.at):
            run = None
            yield entry


def by_hand_last_first(entries: Sequence[Entry], game: AnyGame) -> Iterator[Entry]:
    """Yield what `by_hand` does, the last move first: who looks for a recent one needn't look at all."""
    for _, run in groupby(reversed(entries), key=lambda entry: (entry.seat, entry.at)):
        yield from reversed([*by_hand([*run][::-1], game)])
