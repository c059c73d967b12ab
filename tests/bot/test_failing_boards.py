"""Standings of the deal of the day where Discord fails at one server: the others have theirs, and it is tried again."""

from __future__ import annotations

from dataclasses import replace

import pytest
from simcord.backend.models import Message

from bot.clocks.table_clock import DAY
from bot.features.daily.boards import FOLLOWED, RETRY_AFTER
from bot.features.daily.records import Board, Call, Entry
from bot.storage.records import Delivery, Follow
from tests.bot.clock import Clock
from tests.bot.clocked import passes
from tests.bot.server import Evening, text, verbs
from tests.bot.test_daily import begin, finish, govern

pytestmark = [pytest.mark.clocked(rival_seconds=0.01), pytest.mark.usefixtures("quick_pars", "two_deals")]


async def two_boards(court: Evening) -> tuple[Board, Board]:
    """Let somebody play on each of two servers with a channel for standings; return both in the order of their turn."""
    storage, castle = court.bot.storage, court.env.create_guild("Another Castle")
    yard = castle.create_text_channel("yard")
    await govern(court)
    here = await storage.choice(Board, court.server.id)
    there = replace(here, server=castle.id, channel=yard.id)
    for guest in court.guests[:2]:
        await finish(court, await begin(court, guest))
    (entry,) = await storage.choices(Entry, user=court.guests[1].id)
    await storage.store_choices(there, replace(entry, server=castle.id))

    first, second = sorted((here, there), key=lambda each: str(each.server))
    return first, second


def posts(court: Evening, board: Board) -> list[Message]:
    """Return the standings in the channel of a board."""
    return [each for each in court.public(board.channel) if "today" in verbs(each)]


@pytest.mark.parametrize(("status", "code", "refused"), [(503, 0, False), (403, 0, False), (403, 50013, True)])
async def test_failing_server_holds_up_no_other(
    court: Evening, clock: Clock, status: int, code: int, *, refused: bool
) -> None:
    """It is tried again by itself, later each time, until it has its one post; not where that is refused for good."""
    failing, other = await two_boards(court)
    court.env.inject_error("POST", f"/channels/{failing.channel}/messages", status=status, code=code, times=None)
    await passes(court, clock, DAY)

    assert [len(posts(court, each)) for each in (failing, other)] == [0, 1]
    for delay in () if refused else (*RETRY_AFTER, RETRY_AFTER[-1]):
        assert (await court.bot.storage.choice(Board, failing.server)).due == clock.now + delay
        await passes(court, clock, delay)
    court.env.backend.faults.clear()
    for _ in range(2):
        await passes(court, clock, RETRY_AFTER[-1])
    assert [len(posts(court, each)) for each in (failing, other)] == [int(not refused), 1]


async def test_call_that_fails_holds_up_no_other(court: Evening, clock: Clock) -> None:
    """Whoever follows on another server is called, and who couldn't be is called once Discord is well again."""
    failing, other = await two_boards(court)
    cy, dana = court.guests[2:4]
    await court.bot.storage.store_choices(
        Follow(failing.server, FOLLOWED, cy.id, Delivery.DM), Follow(other.server, FOLLOWED, dana.id, Delivery.CHANNEL)
    )
    court.env.inject_error("POST", "/users/@me/channels", status=503, times=None)
    await passes(court, clock, DAY)

    assert [len(posts(court, each)) for each in (failing, other)] == [1, 1]
    assert [sent.pings for sent in court.record.sent if sent.pings] == [(dana.id,)]
    (left,) = await court.bot.storage.choices(Call)
    assert (left.user, left.due) == (cy.id, clock.now + RETRY_AFTER[0])
    court.env.backend.faults.clear()
    await passes(court, clock, RETRY_AFTER[0])
    assert len([each for each in court.dms(cy) if "🔔" in text(each)]) == 1
    assert await court.bot.storage.choices(Call) == []
