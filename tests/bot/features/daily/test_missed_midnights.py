"""Days of a deal that end while something is amiss: Herald is down, a player has left, the clock is wrong.

Or Discord fails at a server.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from simcord.backend.models import Message

from bot.clocks.table_clock import DAY
from bot.features.alone.playing import find_decisions
from bot.features.daily.boards import FOLLOWED, RETRY_AFTER
from bot.features.daily.deals import KEPT, Board, Call, Claim, DailyDeals, Deal, Entry, State, shift_date
from bot.storage.records import Delivery, Follow, Status
from tests.bot.clocked import dies, goes_round, passes, shown
from tests.bot.features.alone.test_alone import answer
from tests.bot.features.daily.test_daily import (
    CHOSEN,
    DAYS,
    GAME,
    TODAY,
    begin,
    close_day,
    deal_of,
    finish,
    govern,
    mine,
    play,
    standings,
    streak,
)
from tests.bot.features.test_follows import follow
from tests.bot.party import last_move, status_of
from tests.bot.server import Evening, Guest, text, verbs, words

pytestmark = DAYS
RESTARTED = pytest.mark.parametrize("restarted", [False, True])


async def two_boards(court: Evening) -> tuple[Board, Board]:
    """Let somebody play on each of two servers with a channel for standings; return both in the order of their turn."""
    storage, castle = court.storage, court.env.create_guild("Another Castle")
    yard = castle.create_text_channel("yard")
    await govern(court)
    here = await storage.choice(Board, court.server.id)
    there = replace(here, server=castle.id, channel=yard.id)
    for guest in court.guests[:2]:
        await play(guest)
    (entry,) = await storage.choices(Entry, user=court.guests[1].id)
    await storage.store_choices(there, replace(entry, server=castle.id))

    first, second = sorted((here, there), key=lambda each: str(each.server))
    return first, second


def posts(court: Evening, board: Board) -> list[Message]:
    """Return the standings in the channel of a board."""
    return [each for each in court.public(board.channel) if "today" in verbs(each)]


@pytest.mark.parametrize("status, code, refused", [(503, 0, False), (403, 0, False), (403, 50013, True)])
async def test_failing_server_holds_up_no_other(court: Evening, status: int, code: int, *, refused: bool) -> None:
    """It is tried again by itself, later each time, until it has its one post; not where that is refused for good."""
    failing, other = await two_boards(court)
    court.env.inject_error("POST", f"/channels/{failing.channel}/messages", status=status, code=code, times=None)
    await passes(court, DAY)

    assert [len(posts(court, each)) for each in (failing, other)] == [0, 1]
    for delay in () if refused else (*RETRY_AFTER, RETRY_AFTER[-1]):
        assert (await court.storage.choice(Board, failing.server)).due == court.clock.now + delay
        await passes(court, delay)
    court.env.backend.faults.clear()
    for _ in range(2):
        await passes(court, RETRY_AFTER[-1])
    assert [len(posts(court, each)) for each in (failing, other)] == [int(not refused), 1]


async def test_call_that_fails_holds_up_no_other(court: Evening) -> None:
    """Whoever follows on another server is called, and who couldn't be is called once Discord is well again.

    Discord takes a hundred pings a message: more of them would be no post at all.
    """
    failing, other = await two_boards(court)
    cy, followers = court.guests[2], [*range(1_000, 1_120)]
    await court.storage.store_choices(
        Follow(failing.server, FOLLOWED, cy.id, Delivery.DM),
        *(Follow(other.server, FOLLOWED, user, Delivery.CHANNEL) for user in followers),
    )
    court.env.inject_error("POST", "/users/@me/channels", status=503, times=None)
    await passes(court, DAY)

    assert [len(posts(court, each)) for each in (failing, other)] == [1, 1]
    mentions = [sent.payload.get("allowed_mentions", {}).get("users", []) for sent in court.record.sent]
    called = [users for users in mentions if users]
    assert [len(users) for users in called] == [40, 40, 40]
    assert sorted(int(user) for users in called for user in users) == followers
    (post,) = posts(court, other)
    assert all(str(post.id) in text(each) for each in court.public(other.channel)[-3:])
    (left,) = await court.storage.choices(Call)
    assert (left.user, left.due) == (cy.id, court.clock.now + RETRY_AFTER[0])
    court.env.backend.faults.clear()
    await passes(court, RETRY_AFTER[0])
    assert len([each for each in cy.dms if "🔔" in text(each)]) == 1
    assert await court.storage.choices(Call) == []


async def test_who_leaves_the_server_plays_the_deal_on(court: Evening) -> None:
    """In the DM, where the table is: a result stands where it was begun, and who doesn't finish has a private table.

    Who followed and left follows no more, and the post comes. The result of a DM stands on no server, and is one's own
    alone.
    """
    ann, bo, cy, dana = court.guests[:4]
    await govern(court)
    for guest in (ann, bo):
        await follow(guest, "dm", FOLLOWED)
    finished, open_ = await begin(ann), await begin(bo)
    for guest, table in ((ann, finished), (bo, open_)):
        court.server.remove_member(guest.member)
        await answer(guest, guest.dms[-1])
        assert await last_move(court, table.id) > table.started_match.seq
    begun = await dana.fill_in(await dana.whisper("daily", game=GAME), **CHOSEN)
    assert not begun.message.is_ephemeral
    assert begun.message in dana.dms
    for table in (finished, await mine(dana)):
        await finish(court, table)
    await play(cy, otherwise=True)
    post = await close_day(court)
    assert "Ann" in text(post)
    assert not [each for each in ("Bo", "Dana") if each in text(post)]
    assert [await streak(guest) for guest in (ann, dana)] == [1, 1]
    assert "🔔" not in "".join(map(text, bo.dms))
    assert await court.storage.choices(Follow) == []
    after = await court.table(open_.id)
    assert (after.status, after.record.deal) == (Status.PLAYING, "")
    assert (await finish(court, after)).status is Status.OVER
    await ann.whisper("daily", game=GAME)
    assert (await mine(ann)).record.deal > TODAY


@pytest.mark.parametrize("requests", [None, 0, 1])
async def test_two_missed_midnights_count_a_deal_once(
    court: Evening, ann: Guest, bo: Guest, requests: int | None
) -> None:
    """Herald was down over both, or came back in between and died as it closed the first day, before its post or after.

    The unfinished game goes on as an ordinary one; the deal of the third day is another.
    """
    await govern(court)
    finished, open_ = await play(ann), await begin(bo)
    court.clock.now += DAY
    if requests is not None:
        await court.restart()
        await dies(court, requests)
    court.clock.now += DAY
    await court.restart()
    await goes_round(court)
    await shown(court)

    (post,) = standings(court)
    assert words("daily-standings", date=TODAY) in text(post)
    assert await streak(ann) == 1
    (entry,) = await court.storage.choices(Entry)
    assert (entry.user, entry.points is None) == (ann.id, False)
    assert await court.storage.choices(Claim) == []
    assert await status_of(court, finished.id) is Status.OVER
    after = await court.table(open_.id)
    assert (after.status, after.record.deal) == (Status.PLAYING, "")
    assert await find_decisions(court.tables, after, bo.id) == {}
    assert (await finish(court, after)).status is Status.OVER
    assert (await begin(bo)).id != open_.id


# Clocks that were days ahead or behind, and are set right: each day has its own deal


async def play_a_day(guest: Guest) -> None:
    """Let somebody play the deal of the day to its end, and let that day pass."""
    await play(guest)
    await passes(guest.evening, DAY)


async def set_clock(court: Evening, days: int, *, restarted: bool) -> None:
    """Set the clock by some days, while Herald lives or is down."""
    court.clock.now += days * DAY
    if restarted:
        await court.restart()
    await goes_round(court)
    await shown(court)


def posted(court: Evening) -> Counter[str]:
    """Return how often the standings of each day were posted."""
    posts = [text(each) for each in standings(court)]
    dates = [shift_date(TODAY, number) for number in range(-2, 500)]
    return Counter(date for date in dates for post in posts if words("daily-standings", date=date) in post)


@RESTARTED
@pytest.mark.parametrize("ahead", [3, 400])
async def test_standings_come_once_after_a_clock_ahead(
    court: Evening, ann: Guest, bo: Guest, ahead: int, *, restarted: bool
) -> None:
    """A day was played and posted before its time: it isn't posted again, and the days until then have their own.

    What ended early stays over until the next midnight, also where the clock is right again on that very day. A result
    that is older than five weeks by then is forgotten, and posted nowhere.
    """
    await govern(court)
    await play(ann)
    await set_clock(court, ahead, restarted=restarted)
    expected = Counter([TODAY] if ahead * DAY < KEPT else [])
    assert posted(court) == expected
    await play_a_day(bo)
    expected[shift_date(TODAY, ahead)] = 1

    for days in (-ahead - 1, 1):
        await set_clock(court, days, restarted=restarted)
        assert posted(court) == expected
    for _ in range(2):
        await play_a_day(ann)

    expected.update(shift_date(TODAY, number) for number in (1, 2))
    assert posted(court) == expected
    await set_clock(court, ahead, restarted=restarted)
    assert posted(court) == expected
    assert ((await court.storage.choice(Board, court.server.id)).due or 0.0) <= court.clock.now + DAY


@RESTARTED
async def test_clock_behind_loses_and_doubles_nothing(
    court: Evening, ann: Guest, bo: Guest, *, restarted: bool
) -> None:
    """As where a machine without a battery starts in another year, until it has asked for the time.

    Set back by a day, the newest deal goes on. What was drawn for a day to come isn't today's.
    """
    days = DailyDeals(court.bot.services)
    court.clock.now += 400 * DAY
    far = await days.deal(GAME)
    court.clock.now -= 400 * DAY
    await govern(court)
    await play_a_day(ann)
    await play(bo)
    assert (await court.storage.choice(Deal, far.date, GAME)).secret == far.secret

    deal = await days.deal(GAME)
    court.clock.now -= DAY
    assert await days.deal(GAME) == deal
    assert f"<t:{days.end_of(deal.date):.0f}:R>" in (await court.guests[2].command("daily")).text
    court.clock.now += DAY
    for moved in (-400, 400):
        await set_clock(court, moved, restarted=restarted)

    after = await deal_of(court)
    assert (after.secret, after.state) == (deal.secret, State.RUNNING)
    assert posted(court) == Counter([TODAY])
    await play_a_day(ann)
    assert posted(court) == Counter([TODAY, shift_date(TODAY, 1)])
    assert "Bo" in text(standings(court)[-1])


@pytest.mark.parametrize("begun", [False, True])
async def test_early_deal_follows_newer_rules(court: Evening, ann: Guest, *, begun: bool) -> None:
    """It isn't called off by an update before its day, unless somebody has begun it: then it is, as any other one."""
    storage = court.storage
    court.clock.now += 3 * DAY
    if begun:
        await begin(ann)
    early = await deal_of(court)
    court.clock.now -= 3 * DAY
    await goes_round(court)
    older = replace(await storage.choice(Deal, early.date, GAME), rules=early.rules - 1)
    await storage.store_choices(older)
    await passes(court, 3 * DAY)

    deal = await deal_of(court)
    assert (deal.date, deal.state) == (early.date, State.OFF if begun else State.RUNNING)
    assert (deal.rules == early.rules) is not begun
    assert (deal.secret == early.secret) is begun
