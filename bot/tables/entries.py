"""The moves of a table's log: as they are kept in memory, as one viewer was told them, and which were made by hand.

What happened at a table besides its moves, in words: each stands in the log behind the move that it followed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from bot.storage.records import Incident, Kind, Logged, Sitter
from bot.texts.names import NAMELESS, bold_name, rival_name, without_rival_mark
from engine import saves
from engine.game import AnyGame
from engine.match import Move
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


def logged(move: Move[Any], told: Sequence[Told], at: float) -> Logged:
    """Return the line of a move; `told` is `Move.told`, which makes the words anew each time."""
    action, words = saves.dump_action(move.game, move.action), saves.dump_told(told)
    return Logged(move.seq, move.game.version, move.seat, action, words, at)


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


BEGINNING = 0
"""The number of the line that stands for no move, but for the beginning."""
TOLD = frozenset({Kind.SEATED, Kind.ADVISED})
"""What stands in the log."""


def woven(lines: Sequence[Line], incidents: Sequence[Incident], after: int) -> list[Line]:
    """Return the lines of the moves after one, with what happened besides; before the first move in one of its own."""
    told = _told(incidents)
    begun = [Line(BEGINNING, None, told[BEGINNING], None)] if after == BEGINNING and BEGINNING in told else []
    besides = (replace(line, told=(*line.told, *told[line.seq])) if line.seq in told else line for line in lines)
    return [*begun, *besides]


def _told(incidents: Sequence[Incident]) -> dict[int, tuple[Text, ...]]:
    """Return what happened after each move; who held a seat from the beginning is no news."""
    told: dict[int, tuple[Text, ...]] = {}
    held: dict[int, Sitter] = {}
    for each in incidents:
        if each.kind not in TOLD:
            continue
        before = held.get(each.seat)
        if each.kind is Kind.SEATED:
            held[each.seat] = each.sitter
        if each.kind is Kind.ADVISED or before is not None:
            told[each.after] = (*told.get(each.after, ()), _text(each, before))
    return told


def _text(incident: Incident, before: Sitter | None) -> Text:
    sitter, number = incident.sitter, incident.seat + 1
    if incident.kind is Kind.ADVISED:
        return say("incident-advised", player=bold_name(sitter.name), level=say(f"level-{sitter.level}"))
    if before is not None and before.person == sitter.person and sitter.person:
        key = "incident-back" if sitter.level is None else "incident-cared"
        return say(key, player=bold_name(sitter.name), level=_level(sitter))
    was = NAMELESS if before is None else shown(before)
    return say("incident-seated", player=bold_name(shown(sitter)), was=bold_name(was), number=number)


def shown(sitter: Sitter) -> str:
    """Return a sitter's name with the mark of rivals."""
    return rival_name(sitter.name) if sitter.level and not sitter.person else without_rival_mark(sitter.name)


def _level(sitter: Sitter) -> Text | str:
    return say(f"level-{sitter.level}") if sitter.level else ""
