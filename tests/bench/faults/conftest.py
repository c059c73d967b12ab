"""A database of tables at which moves were made, with what was acknowledged."""

from __future__ import annotations

import asyncio
import random
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

import pytest

from bench.faults.damage import copied
from bench.faults.tables import Acknowledged, begun, played


@dataclass(frozen=True)
class Made:
    """The database at rest, and what was acknowledged."""

    database: Path
    noted: Acknowledged


async def _made(folder: Path) -> Made:
    storage = await begun(folder)
    noted = await played(storage, random.Random(1))
    await storage.close()
    return Made(folder / "herald.db", noted)


@pytest.fixture(scope="session")
def once_made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Return the database that all tests of this process have copies of."""
    return asyncio.run(_made(tmp_path_factory.mktemp("made")))


@pytest.fixture
def made(once_made: Made, tmp_path: Path) -> Made:
    """Return a database of a few tables with their moves."""
    return Made(copied(once_made.database, tmp_path), deepcopy(once_made.noted))
