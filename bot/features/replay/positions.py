"""Replayed match: its positions, for which the moves of the log are played again from the seed.

A replayed match has a position every `CHECKPOINT_MOVES` moves, and at each rewind, so that a step plays at most so many
moves again, and the positions that were used last, so that the next step plays one. Data outside the log, such as
orders and the answers to an open joint question, are in no position.
"""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import field
from itertools import takewhile

from cachetools import LRUCache

from bot.storage.records import Logged, TableId
from bot.storage.store import Store
from bot.tables.log_entries import Entry, entry_of, replay_lines
from bot.tables.table import Table
from engine import logged_moves
from engine.errors import Refused
from engine.frozen import frozen
from engine.game import AnyGame
from engine.logged_moves import Rewind
from engine.match import AnyMatch
from engine.saves import Line, replay, replay_to_end
from engine.scene import Seat, Text, Viewer

logger = logging.getLogger(__name__)

CHECKPOINT_MOVES = 16
REPLAYS, RECENT = 8, 32
"""How many replayed matches are kept in memory, and how many positions of each besides its checkpoints."""


@frozen
class Chapter:
    """Part of a match: the event that is its `heading`, and the number of its first move, 0 for the beginning."""

    move: int
    heading: Text


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
    chapters: tuple[Chapter, ...]
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


def _chapters(
    game: AnyGame, match: AnyMatch, entries: Sequence[Entry]
) -> tuple[Chapter, ...]:
    """Return the chapters of a match, the opening among them; one move heads at most one."""
    told = {0: match.opening}
    told |= {entry.seq: entry.line(None).events for entry in entries}
    headed = {
        move: [event for event in events if game.is_heading(event)]
        for move, events in told.items()
    }

    return tuple(Chapter(move, found[0]) for move, found in headed.items() if found)
