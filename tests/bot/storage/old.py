"""Databases as Herald wrote them before version 3: everything known of a table in one row, under one seal."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import astuple, dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from bot.storage.records import Dm, Logged, Sitter
from bot.storage.sqlite.files import APPLICATION_ID
from tests.bot.storage.samples import ANN, BO, line, position

FORM = Path(__file__).with_name("form2.sql")


@dataclass(frozen=True)
class OldTable:
    """A table of two people after some moves; `seq` None is a lobby."""

    seq: int | None = None
    status: str = "lobby"
    announced_seq: int = -1
    message: int | None = None
    phase: str = ""
    post: int | None = None
    post_from: int = 0
    post_for: tuple[int, ...] = ()
    letters: tuple[Dm, ...] = ()
    asked: tuple[int, ...] = ()
    people: Sequence[Sitter] = field(default=(ANN, BO))

    @property
    def moves(self) -> list[Logged]:
        """Return its log."""
        return [line(seq) for seq in range(1, (self.seq or 0) + 1)]

    def columns(self, number: int) -> dict[str, Any]:
        """Return its row, but for the seal."""
        match: dict[str, Any] = dict.fromkeys(("rules", "seat_count", "seed", "seq", "asked", "state"))
        if self.seq is not None:
            save = position(self.seq)
            asked = json.dumps(self.asked or save.asked)
            match = {"rules": save.rules, "seat_count": save.seats, "seed": save.seed, "seq": self.seq, "asked": asked}
            match["state"] = save.state
        return {
            "id": number,
            "game": "toy",
            "guild": 5,
            "channel": 7,
            "opener": self.people[0].user,
            "private": "dm",
            "status": self.status,
            **match,
            "announced_seq": self.announced_seq,
            "message": self.message,
            "phase": self.phase,
            "post": self.post,
            "post_from": self.post_from,
            "post_for": json.dumps(self.post_for),
            "letters": json.dumps([astuple(dm) for dm in self.letters]),
        }


def seal(row: Mapping[str, Any], before: bytes = b"") -> bytes:
    """Return a seal as it was: of all that is known, as JSON in the order of its keys."""
    known = {column: value for column, value in row.items() if value is not None}
    document = json.dumps(known, sort_keys=True, separators=(",", ":"), default=bytes.hex)
    return blake2b(before + document.encode(), digest_size=32).digest()


def write(path: Path, tables: Sequence[OldTable], version: int = 2) -> None:
    """Write a database of form 2, or of what says that it is another one, whose tables are numbered from 1."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.executescript(FORM.read_text("utf-8"))
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {version}")
        db.execute("PRAGMA journal_mode = WAL")
        for number, table in enumerate(tables, 1):
            _write(db, number, table)


def _write(db: sqlite3.Connection, number: int, table: OldTable) -> None:
    row = table.columns(number)
    sitters = [[seat, sitter.user, sitter.name] for seat, sitter in enumerate(table.people)]
    _insert(db, "tables", row, seal({**row, "sitters": sitters}))
    for seat, user, name in sitters:
        db.execute("INSERT INTO seats VALUES (?, ?, ?, ?)", (number, seat, user, name))
    before = b""
    for move in table.moves:
        kept: dict[str, Any] = {"table_id": number, "seq": move.seq, "rules": move.rules, "seat": move.seat}
        kept |= {"action": move.action, "told": move.told, "at": move.at}
        before = seal(kept, before)
        _insert(db, "moves", kept, before)
    if table.seq is not None:
        start = position(0)
        base = {"table_id": number, "seq": 0, "rules": 1, "asked": json.dumps(start.asked), "state": start.state}
        _insert(db, "checkpoints", base, seal(base))


def _insert(db: sqlite3.Connection, part: str, row: Mapping[str, Any], made: bytes) -> None:
    columns, marks = ", ".join([*row, "seal"]), ", ".join("?" * (len(row) + 1))
    db.execute(f"INSERT INTO {part} ({columns}) VALUES ({marks})", (*row.values(), made))  # noqa: S608 # from this module
