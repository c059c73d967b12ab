"""What a server wants its tables to be like, and what whoever opens one chooses in the lobby."""

from __future__ import annotations

import pytest

from bot.clocks.table_clock import DAY, HOUR, TimeoutAction
from bot.storage.records import Private, TableDefaults
from tests.bot.clocked import clock_of
from tests.bot.interactions.test_settings import filled, warden
from tests.bot.server import SUBMIT, Evening, text, words
from tests.bot.tongues import Say

pytestmark = pytest.mark.seed(2)


@pytest.mark.quick
async def test_a_table_opens_as_its_server_wants_and_the_lobby_says_so(court: Evening, says: Say) -> None:
    """In one dialog; who opens the table may still choose otherwise."""
    guard, ann, bo = warden(court), *court.guests[:2]
    panel = await guard.govern(pace="week", then="waits", options=["advice", "orders"])
    assert await court.storage.choice(TableDefaults, court.server.id) == TableDefaults(
        court.server.id, "week", TimeoutAction.WAITS, advice=True
    )
    for key in ("time-pace-week", "time-then-waits", "customs-advice-on"):
        assert says(key) in panel.text
    lobby = text(await court.open(ann))
    assert says("allowed-advice") in lobby
    assert says("time-waits", pace=says("pace-week"), reserve=says("reserve-week")) in lobby
    assert (await court.table()).record.advice
    await court.open(bo, pace="hour")
    for table, pace in ((1, 7 * DAY), (2, HOUR)):
        terms = (await clock_of(court, table)).terms
        assert (terms.pace, terms.then) == (pace, TimeoutAction.WAITS)


async def test_who_opens_a_table_chooses_where_hands_are_shown(court: Evening, says: Say) -> None:
    """In the lobby's options, where everybody reads it; nobody else may, and the game goes by it."""
    ann, bo, *_ = court.guests
    lobby = await court.open(ann, bo)
    await ann.agree_on(lobby, hands="dm")
    await court.settle()
    assert (await court.table()).record.private is Private.DM
    assert says("allowed-by-dm") in court.board_text()
    for guest, where in ((bo, "here"), (ann, "sky")):
        await guest.forge("termed:1", kind=SUBMIT, components=filled(hands=where))
    assert (await court.table()).record.private is Private.DM
    await ann.press("start")
    assert ann.dms or bo.dms


@pytest.mark.usefixtures("ahead")
async def test_a_server_that_wants_no_orders_opens_tables_without_them(court: Evening) -> None:
    """Unless whoever opens one says otherwise; where nobody has chosen, people can order ahead."""
    guard, ann, bo, cy, *_ = (warden(court), *court.guests)
    await court.open(ann)
    assert (await court.table()).record.orders
    panel = await guard.govern(options=[])
    assert words("customs-orders-off") in panel.text
    await court.open(bo)
    assert not (await court.table(2)).record.orders
    await court.open(cy, orders=True)
    assert (await court.table(3)).record.orders
