"""Lasting orders in Discord: nobody else sees that there is one before its owner answers or the question is closed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bot.clocks.table_clock import DAY
from engine.scene import Seat
from tests.bot.clocked import away, clock_of, passes
from tests.bot.orderly import always_pass, lasting, limited, ordered, to_auction, told, view
from tests.bot.orders.test_ahead import alike, anew, written
from tests.bot.party import deciding
from tests.bot.pushes import silent
from tests.bot.server import Evening, Guest, text, words

pytestmark = [pytest.mark.clocked, pytest.mark.slow, pytest.mark.usefixtures("ahead")]

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
    return (await court.table()).seat_of(owner.id), owner, others


async def test_last_answer_beside_lasting_orders_is_called_again(court: Evening) -> None:
    """Without a call for what comes next all would see that it wasn't the owner who answered last."""
    _, owner, others = await waiting(court)
    for guest in others:
        await limited(guest, 0)
    await told(court)

    assert len((await court.match()).state.sales) == 1
    pings = Counter(user for _, user in court.pings())
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
