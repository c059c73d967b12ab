"""A finished game from its record, laid out in the sandbox: the bot posts its end, with *Replay*, as any other."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, TypeAlias

from bot.host.errors import HostError
from bot.storage.records import (
    NO_USER,
    Logged,
    Pledged,
    Sitter,
    Status,
    TableId,
    TableRecord,
)
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.store import Store
from engine import proof, saves
from engine.fairness import Shuffle
from engine.frozen import replace
from engine.games import GAMES
from engine.match import Match, Move
from engine.proof import Action, Proof, Record, Unproved
from engine.scene import Seat, say
from sandbox.world import World

AnyMatch: TypeAlias = Match[Any, Any]


class NoRecord(HostError):
    """The file can't be replayed; the text says why."""


def read_record(path: Path) -> Proof | Record:
    """Return the record of a file whose every move can be replayed; raise NoRecord otherwise."""
    try:
        with path.open("rb") as file:
            verdict = proof.prove(file.read(proof.LARGEST + 1), GAMES)
    except OSError as error:
        raise NoRecord(
            "host-proof-missing",
            path=str(path),
            why=error.strerror or type(error).__name__,
        ) from None
    except Unproved as error:
        raise NoRecord("host-unproved", path=str(path), why=error.text) from None
    if not verdict.replayed:
        raise NoRecord("host-unproved", path=str(path), why=say("proof-older"))
    return verdict.proof


async def lay_out(world: World, record: Proof | Record, database: Path) -> None:
    """Keep the finished table of a record as if it had been played here, and wait until the bot has posted its end.

    It is kept while no bot runs: one that saw it begin would tell it from there.
    """
    table, (start, end, played) = _table(world, record), _played(record)

    async def keep() -> None:
        storage = Store(SqliteDatabase(database))
        await storage.open()
        try:
            begun = await storage.create(replace(table, save=saves.dump(start)))
            over = replace(
                begun, status=Status.OVER, save=saves.dump(end), since=time.time()
            )
            await storage.save(over, played)
        finally:
            await storage.close()

    await world.restart(keep)
    async with world.alone():
        await world.rest()


def _played(record: Proof | Record) -> tuple[AnyMatch, AnyMatch, list[Logged]]:
    """Return the start and the end of a record's match, and its moves as they are kept."""
    dealt: AnyMatch = Match.start(
        GAMES[record.game], record.seats, bytes.fromhex(record.seed)
    )
    start = replace(dealt, duplicate=record.duplicate)
    steps = list(
        saves.replay(
            start, [(Seat(line.seat), json.dumps(line.action)) for line in record.log]
        )
    )
    return (
        start,
        steps[-1][0],
        [_line(move, line) for (_, move), line in zip(steps, record.log, strict=True)],
    )


def _table(world: World, record: Proof | Record) -> TableRecord:
    sitters = tuple(_sitters(world, record))
    pledged = _pledged(record.shuffle) if record.shuffle else None
    opener = next(iter(world.people.values())).id
    place = world.guild.id, world.channel.id, opener
    return TableRecord(
        TableId(0), record.game, *place, None, Status.PLAYING, sitters, pledged=pledged
    )


def _pledged(shuffle: Shuffle) -> Pledged:
    return Pledged(
        bytes.fromhex(shuffle.secret), int(shuffle.message) if shuffle.message else None
    )


def _sitters(world: World, record: Proof | Record) -> Iterator[Sitter]:
    """Yield who sits on each seat: people of the sandbox in the place of those who played, rivals as they were."""
    words = record.shuffle.words if record.shuffle else (None,) * record.seats
    players = record.players if isinstance(record, Record) else (None,) * record.seats
    people, rivals = (
        iter(world.people.values()),
        iter(world.words.text("rival-names").split(", ")),
    )
    for player, digest in zip(players, words, strict=True):
        word = None if digest is None else bytes.fromhex(digest)
        if player is not None and player.rival is not None:
            yield Sitter(NO_USER, next(rivals), word, player.rival)
        else:
            person = next(people)
            yield Sitter(
                person.id, player.name if player and player.name else person.name, word
            )


def _line(move: Move[Any], line: Action) -> Logged:
    """Return a move as it is kept; one without a day has the present time, one without a time of day has noon."""
    action, told, at = (
        json.dumps(line.action),
        saves.dump_told(move.told_events),
        time.time(),
    )
    if isinstance(line, proof.Move) and line.day:
        at = datetime.fromisoformat(
            f"{line.day}T{line.time or '12:00:00'}+00:00"
        ).timestamp()
    return Logged(move.seq, line.rules, line.seat, action, told, at)
