"""A database of form 14, before tables were documents, of either kind: all of it is there afterwards, and goes on.

It was left by a simulated week: both games, stopped at several kinds of question, with orders, clocks, people who are
away, votes, DMs, pending calls, an open lobby with words, a rest, and whatever people and servers had chosen.
"""

from __future__ import annotations

import asyncio
import json
import lzma
from collections.abc import AsyncIterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.clocks.user_time_settings import TimeSettings
from bot.host.address import Address, Place
from bot.storage import sql
from bot.storage.backends import copy_database, verify
from bot.storage.backends import make_store as storage_at
from bot.storage.port import StorageError
from bot.storage.records import BEAT, Follow, Outages, Person, Published, Remark, Server, Status, TableDefaults, TableId
from bot.storage.store import Store
from bot.tables.log_entries import log_row
from engine import saves
from engine.games import GAMES
from tests.bot.storage.samples import execute, loaded, lobby, next_due, opened

LEFT = Path(__file__).parent
KNOWN: dict[str, Any] = json.loads(lzma.decompress((LEFT / "form14.json.xz").read_bytes()))
TABLES: dict[int, Any] = {int(number): table for number, table in KNOWN["tables"].items()}
CHOSEN: dict[str, Any] = KNOWN["chosen"]


def plain(value: Any) -> Any:
    """Return a value as the file has it."""
    return json.loads(json.dumps(value, default=lambda each: each.hex() if isinstance(each, bytes) else str(each)))


def unpacked(folder: Path) -> Path:
    """Put the file into a folder, and return its path."""
    path = folder / "herald.db"
    path.write_bytes(lzma.decompress((LEFT / "form14.db.xz").read_bytes()))
    return path


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
async def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Return where the database of form 14 is."""
    if request.param == "sqlite":
        return unpacked(tmp_path)
    address: Address = await request.getfixturevalue("cluster").fresh()
    connection = await asyncpg.connect(address.reveal())
    await connection.execute(lzma.decompress((LEFT / "form14.sql.xz").read_bytes()).decode())
    await connection.close()
    return address


@pytest.fixture
async def storage(place: Place) -> AsyncIterator[Store]:
    """Return it, open: carried over to today's form."""
    async with opened(storage_at(place)) as storage:
        yield storage


async def test_every_table_is_what_it_was(storage: Store) -> None:
    """With its people, clocks, orders, and what Discord was shown of it; nothing is behind that wasn't."""
    assert {table["status"] for table in TABLES.values()} == {*Status} - {Status.ENDED, Status.SEALED}
    for number, known in TABLES.items():
        found = plain(asdict(await loaded(storage, number)))
        # An open table of before waits for its opener.
        assert found["clock"] is None or found["clock"].pop("starting") is None
        assert found["save"] is None or [found["save"].pop(name) for name in ("rewound", "duplicate")] == [0, False]
        assert {name: found[name] for name in known} == known
        assert len(await storage.log(TableId(number))) == KNOWN["logs"][str(number)]
        assert all(line.sound for line in await storage.log(TableId(number)))
    assert await storage.select(sql.UNSHOWN) == CHOSEN["behind"]
    assert await storage.select(sql.RIVALLED) == CHOSEN["rivalled"]
    assert sorted(await storage.select(sql.DUE, now=1e12, most=999)) == sorted(CHOSEN["due"])
    assert await next_due(storage) == CHOSEN["next"]


async def test_everything_that_was_chosen_is_what_it_was(storage: Store) -> None:
    """And so is what Herald had noted of itself."""
    for kind, type_ in (("person", Person), ("habits", TimeSettings)):
        for known in CHOSEN[kind]:
            assert plain(asdict(await storage.choice(type_, known["user"]))) == known
    (follow,) = CHOSEN["follows"]
    assert plain([asdict(each) for each in await storage.choices(Follow, user=follow["user"])]) == [follow]
    server = CHOSEN["server"]["id"]
    assert plain(asdict(await storage.choice(TableDefaults, server))) == CHOSEN["customs"]
    assert plain(asdict(await storage.choice(Server, server))) == CHOSEN["server"]
    assert plain(asdict(await storage.choice(Outages))) == {"known": True, "stretches": CHOSEN["outages"]}
    assert (await storage.choice(Remark, BEAT)).value == CHOSEN["beat"]
    ((user, table),) = CHOSEN["wishes"]
    assert await storage.select(sql.WISHES, user=user) == [(user, table)]
    found = [asdict(each) for each in await storage.select(sql.TIDINGS, now=1e12, most=99)]
    assert CHOSEN["tidings"] == [{**known, **each} for known, each in zip(CHOSEN["tidings"], found, strict=True)]


async def test_every_match_goes_on_and_the_database_is_whole(storage: Store, place: Place, tmp_path: Path) -> None:
    """A move more at each table that is played, by the present rules; no number is given again.

    It can be moved to a file of the present form afterwards: nothing of the earlier one is in the way.
    """
    played = 0
    for found in await storage.find(status=(Status.PLAYING,)):
        assert found.save is not None
        match, table = saves.load(found.save, GAMES, found.generation()), found
        if found.save.rules != match.game.version:
            table = await storage.save(replace(found, save=saves.dump(match)), shows=False)
        if not match.is_shut:
            seat = next(iter(match.legal))
            after, moves = match.play(seat, match.legal[seat][:1])
            lines = [log_row(move, move.told_events, 9.0) for move in moves]
            kept = await storage.save(replace(table, save=saves.dump(after)), lines)
            assert await storage.load(table.id) == kept
            played += 1
    assert played > 1
    assert (await storage.create(lobby())).id > max(TABLES)
    await storage.close()
    assert await copy_database(place, tmp_path / "moved.db", GAMES) == len(TABLES) + 1


@pytest.mark.usefixtures("errors")
async def test_what_was_damaged_stays_so_and_keeps_nothing_else_from_coming_along(tmp_path: Path) -> None:
    """A flipped position, people, orders, words, announcements, clocks and choices: each is told of its own table."""
    path = unpacked(tmp_path)
    execute(
        path,
        "UPDATE tables SET state = replace(state, '1', '2') WHERE id = 1",
        "UPDATE seats SET name = 'Mallory' WHERE table_id = 2 AND seat = 0",
        "UPDATE orders SET given = '{}' WHERE table_id = 4",
        "UPDATE shuffles SET secret = x'00' WHERE table_id = 5",
        "UPDATE announcements SET post = 1 WHERE table_id = 6",
        "UPDATE clocks SET clock = '{}' WHERE table_id = 7",
        "UPDATE users SET language = 'xx' WHERE user = (SELECT min(user) FROM users)",
    )
    storage = storage_at(path)
    await storage.open()
    for number in (1, 2, 4, 5):
        with pytest.raises(StorageError, match="damaged"):
            await storage.load(TableId(number))
    assert (await loaded(storage, 6)).announced == Published()
    assert (await loaded(storage, 7)).clock is None
    assert [table.id for table in await storage.find(status=Status)] == [3, 6, 7, 8, 9, 10]
    await storage.close()
    faults = await asyncio.to_thread(lambda: list(verify(path, GAMES)))
    assert {fault.table for fault in faults} == {0, 1, 2, 4, 5, 6, 7}
