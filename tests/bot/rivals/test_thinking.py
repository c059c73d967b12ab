"""Rivals think in processes of their own; one that dies or hangs costs nobody an answer."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import pytest

from bot.rivals import thinking
from bot.rivals.thinking import Thinkers, ThinkingLost
from engine.agents import LEVELS
from engine.agents.agent import Advice, advise
from engine.errors import NotYourTurn
from engine.games import GAMES
from engine.match import Match
from engine.rng import Rng
from engine.scene import Seat
from tests.contract.walks import AnyMatch, seed
from tests.every import FOR_EVERY_KEY

KNIGHT, CHAMPION = "agent-judgement", "agent-search"
PATIENCE = 60.0
"""Seconds in which the busiest machine has started a process."""


@pytest.fixture
async def thinkers(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Thinkers]:
    """Yield processes that think, and end them."""
    monkeypatch.setattr(thinking, "LONGEST", PATIENCE)
    made = Thinkers()
    yield made
    made.close()


def started(game: str) -> tuple[AnyMatch, Seat]:
    """Return a match at its start, and who is asked."""
    match = Match.start(GAMES[game], GAMES[game].seats.start, seed(1))
    return match, match.deciding[0]


async def reason(thinkers: Thinkers) -> str:
    """Return the reason of a champion's advice at the start of a match, by which it is told from a knight's."""
    match, seat = started("fortheking")
    return (await thinkers.advice(match, seat, "champion")).reason.key


def killed(*_: Any) -> None:
    """Think as a process does that the system takes away."""
    os._exit(9)


def full(*_: Any) -> None:
    """Start a process where there is no memory for one."""
    raise MemoryError


def hang(*_: Any) -> None:
    """Think as a process does that hangs."""
    time.sleep(60)


@FOR_EVERY_KEY
async def test_every_level_answers_with_what_is_legal(game: str, thinkers: Thinkers) -> None:
    """The champion from another process, the others from here; who isn't asked has a refusal like any other."""
    match, seat = started(game)
    for level in LEVELS:
        advice = await thinkers.advice(match, seat, level)
        match.play(seat, advice.actions)
        with pytest.raises(NotYourTurn):
            await thinkers.advice(match, Seat(1 - seat), level)


def slow() -> None:
    """Begin as on a small machine that is busy."""
    time.sleep(1.0)
    thinking.initialize_worker()


async def test_while_a_process_begins_the_knight_answers_and_it_is_not_replaced(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Else no champion would ever play where a process takes longer to begin than a thought may take."""
    with monkeypatch.context() as patched:
        patched.setattr(thinking, "initialize_worker", slow)
        patched.setattr(thinking, "LONGEST", 0.1)
        patched.setattr(thinking, "GRACE", 0.1)
        assert await reason(thinkers) == KNIGHT
    assert await reason(thinkers) == CHAMPION
    assert not [record for record in caplog.records if record.name == thinking.__name__]


@pytest.mark.parametrize(
    "work, stuck, limits",
    [
        ("initialize_worker", partial(time.sleep, 60), ("LONGEST", "GRACE", "BEGINNING")),
        ("think", hang, ("LONGEST", "GRACE")),
        ("think", killed, ()),
    ],
    ids=["never begins", "hangs", "dies"],
)
async def test_stuck_process_is_replaced(
    thinkers: Thinkers,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    work: str,
    stuck: object,
    limits: tuple[str, ...],
) -> None:
    """The knight answers: nobody waits for it longer than was promised, and some time is enough for any machine.

    The next thought is a champion's again; the host reads one line, which tells nothing of the hand.
    """
    assert work != "think" or await reason(thinkers) == CHAMPION, "a process has begun"
    with monkeypatch.context() as patched:
        patched.setattr(thinking, work, stuck)
        for name in limits:
            patched.setattr(thinking, name, 0.1)
        assert await reason(thinkers) == KNIGHT
    told = "was lost" if stuck is killed else "took too long"
    (line,) = [record.getMessage() for record in caplog.records if record.name == thinking.__name__]
    assert line == f"a process that thinks {told}, and is replaced; a knight has answered"
    assert await reason(thinkers) == CHAMPION


def stopped(*args: Any) -> Advice[Any]:
    """Think as a process does whose bot is stopped with its whole service."""
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        os.kill(os.getpid(), each)
    return thinking.think_through(*args)


async def test_stopped_service_gets_no_knights_answer(thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch) -> None:
    """A champion that thinks then has its own choice played: systemd signals every process, and means the bot."""
    monkeypatch.setattr(thinking, "think", stopped)
    assert await reason(thinkers) == CHAMPION


async def test_own_advice_is_never_a_knights(thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where its process is lost there is none, and where time is up it thinks on; equal deals bring equal advice.

    Nor is there where none can be started, for want of memory; the next time one is.
    """
    match, seat = started("fortheking")
    with monkeypatch.context() as patched:
        patched.setattr("bot.rivals.thinking.ProcessPoolExecutor._spawn_process", full)
        with pytest.raises(MemoryError):
            await thinkers.own_advice(match, seat, "champion")
    with monkeypatch.context() as patched:
        patched.setattr(thinking, "think_through", killed)
        with pytest.raises(ThinkingLost):
            await thinkers.own_advice(match, seat, "champion")
    monkeypatch.setattr(thinking, "MOST_CPU", 0.0)
    first, second = [await thinkers.own_advice(match, seat, "champion") for _ in range(2)]
    assert first == second
    assert first.reason.key == CHAMPION


async def test_knight_answers_where_too_many_are_asked(thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of hundreds waits no longer than the queue may last; the process goes on with what it thinks about."""
    monkeypatch.setattr(thinking, "QUEUED", 0.05)
    held, (match, seat) = asyncio.Event(), started("oriflamme")

    thought_out = advise(LEVELS["squire"], match.game, match.view(seat, Rng(seed(1), 0)), Rng(seed(1), 0))

    async def thought(*_: Any) -> Advice[Any]:
        await held.wait()
        return thought_out

    monkeypatch.setattr(thinkers, "_think_in_process", thought)
    first = asyncio.create_task(thinkers.advice(match, seat, "champion"))
    await asyncio.sleep(0)
    advice = await thinkers.advice(match, seat, "champion")
    match.play(seat, advice.actions)
    held.set()
    assert await first is thought_out
    assert await thinkers.advice(match, seat, "champion") is thought_out


def test_time_is_up_by_the_cpu_or_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second of CPU, or some seconds of a busy machine, whichever comes first."""
    now = {"process_time": 5.0, "monotonic": 7.0}
    monkeypatch.setattr(thinking, "process_time", lambda: now["process_time"])
    monkeypatch.setattr(thinking, "monotonic", lambda: now["monotonic"])
    late = thinking._deadline()
    assert not late()
    now["process_time"] += thinking.MOST_CPU + 0.01
    assert late()
    now["process_time"] -= thinking.MOST_CPU
    assert not late()
    now["monotonic"] += thinking.LONGEST + 0.01
    assert late()
