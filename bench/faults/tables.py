"""Tables as they open today, played by chance on the real storage, and what was acknowledged of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from bench.start import keep, record
from bot.clocks.table_clock import DAY, SeatClock, TableClock, TimeControl
from bot.clocks.timeline import RESERVES
from bot.clocks.user_time_settings import TimeSettings
from bot.storage.port import StorageError
from bot.storage.records import (
    NO_USER,
    Delivery,
    Follow,
    Incident,
    IncidentKind,
    Logged,
    Outages,
    Person,
    Published,
    Sitter,
    Status,
    TableDefaults,
    TableId,
    TableRecord,
)
from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.store import Store
from engine import saves
from engine.frozen import replace
from engine.games import GAMES
from engine.match import Match, Move
from engine.scene import Seat

TABLES, MOVES, SEATS = 8, 120, 3
"""How many tables there are, and how many answers are given over all of them: all fit into one write-ahead log."""
USER, SERVER = 10**18, 1
OUTAGE = 1_795_348_800.5, 1_795_352_400.25
"""From when to when Herald was down."""


async def begun(folder: Path) -> Store:
    """Keep tables that have begun, all announced, and what a person has chosen, at rest; return the storage, open."""
    storage = Store(SqliteDatabase(folder / "herald.db"))
    await storage.open()
    for number in range(TABLES):
        await keep(
            storage, furnished(record(number, 3 + number, USER + SEATS * number))
        )
    await storage.store_choices(Person(USER, language="uk"))
    await storage.store_choices(Outages((OUTAGE,)))
    await storage.store_choices(
        TimeSettings(USER, zone="Europe/Kyiv", quiet=(1320, 480))
    )
    await storage.store_choices(TableDefaults(SERVER, "week", orders=False))
    for game in GAMES:
        await storage.store_choices(Follow(SERVER, game, USER, Delivery.DM))
    await storage.close()
    await storage.open()
    return storage


def furnished(table: TableRecord) -> TableRecord:
    """Return a table as those that open today: people can order, a rival has the last seat, and time is measured."""
    if table.save is None:
        return table
    match: Match[Any, Any] = saves.load(table.save, GAMES)
    last = Seat(match.seats - 1)
    match, _ = Match.start(match.game, match.seats, match.seed, orders=True).stand_in(
        last, present=True
    )
    *people, replaced = table.sitters
    sitters = (*people, Sitter(NO_USER, "Bramble", level="knight"))
    begun = Incident(0, IncidentKind.SEATED, last, replaced, 0.0)
    seats = tuple(SeatClock(float(RESERVES * DAY), 0, 0.0, float(DAY)) for _ in sitters)
    clock = TableClock(TimeControl(DAY), seats, due=float(DAY))
    save = saves.dump(match)
    return replace(
        table, sitters=sitters, save=save, orders=True, incidents=(begun,), clock=clock
    )


Step: TypeAlias = tuple[int, int]
"""How far a table has come: its moves, and all its changes."""


@dataclass(slots=True)
class Acknowledged:
    """What was acknowledged: how far each table had come after each change, and what each change made of its table."""

    order: list[tuple[Step, ...]] = field(default_factory=list)
    positions: dict[tuple[int, Step], str] = field(default_factory=dict)
    lines: dict[tuple[int, int], Logged] = field(default_factory=dict)

    def note(self, tables: Sequence[TableRecord]) -> None:
        """Note how all tables stand after a change that was acknowledged."""
        self.order.append(tuple(map(_step, tables)))
        self.positions |= {
            (table.id, _step(table)): position(table) for table in tables
        }

    def changes(
        self, tables: Sequence[TableRecord], logs: Sequence[Sequence[Logged]]
    ) -> int | None:
        """Return how many changes tables with their logs hold; None if they are no prefix of what was acknowledged."""
        steps = tuple(map(_step, tables))
        placed = all(
            self.positions.get((table.id, _step(table))) == position(table)
            for table in tables
        )
        for table, log in zip(tables, logs, strict=True):
            wanted = [
                self.lines[table.id, seq]
                for seq in range(1, _seq(table) + 1)
                if (table.id, seq) in self.lines
            ]
            placed = placed and list(log) == wanted
        return self.order.index(steps) if placed and steps in self.order else None


def position(table: TableRecord) -> str:
    """Return a table with its match, its orders and its clocks, without what was announced of it."""
    return repr(replace(table, announced=Published()))


async def read_tables(storage: Store) -> list[TableRecord]:
    """Return all tables; raise StorageError if one is missing or refused."""
    found = [await storage.load(TableId(number)) for number in range(1, TABLES + 1)]
    if None in found:
        raise StorageError("storage-table-damaged", table=str(found.index(None) + 1))
    return [table for table in found if table is not None]


async def played(storage: Store, dice: random.Random) -> Acknowledged:
    """Make moves at random tables, one after the other; return what was acknowledged."""
    tables, noted = await read_tables(storage), Acknowledged()
    noted.note(tables)
    for at in range(MOVES):
        number = dice.randrange(len(tables))
        tables[number] = await _moved(storage, tables[number], dice, float(at), noted)
        noted.note(tables)
    return noted


def _seq(table: TableRecord) -> int:
    return table.save.seq if table.save else 0


def _step(table: TableRecord) -> Step:
    return _seq(table), table.version


async def _moved(
    storage: Store,
    table: TableRecord,
    dice: random.Random,
    at: float,
    noted: Acknowledged,
) -> TableRecord:
    if table.save is None:
        return table
    match: Match[Any, Any] = saves.load(table.save, GAMES)
    if not match.deciding:
        return table
    after, moves = answered(match, dice)
    clock = table.clock and replace(table.clock, acted=at)
    status = Status.PLAYING if after.outcome is None else Status.OVER
    changed = replace(table, save=saves.dump(after), status=status, clock=clock)
    if not moves:
        return await storage.save(changed)
    lines = [_line(match, move, at) for move in moves]
    noted.lines |= {(table.id, line.seq): line for line in lines}
    return await storage.save(changed, lines)


def answered(
    match: Match[Any, Any], dice: random.Random
) -> tuple[Match[Any, Any], Sequence[Move[Any]]]:
    """Let a seat that is asked answer somehow: by a move, or by an order, after which moves may come or not."""
    seat = dice.choice(match.deciding)
    if match.open_joint is None or (seat in match.legal and not match.is_shut):
        return match.play(seat, (dice.choice(match.legal[seat]),))
    topic = match.unanswered_topics(seat)[0]
    return match.give_order(seat, topic.name, dice.sample(topic.picks, topic.at_least))


def _line(match: Match[Any, Any], move: Move[Any], at: float) -> Logged:
    action, told = (
        saves.dump_action(match.game, move.action),
        saves.dump_told(move.told_events),
    )
    return Logged(move.seq, match.game.version, move.seat, action, told, at)
