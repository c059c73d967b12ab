"""Time at a table, as people see it: what the lobby says, until when there is time, and who is late."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.clocks.clock import DAY, HOUR
from bot.storage.records import TableId
from tests.bot.sentences import said
from tests.bot.server import FREE, Evening, dealing, evening, text, verbs, words

pytestmark = pytest.mark.seed(2)


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        """Begin on a Monday's noon."""
        self.now = 1_767_614_400.0

    def __call__(self) -> float:
        """Return the time in seconds since the epoch."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    """Return the clock of the evening."""
    return Clock()


@pytest.fixture
async def court(clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    """Return an evening whose time a test moves."""
    monkeypatch.setattr("bot.announce.lulls.LULL", 0.0)
    parts = {"seeds": dealing(2), "clock": clock}
    async with evening(tmp_path / "herald.db", monkeypatch, {**FREE, "language": "en"}, **parts) as begun:
        yield begun


async def passes(court: Evening, clock: Clock, seconds: float) -> None:
    """Let time pass while Herald lives, and do what is due then."""
    clock.now += seconds
    court.bot.timekeeper._lived = clock.now  # noqa: SLF001 - it has lived through all of it
    await court.bot.timekeeper.round()
    async with asyncio.timeout(5):
        await court.env.settle()
        while await court.bot.tables.behind():
            await court.env.settle()


async def test_a_lobby_says_how_time_counts_before_anybody_joins(court: Evening) -> None:
    """A day, if nobody chooses; else what the command says."""
    ann, bo, *_ = court.guests
    assert "Each decision has a day" in text(await court.open(ann))
    assert "No clock runs here" in text(await court.open(bo, pace="none"))


async def test_alone_one_chooses_at_once_and_with_others_all_have_to_agree(court: Evening) -> None:
    """What was agreed on holds until the last one has pressed; nobody else may propose."""
    ann, bo, *_ = court.guests
    lobby = await court.open(ann)
    panel = (await court.press(ann, lobby, "time")).message
    await court.choose(ann, panel, ["hour"], part="terms:1:pace")
    assert (await court.table()).record.clock.terms.pace == HOUR  # type: ignore[union-attr]
    await court.press(bo, court.board(), "join")
    assert "agree" not in verbs(court.board())
    await court.choose(ann, panel, ["week"], part="terms:1:pace")
    assert (await court.table()).record.clock.terms.pace == HOUR  # type: ignore[union-attr]
    assert "Proposed instead" in text(court.board())
    assert said("refused-not-opener", (await court.forge(bo, court.board(), "terms:1:pace", values=["day"])).private)
    await court.press(bo, court.board(), "agree")
    assert (await court.table()).record.clock.terms.pace == 7 * DAY  # type: ignore[union-attr]
    assert "Proposed instead" not in text(court.board())


async def test_everybody_sees_until_when_there_is_time(court: Evening, clock: Clock) -> None:
    """On the table message, the post and the private view, as Discord's own times."""
    ann, bo, *_ = court.guests
    await court.seat(ann, bo)
    seat = (await court.table()).started.deciding[0]
    ends = int(clock.now + 4 * DAY) // 60 * 60
    when = f"<t:{ends}:R>"
    assert when in text(court.board())
    assert f"<t:{ends}:f>" in text(court.board())
    assert when in text(court.post())
    asked = (ann, bo)[[ann.id, bo.id].index((await court.table()).people.users[seat])]
    assert when in (await court.press(asked, court.board(), "play")).private


async def test_who_is_late_is_played_for_before_all_eyes_until_a_press(court: Evening, clock: Clock) -> None:
    """The knight's move is told like any, the seat's name says so, and any press gives it back."""
    ann, bo, *_ = court.guests
    await court.seat(ann, bo)
    seat = (await court.table()).started.deciding[0]
    late = (ann, bo)[[ann.id, bo.id].index((await court.table()).people.users[seat])]
    await passes(court, clock, 4 * DAY + 60)
    table = await court.table()
    assert table.started.seq > 0
    assert not table.attended(seat)
    await court.press(late, court.board(), "hand")
    assert (await court.table()).attended(seat)


async def test_an_answer_in_time_starts_the_next_clock_when_the_next_is_called(court: Evening, clock: Clock) -> None:
    """Nobody's time runs for what others have not been asked yet."""
    ann, bo, *_ = court.guests
    await court.seat(ann, bo)
    clocks = (await court.bot.tables.get(TableId(1))).record.clock
    assert clocks is not None
    running = [seat for seat, each in enumerate(clocks.seats) if each.asked is not None]
    assert tuple(running) == (await court.table()).started.deciding
    assert words("button-time") not in text(court.board())
