"""Databases of the forms that were released, of either kind: all of it is there afterwards, and goes on."""

from __future__ import annotations

import asyncio
import json
import lzma
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.clocks.user_time_settings import TimeSettings
from bot.host.address import Address, Place
from bot.storage import legacy, sql
from bot.storage.backends import copy_database, verify
from bot.storage.backends import make_store as storage_at
from bot.storage.records import (
    BEAT,
    Dm,
    Follow,
    Outages,
    Person,
    Private,
    Published,
    Remark,
    Server,
    Sitter,
    Status,
    TableDefaults,
    TableId,
    TableRecord,
)
from bot.storage.sqlite import migrations
from bot.storage.sqlite.files import connect
from bot.storage.store import Store
from bot.tables.log_entries import log_row
from engine import saves
from engine.games import GAMES
from engine.saves import Save
from tests.bot.storage.samples import ask_file, execute, flipped, loaded, lobby, next_due, opened, query, refuses
from tests.released import left

ROWS = """
SELECT tables.*, moves.at FROM tables
LEFT JOIN moves ON moves.table_id = tables.id AND moves.seq = tables.seq AND status <> 'suspended'
"""
COLUMNS = """
SELECT parts.name, columns.name FROM sqlite_schema AS parts, pragma_table_info(parts.name) AS columns
WHERE parts.name IN ('tables', 'seats', 'moves', 'checkpoints') AND (columns.pk = 0 OR columns.name = 'rules')
"""
"""Each column but those that say whose row it is."""
ONE_ROW = {"tables": "id = {}", "seats": "table_id = {} AND seat = 1", "moves": "table_id = {} AND seq = 2"}
NO_TEXTS = ("seats", "name"), ("moves", "told"), ("tables", "letters")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where the database lies as it was left."""
    return left.database(tmp_path / "left.db")


async def test_tables_are_carried_over_whole(carried_over: Path, path: Path) -> None:
    """People, place and match are what they were, and what was announced stands in its own row.

    A question that came up after the last announcement is none that anybody was called for. Discord is behind no table
    that it had been shown. Oriflamme's phases are its rounds now. Languages, pictures, where the hand is shown, and
    closed DMs are as people and servers chose them.
    """
    async with opened(carried_over) as storage:
        for row in query(path, ROWS):
            number, game, guild, channel, opener, private, status, rules, seats, seed, seq, asked, state = row[:13]
            told, message, phase, post, since_move, post_for, letters, _, at = row[13:]
            questions = tuple(json.loads(asked or "[]"))
            sitters = query(path, f"SELECT user, name FROM seats WHERE table_id = {number} ORDER BY seat")  # noqa: S608 # a number of ours
            table = await loaded(storage, number)

            announced = Published(
                table.announced.revision,
                told,
                message,
                table.announced.phase if "oriflamme" in phase else phase.removeprefix("fortheking-phase-"),
                post=post,
                post_from=since_move,
                called=tuple((seat, min(told, questions[seat])) for seat in json.loads(post_for)),
                dms=tuple(Dm(*dm) for dm in json.loads(letters)),
            )
            assert table == TableRecord(
                TableId(number),
                game,
                guild,
                channel,
                opener,
                private and Private(private),
                Status(status),
                tuple(Sitter(*each) for each in sitters),
                None if seq is None else Save(game, rules, seats, seed, seq, questions, state),
                announced=announced,
                since=at or table.since,
                head=table.head,
            )
        for user, private, *rest in query(path, "SELECT * FROM users"):
            assert await storage.choice(Person, user) == Person(user, private and Private(private), *rest)
        for kind, part in ((Server, "servers"), (Remark, "notes")):
            for row in query(path, f"SELECT * FROM {part}"):  # noqa: S608 # as above
                assert await storage.choice(kind, row[0]) == kind(*row)
        behind = [each.table for each in left.tables() if each.untold and each.status != "lobby"]
        assert await storage.select(sql.UNSHOWN) == behind


ASKED = "SELECT count(letters), (SELECT count(*) FROM moves) FROM tables", "PRAGMA user_version"


def test_carry_over_that_fails_leaves_everything(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """New seals and new form come together or not at all, and can be tried again."""
    before = [query(path, each) for each in ASKED]
    with closing(connect(path, "rwc")) as db:
        with monkeypatch.context() as patch:
            patch.setattr(migrations, "LAST", "CREATE NONSENSE")
            with pytest.raises(sqlite3.OperationalError):
                migrations.migrate(db, path)
        assert [query(path, each) for each in ASKED] == before
        assert migrations.migrate(db, path) == migrations.FIRST


def test_file_that_is_carried_over_is_guarded(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log is append-only then; the copy from before is its owner's alone.

    Foreign keys stop nothing: SQLite can be built so that they hold from the beginning. Discord is behind a lobby that
    has no message.
    """
    monkeypatch.setattr(legacy, "was_whole", lambda *_: True)
    execute(path, "UPDATE tables SET message = NULL WHERE id = 1")
    path.chmod(0o644)
    before = [query(path, each) for each in ASKED]
    with closing(connect(path, "rwc")) as db:
        db.execute("PRAGMA foreign_keys = ON")
        assert migrations.migrate(db, path) == migrations.FIRST
        assert not db.execute("PRAGMA foreign_key_check").fetchall()

    assert query(path, "SELECT revision FROM announcements WHERE table_id < 3 ORDER BY table_id") == [(-1,), (0,)]
    assert not list(verify(path, {}))
    copy = path.with_name("left.db.before-0015")
    assert copy.stat().st_mode & 0o777 == 0o600
    assert [query(copy, each) for each in ASKED] == before
    for part in ("moves", "checkpoints"):
        for order in (f"UPDATE {part} SET rules = 9", f"DELETE FROM {part}"):  # noqa: S608 # from this test
            with pytest.raises(sqlite3.IntegrityError, match="append only"):
                execute(path, order)


@pytest.mark.slow
@pytest.mark.usefixtures("errors")
async def test_damage_stays_and_harms_no_other(path: Path) -> None:
    """A seal that doesn't fit isn't made to fit; each column is damaged at a table of its own.

    Bytes that are no UTF-8 stop nothing, either. Numbers name tables for ever, also those of tables that were deleted.
    """
    played = [each.table for each in left.tables() if (each.moves or 0) > 1]
    refused, damaged = set[int](), set[int]()
    columns = query(path, COLUMNS)
    for number, (part, column) in enumerate([*columns, *NO_TEXTS]):
        table = played[number]
        at = ONE_ROW.get(part, "table_id = {}").format(table)
        ((before,),) = ask_file(path, f"SELECT {column} FROM {part} WHERE {at}")  # noqa: S608 # names of that form
        value, new = (b"[\xc3]", "CAST($1 AS TEXT)") if number >= len(columns) else (flipped(before), "$1")
        ask_file(path, f"UPDATE {part} SET {column} = {new} WHERE {at}", value)  # noqa: S608 # as above
        damaged.add(table)
        refused |= {table} if part in {"tables", "seats"} else set()
    execute(path, "DELETE FROM seats WHERE table_id = 96", "DELETE FROM tables WHERE id = 96")

    async with opened(path) as storage:
        assert (await storage.create(lobby())).id == 97
        sound = {table.id for table in await storage.find(status=Status)}
    assert sound == {*range(1, 98)} - refused - {96}
    assert {fault.table for fault in verify(path, {})} == damaged


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


async def laid_down(address: Address) -> asyncpg.Connection[asyncpg.Record]:
    """Lay form 14 down in PostgreSQL, and return the connection."""
    connection = await asyncpg.connect(address.reveal())
    await connection.execute(lzma.decompress((LEFT / "form14.sql.xz").read_bytes()).decode())
    return connection


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
async def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Return where the database of form 14 is."""
    if request.param == "sqlite":
        return unpacked(tmp_path)
    address: Address = await request.getfixturevalue("cluster").fresh()
    await (await laid_down(address)).close()
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
        # No ping for a consent waited on its own.
        assert found["clock"] is None or {seat.pop("consent") for seat in found["clock"]["seats"]} <= {None}
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
        with refuses("damaged"):
            await storage.load(TableId(number))
    assert (await loaded(storage, 6)).announced == Published()
    assert (await loaded(storage, 7)).clock is None
    assert [table.id for table in await storage.find(status=Status)] == [3, 6, 7, 8, 9, 10]
    await storage.close()
    faults = await asyncio.to_thread(lambda: list(verify(path, GAMES)))
    assert {fault.table for fault in faults} == {0, 1, 2, 4, 5, 6, 7}
