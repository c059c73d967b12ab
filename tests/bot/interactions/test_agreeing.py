"""Who has to agree with a newcomer to a free seat: called once, in their own time, and left alone once that is over."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from simcord.backend.models import Message

from bot import policies
from bot.clocks.table_clock import DAY
from bot.storage.records import Private
from tests.bot.clock import Clock
from tests.bot.clocked import passes, shown
from tests.bot.interactions.test_vacancies import board, freed, seat_of
from tests.bot.party import deciding
from tests.bot.sentences import said
from tests.bot.server import Evening, Guest, text, verbs

pytestmark = pytest.mark.clocked(rival_seconds=3600.0)


def asking(court: Evening, guest: Guest) -> list[Message]:
    """Return the messages in the channel that have called somebody to agree with a newcomer, and can be pressed."""
    return [one for one in court.public() if f"<@{guest.id}>" in text(one) and verbs(one) == ["welcome"]]


async def asks_for_seat(court: Evening, guest: Guest) -> None:
    """Let somebody ask for the free seat, or think better of it, and wait until that is shown."""
    await guest.press("sit", await board(court))
    await shown(court)


async def test_whoever_still_has_to_agree_with_a_newcomer_is_called_once(court: Evening) -> None:
    """By a message of their own, which goes once they have agreed, wherever they do."""
    dana = court.guests[3]
    seat, _, first, second = await freed(court)
    before = len(court.pings())
    await asks_for_seat(court, dana)
    assert {user for _, user in court.pings()[before:]} == {first.id, second.id}
    (call,) = asking(court, first)
    await court.restart()
    await shown(court)
    assert len(court.pings()) == before + 2
    await first.press("welcome", call)
    await shown(court)
    assert not asking(court, first)
    assert asking(court, second)
    await second.press("welcome", await board(court))
    await shown(court)
    assert await seat_of(court, dana) == seat
    assert not asking(court, second)


@pytest.mark.parametrize("restart", [False, True])
async def test_nobody_is_left_with_a_call_to_agree_with_who_no_more_asks(court: Evening, *, restart: bool) -> None:
    """It pinged, so that it stays, and says so, also where an earlier process has sent it."""
    dana = court.guests[3]
    _, _, one, _ = await freed(court)
    await asks_for_seat(court, dana)
    (call,) = asking(court, one)
    if restart:
        await court.restart()
    await asks_for_seat(court, dana)
    assert said("refused-no-candidate", text(court.message(court.channel.id, call.id)))
    assert not asking(court, one)


async def test_quiet_hours_and_dms_hold_for_who_has_to_agree_too(court: Evening, clock: Clock) -> None:
    """Called when the quiet hours end, and in private whoever plays so."""
    dana = court.guests[3]
    _, _, quiet, letters = await freed(court)
    now = datetime.fromtimestamp(clock.now, UTC)
    begins, ends = (now - timedelta(hours=1)).hour * 60, (now + timedelta(hours=3)).hour * 60
    await court.bot.preferences.change_time_settings(quiet.id, zone="UTC", quiet=(begins, ends))
    await court.bot.preferences.change_user_settings(letters.id, private=Private.DM)
    await asks_for_seat(court, dana)
    assert not asking(court, quiet)
    assert not asking(court, letters)
    (letter,) = (one for one in letters.dms if "welcome" in verbs(one))
    await letters.press("welcome", letter)
    await passes(court, 4 * 3600)
    await shown(court)
    assert len(asking(court, quiet)) == 1


@pytest.mark.parametrize("agreed", [True, False])
async def test_who_was_late_meanwhile_is_not_called_again_to_agree(court: Evening, *, agreed: bool) -> None:
    """A rival had their seat for a while: who has agreed did so for good, and the call of who has not stands."""
    dana = court.guests[3]
    seat, _, *playing = await freed(court)
    await asks_for_seat(court, dana)
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
    assert policies.is_late((await court.table()).record, await seat_of(court, late))
    # Discord remembers the nonce of a call for some minutes.
    court.record.forget()
    await late.press("hand", await board(court))
    await shown(court)
    assert (await court.table()).is_attended(await seat_of(court, late))
    assert calls() == 1
    assert bool(asking(court, late)) is not agreed
