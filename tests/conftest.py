"""How many tests run at the same time, for `-n auto`, and the PostgreSQL that the tests of one process share."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from bench.postgres import QUICK, Cluster, programs


def pytest_xdist_auto_num_workers() -> int:
    """Return half as many workers again as there are cores: many tests wait for processes of their own."""
    cores = os.cpu_count() or 1
    return cores + cores // 2


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """Return a PostgreSQL of its own; whoever asks for it is skipped where there is none to be started."""
    found = programs()
    if found is None:
        pytest.skip("no PostgreSQL is installed: apt-get install postgresql")
    with Cluster(found, **QUICK) as started:
        yield started
