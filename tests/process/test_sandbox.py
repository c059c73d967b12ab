"""`python -m sandbox` as a process: it ends as whoever stops it expects, and leaves nothing behind."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from bot.host.cli import FAILED, OK
from sandbox.needs import FOR_HOSTS
from tests.every import soak
from tests.process.forking import ROOT
from tests.process.process import HEARD

pytestmark = pytest.mark.slow

SECONDS = 30.0


MODULES = "asyncpg", "prometheus_client", "pythonjsonlogger", "uvloop"
"""By which names what is in `FOR_HOSTS` would be imported."""


@pytest.fixture
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for PYTHONPATH with which Python finds nothing that `make play` doesn't install."""
    assert len(MODULES) == len(FOR_HOSTS)
    folder = tmp_path_factory.mktemp("bare")
    lines = f"import sys\nsys.modules.update(dict.fromkeys({MODULES}))\n"
    (folder / "sitecustomize.py").write_text(lines, "utf-8")
    return folder


async def launched(folder: Path, *command: str, bare: Path | str = "", **settings: str) -> asyncio.subprocess.Process:
    """Start a sandbox whose temporary files are in a folder, `bare` or not."""
    return await asyncio.create_subprocess_exec(
        *command,
        cwd=folder,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": f"{ROOT}{os.pathsep}{bare}",
            "TMPDIR": str(folder),
            **settings,
        },
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def end(process: asyncio.subprocess.Process) -> tuple[int | None, str]:
    """Wait until a sandbox has ended, and return its exit code and what it says."""
    async with asyncio.timeout(SECONDS):
        _, said = await process.communicate()
    return process.returncode, said.decode()


@pytest.mark.parametrize(
    "command, sent",
    [
        (("bot", "sandbox"), signal.SIGINT),
        pytest.param(("bot", "sandbox"), signal.SIGHUP, marks=HEARD),
        soak(("bot", "sandbox", "--no-table"), signal.SIGINT),
        soak(("sandbox",), signal.SIGTERM),
        soak(("sandbox",), signal.SIGINT),
        soak(("bot", "sandbox"), signal.SIGTERM),
    ],
)
async def test_a_sandbox_that_is_stopped_leaves_nothing(
    tmp_path: Path, bare: Path, command: tuple[str, ...], sent: signal.Signals
) -> None:
    """Neither a folder with a database nor a word, and the exit code says that it was stopped.

    It needs no more than `make play` installs.
    """
    process = await launched(tmp_path, sys.executable, "-m", *command, bare=bare)
    assert process.stdout is not None
    async with asyncio.timeout(SECONDS):
        assert b"http://127.0.0.1:" in await process.stdout.readline()
    assert os.listdir(tmp_path)  # noqa: PTH208 - a line for an async function
    process.send_signal(sent)
    assert await end(process) == (OK, "")
    assert not os.listdir(tmp_path)  # noqa: PTH208 - as above


async def test_a_sandbox_that_has_no_room_for_its_database_says_so_in_a_sentence(tmp_path: Path) -> None:
    """In the host's language, and it leaves nothing."""
    words = "sh", "-c", 'ulimit -f 8; exec "$0" -B -m sandbox', sys.executable
    code, said = await end(await launched(tmp_path, *words, LANGUAGE="uk"))
    assert (code, said.count("\n")) == (FAILED, 1)
    assert said.startswith("Herald зупинено")
    assert not os.listdir(tmp_path)  # noqa: PTH208 - a line for an async function


@pytest.mark.parametrize("absent", ["simcord", "sandbox"])
async def test_sandbox_without_its_packages_says_so(tmp_path: Path, bare: Path, absent: str) -> None:
    """After an installation for hosts alone, or in Docker's image: one sentence names the line that installs them."""
    (bare / "sitecustomize.py").write_text(f"import sys\nsys.modules['{absent}'] = None\n", "utf-8")
    code, said = await end(await launched(tmp_path, sys.executable, "-m", "bot", "sandbox", bare=bare))
    assert (code, said.count("\n")) == (FAILED, 1)
    assert '-e ".[sandbox]"' in said


@pytest.mark.parametrize("times", [1, soak(5)])
async def test_a_sandbox_that_is_stopped_while_it_starts_leaves_nothing(tmp_path: Path, times: int) -> None:
    """As soon as there is a folder that could be left."""
    for _ in range(times):
        process = await launched(tmp_path, sys.executable, "-m", "sandbox")
        async with asyncio.timeout(SECONDS):
            while not os.listdir(tmp_path):  # noqa: ASYNC110, PTH208 - nobody tells of files
                await asyncio.sleep(0.01)
        process.terminate()
        assert await end(process) == (OK, "")
        assert not os.listdir(tmp_path)  # noqa: PTH208 - as above
