"""A state is judged by what was acknowledged, damage is done as told, and what is taken for sound is found out.

The database is read as it is, and locked against whoever writes.
"""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from bench.faults.damage import Findings, Torn, contents, copied, flip, judge, noticed, tear
from bench.faults.ledger import behind, fingerprint, locked, stories
from bench.faults.tables import read_tables
from bot.storage.records import Logged, TableRecord
from tests.bench.faults.conftest import Made
from tests.bot.storage.samples import opened, sqlite


async def everything(database: Path) -> tuple[list[TableRecord], list[list[Logged]]]:
    """Return all tables and their logs."""
    async with opened(sqlite(database)) as storage:
        tables = await read_tables(storage)
        return tables, [list(await storage.log(table.id)) for table in tables]


async def test_the_state_after_the_last_move_holds_all_changes(made: Made) -> None:
    """And a log that lacks a line, or tables that never stood so together, are no prefix."""
    tables, logs = await everything(made.database)
    assert made.noted.changes(tables, logs) == len(made.noted.order) - 1
    assert made.noted.changes(tables, [logs[0][:-1], *logs[1:]]) is None
    made.noted.order.pop()
    assert made.noted.changes(tables, logs) is None


async def test_one_bit_is_flipped_or_an_end_is_cut_off(made: Made, tmp_path: Path) -> None:
    """In the copy alone."""
    (tmp_path / "copy").mkdir()
    copy, before = copied(made.database, tmp_path / "copy"), made.database.read_bytes()
    place = flip(copy, random.Random(3))
    differing = [number for number, (a, b) in enumerate(zip(before, copy.read_bytes(), strict=True)) if a != b]
    assert differing == [place // 8]
    end = tear(copy, random.Random(3))
    assert copy.stat().st_size == end < len(before)
    assert made.database.read_bytes() == before


async def test_a_sound_database_is_no_damage_and_a_changed_one_is_told(made: Made) -> None:
    """What reads otherwise than it was written and isn't refused is a lie; what verify doesn't see is missed."""
    assert not noticed(made.database)
    results, written = Findings(), await contents(made.database, Counter())
    await judge(made.database, written, results, "nothing")
    assert (results.lies, results.missed, results.harmless, results.started) == ([], [], 1, 1)
    other = {piece: f"{read} changed" for piece, read in written.items()}
    await judge(made.database, other, results, "everything")
    assert len(results.lies) == len(written)
    assert len(results.missed) == 1


async def test_a_state_that_was_never_acknowledged_is_strange(made: Made) -> None:
    """The whole of it, if what was acknowledged last isn't known."""
    results = Torn()
    await results.judge(made.database, made.noted, "whole")
    assert (results.lost, results.strange) == ([0], [])
    made.noted.order.pop()
    await results.judge(made.database, made.noted, "unknown")
    assert results.strange == results.missed == ["unknown"]


def test_every_table_is_played_again_to_where_it_stands(made: Made) -> None:
    """Position by position, with the questions that were answered and the calls that were due."""
    found = stories(made.database)
    assert [len(story.moves) for story in found] == [moves for moves, _ in made.noted.order[-1]]
    for story in found:
        assert len(story.positions) == len(story.moves) + 1
        assert len(story.answered) <= len(story.moves)
        assert story.calls.total() >= 1
        assert story.standing(1e9) == len(story.moves)


def test_tables_that_have_moved_and_were_not_announced_are_behind(made: Made) -> None:
    """All others were."""
    moved = [story.record.id for story in stories(made.database) if story.moves]
    assert behind(made.database) == moved


def test_a_locked_database_takes_nothing_and_its_lock_changes_nothing(made: Made) -> None:
    """Until the lock is given back."""
    before = fingerprint(made.database)
    with closing(sqlite3.connect(made.database, timeout=0, isolation_level=None)) as db:
        with locked(made.database), pytest.raises(sqlite3.OperationalError, match="locked"):
            db.execute("BEGIN IMMEDIATE")
        db.execute("BEGIN IMMEDIATE")
        db.execute("ROLLBACK")
        assert fingerprint(made.database) == before
        db.execute("UPDATE tables SET revision = revision + 1 WHERE id = 1")
    assert fingerprint(made.database) != before
