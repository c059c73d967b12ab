"""Who plays by DM finds there what stands under the table: a pause, votes, free seats, and the way out of the game."""

from __future__ import annotations

import pytest
from simcord.backend.models import Message

from bot.clocks.table_clock import DAY, HOUR
from bot.storage.records import TableId
from engine.match import PicksReply
from tests.bot.clock import Clock
from tests.bot.clocked import NIGHT, asked, passes, shown
from tests.bot.party import offered
from tests.bot.server import Evening, Guest, text, verbs
from tests.bot.test_spoken_time import DISCORD, line
from tests.bot.tongues import tongues, words
from tests.every import FOR_EVERY_LANGUAGE

pytestmark = [
    pytest.mark.clocked(rival_seconds=3600.0),
    FOR_EVERY_LANGUAGE,
]


@pytest.fixture
async def court(court: Evening, locale: str) -> Evening:
    """Return an evening whose time a test moves, of people who all read one language and play by DM."""
    tongues(court, dict.fromkeys(court.guests, DISCORD[locale]), DISCORD[locale])
    for guest in court.guests[:4]:
        await court.prefer(guest, hand="dm")
    return court


async def whole(court: Evening, guest: Guest) -> Message:
    """Return the whole table as somebody who sits there looks at it by DM."""
    await shown(court)
    view = (await court.whisper(guest, "hand")).message
    return (await court.press(guest, view, "look")).message


async def letter(court: Evening, guest: Guest) -> Message:
    """Return the DM in which somebody was asked."""
    await shown(court)
    return next(each for each in reversed(court.dms(guest)) if not each.is_ephemeral)


async def answered(court: Evening, guest: Guest) -> None:
    """Let somebody answer in their DM until others are asked."""
    view = await letter(court, guest)
    while offered(view):
        view = (await court.press(guest, view, part=offered(view)[0]["custom_id"])).message


async def played(court: Evening, guest: Guest) -> None:
    """Let somebody play until others are asked."""
    while (seat := (table := await court.table()).seat_of(guest.id)) in table.started_match.deciding:
        await court.bot.tables.play(TableId(1), guest.id, table.started_match.question_id(seat), PicksReply((0,)))


async def test_all_who_sit_there_agree_on_a_pause_and_one_ends_it(court: Evening, clock: Clock, locale: str) -> None:
    """The first one proposes it there, too: the command for it belongs to the channel."""
    ann, bo = await court.seat_first(2)
    first = await asked(court)
    other = bo if first is ann else ann
    page = (await court.press(first, (await court.unfold(first, await letter(court, first))).message, "look")).message
    assert (await court.press(first, page, "pause")).private == words(locale, "pause-wanted")
    page = await whole(court, other)
    assert line(locale, "time-pause-wanted", players="@") in text(page)
    assert (await court.press(other, page, "pause")).private == words(locale, "pause-begun")
    await passes(court, clock, 9 * DAY)
    page = await whole(court, other)
    assert words(locale, "time-paused") in text(page)
    assert (await court.press(other, page, "goon")).private == words(locale, "pause-over")
    assert "pause" in verbs(await whole(court, first))
    assert (await court.table()).started_match.seq == 0


async def test_who_is_asked_again_in_quiet_hours_has_a_dm_when_they_end(court: Evening, clock: Clock) -> None:
    """The DM that they have answered says what they did: nothing new comes up in it that nobody was called for."""
    ann, bo = await court.seat_first(2)
    await shown(court)
    late = await asked(court)
    other = bo if late is ann else ann
    await answered(court, late)
    await court.prefer(late, **NIGHT)
    await shown(court)
    before = [each.id for each in court.dms(late)]
    # All that the other plays is announced at once, as where a machine is busy.
    async with court.bot.announcer.hold_news(TableId(1), None):
        await played(court, other)
    await shown(court)
    assert (await asked(court)) is late
    assert [each.id for each in court.dms(late)] == before
    assert not offered(court.dms(late)[-1])
    await passes(court, clock, 8 * HOUR + 60)
    await shown(court)
    (new,) = [each for each in court.dms(late) if each.id not in before]
    assert offered(new)


async def test_all_others_free_the_seat_of_who_is_late(court: Evening, clock: Clock, locale: str) -> None:
    """Nobody votes about the own seat; who has lost it finds nothing of the hand in the DM any more."""
    ann, bo, cy = await court.seat_first(3)
    late = await asked(court)
    first, second = (guest for guest in (ann, bo, cy) if guest is not late)
    asking = await letter(court, late)
    assert "vote" not in verbs(await whole(court, first))
    await passes(court, clock, 4 * DAY + 60)
    page = await whole(court, first)
    assert line(locale, "late-rival", player="@") in text(page)
    noted = (await court.press(first, page, "vote")).private
    assert noted == words(locale, "vote-noted", player=f"**{late.name} 🤖**")
    page = await whole(court, second)
    assert line(locale, "seat-voted", player="@", players="@") in text(page)
    done = (await court.press(second, page, "vote")).private
    assert done == words(locale, "vote-done", player=f"**{late.name} 🤖**")
    await shown(court)
    assert late.id not in (await court.table()).people.users
    assert words(locale, "handed-over") in text(court.message(asking.channel_id, asking.id))
    assert line(locale, "seat-free", player="@") in text(await whole(court, first))


async def test_who_leaves_is_asked_beside_the_question_whether_that_is_meant(court: Evening, locale: str) -> None:
    """Whoever stays after all still has the question; who goes sees nothing more of the hand."""
    await court.seat_first(3)
    leaving = await asked(court)
    asking = await letter(court, leaving)
    page = (await court.press(leaving, (await court.unfold(leaving, asking)).message, "look")).message
    sure = await court.press(leaving, page, "leaving")
    assert not sure.edited
    assert words(locale, "leave-confirm", table="@").split("@")[1][-30:] in text(sure.message)
    await court.press(leaving, sure.message, "keep")
    assert leaving.id in (await court.table()).people.users
    assert offered((await court.press(leaving, page, "play")).message)
    unfolded = await court.unfold(leaving, court.message(asking.channel_id, asking.id))
    page = (await court.press(leaving, unfolded.message, "look")).message
    sure = await court.press(leaving, page, "leaving")
    gone = await court.press(leaving, sure.message, "vacate")
    assert line(locale, "leave-done", table="@") in text(gone.message)
    await shown(court)
    assert words(locale, "handed-over") in text(court.message(asking.channel_id, asking.id))
    assert leaving.id not in (await court.table()).people.users


async def test_who_takes_a_seat_with_everybodys_word_plays_on_by_dm(court: Evening, locale: str) -> None:
    """It is asked for in the channel, where the newcomer is; the others agree where they play."""
    ann, bo, cy, dana, *_ = court.guests
    await court.seat(ann, bo, cy)
    leaving = await asked(court)
    one, other = (guest for guest in (ann, bo, cy) if guest is not leaving)
    sure = await court.press(leaving, await whole(court, leaving), "leaving")
    await court.press(leaving, sure.message, "vacate")
    await shown(court)
    assert (await court.press(dana, court.board(), "sit")).private == words(locale, "sit-asked")
    page = await whole(court, one)
    assert "sit" not in verbs(page)
    assert (await court.press(one, page, "welcome")).private == words(locale, "welcome-noted")
    page = await whole(court, other)
    assert line(locale, "seat-asked", player=f"**{dana.name}**", rival="@", players="@") in text(page)
    assert (await court.press(other, page, "welcome")).private == words(locale, "welcome-done")
    mine = await letter(court, dana)
    assert offered(mine)
    assert dana.id in (await court.table()).people.users
    assert "welcome" not in verbs(await whole(court, one))
