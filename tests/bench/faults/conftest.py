"""A database of tables at which moves were made, with what was acknowledged."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

import pytest

from bench.faults.tables import Acknowledged, begun, played


@dataclass(frozen=True)
class Made:
    """The database at rest, and what was acknowledged."""

    database: Path
    noted: Acknowledged


@pytest.fixture
async def made(tmp_path: Path) -> Made:
    """Return a database of a few tables with their moves."""
    storage = await begun(tmp_path)
    noted = await played(storage, random.Random(1))
    await storage.close()
    return Made(tmp_path / "herald.db", noted)
