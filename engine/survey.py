"""A survey of a match that is over: each seat's chances from decision to decision, and its turning points.

Theory of operation. A look at a decision takes many worlds, and a long match has more decisions than there is time for.
So each seat's decisions are first looked at here and there, then in the middle of the widest change, again and again,
which closes in on the moves that mattered. Those with the greatest change are looked at once more in many more worlds
that they weren't chosen by, and count as turning points only if the change is more than chance would make of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from itertools import pairwise
from math import hypot
from typing import Any, NamedTuple

from engine import logged_moves
from engine.agents.win_chances import Chance
from engine.analysis import Calibration
from engine.frozen import frozen
from engine.game import AgentView
from engine.logged_moves import Rewind, TakeBack
from engine.match import AnyMatch
from engine.rng import Rng
from engine.saves import Line, replay
from engine.scene import Seat

WORLDS, MORE_WORLDS = 64, 320
"""How many worlds a look takes, and one at a decision that seems to have mattered."""
COARSE = 8
"""In so many parts each seat's decisions are looked at before it is asked where they changed."""
SUSPECTS = 6
"""How many changes are looked at once more."""
POINTS = 3
"""How many turning points a match has at most."""


@frozen
class DecisionPoint:
    """A decision of a seat: the number of the `move` that everybody was told of, and the seat's `view` before it.

    A `closing` one is none, but the seat's knowledge after its last decision: the end of the match shows whose chance
    was good, and is no decision's doing.
    """

    move: int
    seat: Seat
    view: AgentView[Any] = field(compare=False, repr=False)
    closing: bool = False


class ChanceEstimate(NamedTuple):
    """A seat's chance to win, from 0 to 1, give or take `spread` at 95 %."""

    share: float
    spread: float = 0.0


class Change(NamedTuple):
    """The change of a seat's chance by a decision and all that followed, until it decided again or the match was over.

    `after` is None where there was no look at the next decision.
    """

    move: int
    seat: Seat
    before: ChanceEstimate
    after: ChanceEstimate | None

    @property
    def size(self) -> float:
        """Return the size of the change, for the better or the worse; 0 where `after` isn't known."""
        if not self.after:
            return 0.0
        return abs(self.after.share - self.before.share)

    @property
    def spread(self) -> float:
        """Return by how much the chance, or the change, may be wrong at 95 %."""
        return hypot(self.before.spread, self.after.spread if self.after else 0.0)


def find_decision_points(
    start: AnyMatch, lines: Sequence[Line], rng: Rng
) -> list[DecisionPoint]:
    """Return the decisions with more than one choice that weren't undone, and each seat's closing stop.

    Actions of a seat in secret belong to its next decision that everybody was told of. Raise the errors of `replay`.
    """
    found: list[DecisionPoint] = []
    begun: dict[Seat, AgentView[Any]] = {}
    closing: dict[Seat, AnyMatch] = {}

    before = start

    for (seat, document), (after, move) in zip(
        lines, replay(start, lines), strict=True
    ):
        detour = logged_moves.read_detour(document)
        if isinstance(detour, TakeBack | Rewind):
            found = [each for each in found if each.move <= detour.to]
            begun = {}
            closing = {
                each: match for each, match in closing.items() if match.seq <= detour.to
            }

        elif detour is None:
            if seat not in begun and len(before.legal[seat]) > 1:
                begun[seat] = before.view(seat, rng)
            is_heard = any(each.is_heard_by(None) for each in move.told_events)
            if is_heard and seat in begun:
                found.append(DecisionPoint(move.seq, seat, begun.pop(seat)))
                closing[seat] = after
        before = after

    return [*found, *_closing_stops(closing, rng)]


def _closing_stops(
    closing: Mapping[Seat, AnyMatch], rng: Rng
) -> Iterator[DecisionPoint]:
    """Yield the closing stops of seats, but for the one that has ended the match."""
    for seat, match in closing.items():
        if match.outcome is None:
            twin = match.game.rules.imagine(match.state, seat, rng)
            yield DecisionPoint(match.seq, seat, AgentView(seat, twin), closing=True)


class Survey:
    """Picks the decision to look at next, and collects the results; a number stands for each of the `stops`.

    It lives as long as the analysis of one match, in one process: ask `next_look`, look, `store_look` the result, and
    so on until None; then look at the `suspects` once more.
    """

    def __init__(
        self,
        stops: Sequence[DecisionPoint],
        places: Sequence[int],
        moves: int,
        foresight: Calibration,
    ) -> None:
        """Take the decisions of a match of so many `moves`, each seat's place at its end, and the game's foresight."""
        self.stops = stops
        self._moves = moves
        self._foresight = foresight
        self._found: dict[int, ChanceEstimate] = {}
        self._own: list[list[int]] = [[] for _ in places]
        for number, stop in enumerate(stops):
            self._own[stop.seat].append(number)

        winners = places.count(1)
        self._ends = [
            ChanceEstimate(1 / winners if place == 1 else 0.0) for place in places
        ]

    def store_look(self, number: int, chance: Chance) -> None:
        """Store the result of a look at the decision `number`, in the place of an earlier one."""
        played = self.stops[number].move / self._moves
        chances = (self._foresight.chance(each, played) for each in chance.interval)
        low, share, high = chances
        spread = max(high - share, share - low)
        self._found[number] = ChanceEstimate(share, spread)

    def next_look(self) -> int | None:
        """Return the decision to look at next; None once all were looked at."""
        gaps = [
            gap
            for own, end in zip(self._own, self._ends, strict=True)
            for gap in self._gaps(own, end)
        ]
        return max(gaps)[1] if gaps else None

    def _gaps(
        self, own: Sequence[int], end: ChanceEstimate
    ) -> Iterator[tuple[float, int]]:
        """Yield the use of a look between each two that were taken, and the decision in the middle."""
        looked = (
            (at, self._found[number])
            for at, number in enumerate(own)
            if number in self._found
        )
        known = [(-1, end), *looked, (len(own), end)]
        for (low, before), (high, after) in pairwise(known):
            gap = high - low
            if gap <= 1:
                continue
            wide = low < 0 or gap * COARSE > len(own)
            change = abs(after.share - before.share)
            middle = own[0 if low < 0 else (low + high) // 2]
            yield 2.0 + gap if wide else change, middle

    def suspects(self) -> list[int]:
        """Return the decisions to look at once more: those of the greatest changes, and the next one of each."""
        ranked = sorted(self.looks(), key=lambda each: -each.size)[:SUSPECTS]
        moves = {(each.seat, each.move) for each in ranked}

        wanted: set[int] = set()
        for own in self._own:
            for at, number in enumerate(own):
                if (self.stops[number].seat, self.stops[number].move) in moves:
                    wanted.update(own[at : at + 2])

        return sorted(wanted)

    def looks(self) -> list[Change]:
        """Return the change at each decision that was looked at, in the order of the moves."""
        found: list[Change] = []
        for own, end in zip(self._own, self._ends, strict=True):
            chances = [*(self._found.get(number) for number in own), end]
            for number, (before, after) in zip(own, pairwise(chances), strict=True):
                stop = self.stops[number]
                if before is not None and not stop.closing:
                    found.append(Change(stop.move, stop.seat, before, after))

        return sorted(found, key=_by_move)

    def turning_points(self) -> list[Change]:
        """Return the greatest changes that are more than chance, in the order of the moves."""
        clear = [each for each in self.looks() if each.size > each.spread]
        return sorted(sorted(clear, key=lambda each: -each.size)[:POINTS], key=_by_move)


def _by_move(change: Change) -> int:
    return change.move
