"""Ordering ahead in Oriflamme, in Discord: each face-down card is decided in parallel, by button and by DM."""

from __future__ import annotations

import json

import pytest
from simcord.backend.models import Message

from bot.texts.fluent import language
from engine.games.oriflamme.actions import Choose, Leave, Reveal
from engine.match import PicksReply
from engine.scene import Seat, say
from tests.bot import sentences
from tests.bot.orderly import TABLE, asked, go_on, looked, ordering, told, view
from tests.bot.represented import EVERY_LANGUAGE
from tests.bot.server import Answer, Evening, Guest, buttons, text, verb, words
from tests.bot.tongues import tongues
from tests.contract.walks import AnyMatch

pytestmark = [pytest.mark.usefixtures("ahead"), pytest.mark.seed(3)]

LEAVE, REVEAL, ASK = range(3)
"""In which order what becomes of a card is offered."""


async def queue(
    court: Evening, guests: list[Guest], locale: str = "en", wanted: str = "cutthroat", **options: str
) -> list[Guest]:
    """Let people lay a card each, a wanted one where they have it; return them in the order of their cards."""
    tongues(court, dict.fromkeys(guests, locale), server=locale)
    await court.seat(*guests, game="oriflamme", **options)

    def choose(match: AnyMatch, seat: Seat) -> object:
        chosen = [action for action in match.legal[seat] if isinstance(action, Choose) and action.card == wanted]
        return (chosen or match.legal[seat])[0]

    await go_on(court, lambda match: match.state.phase != "placement", choose)
    table = await court.table()
    users = [table.people.users[top.family] for _, top in table.started_match.state.tops]
    return sorted(guests, key=lambda guest: users.index(guest.id))


async def decided(court: Evening, guest: Guest, number: int, place: Message | None = None) -> Answer:
    """Let a person say what becomes of the card that is asked about."""
    shown = place or (await view(court, guest)).message
    ready = [str(part["custom_id"]) for part in buttons(shown) if verb(part) == "move"]
    given = await court.press(guest, shown, part=ready[number])
    await told(court)
    return given


async def made(court: Evening, after: int) -> list[object]:
    """Return the kinds of moves since one of them."""
    return [json.loads(line.action)["kind"] for line in await court.bot.storage.log(TABLE, after)]


async def test_an_order_is_a_button_of_its_own_but_never_beside_an_answer(court: Evening) -> None:
    """Under a question a list leads to the orders, so that nobody takes one for an answer; the hand has buttons."""
    guests = await queue(court, court.guests[:3])
    table = await court.table()
    several = [each for each in guests if len(table.started_match.frame(table.seat_of(each.id)).orders) > 1]
    guest = several[0]
    asking = await court.unfold(guest, (await view(court, guest)).message)
    for answer, listed in ((asking, True), (await looked(court, guest), False)):
        orders = [part for part in buttons(answer.message) if verb(part) == "ahead"]
        assert orders
        assert all(("options" in part) is listed for part in orders)


@EVERY_LANGUAGE
async def test_all_are_asked_together_and_answer_in_any_order(court: Evening, locale: str) -> None:
    """One post calls each once, shows who has answered and never what; the queue goes on as far as it is decided."""
    guests, said = court.guests[:3], language(locale)
    first, second, third = await queue(court, guests, locale)
    assert await asked(court, guests) == sorted([first, second, third], key=(await seats(court)).index)
    seq, calls = (await court.table()).started_match.seq, court.pings()
    answer = await decided(court, third, LEAVE)
    assert said.text("ahead-title") in text(answer.message)
    assert said.text("together-answered", players=f"**{third.name}**") in text(court.post())
    await decided(court, second, ASK)
    assert (await court.table()).started_match.seq == seq
    assert court.pings() == calls
    await decided(court, first, LEAVE)
    assert await made(court, seq) == ["leave"]
    assert await asked(court, guests) == [second]
    assert [user for _, user in court.pings()[len(calls) :]] == [second.id]
    await decided(court, second, LEAVE)
    assert await made(court, seq) == ["leave"] * 3


async def seats(court: Evening) -> list[Guest]:
    """Return the people in the order of their seats."""
    users = (await court.table()).people.users
    return sorted(court.guests[: len(users)], key=lambda guest: users.index(guest.id))


@EVERY_LANGUAGE
async def test_to_reveal_is_asked_anew_where_the_queue_has_changed(court: Evening, locale: str) -> None:
    """The card before it was revealed: its owner reads why, and decides by hand; beside it nobody reads that."""
    guests, said = court.guests[:3], language(locale)
    first, second, third = await queue(court, guests, locale, "queen")
    await decided(court, second, REVEAL)
    await decided(court, third, LEAVE)
    match = (await court.table()).started_match
    seat = next(iter(match.legal))
    assert (await court.table()).people.users[seat] == first.id
    await decided(court, first, REVEAL)
    while (match := (await court.table()).started_match).state.acting is not None:
        (seat, actions), *_ = match.legal.items()
        user = (await court.table()).people.users[seat]
        await court.bot.tables.play(TABLE, user, match.question_id(seat), PicksReply((len(actions) - 1,)))
    await told(court)
    assert await asked(court, guests) == [second]
    legal = match.legal[(await court.table()).seat_of(second.id)]
    assert {type(action) for action in legal} == {Leave, Reveal}
    name = match.state.queue[match.state.pointer][-1].name
    anew = said.say(say("oriflamme-does-anew", card=say(f"oriflamme-card-{name}")))
    assert anew in text((await view(court, second)).message)
    assert anew not in "\n".join(map(text, court.public()))


async def test_a_call_says_that_its_question_goes_on_while_somebody_whom_it_called_has_it(court: Evening) -> None:
    """The first of them has revealed a card, which begins a chapter; what all were asked is asked in its post."""
    guests = court.guests[:3]
    first, second, third = await queue(court, guests)
    (summons,) = (await court.table()).record.announced.summons
    below = court.message(court.channel.id, summons.message)
    await decided(court, first, REVEAL)
    assert {second.id, third.id} <= {user for _, user in court.pings()}
    assert sentences.said("summons-moved", below.content)
    assert f"/{(await court.table()).record.announced.post}" in below.content


@pytest.mark.parametrize("place", ["here", "dm"])
async def test_a_target_that_was_named_ahead_is_hit_as_soon_as_the_card_is_revealed(court: Evening, place: str) -> None:
    """All in the one commit of whoever answers last, and the owner alone reads that it was ordered."""
    guests = court.guests[:3]
    for guest in guests:
        await court.prefer(guest, hand=place)
    first, second, third = await queue(court, guests)
    match, seat = (await court.table()).started_match, (await court.table()).seat_of(second.id)
    card = match.state.queue[1][-1]
    assert card.name == "cutthroat"
    answer = await ordering(court, second, f"aim {card.colour}-cutthroat")
    assert words("oriflamme-hint-order") in text(answer.message)
    hit = [str(part["custom_id"]) for part in buttons(answer.message) if verb(part) == "move"]
    await court.press(second, answer.message, part=hit[-1])
    await decided(court, second, REVEAL, court.dms(second)[-1] if place == "dm" else None)
    seq = (await court.table()).started_match.seq
    await decided(court, third, ASK)
    await decided(court, first, LEAVE)
    lines = await court.bot.tables.log(TABLE, seat, seq)
    assert (await made(court, seq))[:3] == ["leave", "reveal", "target"]
    assert len({line.at for line in lines[:3]}) == 1
    orders = [event for line in lines for event in line.events if match.game.is_by_order(event)]
    assert len(orders) == 2
    for other in (None, *(each for each in map(Seat, range(3)) if each != seat)):
        told_others = [event for line in await court.bot.tables.log(TABLE, other, seq) for event in line.events]
        assert not set(orders) & set(told_others)
