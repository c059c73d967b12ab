"""Tables as rows and back: which column holds what, and reading rows that are still what was sealed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import astuple
from typing import Any

from bot.storage.port import (
    Announced,
    Dm,
    Logged,
    Person,
    Private,
    Server,
    Sitter,
    Status,
    StorageError,
    TableId,
    TableRecord,
)
from bot.storage.sqlite import chain
from engine.saves import Save

Row = dict[str, Any]

SELECT = """
SELECT tables.*, (
    SELECT json_group_array(json_array(seat, user, name)) FROM seats WHERE table_id = tables.id
) AS sitters
FROM tables
"""
LIVE = "status IN ('lobby', 'playing')"
WHERE = {
    "user": "EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND user = :user)",
    "channel": "channel = :channel",
    "guild": "guild = :guild",
}
"""What a live table must fulfil besides, for each thing that can be asked for."""
BEHIND = """
SELECT id FROM tables
WHERE status = 'lobby'
   OR (status IN ('playing', 'over') AND announced_seq <> seq)
   OR (status = 'ended' AND phase <> 'ended')
ORDER BY id
"""
LOG = "SELECT seq, rules, seat, action, told, at FROM moves WHERE table_id = ? AND seq > ? ORDER BY seq"


class Damaged(StorageError):
    """A table whose rows are not what was written; it is neither shown nor changed."""

    def __init__(self, table: int) -> None:
        super().__init__("storage-table-damaged", table=str(table))


def place(table: TableRecord) -> Row:
    """Return the columns of a table that say what it is, where it is, whose it is and who sits."""
    return {
        "game": table.game,
        "guild": table.guild,
        "channel": table.channel,
        "private": table.private and table.private.value,
        **people(table),
    }


def people(table: TableRecord) -> Row:
    """Return the columns of a table that change in its lobby."""
    sitters = [[seat, sitter.user, sitter.name] for seat, sitter in enumerate(table.sitters)]
    return {"opener": table.opener, "status": table.status.value, "sitters": sitters}


def position(save: Save | None) -> Row:
    """Return the columns of a table that hold its match at rest."""
    if save is None:
        return dict.fromkeys(("rules", "seat_count", "seed", "seq", "asked", "state"))
    return {
        "rules": save.rules,
        "seat_count": save.seats,
        "seed": save.seed,
        "seq": save.seq,
        "asked": json.dumps(save.asked),
        "state": save.state,
    }


def shown(announced: Announced) -> Row:
    """Return the columns of a table that say what Discord has been shown."""
    return {
        "announced_seq": announced.seq,
        "message": announced.message,
        "phase": announced.phase,
        "post": announced.post,
        "post_from": announced.post_from,
        "post_for": json.dumps(announced.post_for),
        "letters": json.dumps([astuple(letter) for letter in announced.dms]),
    }


def checkpoint(table: TableId, save: Save) -> Row:
    """Return a position from which the log can be replayed, as a sealed row."""
    kept = position(save)
    row = {"table_id": table, **{column: kept[column] for column in ("seq", "rules", "asked", "state")}}
    return {**row, "seal": chain.seal(row)}


def chained(table: TableId, moves: Iterable[Logged], before: bytes) -> Iterator[Row]:
    """Return moves as rows, each sealed with its predecessor's seal."""
    for move in moves:
        row: Row = {
            "table_id": table,
            "seq": move.seq,
            "rules": move.rules,
            "seat": move.seat,
            "action": move.action,
            "told": move.told,
            "at": float(move.at),
        }
        before = chain.seal(row, before)
        yield {**row, "seal": before}


def unpacked(row: sqlite3.Row) -> Row:
    """Return a row of SELECT as what was sealed."""
    return {**dict(row), "sitters": sorted(json.loads(row["sitters"]))}


def read(row: sqlite3.Row) -> Row:
    """Return a row of SELECT as what was sealed; raise Damaged if it isn't."""
    unpacked_row = unpacked(row)
    if not chain.whole(unpacked_row):
        raise Damaged(row["id"])
    return unpacked_row


def save_of(row: Row) -> Save | None:
    """Return the match at rest of a row, or None if it hasn't begun."""
    if row["seq"] is None:
        return None
    asked = tuple(json.loads(row["asked"]))
    return Save(row["game"], row["rules"], row["seat_count"], row["seed"], row["seq"], asked, row["state"])


def table_of(row: Row) -> TableRecord:
    """Return the table of a row."""
    return TableRecord(
        id=TableId(row["id"]),
        game=row["game"],
        guild=row["guild"],
        channel=row["channel"],
        opener=row["opener"],
        private=private_of(row["private"]),
        status=Status(row["status"]),
        sitters=tuple(Sitter(user, name) for _, user, name in row["sitters"]),
        save=save_of(row),
        announced=_announced(row),
    )


def _announced(row: Row) -> Announced:
    return Announced(
        seq=row["announced_seq"],
        message=row["message"],
        phase=row["phase"],
        post=row["post"],
        post_from=row["post_from"],
        post_for=tuple(json.loads(row["post_for"])),
        dms=tuple(Dm(*letter) for letter in json.loads(row["letters"])),
    )


def private_of(value: str | None) -> Private | None:
    """Return where private views go, or None if that isn't chosen."""
    return None if value is None else Private(value)


def person_of(row: sqlite3.Row) -> Person:
    """Return what a user has chosen."""
    return Person(
        user=row["user"],
        private=private_of(row["private"]),
        dm_closed=bool(row["dm_closed"]),
        dm_told=bool(row["dm_told"]),
        language=row["language"],
        locale=row["locale"],
        pictures=choice_of(row["pictures"]),
    )


def server_of(row: sqlite3.Row) -> Server:
    """Return what is chosen for a server."""
    return Server(row["server"], row["language"], row["locale"], choice_of(row["pictures"]))


def choice_of(value: int | None) -> bool | None:
    """Return yes or no, or None if neither is chosen."""
    return None if value is None else bool(value)
