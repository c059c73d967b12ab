"""How many tests run at the same time, how seldom they look for garbage, and the PostgreSQL that they share."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Iterator

import pytest

from bench.postgres import QUICK, Cluster, programs


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return half as many workers again as there are cores, for many tests wait for processes of their own.

    Those that are quick wait for nothing: there one more would only collect all of them once more.
    """
    cores = os.cpu_count() or 1
    return cores if "not slow" in config.option.markexpr else cores + cores // 2


NEW_OBJECTS = 50_000
"""How many new objects call for the garbage collector; Python's own measure is 700."""
YOUNGER = 20
"""How often the newest objects are gone through before those that outlived it are; Python's own measure is 10."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Let the garbage collector leave alone what is imported and collected, for it stays, and come less often.

    By itself it takes a tenth of all the time that the tests take.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(NEW_OBJECTS, YOUNGER, YOUNGER)
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Call each test slow that needs a PostgreSQL: a new database takes the server a tenth of a second."""
    for item in items:
        if "cluster" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """Return a PostgreSQL of its own; whoever asks for it is skipped where there is none to be started."""
    found = programs()
    if found is None:
        pytest.skip("no PostgreSQL is installed: apt-get install postgresql")
    with Cluster(found, **QUICK) as started:
        yield started
