"""The process that draws: it draws what this one would, is replaced when it dies, and tells nobody anything else."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from itertools import product
from pathlib import Path

import pytest
import pytest_asyncio

from bot.faces.picture.alt import describe
from bot.faces.picture.rendering import draw
from bot.faces.picture.requests import table_picture
from bot.pictures import process
from bot.pictures.process import WorkerProcess
from bot.pictures.wire_format import Drawing, pickle_request
from bot.texts.fluent import locales
from engine.games import GAMES
from tests.bot.faces.picture.sights import TITLE, localizer, positions
from tests.bot.pictures.sketches import Chatty, Endless, Fatal, Look, Sketch, Telltale

pytestmark = pytest.mark.slow

SHARING = pytest.mark.asyncio(loop_scope="module")
"""The mark of the tests that share a process."""

ROOT = Path(__file__).parents[3]
PATIENCE = 60.0
IDLE = """
import asyncio, os, signal, sys
from bot.__main__ import _event_loop
from bot.pictures.process import WorkerProcess
from tests.bot.pictures.sketches import Sketch

async def main():
    worker = WorkerProcess()
    for idle in (0.0, 0.5, 0.0):
        drawing = await worker.draw(Sketch(1))
        print("drawn" if drawing.data else drawing.fault)
        os.kill(worker._process.pid, signal.SIGKILL)
        await asyncio.sleep(idle)
    await worker.close()

factory = _event_loop if sys.argv[1] == "uvloop" else asyncio.new_event_loop
with asyncio.Runner(loop_factory=factory) as runner:
    runner.run(main())
"""


@pytest_asyncio.fixture
async def worker() -> AsyncIterator[WorkerProcess]:
    """Return a process that draws, as soon as it is needed."""
    made = WorkerProcess()
    yield made
    await made.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared() -> AsyncIterator[WorkerProcess]:
    """Return a process that draws for every test that leaves one behind: to start one takes most of a second."""
    made = WorkerProcess()
    yield made
    await made.close()


def pid(worker: WorkerProcess) -> int:
    """Return the number of the process."""
    assert worker._process is not None
    return worker._process.pid


@SHARING
async def test_it_draws_and_says_what_this_process_would(shared: WorkerProcess) -> None:
    """In every language, from requests that hold nothing but values.

    They are small, for the process that answers people hands them over.
    """
    for game, locale in product(GAMES.values(), locales()):
        for match in positions(game, max(game.seats), 3):
            request = table_picture(match.frame(None), TITLE, localizer(max(game.seats), locale))
            message = pickle_request(request)
            assert len(message) < 30_000
            assert b"Bundle" not in message
            assert await shared.draw(request) == Drawing(describe(request), draw(request))


@SHARING
async def test_one_that_dies_is_replaced_and_the_picture_drawn(
    shared: WorkerProcess, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """With one line for the host."""
    (tmp_path / "once").touch()
    drawing = await shared.draw(Fatal(7, folder=str(tmp_path)))
    assert drawing.data == b"\x07"
    assert not shared.resting
    (line,) = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert "exit code 3" in line


async def test_a_picture_that_kills_every_process_is_given_up(
    worker: WorkerProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For a while none is started any more: starting costs more than drawing."""
    (tmp_path / "once").touch()
    (tmp_path / "twice").touch()
    assert "exit code 3" in (await worker.draw(Fatal(folder=str(tmp_path)))).fault
    rests = [worker.resting]
    monkeypatch.setattr(worker, "_rested", 0.0)
    assert [*rests, worker.resting] == [True, False]
    assert (await worker.draw(Sketch(1))).data == b"\x01"


async def test_one_that_cannot_be_started_is_lost(worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    """The words go out."""
    monkeypatch.setattr(process, "COMMAND", ("-c", "raise SystemExit(5)"))
    assert "exit code 5" in (await worker.draw(Sketch(1))).fault


@SHARING
async def test_one_that_takes_far_too_long_is_replaced(shared: WorkerProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    """No picture may keep all others from being drawn."""
    await shared.draw(Sketch(1))
    monkeypatch.setattr(process, "LONGEST", 0.05)
    monkeypatch.setattr(process, "ATTEMPTS", 1)
    assert "TimeoutError" in (await shared.draw(Endless())).fault
    monkeypatch.setattr(process, "LONGEST", PATIENCE)
    assert (await shared.draw(Sketch(2))).data == b"\x02"


@SHARING
async def test_who_is_cancelled_leaves_no_answer_behind_for_the_next(shared: WorkerProcess) -> None:
    """Somebody would be shown a picture that isn't theirs."""
    await shared.draw(Sketch(1))
    task = asyncio.create_task(shared.draw(Endless()))
    await asyncio.sleep(0.05)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert (await shared.draw(Sketch(2))).data == b"\x02"


@SHARING
@pytest.mark.parametrize("meant", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_a_signal_that_means_the_bot_does_not_end_it(shared: WorkerProcess, meant: signal.Signals) -> None:
    """Ctrl-C and a service's stop reach every process; the last announcements still have their pictures."""
    await shared.draw(Sketch(1))
    first = pid(shared)
    os.kill(first, meant)
    assert (await shared.draw(Sketch(2))).data == b"\x02"
    assert pid(shared) == first


async def started(*words: str) -> asyncio.subprocess.Process:
    """Start Python with a program of this project, whose output can be read."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return await asyncio.create_subprocess_exec(sys.executable, "-c", *words, stdout=asyncio.subprocess.PIPE, env=env)


BOT = """
import asyncio
from bot.pictures.process import WorkerProcess
from tests.bot.pictures.sketches import Sketch

async def main():
    worker = WorkerProcess()
    await worker.draw(Sketch(1))
    print(worker._process.pid, flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


async def test_it_never_outlives_the_bot() -> None:
    """However the bot ended."""
    bot = await started(BOT)
    assert bot.stdout is not None
    number = int(await bot.stdout.readline())
    assert not ended(number)
    bot.kill()
    await bot.wait()
    deadline = time.monotonic() + PATIENCE
    while not ended(number):
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)


def ended(number: int) -> bool:
    """Tell whether a process has ended, be it that nobody has taken note of it yet."""
    try:
        return " Z" in Path(f"/proc/{number}/stat").read_text().rpartition(")")[2][:3]
    except FileNotFoundError:
        return True


@SHARING
async def test_what_goes_wrong_is_told_without_its_words(shared: WorkerProcess) -> None:
    """Part of every house rule: no log tells anybody's cards. What a library prints disturbs nothing."""
    fault = (await shared.draw(Telltale())).fault
    assert fault.startswith("ValueError < draw (sketches.py:")
    assert "Queen" not in fault
    for number in (1, 2):
        assert (await shared.draw(Chatty(number))).data == bytes([number])


async def test_it_loads_nothing_of_discord(worker: WorkerProcess) -> None:
    """It stays small."""
    seen = (await worker.draw(Look())).data.decode().split("\n")
    assert not {"discord", "aiohttp", "pydantic", "aiosqlite"} & set(seen)
    assert "bot.pictures.worker" in seen


@pytest.mark.parametrize("loop", ["uvloop", pytest.param("asyncio", marks=pytest.mark.soak)])
async def test_one_that_was_killed_while_it_was_idle_is_replaced_at_the_next_picture(loop: str) -> None:
    """By the system for its memory, say; also on the running bot's loop, which calls a closed pipe something else."""
    told, _ = await (await started(IDLE, loop)).communicate()
    assert told.decode().split() == ["drawn"] * 3


async def test_who_asks_for_pictures_loads_nothing_that_draws() -> None:
    """The process that answers people starts sooner and stays smaller."""
    code = (
        "import sys, bot.faces.picture.requests, bot.pictures.renderer;"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    told, _ = await (await started(code)).communicate()
    assert "bot" in told.decode().split()
    assert not {"PIL", "fontTools", "resvg_py"} & set(told.decode().split())
