"""Which moments of a match one reader may walk through: all of one that is over, of a running one what they have seen.

While a match runs, a reader walks through the moves that they were told of, with the own eyes and by numbers of their
own: how many moves there were besides shows nowhere. Who has taken a seat begins where they sat down.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from bot.features.replay.recording import Chapter, Recording
from bot.storage.records import Kind, TableRecord
from bot.tables.chances import analysis_of, with_chances
from bot.tables.ordering import AnyMatch
from bot.tables.table import Table
from bot.texts.names import People
from engine import takeback
from engine.analysis import Look
from engine.match import Frame
from engine.scene import Seat, Text, Viewer


@dataclass(frozen=True)
class Walk:
    """The moments of a recording that a reader may see, by the numbers of their moves: `stops`, first to last.

    `eyes` are as a custom_id names them, and `viewer` their seat. A walk `so_far` is one through a match that runs.
    """

    table: Table
    recording: Recording
    eyes: str
    viewer: Viewer
    stops: Sequence[int]
    so_far: bool = False

    @classmethod
    def whole(cls, table: Table, recording: Recording, eyes: str, viewer: Viewer) -> Walk:
        """Return the walk through a match that is over, move by move."""
        return cls(table, recording, eyes, viewer, range(recording.last + 1))

    @classmethod
    def seen(cls, table: Table, recording: Recording, viewer: Viewer) -> Walk:
        """Return the walk through what a viewer of a running match has seen, with that viewer's eyes."""
        start = min(seated_after(table.record, viewer), recording.last)
        later = (move for move in range(start + 1, recording.last + 1) if recording.told(table, move, viewer))
        return cls(table, recording, "", viewer, (start, *later), so_far=True)

    @property
    def length(self) -> int:
        """Return how many steps there are; of a match that is over also those that can't be shown."""
        return len(self.stops) - 1 if self.so_far else self.recording.moves

    @property
    def last(self) -> int:
        """Return the place of the last moment."""
        return len(self.stops) - 1

    @property
    def cut(self) -> bool:
        """Tell whether later moves can't be shown."""
        return self.recording.last < self.recording.moves

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        """Return the parts of the match that the walk comes through, by places instead of moves."""
        if isinstance(self.stops, range):
            # Each move is a place of its own number.
            return self.recording.chapters
        kept = (each for each in self.recording.chapters if each.move >= self.stops[0])
        return tuple(Chapter(self.place(each.move), each.heading) for each in kept)

    def chapter(self, place: int) -> int:
        """Return which chapter a place belongs to; -1 where none has begun."""
        return bisect_right([each.move for each in self.chapters], place) - 1

    def place(self, move: int) -> int:
        """Return the place of the first moment that isn't before a move; the last one where there is none."""
        return min(bisect_left(self.stops, move), self.last)

    def foresee(self, place: int) -> None:
        """Play on to a place, so that whoever goes there finds it played."""
        self.at(place).frame  # noqa: B018 - a match keeps the frames that were looked at

    def at(self, place: int) -> Moment:
        """Return the moment of a place; the nearest one for any other number."""
        place = min(max(place, 0), self.last)
        return Moment(self, place, self.recording.at(self.stops[place]))


@dataclass(frozen=True, slots=True)
class Moment:
    """A place on a walk, with the position there."""

    walk: Walk
    place: int
    match: AnyMatch

    @property
    def table(self) -> Table:
        """Return the table."""
        return self.walk.table

    @property
    def move(self) -> int:
        """Return the number of the move that led here, 0 for the beginning."""
        return self.walk.stops[self.place]

    @property
    def frame(self) -> Frame:
        """Return what the viewer saw, with everybody's chances where the match is over and they are known."""
        table = self.table
        return with_chances(self.match.frame(self.walk.viewer), table.record, table.started_match, self.move)

    @property
    def look(self) -> Look | None:
        """Return how the decision that led here changed its seat's chance; None where nobody knows."""
        analysis = analysis_of(self.table.record)
        return analysis.look(self.move) if analysis else None

    @property
    def decided_by(self) -> Seat | None:
        """Return whose action led here; None where it was none of a game's, or where nothing has led here yet."""
        if not self.move:
            return None
        seat, document = self.walk.recording.log[self.move - 1]
        return None if takeback.read_detour(document) else seat

    @property
    def people(self) -> People:
        """Return who sat where then."""
        return self.table.people_at(self.move)

    @property
    def told(self) -> tuple[Text, ...]:
        """Return what the viewer was told then; nothing where they have just taken a seat."""
        if self.move and not self.place:
            return ()
        return self.walk.recording.told(self.table, self.move, self.walk.viewer)

    @property
    def at(self) -> float | None:
        """Return when that was, in seconds since the epoch; None where nobody knows."""
        return self.walk.recording.entries[self.move - 1].at if self.move else None


def seated_after(table: TableRecord, viewer: Viewer) -> int:
    """Return the move after which who holds a seat took it; 0 for who has had it from the beginning, and the public."""
    if viewer is None:
        return 0
    taken = [each for each in table.incidents if each.kind is Kind.SEATED and each.seat == viewer]
    user, since = table.sitters[viewer].user, 0
    for place in range(len(taken) - 1, -1, -1):
        if taken[place].sitter.user != user:
            break
        since = taken[place].after if place else 0
    return since
