"""Entries of a table's log: in memory, as one viewer may read them, and which moves were made by hand.

`Entry` is a move with all its events, `LogLine` that move as one viewer may know it. Incidents of the table, such as a
seat that changes hands, stand behind the move that they followed (`with_incidents`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import dropwhile, groupby
from typing import Any

from bot.storage.records import Incident, IncidentKind, Logged, Sitter
from bot.texts.names import (
    NAMELESS,
    bold_name,
    rival_name,
    stand_in_name,
    without_rival_mark,
)
from engine import saves
from engine.events import Told
from engine.frozen import frozen, replace
from engine.game import AnyGame
from engine.match import Move
from engine.scene import Seat, Text, Viewer, say


@frozen
class Entry:
    """A move in a table's log: its number `seq`, the `seat` that made it, and its events for every viewer (`events`).

    `at` is its time in seconds since the epoch, None if a disk has damaged the row.
    """

    seq: int
    seat: Seat
    events: tuple[Told, ...]
    at: float | None

    def line(self, viewer: Viewer) -> LogLine:
        """Return the move with the events that `viewer` may know."""
        events = tuple(each.event for each in self.events if each.is_heard_by(viewer))
        return LogLine(self.seq, self.seat, events, self.at)


@frozen
class LogLine:
    """A move in a table's log as one viewer may know it: its number `seq`, its `seat`, and its events (`events`).

    `at` is its time in seconds since the epoch. The line of the beginning has no `seat`.
    """

    seq: int
    seat: Seat | None
    events: tuple[Text, ...]
    at: float | None


def events_of(line: Logged) -> tuple[Told, ...]:
    """Return the events of a stored `line`; of one that a disk has damaged, only that it can't be read any more."""
    if line.sound:
        return saves.load_told(line.told)
    return (Told(say("log-damaged")),)


def replay_lines(log: Iterable[Logged]) -> list[tuple[Seat, str]]:
    """Return the moves of a stored `log` as `engine.saves.replay` takes them."""
    return [(Seat(line.seat), line.action) for line in log]


def is_of_rules(log: Iterable[Logged], game: AnyGame) -> bool:
    """Tell whether no line of `log` is damaged, and the present rules of `game` made all of them."""
    return all(line.sound and line.rules == game.version for line in log)


def entry_of(line: Logged) -> Entry:
    """Return the `Entry` of a stored `line`."""
    at = line.at if line.sound else None
    return Entry(line.seq, Seat(line.seat), events_of(line), at)


def log_row(move: Move[Any], told: Sequence[Told], at: float) -> Logged:
    """Return the row to store for `move`, made `at`; `told` is its `told_events`, words made anew each time."""
    game, words = move.game, saves.dump_told(told)
    action = saves.dump_action(game, move.action)
    return Logged(
        move.seq,
        game.version,
        move.seat,
        action,
        words,
        at,
    )


def moves_by_hand(entries: Sequence[Entry], game: AnyGame) -> Iterator[Entry]:
    """Yield the moves that people or rivals made themselves; moves that orders played together share one time."""
    run: tuple[Seat, float | None] | None = None

    for entry in entries:
        if any(
            told.to is not None and game.is_by_order(told.event)
            for told in entry.events
        ):
            run = (entry.seat, entry.at)
        elif run != (entry.seat, entry.at):
            run = None
            yield entry


def moves_by_hand_reversed(entries: Sequence[Entry], game: AnyGame) -> Iterator[Entry]:
    """Yield the moves of `moves_by_hand`, the last one first: a search for a recent one ends early."""
    for _, run in groupby(reversed(entries), key=lambda entry: (entry.seat, entry.at)):
        forwards = [*run][::-1]
        yield from reversed([*moves_by_hand(forwards, game)])


def present_movers(
    lines: Iterable[LogLine], ordered: Collection[int]
) -> dict[int, Seat | None]:
    """Return the seat of each move of `lines`, by its number; None where its person may be absent.

    That is so where orders have played it, unless it follows on that person's own move, as a payment on a bid does.
    """
    movers: dict[int, Seat | None] = {}
    by_hand = None
    for line in lines:
        if line.seq not in ordered:
            by_hand = line.seat
        movers[line.seq] = line.seat if line.seat == by_hand else None
    return movers


def chapter_of(told: Sequence[Text], game: AnyGame) -> Sequence[Text]:
    """Return the events `told` from the first one on that begins a chapter (`Game.is_chapter`); none if none does."""
    return [*dropwhile(lambda event: not game.is_chapter(event), told)]


BEGINNING = 0
"""Number of the line that stands for the beginning, before the first move."""
LOGGED_KINDS = frozenset({IncidentKind.SEATED, IncidentKind.ADVISED})
"""Kinds of incidents that stand in the log."""


def with_incidents(
    lines: Sequence[LogLine], incidents: Sequence[Incident], after: int
) -> list[LogLine]:
    """Return the `lines` of the moves after `after`, each with the incidents that followed it.

    Incidents before the first move have a line of their own.
    """
    events = _incident_events(incidents)
    begin = LogLine(BEGINNING, None, (), None)
    begins = after == BEGINNING and BEGINNING in events
    return [
        replace(line, events=(*line.events, *more))
        if (more := events.get(line.seq))
        else line
        for line in ([begin, *lines] if begins else lines)
    ]


def _incident_events(incidents: Sequence[Incident]) -> dict[int, tuple[Text, ...]]:
    """Return the events of `incidents` by the move that they followed; the first sitter of a seat is no news."""
    events: dict[int, tuple[Text, ...]] = {}
    held: dict[int, Sitter] = {}

    for each in incidents:
        if each.kind not in LOGGED_KINDS:
            continue
        before = held.get(each.seat)
        if each.kind is IncidentKind.SEATED:
            held[each.seat] = each.sitter
        if each.kind is IncidentKind.ADVISED or before:
            earlier = events.get(each.after, ())
            events[each.after] = (*earlier, _incident_event(each, before))

    return events


def _incident_event(incident: Incident, before: Sitter | None) -> Text:
    """Return the event of `incident`; `before` is the sitter that its seat had until then."""
    sitter = incident.sitter
    name = bold_name(sitter.name)
    if incident.kind is IncidentKind.ADVISED:
        return say(
            "incident-advised",
            player=name,
            level=say(f"level-{sitter.level}"),
        )

    if before and before.person == sitter.person and sitter.person:
        key = "incident-back" if sitter.level is None else "incident-cared"
        level = say(f"level-{sitter.level}") if sitter.level else ""
        return say(
            key,
            player=name,
            level=level,
        )

    was = NAMELESS if before is None else display_name(before)
    player = bold_name(display_name(sitter))
    return say(
        "incident-seated",
        player=player,
        was=bold_name(was),
        number=incident.seat + 1,
    )


def display_name(sitter: Sitter) -> str:
    """Return the name of `sitter`, with the mark of rivals where it is one."""
    if sitter.level and not sitter.person:
        return rival_name(sitter.name)
    return without_rival_mark(sitter.name)


def name_with_mark(sitter: Sitter) -> str:
    """Return the name of `sitter`, with the mark of rivals for a rival only: a person can't wear it."""
    if sitter.level and sitter.person:
        return stand_in_name(sitter.name)
    return display_name(sitter)
