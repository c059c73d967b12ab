"""How many tests run at the same time, how seldom they look for garbage, and the PostgreSQL that they share."""

from __future__ import annotations

import asyncio
import gc
import importlib
import logging
import os
import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import pytest

import bot.features  # noqa: F401 - hangs in what faces show besides
from bench.postgres import QUICK, Cluster, programs
from bot.host import logs


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return half as many workers again as there are cores, for many tests wait for processes of their own.

    Those that are quick wait for nothing: there one more would only collect all of them once more.
    """
    cores = os.cpu_count() or 1
    return cores if "not slow" in config.option.markexpr else cores + cores // 2


TESTS = Path(__file__).parent
SERVED = (
    "bot/pictures/test_renderer",
    "bot/pictures/test_worker",
    "bot/rivals",
    "bot/storage",
    "loopback",
    "process",
)
"""Where tests run on the event loop of the running bot; simcord's clock needs the heap of timers of asyncio's own."""


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Return the event loop that a test runs on: uvloop's wherever it can, as for the running bot."""
    del config
    if sys.platform == "win32" or not item.path.relative_to(TESTS).as_posix().startswith(SERVED):
        return {"asyncio": asyncio.new_event_loop}
    from tests.closing import Loop  # noqa: PLC0415 - not for Windows

    return {"uvloop": Loop}


NEW_OBJECTS = 50_000
"""How many new objects call for the garbage collector; Python's own measure is 700."""
YOUNGER = 20
"""How often the newest objects are gone through before those that outlived it are; Python's own measure is 10."""


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Let the garbage collector leave alone what is imported and collected, for it stays, and come less often.

    By itself it takes a tenth of all the time that the tests take.
    """
    gc.disable()
    _compile_share(session.config)
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(NEW_OBJECTS, YOUNGER, YOUNGER)
        gc.enable()


def _compile_share(config: pytest.Config) -> None:
    """Import the modules that no run has compiled yet, each worker beginning with others, if all tests are run.

    pytest writes their assertions anew, which takes as long as all else of collecting: the workers share the work, for
    what one of them has compiled the others find.
    """
    worker = getattr(config, "workerinput", None)
    if worker is None or sys.dont_write_bytecode or config.args != config.getini("testpaths"):
        return
    ending = f".{sys.implementation.cache_tag}-pytest-{pytest.__version__}.pyc"
    first, every = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
    for file in sorted(TESTS.rglob("test_*.py"))[first::every]:
        if not (file.parent / "__pycache__" / f"{file.stem}{ending}").exists():
            # What can't be imported is said where it is collected.
            with suppress(Exception, pytest.skip.Exception):
                importlib.import_module(".".join(file.relative_to(TESTS.parent).with_suffix("").parts))


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Leave out samples of the soak where it isn't run: they are more than half of all, and take as long to collect."""
    asked = metafunc.config.option.markexpr
    if "soak" not in asked or "soak" in asked.replace("not soak", ""):
        return
    own = metafunc.definition.own_markers
    own[:] = [_without_soak(mark) if mark.name == "parametrize" else mark for mark in own]


def _without_soak(mark: pytest.Mark) -> pytest.Mark:
    names, values, *rest = mark.args if len(mark.args) > 1 else (*mark.args, ())
    listed = isinstance(values, list | tuple) and not isinstance(mark.kwargs.get("ids"), list | tuple)
    kept = [each for each in values if not _is_soak(each)] if listed else []
    return pytest.mark.parametrize(names, kept, *rest, **mark.kwargs).mark if kept else mark


def _is_soak(sample: object) -> bool:
    return any(mark.name == "soak" for mark in getattr(sample, "marks", ()))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Call each test slow that asks for what takes its time, but those that are marked as quick.

    Tests of what measures are left to the soak.
    """
    for item in items:
        if item.path.relative_to(TESTS).parts[0] in MEASURING:
            item.add_marker(pytest.mark.soak)
        if not item.get_closest_marker("quick") and SLOW.intersection(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.slow)


SLOW = {"cluster", "court", "polls", "duel", "thinkers", "carried_over"}
"""What takes a tenth of a second: a PostgreSQL, evenings on which people play, rivals that think, an old database."""

MEASURING = ("bench", "loopback", "mutants")
"""The tests of benchmarks and of mutants: nobody plays with these, mypy reads them, and who runs one sees it fail."""


def start_cluster() -> Iterator[Cluster]:
    """Yield a PostgreSQL of its own; a test that asks for it is skipped where there is none to be started."""
    found = programs()
    if found is None:
        pytest.skip("no PostgreSQL is installed: apt-get install postgresql")
    with Cluster(found, **QUICK) as started:
        yield started


cluster = pytest.fixture(scope="session")(start_cluster)


@pytest.fixture(autouse=True)
def _restore_logging() -> Iterator[None]:
    """Remove the handlers and levels that a test set, as the bot does when it starts: the next test has its own."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in logs.LIBRARIES}
    yield
    for handler in root.handlers:
        if handler not in handlers:
            handler.close()
    root.handlers[:] = [handler for handler in root.handlers if handler in handlers]
    root.setLevel(level)
    for name, was in levels.items():
        logging.getLogger(name).setLevel(was)
