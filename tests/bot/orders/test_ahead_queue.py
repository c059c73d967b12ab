"""Ordering ahead in Oriflamme, in Discord: face-down cards are decided in parallel, answers begin below the post."""

from __future__ import annotations

import json

import pytest
from simcord.backend.models import Message

from bot.faces.components import Style
from bot.texts.fluent import language
from engine.games.oriflamme.actions import Choose, Lay, Leave, Reveal
from engine.match import PicksReply
from engine.scene import Seat, say
from tests.bot import sentences
from tests.bot.orderly import TABLE, go_on, looked, seen, told, view
from tests.bot.party import deciding, ids
from tests.bot.represented import EVERY_LANGUAGE
from tests.bot.sentences import assert_said, said
from tests.bot.server import Answer, Evening, Guest, buttons, text, verb, verbs, words
from tests.bot.tongues import everybody_reads
from tests.contract.walks import AnyMatch

pytestmark = [pytest.mark.usefixtures("ahead"), pytest.mark.seed(3)]

LEAVE, REVEAL, ASK = range(3)
"""In which order what becomes of a card is offered."""


async def queue(
    court: Evening, guests: list[Guest], locale: str = "en", wanted: str = "cutthroat", **options: str
) -> list[Guest]:
    """Let people lay a card each, a wanted one where they have it; return them in the order of their cards."""
    everybody_reads(court, locale)
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
    ready = ids(shown, "move")
    given = await guest.click(shown, ready[number])
    await told(court)
    return given


async def made(court: Evening, after: int) -> list[object]:
    """Return the kinds of moves since one of them."""
    return [json.loads(line.action)["kind"] for line in await court.storage.log(TABLE, after)]


async def test_an_order_is_a_button_of_its_own_but_never_beside_an_answer(court: Evening) -> None:
    """Under a question a list leads to the orders, so that nobody takes one for an answer; the hand has buttons."""
    guests = await queue(court, court.guests[:3])
    table = await court.table()
    several = [each for each in guests if len(table.started_match.frame(table.seat_of(each.id)).orders) > 1]
    guest = several[0]
    asking = await guest.unfold((await view(court, guest)).message)
    for answer, listed in ((asking, True), (await looked(court, guest), False)):
        orders = [part for part in buttons(answer.message) if verb(part) == "ahead"]
        assert orders
        assert all(("options" in part) is listed for part in orders)


@EVERY_LANGUAGE
async def test_all_are_asked_together_and_answer_in_any_order(court: Evening, locale: str) -> None:
    """One post calls each once, shows who has answered and never what; the queue goes on as far as it is decided."""
    guests, said = court.guests[:3], language(locale)
    first, second, third = await queue(court, guests, locale)
    assert {*await deciding(court)} == {first, second, third}
    seq, calls = (await court.match()).seq, court.pings()
    answer = await decided(court, third, LEAVE)
    assert said.text("ahead-title") in answer.text
    assert said.text("together-answered", players=f"**{third.name}**") in court.post_text()
    await decided(court, second, ASK)
    assert (await court.match()).seq == seq
    assert court.pings() == calls
    await decided(court, first, LEAVE)
    assert await made(court, seq) == ["leave"]
    assert await deciding(court) == [second]
    assert [user for _, user in court.pings()[len(calls) :]] == [second.id]
    await decided(court, second, LEAVE)
    assert await made(court, seq) == ["leave"] * 3


@EVERY_LANGUAGE
async def test_to_reveal_is_asked_anew_where_the_queue_has_changed(court: Evening, locale: str) -> None:
    """The card before it was revealed: its owner reads why, and decides by hand; beside it nobody reads that."""
    guests, said = court.guests[:3], language(locale)
    first, second, third = await queue(court, guests, locale, "queen")
    await decided(court, second, REVEAL)
    await decided(court, third, LEAVE)
    match = await court.match()
    seat = next(iter(match.legal))
    assert (await court.table()).people.users[seat] == first.id
    await decided(court, first, REVEAL)
    while (match := (await court.match())).state.acting is not None:
        (seat, actions), *_ = match.legal.items()
        user = (await court.table()).people.users[seat]
        await court.tables.play(TABLE, user, match.question_id(seat), PicksReply((len(actions) - 1,)))
    await told(court)
    assert await deciding(court) == [second]
    legal = match.legal[(await court.table()).seat_of(second.id)]
    assert {type(action) for action in legal} == {Leave, Reveal}
    name = match.state.queue[match.state.pointer][-1].name
    anew = said.say(say("oriflamme-does-anew", card=say(f"oriflamme-card-{name}")))
    assert anew in (await view(court, second)).text
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


async def laying(court: Evening) -> Guest:
    """Let three people come to where the second of them lays a card; return who that is."""
    guests = await court.seat_first(3, game="oriflamme")
    await go_on(court, lambda match: bool(match.state.queue), lambda match, seat: match.legal[seat][0])
    table = await court.table()
    (seat,) = table.started_match.deciding
    return next(guest for guest in guests if table.seat_of(guest.id) == seat)


async def begun(court: Evening, guest: Guest, number: int = 1) -> Answer:
    """Let somebody press an end of the queue below the post."""
    begins = ids(court.post(), "begin")
    return await guest.click(court.post(), begins[number])


async def test_card_is_laid_where_the_answer_began(court: Evening) -> None:
    """Both moves are one answer, which can be taken back as one; until then nobody else sees anything of it."""
    guest = await laying(court)
    before, public = await court.match(), seen(court)
    view = await begun(court, guest)
    assert view.private
    assert seen(court) == public
    seat = (await court.table()).seat_of(guest.id)
    card, end = before.state.players[seat].hand[1], "last"
    offers = [part for part in buttons(view.message) if verb(part) == "offer"]
    assert offers[1]["label"] == words(f"oriflamme-card-{card}")
    await guest.click(view.message, str(offers[1]["custom_id"]))
    await told(court)
    lines = await court.tables.log((await court.table()).id, None, before.seq)
    after = await court.match()
    assert after.state.queue[-1][-1].name == card
    expected, _ = before.play(seat, [Choose(card), Lay(end)])  # type: ignore[arg-type]
    assert after.state == expected.state
    assert [line.seat for line in lines] == [seat, seat]
    assert "back" in verbs(court.message(court.channel.id, view.message.id))


async def test_beginning_stays_while_unfolded_and_can_be_left(court: Evening) -> None:
    """*More* and *Less* keep it; *Otherwise* shows every answer.

    Anybody else hears whom the table waits for; a number that no opening has shows the whole question.
    """
    guest = await laying(court)
    view = (await begun(court, guest)).message
    for fold in ("more", "less"):
        view = (await guest.press(fold, view)).message
        assert "offer" in verbs(view)
        assert "move" not in verbs(view)
        assert words("oriflamme-opening-last") in text(view)
    view = (await guest.press("play", view)).message
    assert "move" in verbs(view)
    other = next(each for each in court.guests[:3] if each is not guest)
    await assert_said("refused-not-your-turn", begun(court, other))
    assert "move" in verbs((await guest.forge("begin:1:9", court.post())).message)


async def resolving(court: Evening) -> tuple[Guest, Message]:
    """Let three people come to where one is asked about a face-down card; return who that is, and the post."""
    await court.seat_first(3, game="oriflamme")
    await go_on(court, lambda match: match.state.phase == "resolution", lambda match, seat: match.legal[seat][0])
    seat = (await court.match()).state.queue[0][-1].family
    user = (await court.table()).people.users[seat]
    post = next(each for each in reversed(court.public()) if "move" in verbs(each))
    return next(guest for guest in await deciding(court) if guest.id == user), post


async def test_card_is_left_below_the_post(court: Evening) -> None:
    """One press; who did reads in private which card it was, and can take it back; another's changes nothing.

    The post offers Play first, in blue, for the card is named in private alone; to leave it is the same whatever it is.
    """
    guest, post = await resolving(court)
    shown = [(verb(part), part["label"], part["style"]) for part in buttons(post)]
    play, label = words("button-play"), words("oriflamme-option-leave")
    assert shown[:2] == [("play", play, Style.PRIMARY), ("move", label, Style.SECONDARY)]
    before = await court.match()
    (leave,) = ids(post, "move")
    other = next(each for each in court.guests[:3] if each is not guest)
    assert said("refused-not-yours", (await other.click(post, leave)).text)
    assert (await court.match()) is before

    view = await guest.click(post, leave)

    assert before.state.queue[0][-1].name in view.private.lower()
    assert "back" in verbs(view.message)
    assert (await court.match()).state.queue[0][-1].tokens == 1
