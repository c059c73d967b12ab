"""Through how many files a click passes: docs/design.md tells its way, and no change may make it longer unnoticed."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from types import FrameType

import pytest

from bot.interactions import router
from bot.interactions.request import Request
from tests.bot.party import Party
from tests.bot.server import Evening
from tests.every import FOR_EVERY_KEY

TREES = tuple(f"{Path(__file__).parents[3] / tree}{os.sep}" for tree in ("bot", "engine", "cogs"))
MOST = 71
"""Files of bot/, engine/ and cogs/ of which a function runs while a click is answered, the game's own among them.

In the median of a few clicks: one that says something for the first time passes some more, on its way into the caches.
"""
LONGEST = 86
"""The same for any single click."""


def current() -> asyncio.Task[object] | None:
    """Return the task that is running; None outside of any."""
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None


@FOR_EVERY_KEY
async def test_a_click_passes_few_files(court: Evening, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """From the router to the answer, in the click's own task: what Discord is sent besides is announced by others."""
    answer, passed = router.dispatch, list[set[str]]()

    async def route(request: Request) -> None:
        files, task = set[str](), current()

        def see(frame: FrameType, event: str, _: object) -> None:
            name = frame.f_code.co_filename
            if event == "call" and name.startswith(TREES) and frame.f_code.co_name != "<module>" and current() is task:
                files.add(name)

        sys.setprofile(see)
        try:
            await answer(request)
        finally:
            sys.setprofile(None)
            passed.append(files)

    await court.seat(*court.guests[:3], game=game)
    monkeypatch.setattr(router, "dispatch", route)
    await Party(court.guests[:3], 2).play(12)
    assert len(passed) >= 12
    usual = sorted(passed, key=len)[len(passed) // 2]
    assert len(usual) <= MOST, sorted(usual)
    assert max(map(len, passed)) <= LONGEST
    assert all(router.__file__ in files for files in passed)
