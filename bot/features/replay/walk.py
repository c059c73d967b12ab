"""Replayed match, and the walk through those of its moments that one reader may see: all once it is over.

A replayed match has a position every `CHECKPOINT_MOVES` moves, and at each rewind, so that a step plays at most so many
moves again, and the positions that were used last, so that the next step plays one. Data outside the log, such as
orders and the answers to an open joint question, are in no position.

While a match runs, a reader walks through the moves with events for that viewer, with the own view and by numbers
of the walk alone: how many moves there were besides shows nowhere. For a later sitter it begins with taking the seat.
"""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cached_property
from itertools import takewhile
from typing import TypeAlias

from cachetools import LRUCache

from bot.storage.records import IncidentKind, Logged, TableId, TableRecord
from bot.storage.store import Store
from bot.tables.chances_chart import with_chances
from bot.tables.log_entries import Entry, entry_of, replay_lines
from bot.tables.table import Table
from bot.texts.names import People
from engine import logged_moves
from engine.errors import Refused
from engine.frozen import frozen
from engine.game import AnyGame
from engine.logged_moves import Rewind
from engine.match import AnyMatch, Frame
from engine.saves import Line, replay, replay_to_end
from engine.scene import Seat, Text, Viewer

logger = logging.getLogger(__name__)

CHECKPOINT_MOVES = 16
REPLAYS, RECENT = 8, 32
"""How many replayed matches are kept in memory, and how many positions of each besides its checkpoints."""


Chapters: TypeAlias = Mapping[int, Text]
"""The event that is the heading of each chapter of a match, by the number of its first move, 0 for the beginning."""


@frozen
class ReplayedMatch:
    """Positions of a match, as far as they can be played again.

    `moves` is the length of the match, `last` the number of the last move that can be shown. `checkpoints` are
    positions in their order, the first one before any move; `recent` are those that were used last. It is `older` if
    other rules made some of its moves: those of today play all of them, and come to the same end.
    """

    moves: int
    last: int
    entries: tuple[Entry, ...]
    checkpoints: tuple[AnyMatch, ...]
    log: tuple[tuple[Seat, str], ...]
    chapters: Chapters
    older: bool = False
    recent: LRUCache[int, AnyMatch] = field(
        default_factory=lambda: LRUCache(RECENT), compare=False, repr=False
    )

    @classmethod
    def of(cls, end: AnyMatch, log: Sequence[Logged]) -> ReplayedMatch:
        """Return the replay of a match from its `end` and its whole `log`.

        Raise `Refused` if none of its moves can be shown.
        """
        game, lines = end.game, tuple(replay_lines(log))
        sound = len([*takewhile(lambda line: line.sound, log)])
        of_today = takewhile(lambda line: line.rules == game.version, log[:sound])
        today = len([*of_today])
        positions = _positions(end, lines[:sound])
        older = today < sound
        if older and not (
            len(positions) == len(log) + 1 and _same_end(positions[-1], end)
        ):
            # What other rules meant shows only where it comes to the same.
            older, positions = False, positions[: today + 1]

        last = len(positions) - 1
        if (log and not last) or (
            last == len(log) and not older and positions[-1].state != end.state
        ):
            raise Refused("refused-replay")
        entries = tuple(map(entry_of, log))
        chapters = _chapters(game, positions[-1], entries[:last])
        kept = tuple(
            match
            for place, match in enumerate(positions)
            if _is_checkpoint(place, lines)
        )

        return cls(
            len(log),
            last,
            entries,
            kept,
            lines,
            chapters,
            older,
        )

    def at(self, move: int) -> AnyMatch:
        """Return the match after `move`, 0 for the beginning; the nearest position there is for any other number."""
        move = min(max(move, 0), self.last)
        at = bisect_right(self.checkpoints, move, key=lambda match: match.seq)
        checkpoint = self.checkpoints[at - 1]
        near = (self.recent.get(each) for each in range(move, checkpoint.seq, -1))

        base = next((match for match in near if match), checkpoint)
        self.recent[move] = replay_to_end(base, self.log[base.seq : move])
        return self.recent[move]

    def events(self, table: Table, move: int, viewer: Viewer) -> tuple[Text, ...]:
        """Return the events of `move` as `viewer` may know them, without the viewer's orders; for 0, the opening."""
        if not move:
            return table.started_match.opening
        game = table.started_match.game
        told = table.line(self.entries[move - 1], viewer).events
        return tuple(event for event in told if not game.is_by_order(event))


_known: LRUCache[TableId, tuple[bytes, bytes, ReplayedMatch]] = LRUCache(REPLAYS)
"""The last recordings, each with the seed of its match and the seal of its log."""


async def replayed_match_of(table: Table, storage: Store) -> ReplayedMatch:
    """Return the replay of the present match of `table`; raise `Refused` if there is none.

    It holds all of the match in the open: the caller restricts it to one viewer by a `Walk`. It is made once, in a
    thread, from one read of the log.
    """
    end, head = table.started_match, table.record.head
    known = _known.get(table.id)
    if known is None or known[:2] != (end.seed, head):
        lines = await storage.log(table.id)
        log = [line for line in lines if line.seq <= end.seq]
        known = end.seed, head, await asyncio.to_thread(ReplayedMatch.of, end, log)
        _known[table.id] = known

    return known[2]


def _positions(end: AnyMatch, lines: Sequence[Line]) -> list[AnyMatch]:
    """Return all positions of a match, the one before any move first, as far as its `lines` can be played."""
    positions: list[AnyMatch] = [end.beginning]
    try:
        for match, _ in replay(positions[0], lines):
            positions.append(match)
    except (Refused, ValueError) as error:
        # The moves before the one that can't be played are what was played.
        logger.info(
            "%s: a replay ends after move %d (%s)",
            end.game.key,
            len(positions) - 1,
            type(error).__name__,
        )

    return positions


def _same_end(match: AnyMatch, end: AnyMatch) -> bool:
    """Tell whether `match` has come to the `end` of another one; later rules may differ in the state before it."""
    return match.state == end.state or (
        end.outcome is not None and match.outcome == end.outcome
    )


def _is_checkpoint(place: int, lines: Sequence[Line]) -> bool:
    """Tell whether the position after `place` lines is a checkpoint; no replay rewinds to before its first position."""
    if place % CHECKPOINT_MOVES == 0:
        return True
    return isinstance(logged_moves.read_detour(lines[place - 1][1]), Rewind)


def _chapters(game: AnyGame, match: AnyMatch, entries: Sequence[Entry]) -> Chapters:
    """Return the chapters of a match, the opening among them; one move heads at most one."""
    told = {0: match.opening}
    told |= {entry.seq: entry.line(None).events for entry in entries}
    headed = {
        move: [event for event in events if game.is_heading(event)]
        for move, events in told.items()
    }

    return {move: found[0] for move, found in headed.items() if found}


@frozen(slots=False)
class Walk:
    """Moments of a replayed match that a reader may see, by the numbers of their moves: `stops`, first to last.

    `eyes` are as a custom_id names them, and `viewer` their seat. A walk `so_far` is one through a match that runs.
    """

    table: Table
    replayed: ReplayedMatch
    eyes: str
    viewer: Viewer
    stops: Sequence[int]
    so_far: bool = False

    @classmethod
    def whole(
        cls, table: Table, replayed: ReplayedMatch, eyes: str, viewer: Viewer
    ) -> Walk:
        """Return the walk through a match that is over, move by move."""
        return cls(table, replayed, eyes, viewer, range(replayed.last + 1))

    @classmethod
    def partial(cls, table: Table, replayed: ReplayedMatch, viewer: Viewer) -> Walk:
        """Return the walk through the moves of a running match that `viewer` has seen, with that viewer's own view."""
        start = min(seated_after(table.record, viewer), replayed.last)
        later = (
            move
            for move in range(start + 1, replayed.last + 1)
            if replayed.events(table, move, viewer)
        )
        return cls(
            table,
            replayed,
            "",
            viewer,
            (start, *later),
            so_far=True,
        )

    @property
    def length(self) -> int:
        """Return the number of steps; of a match that is over also those that can't be shown."""
        return self.last if self.so_far else self.replayed.moves

    @property
    def last(self) -> int:
        """Return the place of the last moment."""
        return len(self.stops) - 1

    @property
    def is_cut(self) -> bool:
        """Tell whether later moves can't be shown."""
        return self.replayed.last < self.replayed.moves

    @cached_property
    def chapters(self) -> Chapters:
        """Return the chapters that the walk comes through, by places instead of moves."""
        if isinstance(self.stops, range):
            # Each move is a place of its own number.
            return self.replayed.chapters
        return {
            self.place(move): heading
            for move, heading in self.replayed.chapters.items()
            if move >= self.stops[0]
        }

    def chapter(self, place: int) -> int:
        """Return the index of the chapter at `place`; -1 where none has begun."""
        return bisect_right([*self.chapters], place) - 1

    def place(self, move: int) -> int:
        """Return the place of the first moment that isn't before `move`; the last one where there is none."""
        return min(bisect_left(self.stops, move), self.last)

    def at(self, place: int) -> Moment:
        """Return the moment of `place`; the nearest one for any other number."""
        place = min(max(place, 0), self.last)
        return Moment(self, place, self.replayed.at(self.stops[place]))


@frozen
class Moment:
    """Place on a walk, with the position of the match there."""

    walk: Walk
    place: int
    match: AnyMatch

    @property
    def table(self) -> Table:
        """Return the table of the `walk`."""
        return self.walk.table

    @property
    def move(self) -> int:
        """Return the number of the move that led here, 0 for the beginning."""
        return self.walk.stops[self.place]

    @property
    def frame(self) -> Frame:
        """Return the frame of the walk's `viewer`, with all chances where the match is over and they are known."""
        table, frame = self.table, self.match.frame(self.walk.viewer)
        return with_chances(frame, table.record, table.started_match, self.move)

    @property
    def decided_by(self) -> Seat | None:
        """Return the seat whose action led here; None at the beginning, and where it was no action of the game."""
        if not self.move:
            return None
        seat, document = self.walk.replayed.log[self.move - 1]
        return None if logged_moves.read_detour(document) else seat

    @property
    def people(self) -> People:
        """Return the sitters of the time."""
        return self.table.people_at(self.move)

    @property
    def events(self) -> tuple[Text, ...]:
        """Return the events of the move as the viewer was told them; none at the beginning of a later sitter's walk."""
        if self.move and not self.place:
            return ()
        return self.walk.replayed.events(self.table, self.move, self.walk.viewer)

    @property
    def at(self) -> float | None:
        """Return the time of the move, in seconds since the epoch; None where it isn't known."""
        return self.walk.replayed.entries[self.move - 1].at if self.move else None


def seated_after(table: TableRecord, viewer: Viewer) -> int:
    """Return the number of the move after which the sitter of `viewer` came; 0 for a first sitter, and the public."""
    if viewer is None:
        return 0
    taken = [
        each
        for each in table.incidents
        if each.kind is IncidentKind.SEATED and each.seat == viewer
    ]
    user, since = table.sitters[viewer].user, 0
    for place in range(len(taken) - 1, -1, -1):
        if taken[place].sitter.user != user:
            break
        since = taken[place].after if place else 0

    return since
