"""What SQLite in particular is asked for: plans that read little, and faults that harm as little."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from bot.storage import sql
from bot.storage.port import Statement, StorageError
from bot.storage.records import Published, Status
from bot.storage.sqlite.migrations import sqlite_text
from bot.storage.store import Store
from tests.bot.storage.samples import begin, execute, moved, session_of

FEW_BYTES = 3 * 4120
"""Three pages with their heads."""


ROWS = "USING INTEGER PRIMARY KEY (rowid=?)"
SHOWN = f"SEARCH announcements {ROWS} LEFT-JOIN"
BESIDE = [SHOWN, f"SEARCH clocks {ROWS} LEFT-JOIN"]
PLANS: Mapping[Statement, list[str]] = {
    sql.find((Status.LOBBY, Status.PLAYING), ("guild",), last=False): [
        "SEARCH tables USING INDEX tables_guild (guild=?)",
        *BESIDE,
    ],
    sql.find((Status.OVER,), ("channel",), last=True): ["SEARCH tables USING INDEX tables_over (channel=?)", *BESIDE],
    sql.HOMES: ["SCAN tables USING INDEX tables_guild"],
    sql.SEATS: ["SEARCH people USING INDEX people_user (user_id=?)", f"SEARCH tables {ROWS}"],
    sql.UNSHOWN: ["SCAN tables USING COVERING INDEX tables_behind", SHOWN],
    sql.STALE: ["SEARCH tables USING COVERING INDEX tables_since (status=? AND since<?)"],
}


@pytest.mark.parametrize("question", PLANS)
async def test_questions_read_indexes(storage: Store, question: Statement) -> None:
    """Finished tables pile up, and documents are large: whatever is asked often reads neither."""
    asked = Statement(f"EXPLAIN QUERY PLAN {sqlite_text(question)}")
    names = "user known channel guild table most now choices status before"
    values: dict[str, Any] = dict.fromkeys(names.split())
    assert [row["detail"] for row in await storage.database.query(asked, **values)] == PLANS[question]


async def test_a_move_is_one_commit_and_so_is_an_announcement_of_few_bytes(storage: Store) -> None:
    """Saves: what Discord has been shown is a small row of its own, however much a match at rest weighs."""
    after, moves = moved(await begin(storage))
    assert after.save is not None
    heavy, ran = replace(after, save=replace(after.save, state="x" * 500_000)), list[str]()
    await writing(storage).set_trace_callback(ran.append)
    kept = await storage.save(heavy, moves)
    assert ran.count("COMMIT") == 1
    written = grown(storage)
    await storage.store_published(
        kept.id, Published(kept.revision, 1, 55, "auction", "0" * 24, 56, 1, ((0, 1), (1, 1)))
    )
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


@pytest.mark.parametrize("damage", ["replace(document, 'seats', 'seals')", "CAST(x'7b2268616e64223a80' AS TEXT)"])
async def test_one_damaged_table_hides_itself_alone(
    storage: Store, path: Path, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    """Storage: a damaged table isn't shown, and the others go on; who still knows it whole writes it whole.

    A state holds hands; one flipped bit, and be it that it is no text any more, must not bring it into a log.
    """
    damaged, sound = await begin(storage), await begin(storage)
    execute(path, f"UPDATE tables SET document = {damage} WHERE id = 1")  # noqa: S608 # from this test
    assert await storage.find() == [sound]
    assert f"Table {damaged.id} is damaged" in caplog.text
    with pytest.raises(StorageError, match=f"storage-table-damaged.*{damaged.id}") as caught:
        await storage.load(damaged.id)
    with pytest.raises(StorageError, match="storage-table-damaged"):
        await storage.save(*moved(replace(damaged, version=7)))
    assert "hand" not in f"{caplog.text}{caught.value!r}{caught.value.__context__!r}"
    mended = await storage.save(*moved(damaged))
    assert await storage.load(damaged.id) == mended
