"""Whether everything is still what was written: seals, chains, and logs that lead to their positions."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from bot.storage.faults import Fault
from bot.storage.records import TableId
from bot.storage.sqlite import chain, clocks, migrations, rows
from bot.storage.sqlite.database import explain, open_present, open_reading, open_unwritten
from engine import saves
from engine.game import AnyGame
from engine.replay import replay
from engine.saves import Save
from engine.scene import Seat, say

NOWHERE = TableId(0)
PARTS = {
    "wishes": "0",
    "incidents": "after",
    "seats": "0",
    "announcements": "0",
    "clocks": "0",
    "shuffles": "0",
    "moves": "seq",
    "checkpoints": "seq",
}
MOVES = "SELECT * FROM moves WHERE table_id = ? ORDER BY seq"
SURROGATES = re.compile("[\ud800-\udfff]")
"""What stands in a text for bytes that are no UTF-8."""
BASES = "SELECT * FROM checkpoints WHERE table_id = ? ORDER BY seq, rules"


def verify(path: Path, games: Mapping[str, AnyGame], *, unwritten: bool = False) -> Iterator[Fault]:
    """Yield every fault of a database, table by table, also while a Herald runs on it.

    With `unwritten` no file is made even for a moment, so that a copy stays what it is. What isn't any table's is told
    of table 0. Raise StorageError if the file can't be read as a database at all.
    """
    try:
        with closing(open_reading(path, migrations.newest(), open_unwritten if unwritten else open_present)) as db:
            db.text_factory = lambda text: text.decode(errors="surrogateescape")
            db.execute("BEGIN")
            yield from _storage(db)
            yield from _lost(db)
            yield from _choices(db)
            for (table,) in db.execute("SELECT id FROM tables ORDER BY id").fetchall():
                yield from _table(db, TableId(table), games)
    except sqlite3.Error as error:
        raise explain(error, path) from error


def _storage(db: sqlite3.Connection) -> Iterator[Fault]:
    """Yield what SQLite itself finds."""
    for (found,) in db.execute("PRAGMA integrity_check"):
        if found != "ok":
            yield Fault(NOWHERE, 0, say("fault-sqlite", found=str(found)))


def _lost(db: sqlite3.Connection) -> Iterator[Fault]:
    """Yield the rows that belong to no table."""
    for part, number in PARTS.items():
        lost = f"SELECT table_id, min({number}) FROM {part} WHERE table_id NOT IN (SELECT id FROM tables) GROUP BY 1"  # noqa: S608 # constants of this module
        for table, seq in db.execute(lost):
            yield Fault(TableId(table), seq, say("fault-lost", part=part))


def _choices(db: sqlite3.Connection) -> Iterator[Fault]:
    """Yield what people and servers have chosen and isn't what was sealed."""
    for part in ("users", "servers"):
        for row in db.execute(f"SELECT * FROM {part}").fetchall():  # noqa: S608 # constants of this module
            if not chain.whole(part, row):
                yield Fault(NOWHERE, 0, say("fault-choices", part=part))
    for row in db.execute("SELECT * FROM habits").fetchall():
        if not clocks.habits_whole(row):
            yield Fault(NOWHERE, 0, say("fault-choices", part="habits"))


def _table(db: sqlite3.Connection, table: TableId, games: Mapping[str, AnyGame]) -> Iterator[Fault]:
    """Yield the faults of one table; its log is replayed only if all of it is what was written."""
    row = db.execute(f"{rows.SELECT} WHERE id = ?", (table,)).fetchone()
    moves = db.execute(MOVES, (table,)).fetchall()
    bases = db.execute(BASES, (table,)).fetchall()
    yield from _people(db, table, row)
    faults = [*_sealed(table, row, bases), *_chained(table, row, moves)]
    yield from faults
    if not faults and row["seq"] is not None:
        yield from _replayed(table, row, bases, moves, games)


def _people(db: sqlite3.Connection, table: TableId, row: sqlite3.Row) -> Iterator[Fault]:
    """Yield missing seats, names that can't be read, people and announcements that are not what was sealed."""
    seats = db.execute("SELECT seat, name FROM seats WHERE table_id = ? ORDER BY seat", (table,)).fetchall()
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


def _sealed(table: TableId, row: sqlite3.Row, bases: Sequence[sqlite3.Row]) -> Iterator[Fault]:
    """Yield the position and the checkpoints that are not what was sealed."""
    if not chain.whole("tables", row):
        yield Fault(table, row["seq"] or 0, say("fault-table"))
    if not rows.shuffle_whole(row):
        yield Fault(table, 0, say("fault-shuffle"))
    if row["seq"] is not None and not bases:
        yield Fault(table, 0, say("fault-start"))
    for base in bases:
        if not chain.whole("checkpoints", base):
            yield Fault(table, base["seq"], say("fault-checkpoint"))


def _chained(table: TableId, row: sqlite3.Row, moves: Iterable[sqlite3.Row]) -> Iterator[Fault]:
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
    row: sqlite3.Row,
    bases: Iterable[sqlite3.Row],
    moves: Iterable[sqlite3.Row],
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


def _save(row: sqlite3.Row, at: sqlite3.Row) -> Save:
    asked = tuple(json.loads(at["asked"]))
    return Save(row["game"], at["rules"], row["seat_count"], row["seed"], at["seq"], asked, at["state"])
