"""A database of form 2, the first release, is carried over with all that is known of its tables, or stays as it was."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage import legacy, sql
from bot.storage.backends import verify
from bot.storage.records import Dm, Private, Published, Sitter, Status, TableId, TableRecord
from bot.storage.sqlite import migrations
from bot.storage.sqlite.files import connect
from bot.storage.store import Store
from engine.saves import Save
from tests.bot.storage.disk import ask_file
from tests.bot.storage.samples import execute, flipped, loaded, lobby, opened, query, sqlite
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


async def test_tables_are_carried_over_whole(storage: Store, path: Path) -> None:
    """People, place and match are what they were, and what was announced stands in its own row.

    A question that came up after the last announcement is none that anybody was called for. Discord is behind no table
    that it had been shown. Oriflamme's phases are its rounds now.
    """
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
    behind = [each.table for each in left.tables() if each.untold and each.status != "lobby"]
    assert await storage.select(sql.UNSHOWN) == behind


def test_carry_over_that_fails_leaves_everything(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """New seals and new form come together or not at all; the copy from before is its owner's alone.

    Foreign keys stop nothing: SQLite can be built so that they hold from the beginning. The log is append-only then.
    Discord is behind a lobby that has no message.
    """
    monkeypatch.setattr(legacy, "was_whole", lambda *_: True)
    execute(path, "UPDATE tables SET message = NULL WHERE id = 1")
    path.chmod(0o644)
    asked = "SELECT count(letters), (SELECT count(*) FROM moves) FROM tables", "PRAGMA user_version"
    before = [query(path, each) for each in asked]
    with closing(connect(path, "rwc")) as db:
        with monkeypatch.context() as patch:
            patch.setattr(migrations, "LAST", "CREATE NONSENSE")
            with pytest.raises(sqlite3.OperationalError):
                migrations.migrate(db, path)
        assert [query(path, each) for each in asked] == before
        db.execute("PRAGMA foreign_keys = ON")
        assert migrations.migrate(db, path) == migrations.FIRST
        assert not db.execute("PRAGMA foreign_key_check").fetchall()

    assert query(path, "SELECT revision FROM announcements WHERE table_id < 3 ORDER BY table_id") == [(-1,), (0,)]
    assert not list(verify(path, {}))
    copy = path.with_name("left.db.before-0015")
    assert copy.stat().st_mode & 0o777 == 0o600
    assert [query(copy, each) for each in asked] == before
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

    async with opened(sqlite(path)) as storage:
        assert (await storage.create(lobby())).id == 97
        sound = {table.id for table in await storage.find(status=Status)}
    assert sound == {*range(1, 98)} - refused - {96}
    assert {fault.table for fault in verify(path, {})} == damaged
