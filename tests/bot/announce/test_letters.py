"""A DM that asked something says what became of that: nothing in it goes on claiming what is so no longer."""

from __future__ import annotations

import asyncio

import pytest
from simcord.backend.models import Message

from bot.tables.seat_orders import QuestionNumber
from tests.bot.announce.healing import FAILED, losing
from tests.bot.clocked import asked
from tests.bot.orderly import auction, told, view
from tests.bot.orders.test_ahead import LEAVE, decided, queue, to_middle
from tests.bot.party import FIRST, Party, answer, ids, offered, seat_of
from tests.bot.represented import EVERY_LANGUAGE
from tests.bot.server import Evening, Guest, Place, text, verbs
from tests.bot.tongues import everybody_reads, words

pytestmark = [pytest.mark.seed(3), EVERY_LANGUAGE]
WAITING = "⏳"


async def opened(court: Evening, locale: str) -> list[Guest]:
    """Open a table of three people who play by DM, where everybody reads one language."""
    everybody_reads(court, locale)
    return await court.seat_first(3, game="oriflamme", private="dm")


async def answers(guest: Guest, shown: Place) -> None:
    """Let somebody answer all that is asked in a private view, one after another."""
    while offered(shown):
        await answer(guest, shown)


def settled(letter: Message, locale: str) -> bool:
    """Tell whether a DM says that it was answered, and asks nothing."""
    done = words(locale, "summons-answered", link="").partition(";")[0]
    return done in text(letter) and WAITING not in text(letter) and not offered(letter)


@pytest.mark.parametrize("restart", [False, True])
async def test_who_has_answered_by_dm_reads_there_what_they_did_once_another_has_moved(
    court: Evening, locale: str, *, restart: bool
) -> None:
    """It is one edit of the same message, also after a restart; the ways to the hand, the table and the log stay.

    Where the answer was given in the channel nobody is reading the DM, which says so at once. Of all DMs that were
    written, only the newest of whoever is asked has something to answer.
    """
    guests = await opened(court, locale)
    first = await asked(court)
    await answers(first, first.dms[-1])
    assert WAITING in text(first.dms[-1])
    following = await asked(court)
    (letter,) = first.dms
    assert not settled(letter, locale), "it may be taken back there"
    if restart:
        await court.restart()
    await answers(following, await view(following))
    assert settled(following.dms[0], locale)
    last = await asked(court)
    (letter,) = first.dms
    assert settled(letter, locale)
    assert {"hand", "look", "log"} == set(verbs(letter))

    await answers(last, last.dms[-1])
    again = await asked(court)
    letters = [letter for guest in guests for letter in guest.dms]
    assert len(letters) > len(guests), "somebody was asked anew"
    assert [letter for letter in letters if offered(letter)] == again.dms[-1:]


async def test_a_dm_that_stands_when_the_game_ends_leads_to_its_end(court: Evening, locale: str) -> None:
    """No story goes on then: its question was answered in the channel."""
    guests = await opened(court, locale)
    party, last = Party(guests, 3), guests[0]
    await party.rush()
    while (await court.match()).deciding:
        last = await asked(court)
        await answers(last, await view(last))
    await told(court)
    assert words(locale, "summons-over", link="").removeprefix("-# ").strip() in text(last.dms[-1])


@pytest.mark.usefixtures("ahead")
async def test_a_dm_about_a_card_that_is_auctioned_keeps_the_limit_until_all_have_answered(
    court: Evening, locale: str
) -> None:
    """After that it doesn't show that card as if it could still be bid for."""
    guests = court.guests[:3]
    everybody_reads(court, locale)
    first, *_, last = waiting = await auction(court, guests, private="dm")
    for guest in waiting[:-1]:
        await answers(guest, guest.dms[-1])
    await told(court)
    letter = first.dms[-1]
    assert "ahead" in verbs(letter), "the limit may still be changed there"
    await answers(last, last.dms[-1])
    await told(court)
    letters = {each.id: each for each in first.dms}
    assert settled(letters[letter.id], locale)


@pytest.mark.usefixtures("ahead")
async def test_a_dm_that_asked_ahead_asks_in_earnest_once_the_queue_has_reached_its_card(
    court: Evening, locale: str
) -> None:
    """Whoever is waited for doesn't read there that it is about later on; it is one edit, and calls nobody again."""
    everybody_reads(court, locale)
    first, second, third = await queue(court, private="dm")
    letter, other = second.dms[-1], text(third.dms[-1])
    ahead, offers = text(letter), len(offered(letter))
    await decided(first, LEAVE)
    reached = second.dms[-1]
    assert reached.id == letter.id
    assert len(offered(reached)) == offers - 1, "nobody can be asked later who is asked now"
    assert text(reached) != ahead
    assert text(third.dms[-1]) == other
    await second.click(reached, ids(reached, "move")[LEAVE])
    await told(court)
    assert WAITING in text(second.dms[-1])
    assert not offered(second.dms[-1])


@pytest.mark.usefixtures("ahead")
@pytest.mark.parametrize("failures", [0, 1, 2])
async def test_a_dm_offers_what_another_choice_has_left(court: Evening, locale: str, failures: int) -> None:
    """Who chooses before takes a card, takes that back, and takes another one: what was offered first is another thing.

    Discord may answer the edit that tells of it with an error of its own, once; after two the next news show it.
    """
    everybody_reads(court, locale)
    for guest in court.guests[:5]:
        await guest.prefer(hand="dm")
    picker, *others = await to_middle(court)
    taken = await picker.click(picker.dms[-1], ids(picker.dms[-1], "move")[0])
    await told(court)
    (seat,) = (await court.match()).legal
    (later,) = [each for each in others if await seat_of(each) == seat]
    (letter,) = later.dms
    first = (await court.match()).question_id(seat)
    back = await picker.press("back", taken)
    await told(court)
    with losing("PATCH", f"/channels/{letter.channel_id}/.*", FAILED, failures, taken=False):
        await picker.click(back, ids(back, "move")[1])
        await told(court)
        if failures > 1:
            court.bot.announcer.touch(FIRST)
            await told(court)

    last = (await court.match()).question_id(seat)
    assert last != first
    assert {str(part["custom_id"]).split(":")[3] for part in offered(later.dms[-1])} == {last}


@pytest.mark.quick
async def test_an_answer_in_a_dm_is_waited_for_after_the_one_before(court: Evening, locale: str) -> None:
    """A thumb has pressed twice: as long as the second answer is under way, no edit takes away what it tells."""
    await opened(court, locale)
    dms, (letter,) = court.bot.announcer._reconciler.dms, (await court.table_record()).announced.dms
    first, second = (asyncio.get_running_loop().create_future() for _ in range(2))
    for click in (first, second):
        dms.note_click(letter.message, click)
    first.set_result(None)
    waiting = asyncio.ensure_future(dms._still_asks(letter, QuestionNumber(letter.asked), again=True))
    await asyncio.sleep(0.01)
    assert not waiting.done()
    second.set_result(None)
    assert await waiting
    del first, second, click
    assert not dms._open_answers
