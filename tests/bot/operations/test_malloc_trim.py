"""What a burst has taken is given back to the machine."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.operations import background_services
from bot.operations.background_services import return_freed_memory
from bot.operations.health import background_task

PIECE, PIECES = 10_000, 6_000
"""Bytes of a piece, too many for Python's own allocator, and how many there are: some 60 MB."""
KEPT = 50
"""Each so-manieth piece stays in use."""
SOON, PATIENCE = 0.01, 60.0


def resident() -> int:
    """Return how much memory this process has, in bytes."""
    (line,) = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) * 1024


@pytest.mark.slow
@pytest.mark.skipif(
    background_services.find_malloc_trim() is None, reason="this C library gives back by itself, or can't be asked to"
)
async def test_what_was_freed_between_pieces_in_use_is_given_back() -> None:
    """Less than half of it is left; pieces in use are as they were."""
    before = resident()
    pieces = [bytes([number % 256]) * PIECE for number in range(PIECES)]
    kept = pieces[::KEPT]
    pieces.clear()
    async with background_task(return_freed_memory(SOON, lambda: 1.0), "memory"), asyncio.timeout(PATIENCE):
        while resident() - before > PIECE * PIECES // 2:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(SOON)
    assert [piece[0] for piece in kept] == [number % 256 for number in range(0, PIECES, KEPT)]


@pytest.mark.parametrize(
    ("share", "looks"), [(0.04, 1), (0.06, background_services.LATEST), (0.9, background_services.LATEST)]
)
async def test_memory_is_given_back_in_a_quiet_minute_and_else_in_the_third(
    monkeypatch: pytest.MonkeyPatch, share: float, looks: int
) -> None:
    """While many play, nobody's answer waits for that, unless they never stop."""
    given: list[int] = []
    asked = 0

    def worked() -> float:
        """Tell for how many seconds it has worked; that is asked before a minute and after it."""
        nonlocal asked
        asked += 1
        return asked * share * SOON

    monkeypatch.setattr(background_services, "find_malloc_trim", lambda: lambda _: given.append(asked // 2))
    monkeypatch.setattr("gc.collect", int)
    async with background_task(return_freed_memory(SOON, worked), "memory"), asyncio.timeout(PATIENCE):
        while not given:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(SOON)
    assert given[0] == looks


async def test_a_bot_that_has_done_nothing_since_has_nothing_to_give_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once is enough for a night."""
    given: list[int] = []
    monkeypatch.setattr(background_services, "find_malloc_trim", lambda: given.append)
    monkeypatch.setattr("gc.collect", int)
    async with background_task(return_freed_memory(SOON, lambda: 1.0), "memory"), asyncio.timeout(PATIENCE):
        while not given:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(SOON)
        await asyncio.sleep(10 * SOON)
    assert given == [0]


async def test_where_nothing_can_be_given_back_nothing_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another C library than glibc."""
    monkeypatch.setattr(background_services, "find_malloc_trim", lambda: None)
    async with background_task(return_freed_memory(SOON, lambda: 1 / 0), "memory"):
        await asyncio.sleep(3 * SOON)
