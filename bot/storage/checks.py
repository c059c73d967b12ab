"""Whether the rows of a table are still what was written: seals, chains, and a log that leads to the position."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.storage import chain, clocks, customs, rows
from bot.storage.chain import Row
from bot.storage.faults import Fault
from bot.storage.records import TableId
from engine import saves
from engine.game import AnyGame
from engine.replay import replay
from engine.saves import Save
from engine.scene import Seat, say

NOWHERE = TableId(0)
"""The table of which faults are told that are none's."""
PARTS = {
    "wishes": "0",
    "incidents": "after",
    "seats": "0",
    "announcements": "0",
    "clocks": "0",
    "tidings": "0",
    "shuffles": "0",
    "orders": "0",
    "moves": "seq",
    "checkpoints": "seq",
}
"""What belongs to tables, and the number of the move that each row is of."""
LOST = {
    part: f"""
SELECT table_id, min({number}) FROM {part}
WHERE NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = {part}.table_id) GROUP BY 1
"""  # noqa: S608 # constants of our own
    for part, number in PARTS.items()
}
"""What finds the rows that belong to no table; NOT IN would go through all tables for each row of them."""
CHOICES = ("users", "servers", "habits", "customs", "follows")
SEALED_ALONE: Mapping[str, Callable[[Row], bool]] = {
    "habits": clocks.habits_sound,
    "customs": customs.customs_whole,
    "follows": customs.follow_whole,
}
"""Where people and servers have chosen something."""
SURROGATES = re.compile("[\ud800-\udfff]")
"""What stands in a text for bytes that are no UTF-8."""


@dataclass(frozen=True, slots=True)
class Rows:
    """All rows of a table: itself as a whole row, its seats with their names, its log and its checkpoints, in order."""

    table: Row
    seats: Sequence[tuple[int, str]]
    moves: Sequence[Row]
    bases: Sequence[Row]


def lost(part: str, table: int, seq: int) -> Fault:
    """Return the fault that rows of a part belong to no table."""
    return Fault(TableId(table), seq, say("fault-lost", part=part))


def choices(part: str, found: Iterable[Row]) -> Iterator[Fault]:
    """Yield what people or servers have chosen and isn't what was sealed."""
    for row in found:
        if not (SEALED_ALONE[part](row) if part in SEALED_ALONE else chain.whole(part, row)):
            yield Fault(NOWHERE, 0, say("fault-choices", part=part))


def outages(found: Sequence[Row]) -> Iterator[Fault]:
    """Yield a fault if the rows of `clocks.OUTAGES` are not what was sealed."""
    if clocks.outages_of(found) is None:
        yield Fault(NOWHERE, 0, say("fault-outages"))


def table(found: Rows, games: Mapping[str, AnyGame]) -> Iterator[Fault]:
    """Yield the faults of one table; its log is replayed only if all of it is what was written."""
    row, number = found.table, TableId(found.table["id"])
    yield from _people(number, row, found.seats)
    faults = [*_sealed(number, row, found.bases), *_chained(number, row, found.moves)]
    yield from faults
    if not faults and row["seq"] is not None:
        yield from _replayed(number, row, found.bases, found.moves, games)


def _people(table: TableId, row: Row, seats: Sequence[tuple[int, str]]) -> Iterator[Fault]:
    """Yield missing seats, names that can't be read, people and announcements that are not what was sealed."""
    if not rows.every_seat_taken(row["seat_count"], [seat for seat, _ in seats]):
        yield Fault(table, 0, say("fault-seats"))
    elif any(SURROGATES.search(name) for _, name in seats):
        yield Fault(table, 0, say("fault-names"))
    elif not rows.people_whole(row):
        yield Fault(table, 0, say("fault-people"))
    if rows.announced_of(row) is None:
        yield Fault(table, 0, say("fault-announced"))
    if not clocks.whole(row):
        yield Fault(table, 0, say("fault-clock"))
    elif not clocks.timely(row):
        yield Fault(table, 0, say("fault-due"))


def _sealed(table: TableId, row: Row, bases: Sequence[Row]) -> Iterator[Fault]:
    """Yield the position and the checkpoints that are not what was sealed."""
    if not chain.whole("tables", row):
        yield Fault(table, row["seq"] or 0, say("fault-table"))
    if not rows.shuffle_whole(row):
        yield Fault(table, 0, say("fault-shuffle"))
    if not rows.orders_whole(row):
        yield Fault(table, 0, say("fault-orders"))
    if row["seq"] is not None and not bases:
        yield Fault(table, 0, say("fault-start"))
    for base in bases:
        if not chain.whole("checkpoints", base):
            yield Fault(table, base["seq"], say("fault-checkpoint"))


def _chained(table: TableId, row: Row, moves: Iterable[Row]) -> Iterator[Fault]:
    """Yield the moves that are missing, are not what was sealed, or don't continue their predecessor."""
    before, last, stands = chain.START, 0, row["seq"] or 0
    for move in moves:
        if move["seq"] != last + 1:
            yield Fault(table, last + 1, say("fault-gap", move=move["seq"]))
        elif not chain.whole("moves", move, before):
            yield Fault(table, move["seq"], say("fault-move"))
        before, last = move["seal"], move["seq"]
    if last != stands:
        yield Fault(table, min(last, stands) + 1, say("fault-end", last=last, position=stands))


def _replayed(
    table: TableId,
    row: Row,
    bases: Iterable[Row],
    moves: Iterable[Row],
    games: Mapping[str, AnyGame],
) -> Iterator[Fault]:
    """Yield where the log, from the last checkpoint of today's rules, doesn't lead to the position."""
    game = games.get(row["game"])
    if game is None or row["rules"] != game.version:
        return
    base = next((base for base in bases if base["rules"] == row["rules"]), None)
    if base is None:
        yield Fault(table, 0, say("fault-base"))
        return
    seq = base["seq"]
    try:
        match = saves.load(_save(row, base), games)
        for seq, line in ((move["seq"], (Seat(move["seat"]), move["action"])) for move in moves):
            if seq > base["seq"]:
                ((match, _),) = replay(match, [line])
        if match.state != saves.load(_save(row, row), games).state:
            yield Fault(table, row["seq"], say("fault-position"))
    except Exception as error:  # noqa: BLE001 # whatever a broken game raises is a fault at this move
        yield Fault(table, seq, say("fault-replay", error=type(error).__name__))


def _save(row: Row, at: Row) -> Save:
    asked = tuple(json.loads(at["asked"]))
    return Save(row["game"], at["rules"], row["seat_count"], row["seed"], at["seq"], asked, at["state"])
