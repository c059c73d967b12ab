"""A test that fails with a connection open ends, and so does the process that ran it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bench.postgres import Cluster
from tests import conftest

pytest.importorskip("uvloop")

SECONDS = 30.0
LEFT_OPEN = "error::ResourceWarning"
HOOK = """
from tests.closing import Loop


def pytest_asyncio_loop_factories(config, item):
    return {"uvloop": Loop}
"""
FAILS = """
from bot.host.address import Address
from bot.storage.postgres.database import PostgresDatabase
from bot.storage.store import Store


async def test_fails():
    storage = Store(PostgresDatabase(Address("{address}")))
    await storage.open()
    raise ValueError("on purpose")
"""


@pytest.mark.soak
async def test_a_test_that_fails_with_postgresql_open_does_not_hang(cluster: Cluster, tmp_path: Path) -> None:
    """It fails for what is wrong, and it says what was left open."""
    (tmp_path / "conftest.py").write_text(HOOK, "utf-8")
    (tmp_path / "test_fails.py").write_text(FAILS.format(address=(await cluster.fresh()).reveal()), "utf-8")
    run = subprocess.run(  # noqa: S603, ASYNC221 # pytest itself; nothing else goes on
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", LEFT_OPEN, "-o", "asyncio_mode=auto"],
        check=False,
        capture_output=True,
        cwd=tmp_path,
        env={"PYTHONPATH": str(conftest.TESTS.parent)},
        text=True,
        timeout=SECONDS,
    )
    assert run.returncode == pytest.ExitCode.TESTS_FAILED, run.stdout + run.stderr
    assert "ValueError: on purpose" in run.stdout
    assert "ResourceWarning: a test left open: <TCPTransport" in run.stdout
