"""Shards of several processes introduce themselves one after the other, as Discord wants it."""

from __future__ import annotations

from types import SimpleNamespace

import discord
import pytest

from bot.sending import rate_limiter
from bot.sending.rate_limiter import APART, IdentifyTurns
from bot.storage.port import StorageError


class Discord:
    """Says how many lines it has, or that it can't be reached."""

    def __init__(self, lines: int) -> None:
        self.lines = lines
        self.asked = 0
        self.away = False

    async def limits(self) -> discord.SessionStartLimits:
        """Return them, or fail."""
        self.asked += 1
        if self.away:
            raise discord.GatewayNotFound
        return discord.SessionStartLimits(total=1, remaining=1, reset_after=0, max_concurrency=self.lines)


class Lines:
    """A storage, and its database, which gives a turn in two seconds, or none."""

    def __init__(self) -> None:
        self.database = self
        self.taken: list[tuple[int, float]] = []
        self.lost = False

    async def take_turn(self, line: int, seconds: float) -> float:
        """Return when the turn comes, or fail."""
        if self.lost:
            raise StorageError("storage-closed")
        self.taken.append((line, seconds))
        return 2.0


@pytest.fixture
def waited(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the seconds that were waited; they take no time."""
    found: list[float] = []

    async def sleep(seconds: float) -> None:
        found.append(seconds)

    monkeypatch.setattr(rate_limiter, "asyncio", SimpleNamespace(sleep=sleep))
    return found


@pytest.mark.slow
async def test_a_shard_waits_for_its_turn_in_the_line_that_discord_gave_it(waited: list[float]) -> None:
    """Discord is asked for its lines once."""
    lines, there = Lines(), Discord(4)
    mine = IdentifyTurns(lines, there.limits)  # type: ignore[arg-type] # the turns alone are asked for
    for shard in (1, 4, 6):
        await mine.wait(shard)
    assert lines.taken == [(1, APART), (0, APART), (2, APART)]
    assert waited == [2.0] * 3
    assert there.asked == 1


async def test_as_long_as_discord_does_not_say_how_many_lines_it_has_there_is_one(waited: list[float]) -> None:
    """The slowest answer is never wrong; Discord is asked again."""
    lines, there = Lines(), Discord(4)
    mine = IdentifyTurns(lines, there.limits)  # type: ignore[arg-type] # as above
    there.away = True
    await mine.wait(3)
    there.away = False
    await mine.wait(3)
    assert [line for line, _ in lines.taken] == [0, 3]
    assert waited


async def test_without_the_database_a_shard_waits_as_behind_another(
    waited: list[float], errors: pytest.LogCaptureFixture
) -> None:
    """Herald comes back, though nobody can say whose turn it is; the host reads why it took longer."""
    lines = Lines()
    lines.lost = True
    await IdentifyTurns(lines, Discord(1).limits).wait(0)  # type: ignore[arg-type] # as above
    assert waited == [APART]
    (line,) = errors.messages
    assert line.endswith("The database is closed.")
