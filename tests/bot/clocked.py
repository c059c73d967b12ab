"""How an evening is begun; and evenings whose time a test moves: Herald's own clock, and what is due by it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from simcord.backend.models import Message

from bot.client.herald import Herald
from bot.clocks.table_clock import TableClock
from bot.faces.picture.alt import describe
from bot.faces.picture.requests import PictureRequest
from bot.host.config import Config
from bot.interactions.router import OUTDATED
from bot.pictures.process import WorkerProcess
from bot.pictures.wire_format import Drawing
from bot.sending.codes import DiscordClock
from bot.storage.port import StorageError
from bot.storage.records import BEAT, Remark, TableId
from bot.tables.timekeeper import Timekeeper
from engine.errors import Refused
from engine.match import PicksReply
from tests.bot import discord_time, openapi, translated
from tests.bot.clock import Clock
from tests.bot.limits import problems
from tests.bot.party import deciding
from tests.bot.pushes import miscalls
from tests.bot.record import Record, written
from tests.bot.server import FREE, NAMES, Evening, Guest, dealing
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


def _answered(error: BaseException) -> bool:
    # simcord hears of a refused command, too, though it was answered; what is a fault of the disk is in the log.
    return isinstance(getattr(error, "original", error), (Refused, StorageError, *OUTDATED))


@asynccontextmanager
async def evening(
    database: Path, patch: pytest.MonkeyPatch, settings: Mapping[str, Any] = FREE, **parts: Any
) -> AsyncIterator[Evening]:
    """Run an evening with a bot of these settings, made of these parts, the games and the seeds for instance.

    At its end every click was answered, no handler failed unseen, each request was one that Discord takes, and each new
    message notified whom it calls.
    """
    # Waits in real time have no part in an evening of its own clock: a look at the database, a quiet moment after which
    # what was shown is written, each note that the bot lives, and the moment before a private picture is drawn.
    for waits in ("storage.sqlite.writer.LOOK_SECONDS", "announce.announce_state.PEACE", "tables.timekeeper.BEATS"):
        patch.setattr(f"bot.{waits}", 24 * 3600.0)
    patch.setattr("bot.pictures.renderer.DEBOUNCE", 0.0)
    another = partial(Herald, Config(**{**FREE, **settings, "database": database}), **parts)
    env = discord_time.Env(another(), shard_count=1, check_errors=False)
    record = Record(env)
    discord_time.install(patch)
    translated.install(patch)
    record.install(patch)
    await env.start()
    try:
        server = env.create_guild("The Castle")
        begun = Evening(env, database, server, server.create_text_channel("the-court"), [], record, another)
        begun.guests.extend(begun.invite(name) for name in NAMES)
        await env.settle()
        yield begun
        unanswered = [one.id for one in env.backend.interactions.values() if not one.responded]
        assert not unanswered, f"clicks without an answer: {unanswered}"
        assert not [error for error in env.errors if not _answered(error)]
        assert not [problem for sent in record.sent for problem in problems(sent.payload)]
        assert not list(openapi.faults(record.sent))
        assert not [written(sent.payload) for sent in record.sent if miscalls(sent)]
    finally:
        await asyncio.wait_for(env.bot.close(), 60)
        await env.shutdown()


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
        begun.clock = clock
        yield begun


def _remembers(keeper: Timekeeper, due: float | None) -> None:
    keeper._next = due


async def passes(court: Evening, seconds: float) -> None:
    """Let time pass while Herald lives, do what is due then, and wait until it is shown."""
    court.clock.now += seconds
    await goes_round(court)
    await shown(court)


async def goes_round(court: Evening) -> None:
    """Let Herald do what is due by now: one round after the other, for as long as something is due at once."""
    keeper = court.bot.timekeeper
    keeper._lived = court.clock.now
    await go_round(keeper)
    while keeper._next is not None and keeper._next <= court.clock.now:
        await go_round(keeper)


async def dies(court: Evening, requests: int) -> None:
    """Let Herald die while it does what is due, or tells of it, after so many requests; its last beat is kept.

    Whoever kills a process closes its files, and what it has written to them stays.
    """
    await court.storage.store_choices(Remark(BEAT, repr(court.clock.now)))
    goal = len(court.record.sent) + requests
    with court.env._bot_scope():
        work = asyncio.create_task(goes_round(court))
    while (court.bot.announcer._tasks or not work.done()) and len(court.record.sent) < goal:  # noqa: ASYNC110 - nothing tells of a request
        await asyncio.sleep(TICK)
    # A rival whose turn is cancelled would look at its table again, for ever.
    court.bot.rivals._closed = True
    await court.env._detach_bot()
    await court.storage.close()


async def shown(court: Evening, *, rivals: bool = False) -> None:
    """Wait until everything is shown, and until the rivals have answered if they are to."""
    async with asyncio.timeout(PATIENCE):
        await court.settle()
        while _busy(court, rivals=rivals) or await court.tables.published_states.find_behind():
            await asyncio.sleep(TICK)
            await court.settle()


def _busy(court: Evening, *, rivals: bool) -> bool:
    """Tell whether something is being announced, or a rival is asked, if these count."""
    players = court.bot.rivals
    return bool(court.bot.announcer._tasks or (rivals and (players.waiting or players._looks)))


async def asked(court: Evening) -> Guest:
    """Return who is asked first."""
    return (await deciding(court))[0]


async def one_turn(guest: Guest) -> None:
    """Let somebody play something until others are asked."""
    court = guest.evening
    while (seat := (table := await court.table()).seat_of(guest.id)) in table.started_match.deciding:
        question = table.started_match.question_id(seat)
        await court.tables.play(TableId(1), guest.id, question, PicksReply((0,)))
    await court.settle()


async def away(guest: Guest, days: int) -> Message:
    """Let somebody say that they are away for so many days; return what shows it."""
    panel = await guest.command("away")
    return (await guest.choose(panel, [str(days)], "away:pick")).message


async def clock_of(court: Evening, table: int = 1) -> TableClock:
    """Return the clocks of a table."""
    clock = (await court.table(table)).clock
    assert clock is not None
    return clock
