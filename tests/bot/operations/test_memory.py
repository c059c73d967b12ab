"""What a burst has taken is given back to the machine."""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path

import pytest

from bot.operations import memory

PIECE, PIECES = 10_000, 6_000
"""Bytes of a piece, too many for Python's own allocator, and how many there are: some 60 MB."""
KEPT = 50
"""Each so-manieth piece stays in use."""
SOON = 0.01


def resident() -> int:
    """Return how much memory this process has, in bytes."""
    (line,) = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) * 1024


@pytest.mark.skipif(memory.trimmer() is None, reason="this C library gives back by itself, or can't be asked to")
async def test_what_was_freed_between_pieces_in_use_is_given_back() -> None:
    """Less than half of it is left; pieces in use are as they were."""
    before = resident()
    pieces = [bytes([number % 256]) * PIECE for number in range(PIECES)]
    kept = pieces[::KEPT]
    pieces.clear()
    async with memory.given_back(SOON, worked=lambda: 0.0), asyncio.timeout(5):
        while resident() - before > PIECE * PIECES // 2:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(SOON)
    assert [piece[0] for piece in kept] == [number % 256 for number in range(0, PIECES, KEPT)]


@pytest.mark.parametrize(("share", "tried"), [(0.04, True), (0.06, False)])
async def test_whoever_works_waits_for_no_memory(monkeypatch: pytest.MonkeyPatch, share: float, *, tried: bool) -> None:
    """It is given back in quiet minutes: while many play, nobody's answer waits for that."""
    given: list[int] = []
    monkeypatch.setattr(memory, "trimmer", lambda: given.append)
    seconds = count()
    async with memory.given_back(SOON, worked=lambda: next(seconds) * share * SOON):
        await asyncio.sleep(10 * SOON)
    assert bool(given) is tried


async def test_where_nothing_can_be_given_back_nothing_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another C library than glibc."""
    monkeypatch.setattr(memory, "trimmer", lambda: None)
    async with memory.given_back(SOON, worked=lambda: 1 / 0):
        await asyncio.sleep(3 * SOON)
