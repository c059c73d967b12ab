"""Lasting orders, first orders, and orders in the course of time: deadlines, holidays, pauses, a table set back."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bot.clocks.table_clock import DAY
from bot.storage.records import Sitter
from engine.games import GAMES
from engine.scene import Seat
from tests.bot.clocked import away, clock_of, passes, shown
from tests.bot.orderly import (
    TABLE,
    always_pass,
    auction,
    go_on,
    lasting,
    limited,
    looked,
    not_at_it,
    ordered,
    to_auction,
    told,
    view,
)
from tests.bot.orders.test_ahead import alike, anew, written
from tests.bot.party import Party, called, deciding, last_move, leave, pinged, seat_of
from tests.bot.pushes import silent
from tests.bot.server import Evening, Guest, text, verbs, words
from tests.contract.orders import orders_of
from tests.contract.walks import AnyMatch, seats_of, walk

pytestmark = [pytest.mark.clocked, pytest.mark.seed(2)]

PACE = 4 * DAY
"""A decision and the reserve."""


async def passes_no_more(guest: Guest) -> None:
    """Let a person withdraw all that was ordered always to pass."""
    await lasting(guest, never=[])


async def shown_to_others(court: Evening, private: str, order: str) -> tuple[Any, Counter[int]]:
    """Return what all others are shown up to the last answer but one, and whom that has notified.

    One person has a lasting order that "stands" or is "withdrawn", or has none and doesn't answer.
    """
    guests, owner = court.guests[:4], court.guests[1]
    if private == "dm to others":
        await owner.prefer(hand="here")
    await court.seat(*guests, private="here" if private == "here" else "dm")
    if order:
        await always_pass(owner)
    begun = len(court.record.sent)
    await to_auction(court, aloud=private == "here")
    others = [guest for guest in await deciding(court) if guest is not owner]
    if order == "withdrawn":
        await passes_no_more(owner)
    for guest in others[:-1]:
        await limited(guest, 1)
    await told(court)
    match = await court.match()
    assert match.is_shut
    assert bool(match.presumed_seats) is (order == "stands")
    court.record.sent[:begun] = []
    places = {guest.id: place for place, guest in enumerate(guests)}
    notified = Counter(places[user] for sent in court.record.sent for user in sent.pings)
    return (written(court, owner.id), [(anew(text(each)), silent(each)) for each in court.public()]), notified


@pytest.mark.slow
@pytest.mark.usefixtures("experienced")
@pytest.mark.parametrize("private", ["here", "dm", "dm to others"])
async def test_evenings_that_differ_in_a_lasting_order_alone_are_the_same_to_everybody_else(
    private: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its owner is named where all are called, without a notification, and is asked like the others.

    Where the others are written to, the post that calls the owner alone isn't sent silently, which everybody would see.
    To withdraw it is the same as if there had been none, while its question is open.
    """
    seen, called = dict[str, Any](), dict[str, Counter[int]]()
    for order in ("", "stands", "withdrawn"):
        async with alike(tmp_path, monkeypatch, order) as court:
            seen[order], called[order] = await shown_to_others(court, private, order)
    assert seen[""] == seen["stands"] == seen["withdrawn"]
    assert len(seen[""][0]) > 1
    assert called[""] == called["stands"] + Counter({1: private != "dm"})


async def waiting(court: Evening) -> tuple[Seat, Guest, list[Guest]]:
    """Let people come to their first auction, where one has a lasting order; return seat and person, and all others."""
    guests, owner = court.guests[:3], court.guests[1]
    await court.seat(*guests)
    await always_pass(owner)
    await to_auction(court)
    others = [guest for guest in guests if guest is not owner]
    assert {guest.id for guest in await deciding(court)} == {guest.id for guest in others}
    return await seat_of(owner), owner, others


async def test_last_answer_beside_lasting_orders_is_called_again(court: Evening) -> None:
    """Without a call for what comes next all would see that it wasn't the owner who answered last."""
    _, owner, others = await waiting(court)
    for guest in others:
        await limited(guest, 0)
    await told(court)

    assert len((await court.match()).state.sales) == 1
    pings = Counter(pinged(court))
    assert [pings[guest.id] for guest in others] == [pings[others[0].id]] * 2
    assert pings[owner.id] < pings[others[0].id]


async def shown_times(court: Evening) -> list[tuple[float | None, float]]:
    """Return what is shown of each seat's clock: until when there is time, and the reserve."""
    return [(each.until, each.reserve) for each in (await clock_of(court)).seats]


async def test_owner_of_lasting_order_is_never_late(court: Evening) -> None:
    """All who are asked have until the same moment; then the others are played for, and the order is carried out.

    As many stand below the story as people are asked, who are reminded once, the owner without a notification. Once
    time is up the order can't be withdrawn: its owner would be late at once, and everybody would see what it was.
    """
    owner, guest, others = await waiting(court)
    await passes(court, 0)
    clocks, begun = await clock_of(court), len(court.record.sent)
    assert len({each.until for each in clocks.seats if each.asked is not None}) == 1
    await passes(court, PACE / 4)
    reminders = [sent for sent in court.record.sent[begun:] if sent.method == "POST" and "hush" in str(sent.payload)]
    said = "\n".join(str(sent.payload.get("content")) for sent in reminders)
    assert all(f"<@{user}>" in said for user in (await court.table()).people.users)
    assert sorted(user for sent in reminders for user in sent.pings) == sorted(each.id for each in others)

    (last, *absent) = others
    for each in absent:
        await away(each, 10)
    await limited(last, 0)
    await told(court)
    await passes(court, PACE + 60)
    await passes_no_more(guest)
    await passes(court, 600)
    table = await court.table()
    assert table.started_match.presumed_seats == (owner,)
    assert table.is_attended(owner)
    assert not (await clock_of(court)).seats[owner].late
    assert "Another answer takes its place." in (await view(guest)).text
    for each in absent:
        await limited(each, 0)
    await told(court)
    assert len((await court.match()).state.sales) == 1
    assert (await clock_of(court)).seats[owner].reserve == clocks.seats[owner].reserve


async def test_withdrawn_lasting_orders_answer_no_more_unseen(court: Evening) -> None:
    """Who only withdraws is asked again, without a trace; once all others have answered the table waits for them."""
    owner, guest, others = await waiting(court)
    before, times = await court.table(), await shown_times(court)
    viewers = [None, *(before.seat_of(each.id) for each in others)]
    court.record.sent.clear()
    await passes_no_more(guest)
    table = await court.table()
    await told(court)
    assert table.record.revision == before.record.revision
    assert written(court, guest.id) == []
    assert [table.frame(each) for each in viewers] == [before.frame(each) for each in viewers]
    assert await shown_times(court) == times
    assert "Another answer takes its place." not in (await view(guest)).text
    for each in others:
        await limited(each, 0)
    await told(court)
    table = await court.table()
    assert (table.started_match.is_shut, table.started_match.deciding) == (True, (owner,))
    assert table.is_waiting_for(guest.id)


async def test_the_own_view_says_that_a_lasting_order_has_answered_and_takes_another_answer(court: Evening) -> None:
    """Nothing waits for its owner, in no list of tables either; an own answer shows like anybody's.

    A changed one answers the open question anew: to pass becomes a limit of four gold, for the card that is up.
    """
    owner, guest, _ = await waiting(court)
    assert not (await court.table()).is_waiting_for(guest.id)
    answer = await view(guest)
    assert "Another answer takes its place." in answer.text
    unfolded = await guest.unfold(answer)
    assert words("ahead-presumed").removeprefix("-# ") in unfolded.text
    await lasting(guest, never=[], gold="4", cards="4")
    assert (await court.match()).presumed_seats == (owner,)
    assert (await ordered(guest))["limit"] == (4,)
    await limited(guest, 2)
    assert owner not in (await court.match()).deciding
    assert words("together-answered", players=f"**{guest.name}**") in court.post_text()


# In the course of time


async def by_order(guest: Guest) -> int:
    """Return how many moves orders have made for a person."""
    game = (await guest.evening.match()).game
    lines = await guest.evening.tables.log(TABLE, await seat_of(guest))
    return sum(game.is_by_order(event) for line in lines for event in line.events)


async def test_who_is_late_with_a_limit_is_played_for_and_limits_that_were_given_count(court: Evening) -> None:
    """All others get their auction; with the next press the seat is its person's again."""
    first, late, *_ = await auction(court, court.guests[:3])
    await limited(first, 1)
    for guest in await deciding(court):
        if guest is not late:
            await limited(guest, 0)
    await told(court)
    assert await deciding(court) == [late]
    begun = await last_move(court)
    await passes(court, PACE + 60)
    assert not (await court.table()).is_attended(await seat_of(late))
    async with asyncio.timeout(60):
        # The rival may think for a while where it bids first.
        while await last_move(court) == begun:
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
    begun = await last_move(court)
    for guest in waiting:
        await limited(guest, 0)
    await told(court)
    assert await last_move(court) == begun + len(waiting)


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
    seq = await last_move(court)
    await leave(opener)
    assert await last_move(court) > seq
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
    begun, called = len(court.pings()), [guest.id for guest in await not_at_it(court, guests)]
    for guest in guests:
        await passes(court, 10 * 60)
        await limited(guest, 0)
        await shown(court)
    assert pinged(court)[begun:][:2] == called


# First games

ORDERS = {"ahead", "lasting"}
KNOWN = ("fortheking", "oriflamme")


async def offers(guest: Guest) -> bool:
    """Tell whether a person's own view, unfolded, offers an order."""
    shown = await looked(guest)
    if guest in await deciding(guest.evening):
        shown = await guest.unfold(await view(guest))
    return bool(ORDERS & {*verbs(shown)})


def about(match: AnyMatch) -> list[Seat]:
    """Return who can order something about what is at hand."""
    return [seat for seat in seats_of(match) if not all(each.lasting for each in match.topics(seat))]


@pytest.mark.parametrize("played", [False, True])
async def test_a_first_game_offers_no_order_before_its_first_auction(
    court: Evening, request: pytest.FixtureRequest, *, played: bool
) -> None:
    """Though there is something to order about; whoever has played once is offered it from the start."""
    if played:
        request.getfixturevalue("experienced")
    guests = await court.seat_first(3)
    await go_on(court, lambda match: bool(about(match)), lambda match, seat: match.legal[seat][0])
    table = await court.table()
    able = about(table.started_match)
    early = [await offers(guest) for guest in guests if table.seat_of(guest.id) in able]
    bidders = await to_auction(court)

    assert table.started_match.state.phase == "share"
    assert early == [played] * len(able)
    assert all([await offers(guest) for guest in bidders])


async def test_whoever_has_finished_a_game_knows_it(court: Evening) -> None:
    """That game alone, and nobody else; also after a start."""
    court.ahead = False
    ann, bo, cy, *_ = court.guests
    await court.seat(ann, bo)
    before = await court.bot.services.audience._has_played(ann.id, "fortheking")
    await Party([ann, bo], 5).rush(0)
    await shown(court)
    await court.restart()

    audience = court.bot.services.audience
    known = [await audience._has_played(each.id, game) for each in (ann, bo, cy) for game in KNOWN]
    assert not before
    assert known == [True, False, True, False, False, False]


@pytest.mark.slow
@pytest.mark.parametrize("game", KNOWN)
def test_a_game_says_from_which_question_on(game: str) -> None:
    """Not at the beginning of a match, and once it has come up for good."""
    rules = GAMES[game]
    begun = [rules.orders_begin(match.state) for match in walk(rules, rules.seats[0], 1)[0]]
    assert (begun[0], begun[-1]) == (False, True)
    assert begun == sorted(begun)
