"""Days of a deal that end while somebody isn't there: Herald is down over midnight, or a player has left the server."""

from __future__ import annotations

import pytest

from bot.clocks.table_clock import DAY
from bot.features.daily.records import Claim, Entry, Habit
from bot.storage.records import Status
from tests.bot.clock import Clock
from tests.bot.clocked import dies, goes_round, passes, shown
from tests.bot.server import Evening, text, words
from tests.bot.test_alone import answer
from tests.bot.test_daily import GAME, TODAY, begin, finish, govern, mine, standings

pytestmark = [pytest.mark.clocked(rival_seconds=0.01), pytest.mark.usefixtures("quick_pars", "two_deals")]


async def test_who_leaves_the_server_plays_the_deal_on(court: Evening, clock: Clock) -> None:
    """In the DM, where the table is: a result stands where it was begun, and who doesn't finish has a private table."""
    ann, bo = court.guests[:2]
    await govern(court)
    finished, open_ = await begin(court, ann), await begin(court, bo)
    for guest, table in ((ann, finished), (bo, open_)):
        court.server.remove_member(guest.member)
        await answer(court, guest, court.dms(guest)[-1])
        assert (await court.bot.tables.get(table.id)).started_match.seq > table.started_match.seq
    await finish(court, finished)
    await passes(court, clock, DAY)

    (post,) = standings(court)
    assert "Ann" in text(post)
    assert "Bo" not in text(post)
    assert (await court.bot.storage.choice(Habit, ann.id)).streak == 1
    after = await court.bot.tables.get(open_.id)
    assert (after.status, after.record.deal) == (Status.PLAYING, "")
    assert (await finish(court, after)).status is Status.OVER
    await court.whisper(ann, "daily", game=GAME)
    assert (await mine(court, ann)).record.deal > TODAY


@pytest.mark.parametrize("requests", [None, 0, 1])
async def test_two_missed_midnights_count_a_deal_once(court: Evening, clock: Clock, requests: int | None) -> None:
    """Herald was down over both, or came back in between and died as it closed the first day, before its post or after.

    The unfinished game goes on as an ordinary one; the deal of the third day is another.
    """
    ann, bo = court.guests[:2]
    await govern(court)
    finished, open_ = await finish(court, await begin(court, ann)), await begin(court, bo)
    clock.now += DAY
    if requests is not None:
        await court.restart()
        await dies(court, clock, requests)
    clock.now += DAY
    await court.restart()
    await goes_round(court, clock)
    await shown(court)

    (post,) = standings(court)
    assert words("daily-standings", date=TODAY) in text(post)
    assert (await court.bot.storage.choice(Habit, ann.id)).streak == 1
    (entry,) = await court.bot.storage.choices(Entry)
    assert (entry.user, entry.points is None) == (ann.id, False)
    assert await court.bot.storage.choices(Claim) == []
    assert (await court.bot.tables.get(finished.id)).status is Status.OVER
    after = await court.bot.tables.get(open_.id)
    assert (after.status, after.record.deal) == (Status.PLAYING, "")
    assert (await finish(court, after)).status is Status.OVER
    assert (await begin(court, bo)).id != open_.id
