"""The database is read as it is, and locked against whoever writes."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from bench.faults.ledger import behind, fingerprint, locked, stories
from tests.bench.faults.conftest import Made


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
