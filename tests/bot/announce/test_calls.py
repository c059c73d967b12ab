"""Who is called: everybody who is asked something new, once; who decides at once with others, in one post or by DM."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.announce.sender import Sender
from bot.clocks.table_clock import DAY
from bot.faces.components import Page
from bot.storage.records import BEAT, Remark
from bot.tables.seat_orders import new_pings
from engine.game import AnyGame
from engine.games import GAMES
from engine.match import Match
from engine.rng import Rng
from engine.scene import Seat
from tests.bot.announce.healing import begun
from tests.bot.clocked import away, clock_of, passes, shown
from tests.bot.orderly import always_pass, to_auction
from tests.bot.party import FIRST, Party, by_choice, deciding, garden, made, pinged
from tests.bot.secrecy import faults
from tests.bot.server import Evening, text, verbs
from tests.engine.ballot import BALLOT
from tests.engine.toy import TOY

EVERY: tuple[AnyGame, ...] = (BALLOT, TOY, *GAMES.values())


@pytest.mark.slow
@pytest.mark.parametrize("game", EVERY, ids=[game.key for game in EVERY])
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_however_moves_are_announced_together_everybody_is_called_once_for_what_others_ask(
    game: AnyGame, data: st.DataObject
) -> None:
    """Whole games by chance, the moves told in pieces of any length.

    A call is due whenever somebody else's move asks a person something: it is made once if that question still stands
    when the next piece is told, and nothing else is called for.
    """
    dice = random.Random(data.draw(st.integers(0, 2**32)))
    match: Match[Any, Any] = Match.start(game, dice.choice(list(game.seats)), dice.randbytes(32))
    called: tuple[tuple[int, int], ...] = ()
    made: list[tuple[int, int]] = []
    movers: dict[int, Seat] = {}
    own: set[tuple[int, int]] = set()
    while match.deciding:
        asked = {seat: match.asked[seat] for seat in match.deciding}
        if dice.random() < data.draw(st.sampled_from([0.2, 1.0])):
            calls = [(seat, asked[seat]) for seat in new_pings(asked, called, movers)]
            assert not own & set(calls), "called for going on"
            made += calls
            missing = set(asked.items()) - set(made) - own
            assert not missing, "asked by somebody else's move, and not called"
            called, movers = tuple(asked.items()), {}
        seat = dice.choice(match.deciding)
        match, moves = match.play(seat, [Rng(match.seed, 10_000 + match.seq).choice(match.legal[seat])])
        movers |= {move.seq: seat for move in moves}
        own.add((seat, match.asked[seat]))
    assert len(set(made)) == len(made), "called twice for the same"
    if game is BALLOT:
        assert sorted(made) == [(seat, 0) for seat in range(match.seats) if (seat, 0) in made]


# People who decide at the same time


async def voters(polls: Evening, seats: int, **options: str) -> Party:
    """Let so many people sit down to vote."""
    guests = polls.guests[:seats]
    await polls.seat(*guests, game="ballot", **options)
    return Party(guests, seats)


def stories(polls: Evening) -> int:
    """Return how many posts there are."""
    return len([message for message in polls.public() if message.content])


@pytest.mark.parametrize("seats", [2, 8])
async def test_who_decides_at_once_is_called_once_in_one_post(polls: Evening, seats: int) -> None:
    """Whoever answers first, and however often somebody begins anew in secret."""
    party = await voters(polls, seats)
    everybody = sorted(guest.id for guest in party.guests)
    assert sorted(party.calls) == everybody
    assert stories(polls) == 1
    await party.play()
    assert sorted(party.calls) == everybody
    assert stories(polls) == 1
    assert not [message for message in polls.public() if message.content and verbs(message) != ["here"]]
    assert not await faults(polls)


@pytest.mark.seed(7)
@pytest.mark.parametrize("lot", [5, *(pytest.param(lot, marks=pytest.mark.soak) for lot in range(6, 16))])
async def test_payment_without_its_person_leaves_nobody_uncalled(court: Evening, lot: int) -> None:
    """It follows at once on another's last pass; whoever won may be away, and is called if they begin what is next."""
    party = await begun(court, 2 + lot % 3, lot)
    await party.play()
    await court.later(hours=5)

    assert party.calls == await party.turns()


async def test_call_for_several_is_known_after_a_restart(polls: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Herald dies before it is noted, and one has voted when it is sent again: the others are called once."""
    party, send = await voters(polls, 3), Sender._send
    table = await polls.table()

    async def dying(sender: Sender, channel: int, ready: Page, nonce: str) -> int:
        sent = await send(sender, channel, ready, nonce)
        if nonce.startswith("c"):
            raise OSError("killed")
        return sent

    with monkeypatch.context() as patch:
        patch.setattr(Sender, "_send", dying)
        await polls.tables.published_states.store(table.id, replace(table.record.announced, called=()))
        polls.bot.announcer.touch(FIRST)
        await polls.settle()
        coming = by_choice(
            await polls.match(), lambda now, seat: now.legal[seat][0], lambda now: len(now.deciding) == 2
        )
        await made(polls, list(coming), heard=False)
    polls.tables.cache.unwritten.clear()
    await polls.restart()

    assert len(await deciding(polls)) == 2
    assert sorted(party.calls) == sorted(2 * [guest.id for guest in party.guests])


async def test_who_decides_at_once_gets_one_dm_each(polls: Evening) -> None:
    """It is brought up to date, and nobody is called in public.

    Nobody reads what others picked or how far they are, line by line, of all that is sent: only the own view says
    what was picked so far, and in which order.
    """
    party = await voters(polls, 5, private="dm")
    await party.play()
    assert [len(guest.dms) for guest in party.guests] == [1] * 5
    assert not polls.pings()
    assert stories(polls) == 1
    assert not [guest for guest in party.guests if {"order", "ordered"} & set(verbs(guest.dms[0]))]
    assert party.used["order"] > 0
    assert not await faults(polls)


@pytest.mark.clocked
@pytest.mark.seed(2)
async def test_call_that_orders_spare_is_the_reminder(court: Evening) -> None:
    """A table is led elsewhere when both are due: all but one who has ordered ahead get a DM, which nobody may see."""
    ann, bo, _ = await court.seat_first(3, private="dm")
    await always_pass(bo)
    await to_auction(court)
    there = await garden(court)
    court.env.backend.delete_channel(court.channel.id)
    await passes(court, 1.3 * DAY)
    await ann.command("table resume", there)
    await passes(court, 60)
    assert not [each for each in court.public(there.id) if "hush" in verbs(each)]
    assert [each.reminded for each in (await clock_of(court)).seats] == [1, 1, 1]


def deadlines(court: Evening) -> list[int]:
    """Return the times in the table message and in the newest post."""
    return [int(when) for post in (court.board(), court.post()) for when in re.findall(r"<t:(\d+)", text(post))]


@pytest.mark.clocked
async def test_deadline_that_a_downtime_moved_is_shown(court: Evening) -> None:
    """Once something would have been due by the clock on the wall; nobody is called for it."""
    await court.seat_first(2)
    await shown(court)

    before, called = deadlines(court), pinged(court)
    await court.storage.store_choices(Remark(BEAT, repr(court.clock.now)))
    court.clock.now += 5 * DAY
    await court.restart()
    await passes(court, 60)
    assert before
    assert {after - first for first, after in zip(before, deadlines(court), strict=True)} == {5 * DAY}
    assert pinged(court) == called


@pytest.mark.clocked
async def test_deadline_that_an_absence_moves_is_shown_wherever_it_stands(court: Evening) -> None:
    """In the post, too, which says only how far away it is."""
    guests = await court.seat_first(2)
    asked = guests[(await court.match()).deciding[0]]
    await shown(court)

    for days in (3, 5, 2):
        await away(asked, days)
        await shown(court)
        first, *_, last = deadlines(court)
        assert first == last, days
