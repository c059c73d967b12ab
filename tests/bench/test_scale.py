"""The benchmark of several processes: it comes to its end, and people of it press once more where nobody answers."""

from __future__ import annotations

import argparse

import pytest

from bench.postgres import programs
from bench.records import GOAL
from bench.scale import FULL, measure


async def test_it_runs_to_its_end_with_every_figure() -> None:
    """On a file and in two processes, with tables stored; the goals are held against what they say."""
    if programs() is None:
        pytest.skip("no PostgreSQL is installed: apt-get install postgresql")
    small = argparse.Namespace(processes=(1, 2), flight=2, clicks=40, rounds=1, stored=20, seed=1, directory=None)
    assert vars(small).keys() >= FULL.keys()
    found = {record.what: record for record in await measure(small)}
    ways = "1 process on SQLite", "1 process on PostgreSQL", "2 processes on PostgreSQL"
    for way in ways:
        assert found[f"moves a second, {way}"].value > 0
        assert found[f"CPU a move, {way}"].value > 0
        assert found[f"p50 of the answer, {way}"].value <= found[f"p99 of the answer, {way}"].value
    file, one, two = ways
    assert found[f"moves a second, {one}"].against == found[f"moves a second, {file}"].value
    assert found[f"CPU a move, {two}"].against == found[f"CPU a move, {one}"].value
    goals = {what for what, record in found.items() if record.goal and GOAL.fullmatch(record.goal)}
    assert goals == {f"moves a second, {one}", f"CPU a move, {two}"}
    assert found["moves kept a second by the storage beside bare asyncpg"].against
