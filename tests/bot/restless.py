"""Whole matches in which everything happens that can: what a replay, or whatever else looks back, has to stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import pytest

from bot.storage.records import Incident, IncidentKind, Logged, Sitter, Status, TableId, TableRecord
from bot.tables.log_entries import log_row
from bot.tables.table import Table
from engine import saves
from engine.game import AnyGame
from engine.games import GAMES
from engine.match import Match
from engine.rng import Rng
from engine.scene import Seat, Text, Viewer
from tests.contract.orders import MOST_STEPS, ordered_step
from tests.contract.walks import AnyMatch, AnyMove, seed, step, viewers

RESTLESS = pytest.mark.parametrize(
    "game, ahead",
    [
        pytest.param(game, ahead, marks=() if ahead == bool(place % 2) else pytest.mark.soak, id=f"{game.key}-{ahead}")
        for place, game in enumerate(GAMES.values())
        for ahead in (False, True)
    ],
)
"""Each game once, with orders or without them by turns; the soak has all."""


def logged(moves: Sequence[AnyMove]) -> list[Logged]:
    """Return the rows that a storage has of moves, each made at a time of its own."""
    return [log_row(move, move.told_events, float(move.seq)) for move in moves]


@dataclass
class Restless:
    """A match in which people order, take back, leave and come back, rivals care for seats, and a disk sets it back.

    `positions` are all that stand in the end, `moves` the log, `told` what each viewer was told of each move at once.
    """

    positions: list[AnyMatch]
    moves: list[AnyMove] = field(default_factory=list)
    told: list[dict[Viewer, tuple[Text, ...]]] = field(default_factory=list)
    incidents: list[Incident] = field(default_factory=list)
    restores: int = 0

    @classmethod
    @cache
    def played(cls, game: AnyGame, number: int, *, ahead: bool) -> Restless:
        """Return a whole match of a number, where people can order `ahead` or not."""
        begun = cls([Match.start(game, game.seats[1], seed(number), orders=ahead)])
        begun.incidents = [
            Incident(0, IncidentKind.SEATED, seat, sitter, 0.0) for seat, sitter in enumerate(begun.sitters)
        ]
        for count in range(MOST_STEPS):
            if not begun.positions[-1].deciding:
                return begun
            begun._step(Rng(seed(number), count))
        raise AssertionError(f"{game.key} goes on after {MOST_STEPS} steps")

    @property
    def sitters(self) -> list[Sitter]:
        """Return who holds the seats now."""
        held = {each.seat: each.sitter for each in self.incidents}
        return [held.get(seat, Sitter(seat + 1, f"Guest {seat}")) for seat in range(self.positions[0].seats)]

    @property
    def table(self) -> Table:
        """Return the table as it is in the end."""
        match, sitters = self.positions[-1], tuple(self.sitters)
        record = TableRecord(TableId(1), match.game.key, 10, 20, 1, None, Status.OVER, sitters)
        return Table(replace(record, incidents=tuple(self.incidents)), match)

    def until(self, place: int) -> Restless:
        """Return what it was at a position: with the moves, and the people, up to then."""
        seq = self.positions[place].seq
        people = [each for each in self.incidents if each.after <= seq]
        return Restless(self.positions[: place + 1], self.moves[:seq], self.told[:seq], people)

    def _step(self, dice: Rng) -> None:
        match = self.positions[-1]
        made: Sequence[AnyMove]
        deed, seat = dice.below(12), Seat(dice.below(match.seats))
        if deed == 0:
            level = None if self.sitters[seat].level else "knight"
            self._seated(seat, replace(self.sitters[seat], level=level))
            match, made = match.stand_in(seat, present=level is not None)
        elif deed == 1:
            self._seated(seat, Sitter(100 + len(self.incidents), "Newcomer"))
            match, made = match.seat_newcomer(seat)
        elif deed == 2 and dice.below(4) == 0:
            self._set_back(dice)
            return
        elif deed < 5 and match.pasts:
            match, made = match.take_back(match.pasts[-1].seat)
        elif match.orders is None:
            match, move = step(match, dice)
            made = [move]
        else:
            match, made = ordered_step(match, dice)
        self.positions.append(match)
        self.moves += made
        self.told += [{viewer: self._heard(move, viewer) for viewer in viewers(match)} for move in made]

    def _heard(self, move: AnyMove, viewer: Viewer) -> tuple[Text, ...]:
        by_order = move.game.is_by_order
        return tuple(told.event for told in move.told_events if told.is_heard_by(viewer) and not by_order(told.event))

    def _seated(self, seat: Seat, sitter: Sitter) -> None:
        self.incidents.append(Incident(self.positions[-1].seq, IncidentKind.SEATED, seat, sitter, 0.0))

    def _set_back(self, dice: Rng) -> None:
        """Go back to a position as a database has it: saved and read, in a generation of its own."""
        place = max(len(self.positions) - 1 - dice.below(30), 0)
        kept, self.restores = self.positions[place], self.restores + 1
        name = f"restore {self.restores}".encode()
        self.positions[place:] = [saves.load(saves.dump(kept), GAMES, name)]
        del self.moves[kept.seq :], self.told[kept.seq :]
        self.incidents = [each for each in self.incidents if each.after <= kept.seq]
