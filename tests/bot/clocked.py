"""Evenings whose time a test moves: Herald's own clock, and what is due by it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from simcord.backend.models import Message

from bot.clocks.table_clock import TableClock
from bot.faces.picture.alt import describe
from bot.faces.picture.requests import PictureRequest
from bot.pictures.process import WorkerProcess
from bot.pictures.wire_format import Drawing
from bot.sending.codes import DiscordClock
from bot.storage.records import BEAT, Remark, TableId
from bot.tables.timekeeper import Timekeeper
from engine.match import PicksReply
from tests.bot.clock import Clock
from tests.bot.party import deciding
from tests.bot.server import FREE, Evening, Guest, dealing, evening
from tests.bot.timed import go_round

NIGHT = {"quiet": "8:00-20:00", "zone": "UTC"}
"""Quiet hours in which it is when an evening begins."""
TICK = 0.002
"""Seconds between two looks at what Herald has done."""
PATIENCE = 600.0
"""Seconds after which Herald will never come to rest, however slow the machine is."""


async def named(_: WorkerProcess, request: PictureRequest) -> Drawing:
    """Return the name of a picture in the place of the file."""
    return Drawing(describe(request), request.name.encode())


@asynccontextmanager
async def clocked(
    clock: Clock, folder: Path, monkeypatch: pytest.MonkeyPatch, **settings: float
) -> AsyncIterator[Evening]:
    """Give an evening by a clock, at which each move is shown at once, and what is due is done when the test says so.

    By the timekeeper's own timer, which goes by the machine's time, a round would begin beside those of the test, and
    be under way when the clock is moved. The machine's time isn't that of this Discord, and tells no Herald of it.
    """
    monkeypatch.setattr("bot.announce.announce_state.DEBOUNCE", 0.0)
    # The timekeeper's rounds, which a test calls, are not in simcord's time, as clicks are.
    monkeypatch.setattr("bot.announce.announce_state.AnnounceState.debounce_left", lambda *_, **__: 0.0)
    if settings.get("rival_seconds", 0.0) > PATIENCE:
        # A rival that is asked takes longer than any test: nothing is held back for it.
        monkeypatch.setattr("bot.announce.announce_state.HOLD_BACK", 0.0)
    monkeypatch.setattr(Timekeeper, "_wait_until", _remembers)
    monkeypatch.setattr(WorkerProcess, "draw", named)
    parts = {"seeds": dealing(2), "clock": clock}
    async with evening(folder / "herald.db", monkeypatch, {**FREE, "language": "en", **settings}, **parts) as begun:
        monkeypatch.setattr(DiscordClock, "now", lambda _: begun.env.backend.clock.now())
        yield begun


def _remembers(keeper: Timekeeper, due: float | None) -> None:
    keeper._next = due


async def passes(court: Evening, clock: Clock, seconds: float) -> None:
    """Let time pass while Herald lives, do what is due then, and wait until it is shown."""
    clock.now += seconds
    await goes_round(court, clock)
    await shown(court)


async def goes_round(court: Evening, clock: Clock) -> None:
    """Let Herald do what is due by now: one round after the other, for as long as something is due at once."""
    keeper = court.bot.timekeeper
    keeper._lived = clock.now
    await go_round(keeper)
    while keeper._next is not None and keeper._next <= clock.now:
        await go_round(keeper)


async def dies(court: Evening, clock: Clock, requests: int) -> None:
    """Let Herald die while it does what is due, or tells of it, after so many requests; its last beat is kept.

    Whoever kills a process closes its files, and what it has written to them stays.
    """
    await court.bot.storage.store_choices(Remark(BEAT, repr(clock.now)))
    goal = len(court.record.sent) + requests
    with court.env._bot_scope():
        work = asyncio.create_task(goes_round(court, clock))
    while (court.bot.announcer._tasks or not work.done()) and len(court.record.sent) < goal:  # noqa: ASYNC110 - nothing tells of a request
        await asyncio.sleep(TICK)
    await court.env._detach_bot()
    await court.bot.storage.close()


async def shown(court: Evening, *, rivals: bool = False) -> None:
    """Wait until everything is shown, and until the rivals have answered if they are to."""
    async with asyncio.timeout(PATIENCE):
        await court.env.settle()
        while _busy(court, rivals=rivals) or await court.bot.tables.published_states.find_behind():
            await asyncio.sleep(TICK)
            await court.env.settle()


def _busy(court: Evening, *, rivals: bool) -> bool:
    """Tell whether something is being announced, or a rival is asked, if these count."""
    players = court.bot.rivals
    return bool(court.bot.announcer._tasks or (rivals and (players.waiting or players._looks)))


async def asked(court: Evening) -> Guest:
    """Return who is asked first."""
    return (await deciding(court))[0]


async def one_turn(court: Evening, guest: Guest) -> None:
    """Let somebody play something until others are asked."""
    while (seat := (table := await court.table()).seat_of(guest.id)) in table.started_match.deciding:
        question = table.started_match.question_id(seat)
        await court.bot.tables.play(TableId(1), guest.id, question, PicksReply((0,)))
    await court.env.settle()


async def away(court: Evening, guest: Guest, days: int) -> Message:
    """Let somebody say that they are away for so many days; return what shows it."""
    panel = (await court.command(guest, "away")).message
    return (await court.choose(guest, panel, [str(days)], "away:pick")).message


async def clock_of(court: Evening, table: int = 1) -> TableClock:
    """Return the clocks of a table."""
    clock = (await court.table(table)).record.clock
    assert clock is not None
    return clock
