"""Who has to agree with a newcomer on a free seat: called once, in their own time, and left alone once it is over."""

from __future__ import annotations

import pytest
from simcord.backend.models import Message

from bot import policies
from bot.clocks.table_clock import DAY, HOUR
from bot.features.takeback import take_back_token, undo_answer
from tests.bot.announce.healing import FAILED, TRIED_SELDOM, losing, outlasts
from tests.bot.clocked import NIGHT, one_turn, passes, shown
from tests.bot.interactions.test_vacancies import board, freed, idle, press, sits
from tests.bot.party import called, deciding, leave, pinged, seat_of
from tests.bot.record import written
from tests.bot.sentences import said
from tests.bot.server import Evening, Guest, text, verbs

pytestmark = pytest.mark.clocked(rival_seconds=3600.0)


def asking(guest: Guest) -> list[Message]:
    """Return the messages in the channel that have called somebody to agree with a newcomer, and can be pressed."""
    return [one for one in guest.evening.public() if f"<@{guest.id}>" in text(one) and verbs(one) == ["welcome"]]


async def asks_for_seat(guest: Guest) -> None:
    """Let somebody ask for the free seat, or think better of it, and wait until that is shown."""
    await press(guest, "sit")
    await shown(guest.evening)


async def test_whoever_still_has_to_agree_with_a_newcomer_is_called_once(court: Evening) -> None:
    """By a message of their own, which goes once they have agreed, wherever they do.

    Once nobody asks any more, it says so and stays, for it has pinged, also where an earlier process has sent it.
    """
    dana = court.guests[3]
    seat, _, first, second = await freed(court)
    for restart in (False, True):
        await asks_for_seat(dana)
        (call,) = asking(first)
        if restart:
            await court.restart()
        await asks_for_seat(dana)
        assert said("refused-no-candidate", text(call))
        assert not asking(first)
        # Discord remembers the nonce of a call for some minutes.
        court.record.forget()
    before = len(court.pings())
    await asks_for_seat(dana)
    assert {*pinged(court)[before:]} == {first.id, second.id}
    (call,) = asking(first)
    await court.restart()
    await shown(court)
    assert len(court.pings()) == before + 2
    await first.press("welcome", call)
    await shown(court)
    assert not asking(first)
    assert asking(second)
    await press(second, "welcome")
    await shown(court)
    assert await seat_of(dana) == seat
    assert not asking(second)


async def test_newcomer_who_asked_for_two_seats_takes_one(court: Evening) -> None:
    """With the first of them the request for the other one is over: nobody is called for it, nor the newcomer."""
    playing, eve = await court.seat_first(4), court.guests[4]
    free = []
    for _ in range(2):
        leaving = await idle(court)
        free.append(await seat_of(leaving))
        await leave(leaving)
    for seat in free:
        await eve.click(await board(court), f"sit:1:{seat}")
    for guest in [each for each in playing if await sits(each)]:
        await guest.click(await board(court), f"welcome:1:{free[0]}:{eve.id}")
    await shown(court)
    assert await seat_of(eve) == free[0]
    assert not policies.candidates(await court.table_record())
    assert "welcome" not in verbs(await board(court))
    assert eve.id not in pinged(court)


async def test_request_ends_when_another_takes_the_seat(court: Evening) -> None:
    """It is none once the seat is free again."""
    eve, finn = court.guests[3:5]
    seat, _, *staying = await freed(court)
    for newcomer in (eve, finn):
        await newcomer.click(await board(court), f"sit:1:{seat}")
    for guest in staying:
        await guest.click(await board(court), f"welcome:1:{seat}:{eve.id}")
    assert await seat_of(eve) == seat
    await leave(eve)
    assert not policies.candidates(await court.table_record())


async def test_newcomer_is_called_for_a_move_made_again(court: Evening) -> None:
    """It was taken back, and who had been called for it left meanwhile: that call was none for the newcomer."""
    playing, eve = await court.seat_first(3, game="oriflamme"), court.guests[4]
    (mover,) = await deciding(court)
    await one_turn(mover)
    await shown(court)
    (gone,), table = await deciding(court), await court.table()
    seat, name = await seat_of(gone), await take_back_token(court.tables, table, table.seat_of(mover.id))
    await undo_answer(court.tables, table.id, mover.id, name or "")
    await leave(gone)
    await eve.click(await board(court), f"sit:1:{seat}")
    for guest in playing:
        if guest is not gone:
            await guest.click(await board(court), f"welcome:1:{seat}:{eve.id}")
    await shown(court)
    await one_turn(mover)
    await shown(court)
    assert await deciding(court) == [eve]
    assert called(eve) == 1


async def test_quiet_hours_and_dms_hold_for_who_has_to_agree_too(court: Evening) -> None:
    """Called when the quiet hours end, and in private whoever plays so."""
    dana = court.guests[3]
    _, _, quiet, letters = await freed(court)
    await quiet.prefer(**NIGHT)
    await letters.prefer(hand="dm")
    await asks_for_seat(dana)
    assert not asking(quiet)
    assert not asking(letters)
    (letter,) = (one for one in letters.dms if "welcome" in verbs(one))
    await letters.press("welcome", letter)
    await passes(court, 8 * HOUR + 60)
    await shown(court)
    assert len(asking(quiet)) == 1


async def test_consent_in_quiet_hours_repeats_no_ping(court: Evening) -> None:
    """Who was called for their move before the hours began is called once they end, to agree alone."""
    dana = court.guests[3]
    await freed(court)
    (asked,) = await deciding(court)
    await shown(court)
    calls = called(asked)
    await asked.prefer(**NIGHT)
    await asks_for_seat(dana)
    for hours in (7, 1, 1):
        await passes(court, hours * HOUR + 60)
    assert called(asked) == calls + 1
    assert len(asking(asked)) == 1


async def test_erased_newcomer_asks_for_no_seat(court: Evening) -> None:
    """Whoever asks for a free seat and has all about them deleted gets none later, and is called for nothing."""
    dana = court.guests[3]
    _, _, first, _ = await freed(court)
    await asks_for_seat(dana)
    (call,) = asking(first)
    await dana.press("privacy", await dana.command("privacy delete"))
    await shown(court)
    assert not policies.candidates(await court.table_record())
    assert said("refused-no-candidate", text(call))


@pytest.mark.parametrize("agreed", [True, False])
async def test_who_was_late_meanwhile_is_not_called_again_to_agree(court: Evening, *, agreed: bool) -> None:
    """A rival had their seat for a while: who has agreed did so for good, and the call of who has not stands."""
    dana = court.guests[3]
    seat, _, *playing = await freed(court)
    await asks_for_seat(dana)
    late = next(guest for guest in await deciding(court) if guest in playing)
    welcome = f"welcome:1:{seat}:{dana.id}"

    def calls() -> int:
        return len([sent for sent in court.record.sent if late.id in sent.pings and welcome in str(sent.payload)])

    if agreed:
        await late.click(await board(court), welcome)
        await shown(court)
    assert calls() == 1
    await passes(court, 4 * DAY + 60)
    await shown(court)
    assert policies.is_late(await court.table_record(), await seat_of(late))
    court.record.forget()
    await press(late, "hand")
    await shown(court)
    assert (await court.table()).is_attended(await seat_of(late))
    assert calls() == 1
    assert bool(asking(late)) is not agreed


@pytest.mark.parametrize("asks, code", [(True, 50007), (False, 10003)])
async def test_a_dm_about_a_consent_stops_no_table(court: Evening, *, asks: bool, code: int) -> None:
    """Discord takes no change of it any more: the seat is given, or the request withdrawn, and the game goes on."""
    dana = court.guests[3]
    seat, _, first, letters = await freed(court)
    await letters.prefer(hand="dm")
    await asks_for_seat(dana)
    place = court.env.backend.get_dm_channel(letters.id).id
    court.env.inject_error("*", f"/channels/{place}/messages/*", status=403, code=code, times=None)
    if asks:
        await press(first, "welcome")
        await press(letters, "welcome")
    else:
        await press(dana, "sit")
    await shown(court)
    assert not await court.tables.published_states.find_behind()
    assert not asking(first)
    assert ((await seat_of(dana)) == seat) if asks else not await sits(dana)


async def test_who_agrees_is_told_of_no_fault_where_a_connection_breaks(court: Evening) -> None:
    """Their call is deleted besides, and Discord takes that: it was counted, and the answer was given."""
    _, _, first, _ = await freed(court)
    await asks_for_seat(court.guests[3])
    (call,) = asking(first)
    with losing("DELETE", rf"/channels/\d+/messages/{call.id}") as lost:
        await first.press("welcome", call)
    assert lost
    assert not any(said("apology", written(sent.payload)) for sent in court.record.sent)


@pytest.mark.parametrize("fault", [FAILED, None])
@pytest.mark.parametrize("place", [0, 1])
@TRIED_SELDOM
async def test_consents_before_a_lost_one_are_asked_for_once(
    court: Evening, place: int, fault: Exception | None
) -> None:
    """Discord fails or a connection breaks at one of two DMs, and for so long that Discord forgets what was sent."""
    _, _, *others = await freed(court)
    for guest in others:
        await guest.prefer(hand="dm")
    await shown(court)
    before, calls = [len(guest.dms) for guest in others], court.pings()
    room = court.env.backend.get_dm_channel(others[place].id).id
    with losing("POST", rf"/channels/{room}/messages", fault, 1) as lost:
        await court.guests[3].press("sit", await board(court))
        await court.later(seconds=5)
    await outlasts(court, lost)
    await shown(court)
    assert [len(guest.dms) - known for guest, known in zip(others, before, strict=True)] == [1, 1]
    assert court.pings() == calls
