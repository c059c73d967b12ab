"""Databases of form 2, the first release, come along with everything that is known of their tables."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.storage import sql
from bot.storage.backends import Fault, verify
from bot.storage.port import StorageError
from bot.storage.records import Dm, Person, Private, Published, Remark, Server, Status, TableId, TableRecord
from bot.storage.sqlite import migrations
from bot.storage.sqlite.files import connect
from tests.bot.storage import old, samples
from tests.bot.storage.disk import ask_file
from tests.bot.storage.old import OldTable
from tests.bot.storage.samples import execute, flipped, line, lobby, position, query, sqlite

DM = Dm(1, 0, 900, 901)
PLAYED = OldTable(3, "playing", 3, 55, "auction", 56, 1, (0, 1), (DM,), asked=(3, 2))
SOUND = OldTable(2, "playing", 2, 55, "auction", 56, 1, (0,))
TABLES = [PLAYED, SOUND]
COLUMNS = {
    "tables": {
        *("game", "guild", "channel", "opener", "private", "status", "rules", "seat_count", "seed", "seq", "asked"),
        *("state", "announced_seq", "message", "phase", "post", "post_from", "post_for", "letters", "seal"),
    },
    "seats": {"user", "name"},
    "moves": {"rules", "seat", "action", "told", "at", "seal"},
    "checkpoints": {"rules", "asked", "state", "seal"},
}


async def faults(path: Path) -> list[Fault]:
    """Return what verify finds."""
    return await asyncio.to_thread(lambda: list(verify(path, {})))


async def opened(path: Path) -> list[TableRecord | None]:
    """Open a database, which carries it forward, and return its first two tables, None for a damaged one."""
    tables: list[TableRecord | None] = []
    async with samples.opened(sqlite(path)) as storage:
        for number in (1, 2):
            try:
                tables.append(await storage.load(TableId(number)))
            except StorageError:
                tables.append(None)
    return tables


async def test_a_table_of_version_2_comes_through_whole(path: Path) -> None:
    """Form 2: people, place, match and choices are what they were, and what was announced stands in its own row.

    The copy from before is left, and the triggers that were lifted for the new seals are back. A question that came up
    after the last announcement is none that anybody was called for.
    """
    later = OldTable(5, "playing", 4, 55, "auction", 56, 1, (0, 1), asked=(5, 2))
    old.write(path, [PLAYED, later])
    people, notes = (
        "INSERT INTO users VALUES (101, 'dm', 1, 0, 'uk', NULL, 0)",
        "INSERT INTO notes VALUES ('beat', '9.5')",
    )
    execute(path, people, notes)
    path.chmod(0o644)  # noqa: ASYNC240 - nothing else runs
    table, other = await opened(path)
    save = replace(position(3), asked=(3, 2))
    shown = Published(0, 3, 55, "auction", "", 56, 1, ((0, 3), (1, 2)), (DM,))
    wanted = replace(lobby(), id=TableId(1), status=Status.PLAYING, save=save, announced=shown, pledged=None)
    wanted = replace(wanted, since=line(3).at, head=table.head if table else b"")
    assert table == wanted
    assert other is not None
    assert other.announced.called == ((0, 4), (1, 2))
    assert await faults(path) == []
    async with samples.opened(sqlite(path)) as storage:
        choices = Person(101, Private.DM, dm_closed=True, language="uk", pictures=False)
        assert await storage.choice(Person, 101) == choices
        assert await storage.choice(Server, 5) == Server(5)
        assert await storage.choice(Remark, "beat") == Remark("beat", "9.5")
    before = path.with_name("herald.db.before-0015")
    assert before.stat().st_mode & 0o777 == 0o600
    assert query(before, "PRAGMA user_version") == [(2,)]
    assert query(before, "SELECT count(*) FROM moves") == [(8,)]
    for part in ("moves", "checkpoints"):
        for order in (f"UPDATE {part} SET rules = 9", f"DELETE FROM {part}"):  # noqa: S608 # from this test
            with pytest.raises(sqlite3.IntegrityError, match="append only"):
                execute(path, order)


def test_foreign_keys_stop_no_migration(path: Path) -> None:
    """Form 2: SQLite can be built so that they hold for every connection from its beginning."""
    old.write(path, TABLES)
    with closing(connect(path, "rwc")) as db:
        db.execute("PRAGMA foreign_keys = ON")
        assert migrations.migrate(db, path) == migrations.FIRST
        assert not db.execute("PRAGMA foreign_key_check").fetchall()


@pytest.mark.parametrize("version", [1, 3, 13])
async def test_a_form_that_was_never_released_is_refused_and_left_alone(path: Path, version: int) -> None:
    """In a sentence for the host; nothing is copied."""
    old.write(path, TABLES, version)
    with pytest.raises(StorageError, match="storage-unreleased"):
        await sqlite(path).open()
    assert query(path, "PRAGMA user_version") == [(version,)]
    assert not list(path.parent.glob("*.before-*"))


async def test_what_was_announced_is_not_announced_again(path: Path) -> None:
    """Form 2: Discord is behind no table that it had been shown, lobbies included, and behind the others still."""
    shown = [
        OldTable(message=55, phase="lobby"),
        OldTable(2, "playing", 2, 55),
        OldTable(2, "over", 2, 55),
        OldTable(2, "ended", 1, 55, "ended"),
        OldTable(2, "suspended", 1, 55),
    ]
    unshown = [
        OldTable(),
        OldTable(2, "playing", 1, 55),
        OldTable(2, "over", 1, 55),
        OldTable(2, "ended", 2, 55, "auction"),
    ]
    old.write(path, [*shown, *unshown])
    async with samples.opened(sqlite(path)) as storage:
        assert await storage.select(sql.UNSHOWN) == [6, 7, 8, 9]


@pytest.mark.slow
@pytest.mark.parametrize(("part", "column"), [(part, column) for part in COLUMNS for column in sorted(COLUMNS[part])])
async def test_what_was_damaged_stays_damaged_and_harms_no_other(path: Path, part: str, column: str) -> None:
    """Form 2: a seal that doesn't fit isn't made to fit, and stops nothing."""
    old.write(path, TABLES)
    at = (
        "id = 1"
        if part == "tables"
        else "table_id = 1" + {"moves": " AND seq = 2", "seats": " AND seat = 1"}.get(part, "")
    )
    ((before,),) = ask_file(path, f"SELECT {column} FROM {part} WHERE {at}")  # noqa: S608 # from this test
    ask_file(path, f"UPDATE {part} SET {column} = $1 WHERE {at}", flipped(before))  # noqa: S608 # from this test
    damaged, sound = await opened(path)
    assert sound is not None
    assert (damaged is None) == (part in {"tables", "seats"})
    assert {fault.table for fault in await faults(path)} == {1}


async def test_text_that_is_none_stops_nothing(path: Path) -> None:
    """Form 2: bytes that are no UTF-8, in a name, in the log and in what was announced."""
    old.write(path, TABLES)
    for damage in (
        "UPDATE seats SET name = CAST(x'416ec3' AS TEXT) WHERE table_id = 1 AND seat = 0",
        "UPDATE moves SET told = CAST(x'5bc35d' AS TEXT) WHERE table_id = 1 AND seq = 2",
        "UPDATE tables SET letters = CAST(x'5bc35d' AS TEXT) WHERE id = 1",
    ):
        ask_file(path, damage)
    assert (await opened(path))[1] is not None
    assert {fault.table for fault in await faults(path)} == {1}


async def test_the_number_of_a_table_that_was_deleted_is_not_given_again(path: Path) -> None:
    """Form 2: numbers name tables for ever, in the ids of old buttons too."""
    old.write(path, [SOUND, OldTable(message=55)])
    execute(path, "DELETE FROM seats WHERE table_id = 2", "DELETE FROM tables WHERE id = 2")
    async with samples.opened(sqlite(path)) as storage:
        assert (await storage.create(lobby())).id == 3


async def test_a_carry_over_that_is_cut_short_leaves_all_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Form 2: new seals and new form come together or not at all."""
    old.write(path, TABLES)
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "LAST", "CREATE NONSENSE")
        with pytest.raises(StorageError):
            await opened(path)
    assert query(path, "PRAGMA user_version") == [(2,)]
    assert len(query(path, "SELECT announced_seq FROM tables")) == len(TABLES)
    assert None not in await opened(path)
    assert await faults(path) == []
