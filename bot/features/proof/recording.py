"""The record of a finished table: its match as a file, with as little about people as whoever asks may have."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.storage.records import Logged, Sitter, TableId, TableRecord
from bot.storage.store import Store
from bot.tables.entries import told_of
from bot.tables.table import Table
from engine import proof
from engine.game import AnyGame
from engine.proof import Move, Player, Shuffle


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a record holds besides moves and days: the name of this `user`, or all `names`, and the `times` of day."""

    user: int | None = None
    names: bool = False
    times: bool = False


def file_name(table: TableId) -> str:
    """Return what the file of a table's record is called."""
    return f"herald-table-{table}.json"


async def record_of(table: Table, storage: Store, wanted: Wanted) -> str:
    """Return the record of a finished match; raise NotOver if anything in it may still be hidden."""
    over, record = table.over, table.record
    moves = [_move(line, over.game, wanted) for line in await storage.log(record.id)]
    players = [_player(sitter, wanted) for sitter in record.sitters]
    return proof.write(over, _shuffle(record), moves, players, record.options)


def _move(line: Logged, game: AnyGame, wanted: Wanted) -> Move:
    at = datetime.fromtimestamp(line.at, UTC) if line.sound else None
    return Move(
        rules=line.rules,
        seat=line.seat,
        action=json.loads(line.action),
        day=f"{at:%Y-%m-%d}" if at else None,
        time=f"{at:%H:%M:%S}" if at and wanted.times else None,
        told=proof.heard(told_of(line), game),
    )


def _player(sitter: Sitter, wanted: Wanted) -> Player:
    if sitter.person is None:
        return Player(name=None, rival=sitter.level)
    return Player(name=sitter.name if wanted.names or sitter.person == wanted.user else None, rival=None)


def _shuffle(table: TableRecord) -> Shuffle | None:
    """Return what the seed was made of; None where the seed itself was pledged."""
    pledged = table.pledged
    if pledged is None:
        return None
    words = tuple(None if sitter.word is None else sitter.word.hex() for sitter in table.sitters)
    message = None if pledged.message is None else str(pledged.message)
    return Shuffle(secret=pledged.secret.hex(), message=message, words=words)
