"""A database with something of everything, changed behind Herald's back as a failing disk would: no trigger asked."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import asyncpg

from bot.clocks.table_clock import TableClock, TimeControl, TimeoutAction
from bot.clocks.user_time_settings import Reminders, TimeSettings
from bot.features.notes import PrivateNote
from bot.host.address import Place
from bot.storage import backends, sql
from bot.storage.records import (
    BEAT,
    Delivery,
    Departure,
    Dm,
    Follow,
    Incident,
    IncidentKind,
    Outages,
    Person,
    PingMessage,
    Pledged,
    Private,
    Published,
    Remark,
    Server,
    Sitter,
    Status,
    TableDefaults,
    TableId,
)
from bot.storage.store import Store
from tests.bot.storage.samples import ANN, BO, CAT, begin, lobby, moved, opened, resaved, started

Rows: TypeAlias = Sequence[tuple[Any, ...]]
Ask: TypeAlias = Callable[..., Awaitable[Rows]]

WAITING, PLAYED, OVER, EXPIRED, DELETED = map(TableId, range(1, 6))
CHOICES = (
    Person(101, Private.DM, dm_closed=True, dm_told=True, language="uk", locale="de", pictures=False),
    TimeSettings(101, Reminders.DIGEST, "Europe/Kyiv", (0, 60), 1700000002.25),
    Follow(5, "toy", 77, Delivery.DM),
    PrivateNote(PLAYED, 101, "Bo holds gold."),
    Server(5, "uk", "de", pictures=True),
    TableDefaults(5, "week", TimeoutAction.WAITS, advice=True),
    Departure(5, 100.5),
    Outages(((1600000000.25, 1600000060.5),)),
    Remark(BEAT, "60.0"),
)
"""One choice of each kind."""


async def fill(storage: Store) -> None:
    """Keep something of everything that can be kept."""
    named = await storage.create(lobby(Sitter(2**63 - 1, "a\x00b 👑 \"'"), replace(BO, word=b"w" * 32)))
    opened = replace(lobby(), created=1700000000.25, since=1700000000.25, orders=True)
    played = await storage.save(started(await storage.create(opened, {77: 9.5})), begins=True)
    played = await storage.save(*moved(played, 3))
    people, happened = (ANN, replace(BO, level="adept")), (Incident(3, IncidentKind.ADVISED, 0, CAT, 1700000014.5),)
    played = replace(played, sitters=people, incidents=happened, advice=True)
    played = await storage.save(resaved(played, orders='{"given": []}'), seated=True)
    clock = replace(TableClock(TimeControl(86_400)).begin_game(2, 1700000000.5), due=1700000001.75)
    called, dms, summons = ((0, 2),), (Dm(0, 1, 9, 10),), (PingMessage(57, ((0, 2),)),)
    shown = Published(3, 2, 55, "auction", "digest", 56, 1, called, dms, summons=summons)
    await storage.store_published(played.id, shown, clock)
    over = await begin(storage, lobby(CAT, ANN), moves=1)
    await storage.save(replace(over, status=Status.OVER, since=5.0), seated=True)
    await storage.store_published(over.id, Published(dms=(Dm(1, 1, 9, 8),)))
    for number in (EXPIRED, DELETED):
        ended = replace(await storage.create(lobby()), status=Status.ENDED, expired=7, ended_by=ANN.user)
        ended = await storage.save(ended, seated=True)
        if number == DELETED:
            await storage.delete(ended)
    await storage.save(replace(named, pledged=Pledged(b"k" * 32, message=58)))
    await storage.change(sql.WISH(user=ANN.user, id=played.id, at=1.5), sql.WISH(user=ANN.user, id=over.id, at=1.5))
    await storage.store_choices(*CHOICES)


async def filled(place: Place) -> None:
    """Fill a new database."""
    async with opened(store(place)) as storage:
        await fill(storage)


def store(place: Place) -> Store:
    """Return a storage for a database, not open yet."""
    found = backends.make_store(place)
    assert isinstance(found, Store)
    return found


@asynccontextmanager
async def asking(place: Place) -> AsyncIterator[Ask]:
    """Return what makes a statement past triggers and foreign keys and returns its rows; values are `$1` and so on."""
    if isinstance(place, Path):

        async def in_file(statement: str, *values: object) -> Rows:
            return ask_file(place, statement, *values)

        yield in_file
        return

    connection = await asyncpg.connect(place.reveal())

    async def in_server(statement: str, *values: object) -> Rows:
        return [tuple(row.values()) for row in await connection.fetch(statement, *values)]

    await connection.execute("SET session_replication_role = replica")
    yield in_server
    await connection.close()


def ask_file(path: Path, statement: str, *values: object) -> Rows:
    """Return the rows of a statement, as `asking`."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for (trigger,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {trigger}")
        return db.execute(statement, {str(number): value for number, value in enumerate(values, 1)}).fetchall()
