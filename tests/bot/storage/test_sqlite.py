"""What SQLite in particular is asked for: plans that read little, and faults that harm as little."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.storage.port import StorageError
from bot.storage.records import Announced
from bot.storage.sqlite.changes import PLAY
from bot.storage.sqlite.questions import BEHIND, FINISHED, HOMES, LIVE, SELECT, WHERE
from bot.storage.store import Store
from tests.bot.storage.samples import begin, lobby, moved, started

FEW_BYTES = 3 * 4120
"""Three pages with their heads."""


async def test_tables_of_a_server_are_found_without_reading_finished_ones(storage: Store) -> None:
    """Storage: finished tables pile up; a server that chooses another language must not read them."""
    question = f"EXPLAIN QUERY PLAN {SELECT} WHERE {LIVE} AND {WHERE['guild']} ORDER BY id"
    plan = await storage._read(lambda db: db.execute(question, {"guild": 5}).fetchall())
    assert "tables_guild" in plan[0]["detail"]


async def test_the_servers_of_live_tables_are_found_without_reading_finished_ones(storage: Store) -> None:
    """Storage: homes: finished tables pile up, and it is asked at each start."""
    plan = await storage._read(lambda db: db.execute(f"EXPLAIN QUERY PLAN {HOMES}").fetchall())
    assert [row["detail"] for row in plan] == ["SCAN tables USING INDEX tables_guild"]


async def test_what_is_behind_is_found_without_reading_every_table(storage: Store) -> None:
    """Storage: finished tables pile up; the start of the bot must not read their states."""
    plan = await storage._read(lambda db: db.execute(f"EXPLAIN QUERY PLAN {BEHIND}").fetchall())
    assert [row["detail"] for row in plan] == [
        "SCAN tables USING COVERING INDEX tables_behind",
        "SEARCH announcements USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
    ]


async def test_a_move_is_one_commit_and_so_is_an_announcement_of_few_bytes(storage: Store) -> None:
    """Saves: what Discord has been shown is a small row of its own, however much a match at rest weighs."""
    after, moves = moved(await begin(storage))
    assert after.save is not None
    assert storage._writing is not None
    heavy, ran = replace(after, save=replace(after.save, state="x" * 500_000)), list[str]()
    await storage._writing.run(lambda db: db.set_trace_callback(ran.append))
    kept = await storage.save(heavy, moves)
    assert ran.count("COMMIT") == 1
    written = grown(storage)
    await storage.announce(kept.id, Announced(kept.revision, 1, 55, "auction", "0" * 24, 56, 1, ((0, 1), (1, 1))))
    assert ran.count("COMMIT") == 2
    assert grown(storage) - written <= FEW_BYTES < written


def grown(storage: Store) -> int:
    """Return the size of the log in which SQLite writes pages ahead, in bytes."""
    return Path(f"{storage._path}-wal").stat().st_size


async def test_a_move_writes_one_index_of_its_table(storage: Store) -> None:
    """Nothing is set that the indexes of live tables look at: SQLite would write them, though all stays the same."""
    assert storage._writing is not None
    question = f"EXPLAIN {PLAY}"
    steps = await storage._writing.run(lambda db: db.execute(question, [None] * PLAY.count("?")).fetchall())
    assert [step["opcode"] for step in steps].count("IdxInsert") == 1


async def test_one_damaged_table_hides_itself_alone(storage: Store, caplog: pytest.LogCaptureFixture) -> None:
    """Storage: a damaged table is neither shown nor sealed over; the others go on."""
    damaged, sound = await begin(storage), await begin(storage)
    await storage._write(lambda db: db.execute("UPDATE tables SET seed = x'00' WHERE id = ?", (damaged.id,)))
    assert await storage.find() == [sound]
    assert f"Table {damaged.id} is damaged" in caplog.text
    with pytest.raises(StorageError, match=f"storage-table-damaged.*{damaged.id}"):
        await storage.load(damaged.id)
    with pytest.raises(StorageError, match=f"storage-table-damaged.*{damaged.id}"):
        await storage.save(*moved(damaged))


async def test_a_full_disk_is_one_sentence_and_loses_nothing(storage: Store) -> None:
    """Storage: nothing of a refused change is kept; later changes go on."""
    table = await begin(storage)
    after, moves = moved(table)
    assert after.save is not None
    assert storage._writing is not None
    huge = replace(after, save=replace(after.save, state="x" * 500_000))
    await storage._writing.run(lambda db: db.execute("PRAGMA max_page_count = 1"))
    with pytest.raises(StorageError, match="storage-full"):
        await storage.save(huge, moves)
    assert await storage.load(table.id) == table
    await storage._writing.run(lambda db: db.execute("PRAGMA max_page_count = 100000"))
    kept = await storage.save(huge, moves)
    assert await storage.load(table.id) == kept


async def test_bytes_that_are_no_text_damage_their_table_alone_and_are_quoted_nowhere(
    storage: Store, caplog: pytest.LogCaptureFixture
) -> None:
    """Storage: a state holds hands; one flipped bit must not bring it into a log, nor hide the other tables."""
    damaged, sound = await begin(storage), await begin(storage)
    flipped = "UPDATE tables SET state = CAST(x'7b2268616e64223a80' AS TEXT) WHERE id = ?"
    await storage._write(lambda db: db.execute(flipped, (damaged.id,)))
    assert await storage.find(channel=7) == [sound]
    with pytest.raises(StorageError) as caught:
        await storage.load(damaged.id)
    with pytest.raises(StorageError, match="storage-table-damaged"):
        await storage.save(*moved(replace(damaged, revision=7)))
    assert "hand" not in f"{caplog.text}{caught.value!r}{caught.value.__context__!r}"


async def test_a_damaged_secret_is_neither_sealed_anew_nor_dealt_from(storage: Store) -> None:
    """Storage: whoever knows the table from before the damage can't write over it, nor can anybody read it."""
    table = await storage.create(lobby())
    await storage._write(lambda db: db.execute("UPDATE shuffles SET secret = x'00' WHERE table_id = ?", (table.id,)))
    changes: tuple[Callable[[], Awaitable[object]], ...] = (
        lambda: storage.save(replace(table, sitters=table.sitters[:1])),
        lambda: storage.count(table),
        lambda: storage.save(started(table), begins=True),
        lambda: storage.load(table.id),
    )
    for change in changes:
        with pytest.raises(StorageError, match="damaged"):
            await change()
    assert await storage.find() == []


async def test_finished_tables_of_a_channel_are_found_without_reading_all_others(storage: Store) -> None:
    """Storage: whoever asks for a proof doesn't wait for every table that ever was."""
    plan = await storage._read(lambda db: db.execute(f"EXPLAIN QUERY PLAN {FINISHED}", (7, 25)).fetchall())
    assert "tables_over" in plan[0]["detail"]
    assert not [row["detail"] for row in plan if "TEMP B-TREE" in row["detail"]]
