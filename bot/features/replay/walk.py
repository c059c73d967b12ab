"""Walk through the moments of a match that one reader may see: all once it is over, the moves seen so far until then.

While a match runs, a reader walks through the moves with events for that viewer, with the own view and by numbers
of the walk alone: how many moves there were besides shows nowhere. For a later sitter it begins with taking the seat.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property

from bot.features.replay.positions import Chapter, ReplayedMatch
from bot.storage.records import IncidentKind, TableRecord
from bot.tables.chances_chart import with_chances
from bot.tables.table import Table
from bot.texts.names import People
from engine import logged_moves
from engine.frozen import frozen
from engine.match import AnyMatch, Frame
from engine.scene import Seat, Text, Viewer


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
    def chapters(self) -> tuple[Chapter, ...]:
        """Return the chapters that the walk comes through, by places instead of moves."""
        if isinstance(self.stops, range):
            # Each move is a place of its own number.
            return self.replayed.chapters
        kept = (each for each in self.replayed.chapters if each.move >= self.stops[0])
        return tuple(Chapter(self.place(each.move), each.heading) for each in kept)

    def chapter(self, place: int) -> int:
        """Return the index of the chapter at `place`; -1 where none has begun."""
        return bisect_right([each.move for each in self.chapters], place) - 1

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
