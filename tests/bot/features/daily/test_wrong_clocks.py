"""The deal of the day on a machine whose clock was days ahead or behind, and is set right: each day has its own."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from bot.clocks.table_clock import DAY
from bot.features.daily.deals import DailyDeals, end_of, shift_date
from bot.features.daily.records import Board, Deal, State
from tests.bot.clock import Clock
from tests.bot.clocked import goes_round, passes, shown
from tests.bot.features.daily.test_daily import GAME, TODAY, begin, finish, govern, standings
from tests.bot.server import Evening, Guest, text, words

pytestmark = [pytest.mark.clocked(rival_seconds=0.01), pytest.mark.usefixtures("quick_pars", "two_deals")]


async def play_a_day(court: Evening, clock: Clock, guest: Guest) -> None:
    """Let somebody play the deal of the day to its end, and let that day pass."""
    await finish(court, await begin(court, guest))
    await passes(court, clock, DAY)


async def set_clock(court: Evening, clock: Clock, days: int, *, restarted: bool) -> None:
    """Set the clock by some days, while Herald lives or is down."""
    clock.now += days * DAY
    if restarted:
        await court.restart()
    await goes_round(court, clock)
    await shown(court)


def posted(court: Evening) -> Counter[str]:
    """Return how often the standings of each day were posted."""
    posts = [text(each) for each in standings(court)]
    dates = [shift_date(TODAY, number) for number in range(-2, 500)]
    return Counter(date for date in dates for post in posts if words("daily-standings", date=date) in post)


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("ahead", [3, 400])
async def test_standings_come_once_after_a_clock_ahead(
    court: Evening, clock: Clock, ahead: int, *, restarted: bool
) -> None:
    """A day was played and posted before its time: it isn't posted again, and the days until then have their own.

    What ended early stays over until the next midnight.
    """
    ann, bo = court.guests[:2]
    await govern(court)
    await play_a_day(court, clock, ann)
    await set_clock(court, clock, ahead, restarted=restarted)
    await play_a_day(court, clock, bo)
    early = shift_date(TODAY, ahead + 1)
    assert posted(court) == Counter([TODAY, early])

    await set_clock(court, clock, -ahead - 1, restarted=restarted)
    await passes(court, clock, DAY)
    for _ in range(2):
        await play_a_day(court, clock, ann)

    days = [shift_date(TODAY, number) for number in (0, 2, 3)]
    assert posted(court) == Counter([*days, early])
    await set_clock(court, clock, ahead, restarted=restarted)
    assert posted(court) == Counter([*days, early])
    assert ((await court.bot.storage.choice(Board, court.server.id)).due or 0.0) <= clock.now + DAY


@pytest.mark.parametrize("restarted", [False, True])
async def test_day_that_ended_early_is_posted_once(court: Evening, clock: Clock, *, restarted: bool) -> None:
    """The clock was right again on the evening of that very day."""
    ann = court.guests[0]
    await govern(court)
    await finish(court, await begin(court, ann))
    for days in (3, -3, 1):
        await set_clock(court, clock, days, restarted=restarted)
        assert posted(court) == Counter([TODAY])
    await play_a_day(court, clock, ann)
    assert posted(court) == Counter([TODAY, shift_date(TODAY, 1)])


@pytest.mark.parametrize("restarted", [False, True])
async def test_clock_behind_loses_and_doubles_nothing(court: Evening, clock: Clock, *, restarted: bool) -> None:
    """As where a machine without a battery starts in another year, until it has asked for the time.

    Set back by a day, the newest deal goes on. What was drawn for a day to come isn't today's.
    """
    ann, bo = court.guests[:2]
    days = DailyDeals(court.bot.services)
    clock.now += 400 * DAY
    far = await days.deal(GAME)
    clock.now -= 400 * DAY
    await govern(court)
    await play_a_day(court, clock, ann)
    await finish(court, await begin(court, bo))
    assert (await court.bot.storage.choice(Deal, far.date, GAME)).secret == far.secret

    deal = await days.deal(GAME)
    clock.now -= DAY
    assert await days.deal(GAME) == deal
    assert f"<t:{end_of(deal.date, days.zone):.0f}:R>" in (await court.command(court.guests[2], "daily")).text
    clock.now += DAY
    for moved in (-400, 400):
        await set_clock(court, clock, moved, restarted=restarted)

    after = await DailyDeals(court.bot.services).deal(GAME)
    assert (after.secret, after.state) == (deal.secret, State.RUNNING)
    assert posted(court) == Counter([TODAY])
    await play_a_day(court, clock, ann)
    assert posted(court) == Counter([TODAY, shift_date(TODAY, 1)])
    assert "Bo" in text(standings(court)[-1])


@pytest.mark.parametrize("begun", [False, True])
async def test_early_deal_follows_newer_rules(court: Evening, clock: Clock, *, begun: bool) -> None:
    """It isn't called off by an update before its day, unless somebody has begun it: then it is, as any other one."""
    ann, storage = court.guests[0], court.bot.storage
    clock.now += 3 * DAY
    if begun:
        await begin(court, ann)
    early = await DailyDeals(court.bot.services).deal(GAME)
    clock.now -= 3 * DAY
    await goes_round(court, clock)
    older = replace(await storage.choice(Deal, early.date, GAME), rules=early.rules - 1)
    await storage.store_choices(older)
    await passes(court, clock, 3 * DAY)

    deal = await DailyDeals(court.bot.services).deal(GAME)
    assert (deal.date, deal.state) == (early.date, State.OFF if begun else State.RUNNING)
    assert (deal.rules == early.rules) is not begun
    assert (deal.secret == early.secret) is begun
