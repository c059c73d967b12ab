"""What SQLite in particular is asked for: plans that read little, and faults that harm as little."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from bot.storage import sql
from bot.storage.port import Statement, StorageError
from bot.storage.records import Published, Status
from bot.storage.sqlite.database import CACHE_KIB
from bot.storage.sqlite.migrations import sqlite_text
from bot.storage.store import Store
from tests.bot.storage.samples import begin, execute, lobby, moved, session_of, started

FEW_BYTES = 3 * 4120
"""Three pages with their heads."""


async def plan(storage: Store, question: Statement) -> list[str]:
    """Return how SQLite goes about a question."""
    asked = Statement(f"EXPLAIN QUERY PLAN {sqlite_text(question)}")
    values: Any = dict.fromkeys(("user", "known", "channel", "guild", "table", "most", "now", "choices"))
    return [row["detail"] for row in await storage.database.query(asked, **values)]


async def test_tables_of_a_server_are_found_without_reading_finished_ones(storage: Store) -> None:
    """Storage: finished tables pile up; a server that chooses another language must not read them."""
    found = await plan(storage, sql.find((Status.LOBBY, Status.PLAYING), ("guild",), last=False))
    assert "tables_guild" in found[0]


async def test_the_servers_of_live_tables_are_found_without_reading_finished_ones(storage: Store) -> None:
    """Storage: homes: finished tables pile up, and it is asked at each start."""
    assert await plan(storage, sql.HOMES) == ["SCAN tables USING INDEX tables_guild"]


async def test_where_somebody_sits_is_found_without_reading_a_table(storage: Store) -> None:
    """Storage: neither the documents of their tables nor who else sits there."""
    people, tables = await plan(storage, sql.SEATS)
    assert people.startswith("SEARCH people USING")
    assert "user_id=?" in people
    assert tables == "SEARCH tables USING INTEGER PRIMARY KEY (rowid=?)"


async def test_what_is_behind_is_found_without_reading_every_table(storage: Store) -> None:
    """Storage: finished tables pile up; the start of the bot must not read their documents."""
    assert await plan(storage, sql.UNSHOWN) == [
        "SCAN tables USING COVERING INDEX tables_behind",
        "SEARCH announcements USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
    ]


async def test_pages_of_the_file_take_little_memory(storage: Store) -> None:
    """However large the file grows: SQLite would keep two megabytes of it for each connection."""
    for connection in session_of(storage)._connections:
        (row,) = await connection.execute_fetchall("PRAGMA cache_size")
        assert -CACHE_KIB <= row[0] < 0


async def test_a_move_is_one_commit_and_so_is_an_announcement_of_few_bytes(storage: Store) -> None:
    """Saves: what Discord has been shown is a small row of its own, however much a match at rest weighs."""
    after, moves = moved(await begin(storage))
    assert after.save is not None
    heavy, ran = replace(after, save=replace(after.save, state="x" * 500_000)), list[str]()
    await writing(storage).set_trace_callback(ran.append)
    kept = await storage.save(heavy, moves)
    assert ran.count("COMMIT") == 1
    written = grown(storage)
    await storage.announce(kept.id, Published(kept.revision, 1, 55, "auction", "0" * 24, 56, 1, ((0, 1), (1, 1))))
    assert ran.count("COMMIT") == 2
    assert grown(storage) - written <= FEW_BYTES < written


def grown(storage: Store) -> int:
    """Return the size of the log in which SQLite writes pages ahead, in bytes."""
    return Path(f"{session_of(storage)._path}-wal").stat().st_size


def writing(storage: Store) -> aiosqlite.Connection:
    """Return the connection that writes."""
    return session_of(storage)._connections[0]


async def test_a_move_writes_one_index_of_its_table(storage: Store) -> None:
    """Nothing is set that the indexes of live tables look at: SQLite would write them, though all stays the same."""
    names = ("id", "version", "was", "match", "guild", "channel", "head", "revision", "seq", "document", "seal")
    asked = f"EXPLAIN {sqlite_text(sql.PLAY)}"
    steps = await writing(storage).execute_fetchall(asked, dict.fromkeys(names))
    assert [step["opcode"] for step in steps].count("IdxInsert") == 1


async def test_one_damaged_table_hides_itself_alone(
    storage: Store, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Storage: a damaged table isn't shown, and the others go on; who still knows it whole writes it whole."""
    damaged, sound = await begin(storage), await begin(storage)
    execute(path, "UPDATE tables SET document = replace(document, 'seats', 'seals') WHERE id = 1")
    assert await storage.find() == [sound]
    assert f"Table {damaged.id} is damaged" in caplog.text
    with pytest.raises(StorageError, match=f"storage-table-damaged.*{damaged.id}"):
        await storage.load(damaged.id)
    mended = await storage.save(*moved(damaged))
    assert await storage.load(damaged.id) == mended


async def test_a_full_disk_is_one_sentence_and_loses_nothing(storage: Store) -> None:
    """Storage: nothing of a refused change is kept; later changes go on."""
    table = await begin(storage)
    after, moves = moved(table)
    assert after.save is not None
    huge = replace(after, save=replace(after.save, state="x" * 500_000))
    await writing(storage).execute("PRAGMA max_page_count = 1")
    with pytest.raises(StorageError, match="storage-full"):
        await storage.save(huge, moves)
    assert await storage.load(table.id) == table
    await writing(storage).execute("PRAGMA max_page_count = 100000")
    kept = await storage.save(huge, moves)
    assert await storage.load(table.id) == kept


async def test_bytes_that_are_no_text_damage_their_table_alone_and_are_quoted_nowhere(
    storage: Store, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Storage: a state holds hands; one flipped bit must not bring it into a log, nor hide the other tables."""
    damaged, sound = await begin(storage), await begin(storage)
    execute(path, "UPDATE tables SET document = CAST(x'7b2268616e64223a80' AS TEXT) WHERE id = 1")
    assert await storage.find(channel=7) == [sound]
    with pytest.raises(StorageError) as caught:
        await storage.load(damaged.id)
    with pytest.raises(StorageError, match="storage-table-damaged"):
        await storage.save(*moved(replace(damaged, version=7)))
    assert "hand" not in f"{caplog.text}{caught.value!r}{caught.value.__context__!r}"


async def test_a_damaged_secret_is_neither_sealed_anew_nor_dealt_from(storage: Store, path: Path) -> None:
    """Storage: whoever knows the table from before the damage can write over it, and nobody can read it."""
    table = await storage.create(lobby())
    execute(path, "UPDATE tables SET document = replace(document, '6b6b', '6b6c')")
    with pytest.raises(StorageError, match="damaged"):
        await storage.load(table.id)
    assert await storage.find() == []
    mended = await storage.save(started(table), begins=True)
    assert await storage.load(table.id) == mended


async def test_finished_tables_of_a_channel_are_found_without_reading_all_others(storage: Store) -> None:
    """Storage: whoever asks for a proof doesn't wait for every table that ever was."""
    found = await plan(storage, sql.find((Status.OVER,), ("channel",), last=True))
    assert "tables_over" in found[0]
    assert not [detail for detail in found if "TEMP B-TREE" in detail]
