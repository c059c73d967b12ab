"""A loopback Discord, and a bot that isn't started yet, in a folder of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.loopback.server import Loopback
from tests.process.process import Bot


@pytest.fixture
async def discord() -> AsyncIterator[Loopback]:
    """Serve a Discord, which complains in the end if it was asked for routes that it lacks."""
    async with Loopback() as discord:
        yield discord


@pytest.fixture
async def bot(discord: Loopback, tmp_path: Path) -> AsyncIterator[Bot]:
    """Return a bot, which no test outlives."""
    async with Bot(discord, tmp_path) as bot:
        yield bot
