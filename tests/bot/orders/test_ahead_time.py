"""Orders in the course of time: deadlines, holidays, pauses, and a table that is set back."""

from __future__ import annotations

import asyncio

import pytest

from bot.clocks.table_clock import DAY
from bot.storage.records import Sitter
from tests.bot.clocked import away, passes, shown
from tests.bot.interactions.test_vacancies import seat_of
from tests.bot.orderly import TABLE, always_pass, auction, lasting, limited, looked, ordered, told
from tests.bot.party import called, deciding, leave
from tests.bot.server import Evening, Guest
from tests.contract.orders import orders_of

PACE = 4 * DAY
"""A decision and the reserve."""


pytestmark = [pytest.mark.clocked, pytest.mark.seed(2)]


async def by_order(guest: Guest) -> int:
    """Return how many moves orders have made for a person."""
    game = (await guest.evening.match()).game
    lines = await guest.evening.tables.log(TABLE, await seat_of(guest))
    return sum(game.is_by_order(event) for line in lines for event in line.events)


async def test_who_is_late_with_a_limit_is_played_for_and_limits_that_were_given_count(court: Evening) -> None:
    """All others get their auction; with the next press the seat is its person's again."""
    guests = court.guests[:3]
    first, late, *_ = await auction(court, guests)
    await limited(first, 1)
    for guest in await deciding(court):
        if guest is not late:
            await limited(guest, 0)
    await told(court)
    assert await deciding(court) == [late]
    begun = (await court.match()).seq
    await passes(court, PACE + 60)
    assert not (await court.table()).is_attended(await seat_of(late))
    async with asyncio.timeout(60):
        # The rival may think for a while where it bids first.
        while (await court.match()).seq == begun:
            await passes(court, 10)
    assert await by_order(first) > 0
    assert await by_order(late) == 0
    await looked(late)
    assert (await court.table()).is_attended(await seat_of(late))


async def test_who_is_away_and_has_ordered_ahead_keeps_nobody_waiting(court: Evening) -> None:
    """Standing passes answer for them, and no rival; their clock stands still where they are asked for more."""
    guests = court.guests[:3]
    await auction(court, guests)
    gone, *others = guests
    await always_pass(gone)
    await away(gone, 10)
    await passes(court, DAY)
    for guest in others:
        if guest in await deciding(court):
            await limited(guest, 0)
    await court.settle()
    assert await by_order(gone) == 1
    assert gone not in await deciding(court)
    assert (await court.table()).is_attended(await seat_of(gone))


async def test_orders_are_given_in_a_pause_and_played(court: Evening) -> None:
    """A pause stops the clocks and nobody's thinking: the last limit settles the auction in it."""
    guests = court.guests[:3]
    waiting = await auction(court, guests)
    for guest in guests:
        await guest.command("table pause")
    await passes(court, 0)
    await passes(court, 20 * DAY)
    assert (await court.match()).is_shut
    begun = (await court.match()).seq
    for guest in waiting:
        await limited(guest, 0)
    await told(court)
    assert (await court.match()).seq == begun + len(waiting)


@pytest.mark.parametrize("private", ["here", "dm"])
async def test_orders_end_when_their_person_leaves_and_who_takes_the_seat_sees_none(
    court: Evening, private: str
) -> None:
    """A rival keeps nobody waiting there; the newcomer is asked about the next card, and what stood there is gone.

    That calls them, whoever was called before.
    """
    guests, newcomer = court.guests[:3], court.guests[3]
    first, *others = await auction(court, guests, private=private)
    await lasting(first, gold="37")
    number = await seat_of(first)
    assert (await ordered(first))["gold"] == (37,)
    await leave(first)
    await shown(court)
    table = await court.table()
    orders = orders_of(table.started_match)
    assert (orders.of(number), orders.stood_in) == ({}, (number,))
    assert number not in table.started_match.deciding
    await court.tables.seats.ask_for_seat(TABLE, number, Sitter(newcomer.id, newcomer.name))
    for guest in others:
        await court.tables.seats.welcome(TABLE, number, newcomer.id, guest.id)
    table = await court.table()
    assert table.seat_of(newcomer.id) == number
    assert orders_of(table.started_match).stood_in == ()
    assert number in table.started_match.deciding
    await shown(court)
    assert called(newcomer) + len(newcomer.dms) == 1
    assert "37" not in (await looked(newcomer)).text


async def test_the_table_of_an_opener_who_leaves_last_asked_is_whole_and_another_looks_after_it(court: Evening) -> None:
    """Orders go on at once then, in the write that frees the seat: everything that is sealed is written there."""
    guests = court.guests[:3]
    opener, *others = guests
    await auction(court, guests)
    for guest in others:
        await limited(guest, 2)
    await told(court)
    assert await deciding(court) == [opener]
    seq = (await court.match()).seq
    await leave(opener)
    assert (await court.match()).seq > seq
    kept = await court.storage.load(TABLE)
    assert kept is not None
    assert kept.opener in {guest.id for guest in others}
    await court.restart()
    assert (await court.table_record()).opener == kept.opener


async def test_whoever_is_called_minutes_after_another_answered_the_same_question_is_called(court: Evening) -> None:
    """Their quiet hours end one after the other; the first call is gone by then, and Discord knows its nonce yet."""
    guests = court.guests[:3]
    for guest, until in zip(guests, ("12:10", "12:20", "12:30"), strict=True):
        await guest.prefer(quiet=f"8:00-{until}")
    await auction(court, guests)
    begun, opener = len(court.pings()), (await court.table()).recent[-1].seat
    for guest in guests:
        await passes(court, 10 * 60)
        await limited(guest, 0)
        await shown(court)
    # Whoever opened the auction is at it.
    called = [guest.id for seat, guest in enumerate(guests) if seat != opener]
    assert [user for _, user in court.pings()[begun:]][:2] == called
