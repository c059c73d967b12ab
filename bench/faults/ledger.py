"""What a database holds, read without Herald's own storage, and the locks and the damage that are done to it."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations
from math import inf
from pathlib import Path
from typing import Any, TypeAlias

import asyncpg
from pydantic import TypeAdapter

from bot.host.address import Address, Place
from bot.storage import sql
from bot.storage.postgres.merged_statements import postgres_dialect
from bot.storage.records import Sitter, Status, TableId, TableRecord
from bot.storage.sqlite.migrations import WORDS
from engine.asking import EVERYBODY
from engine.events import Told
from engine.frozen import replace
from engine.games import GAMES
from engine.match import Frame, Match
from engine.orders import Orders
from engine.saves import replay
from engine.scene import Seat
from tests.contract.turns import turns

PLACES = "SELECT id, status, revision, document FROM tables ORDER BY id"
MOVES = "SELECT table_id, seat, action, at FROM moves ORDER BY seq"
TABLES = "SELECT id, version, revision, document FROM tables ORDER BY id"
SERVERS = "SELECT * FROM choices WHERE kind = 'server' ORDER BY key"
DUE = "SELECT count(*) FROM choices WHERE kind = ? AND due <= ?"
LOCK = "BEGIN EXCLUSIVE"
ORDERED = TypeAdapter(Orders)

AnyMatch: TypeAlias = Match[Any, Any]
Rows: TypeAlias = list[Sequence[Any]]
Question: TypeAlias = tuple[int, int, str]
"""Which question was answered, as (table, seat, its name)."""


@dataclass(frozen=True)
class Move:
    """One line of a log: whose it was, when it was kept in seconds since the epoch, and what was told of it."""

    seat: Seat
    action: str
    at: float
    told: tuple[Told, ...]


@dataclass(frozen=True)
class Story:
    """A table that has begun, with its whole log; `positions`, played again, are one more than there are moves.

    `secrets` are its seed, and what it is made of that nobody may know before the match is over. `orders` are those
    that stand now, None where nobody can give any.
    """

    record: TableRecord
    secrets: tuple[bytes, ...]
    positions: tuple[AnyMatch, ...]
    moves: tuple[Move, ...]
    orders: Orders | None = None

    @cached_property
    def answered(self) -> frozenset[Question]:
        """Return the questions that the log holds answers to."""
        pairs = zip(self.positions, self.moves, strict=False)
        return frozenset(
            (self.record.id, move.seat, match.question_id(move.seat))
            for match, move in pairs
            if move.seat in match.legal
        )

    @cached_property
    def now(self) -> AnyMatch:
        """Return the match as it stands, with the orders that do."""
        return replace(self.positions[-1], orders=self.orders)

    @property
    def users(self) -> list[int]:
        """Return the seats' users."""
        return [sitter.user for sitter in self.record.sitters]

    @cached_property
    def asked(self) -> frozenset[Question]:
        """Return what is asked now, by the rules or for an order."""
        return frozenset(
            (self.record.id, seat, self.now.question_id(seat))
            for seat in self.now.deciding
        )

    @cached_property
    def about_orders(self) -> frozenset[Question]:
        """Return the questions about orders to which there could have been an answer until now."""
        frames = (
            (seat, match.frame(seat))
            for match in self._free
            for seat in map(Seat, range(match.seats))
        )
        return frozenset(
            (self.record.id, seat, each.question)
            for seat, frame in frames
            for each in frame.orders
        )

    @cached_property
    def calls(self) -> Counter[int]:
        """Return how often each user had to be called until now; where people can order, at most."""
        joint = {
            each
            for match in self._free
            if match.open_joint
            for each in match.open_joint.joint.topics.items()
        }
        alone = chain.from_iterable(self.turns)
        return Counter(
            self.users[seat] for seat in (*alone, *(seat for seat, _ in joint))
        )

    @property
    def turns(self) -> Iterator[tuple[Seat, ...]]:
        """Yield the seats whose turn it has become, turn by turn, where nobody can order."""
        return turns(
            self.positions[0], [(move.seat, move.action) for move in self.moves]
        )

    def frames(self, number: int) -> Iterator[Frame]:
        """Yield what everybody may have been shown at a position, whoever had answered what several are asked."""
        match = self.positions[number]
        yield match.frame(None)
        if self.orders is not None:
            free = replace(match, orders=Orders.none(match.seats))
            waits = free.open_joint.waits if free.open_joint else ()
            for answered in chain.from_iterable(
                combinations(waits, count) for count in range(len(waits) + 1)
            ):
                orders = replace(Orders.none(match.seats), stood_in=answered)
                yield replace(match, orders=orders).frame(None)

    def own_question(self, user: int, name: str, at: float) -> Question:
        """Return which question of a user was answered, at some time, by a choice that is offered to all under a name.

        That is the one by the rules where they ask for the same; else it is about an order.
        """
        seat = Seat(self.users.index(user))
        for match in self._free[self.standing(at) :]:
            frame = match.frame(seat)
            if frame.joint and frame.has_public_choices(name):
                if seat in frame.joint.deciding:
                    return self.record.id, seat, match.question_id(seat)
                return self.record.id, seat, match.order_question(seat, name).question
        return self.record.id, EVERYBODY, name

    @cached_property
    def _free(self) -> tuple[AnyMatch, ...]:
        """Return the positions as if nobody had ordered anything; none where nobody can."""
        if self.orders is None:
            return ()
        return tuple(
            replace(match, orders=Orders.none(match.seats)) for match in self.positions
        )

    @property
    def ended(self) -> float:
        """Return since when nothing of it is secret any more, in seconds since the epoch."""
        return self.moves[-1].at if self.record.status is Status.OVER else inf

    def standing(self, at: float) -> int:
        """Return how many moves had been kept at some time, in seconds since the epoch."""
        return sum(move.at <= at for move in self.moves)


@contextmanager
def reading(database: Path) -> Iterator[sqlite3.Connection]:
    """Open a database to be read; what a Herald that was killed has left in the WAL stays there."""
    with closing(
        sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)
    ) as db:
        yield db


def query(place: Place, *statements: str) -> list[Rows]:
    """Return the rows of each statement, all of the same moment, of a database of either kind."""
    if isinstance(place, Address):
        # A loop of its own: whoever asks stands in the midst of another one.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, _fetched(place, statements)).result()
    with reading(place) as db:
        db.execute("BEGIN")
        return [db.execute(each).fetchall() for each in statements]


async def _fetched(address: Address, statements: Sequence[str]) -> list[Rows]:
    connection = await asyncpg.connect(address.reveal())
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            return [
                [tuple(row.values()) for row in await connection.fetch(each)]
                for each in statements
            ]
    finally:
        await connection.close()


def behind(place: Place) -> list[int]:
    """Return the tables of which Discord hasn't been shown everything."""
    words = WORDS if isinstance(place, Path) else postgres_dialect()
    [rows] = query(place, sql.BEHIND.format(**words._asdict()))
    return [table for (table,) in rows]


def due(database: Path, kind: str, moment: float) -> int:
    """Return how many choices of a kind are due by a moment."""
    with reading(database) as db:
        return int(db.execute(DUE, (kind, moment)).fetchone()[0])


def fingerprint(database: Path) -> list[Any]:
    """Return all that a click could change at tables and servers: their standing, their people, their choices."""
    with reading(database) as db:
        return [db.execute(query).fetchall() for query in (TABLES, SERVERS)]


def stories(place: Place, *, playing: bool = False) -> list[Story]:
    """Return every table that has begun, or only those at which people are `playing`."""
    tables, moves = query(place, PLACES, MOVES)
    logs: dict[int, list[Sequence[Any]]] = {}
    for table, *line in moves:
        logs.setdefault(table, []).append(line)
    found = []
    for table, status, revision, document in tables:
        told = parts(document)
        if told["save"] is None or (playing and status != Status.PLAYING):
            continue
        sitters = tuple(
            Sitter(each["user"], each["name"], level=each.get("level"))
            for each in told["sitters"]
        )
        facts = (
            TableId(table),
            told["game"],
            told["guild"],
            told["channel"],
            told["opener"],
            None,
            Status(status),
            sitters,
        )
        record = TableRecord(
            *facts, revision=revision, orders=told.get("orders", False)
        )
        secrets = (
            told["save"]["seed"],
            *([told["pledged"]["secret"]] if told.get("pledged") else []),
        )
        orders = (
            _orders(told["save"]["orders"], len(sitters)) if record.orders else None
        )
        found.append(
            _story(
                record,
                tuple(map(bytes.fromhex, secrets)),
                logs.get(table, []),
                orders,
            )
        )
    return found


def parts(document: str) -> dict[str, Any]:
    """Return what is written of a table, and as `save` what is of its match, None without one."""
    table, people, *match = map(json.loads, document.split("\n"))
    return {
        **table,
        **people,
        "save": {name: value for part in match for name, value in part.items()} or None,
    }


def rivals_at_it(database: Path) -> bool:
    """Tell whether a rival has to play at any table."""
    return any(
        story.record.sitters[seat].level
        for story in stories(database, playing=True)
        for _, seat, _ in story.asked
    )


def _orders(document: str | None, seats: int) -> Orders:
    return ORDERED.validate_json(document) if document else Orders.none(seats)


def _story(
    record: TableRecord,
    secrets: tuple[bytes, ...],
    log: Sequence[Sequence[Any]],
    orders: Orders | None,
) -> Story:
    start: AnyMatch = Match.start(GAMES[record.game], len(record.sitters), secrets[0])
    played = list(replay(start, [(Seat(seat), action) for seat, action, _ in log]))
    moves = tuple(
        Move(Seat(seat), action, at, move.told_events)
        for (seat, action, at), (_, move) in zip(log, played, strict=True)
    )
    return Story(
        record, secrets, (start, *(match for match, _ in played)), moves, orders
    )


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Lock a database, as another program would that writes to it for a long time."""
    with closing(sqlite3.connect(database, isolation_level=None, timeout=30)) as db:
        db.execute(LOCK)
        yield
        db.execute("ROLLBACK")
