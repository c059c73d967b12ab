"""Ordering ahead in Oriflamme, in Discord: face-down cards are decided in parallel, answers begin below the post."""

from __future__ import annotations

import pytest

from bot.faces.components import Style
from engine.games.oriflamme.actions import Choose, Lay
from engine.scene import Seat
from tests.bot.orderly import TABLE, go_on, looked, seen, told, view
from tests.bot.party import deciding, ids
from tests.bot.sentences import assert_said, said
from tests.bot.server import Answer, Evening, Guest, Place, buttons, text, verb, verbs, words
from tests.contract.walks import AnyMatch

pytestmark = [pytest.mark.usefixtures("ahead"), pytest.mark.seed(3)]

LEAVE, REVEAL, ASK = range(3)
"""In which order what becomes of a card is offered."""


def first(match: AnyMatch, seat: Seat) -> object:
    """Return the first thing that a seat can do."""
    return match.legal[seat][0]


async def queue(court: Evening, **options: str) -> list[Guest]:
    """Let three people lay a card each; return them in the order of their cards."""
    guests = await court.seat_first(3, game="oriflamme", **options)
    await go_on(court, lambda match: match.state.phase != "placement", first)
    table = await court.table()
    users = [table.people.users[top.family] for _, top in table.started_match.state.tops]
    return sorted(guests, key=lambda guest: users.index(guest.id))


async def decided(guest: Guest, number: int, place: Place | None = None) -> Answer:
    """Let a person say what becomes of the card that is asked about."""
    shown = place or (await view(guest)).message
    given = await guest.click(shown, ids(shown, "move")[number])
    await told(guest.evening)
    return given


async def test_an_order_is_a_button_of_its_own_but_never_beside_an_answer(court: Evening) -> None:
    """Under a question a list leads to the orders, so that nobody takes one for an answer; the hand has buttons."""
    guests, table = await queue(court), await court.table()
    guest = next(each for each in guests if len(table.started_match.frame(table.seat_of(each.id)).orders) > 1)
    asking = await guest.unfold(await view(guest))
    for answer, listed in ((asking, True), (await looked(guest), False)):
        orders = [part for part in buttons(answer) if verb(part) == "ahead"]
        assert orders
        assert all(("options" in part) is listed for part in orders)


async def test_all_are_asked_together_and_answer_in_any_order(court: Evening) -> None:
    """One post calls each once, shows who has answered and never what; the queue goes on as far as it is decided."""
    first, second, third = await queue(court)
    seq, calls = (await court.match()).seq, court.pings()
    assert words("ahead-title") in (await decided(third, LEAVE)).text
    assert words("together-answered", players=f"**{third.name}**") in court.post_text()
    await decided(second, ASK)
    assert ((await court.match()).seq, court.pings()) == (seq, calls)
    await decided(first, LEAVE)
    assert (await court.match()).seq == seq + 1
    assert await deciding(court) == [second]
    assert [user for _, user in court.pings()[len(calls) :]] == [second.id]
    await decided(second, LEAVE)
    assert (await court.match()).seq == seq + 3


async def test_a_call_says_that_its_question_goes_on_while_somebody_whom_it_called_has_it(court: Evening) -> None:
    """The first of them has revealed a card, which begins a chapter; what all were asked is asked in its post.

    Whoever would have revealed the next card is asked anew, and alone reads why.
    """
    first, second, third = await queue(court)
    (summons,) = (await court.table_record()).announced.summons
    below = court.message(court.channel.id, summons.message)
    await decided(second, REVEAL)
    await decided(first, REVEAL)
    assert said("oriflamme-does-anew", (await view(second)).text)
    assert not said("oriflamme-does-anew", "\n".join(map(text, court.public())))
    assert {second.id, third.id} <= {user for _, user in court.pings()}
    assert said("summons-moved", below.content)
    assert f"/{(await court.table_record()).announced.post}" in below.content


async def test_card_is_laid_where_the_answer_began(court: Evening) -> None:
    """Both moves are one answer, which can be taken back as one; until then nobody else sees anything of it.

    *More* and *Less* keep what was begun; *Otherwise* shows every answer. Anybody else hears whom the table waits for;
    a number that no opening has shows the whole question.
    """
    guests = await court.seat_first(3, game="oriflamme")
    await go_on(court, lambda match: bool(match.state.queue), first)
    (guest,) = await deciding(court)
    before, public, (*_, last) = await court.match(), seen(court), ids(court.post(), "begin")
    other = next(each for each in guests if each is not guest)
    await assert_said("refused-not-your-turn", other.click(court.post(), last))
    assert "move" in verbs(await guest.forge("begin:1:9", court.post()))
    begun = await guest.click(court.post(), last)
    assert begun.private
    assert "move" in verbs(await guest.press("play", begun))
    view = (await guest.click(court.post(), last)).message
    for fold in ("more", "less"):
        view = (await guest.press(fold, view)).message
        assert "move" not in verbs(view)
        assert words("oriflamme-opening-last") in text(view)
    assert seen(court) == public

    seat = (await court.table()).seat_of(guest.id)
    card = before.state.players[seat].hand[1]
    offers = [part for part in buttons(view) if verb(part) == "offer"]
    assert offers[1]["label"] == words(f"oriflamme-card-{card}")
    await guest.click(view, offers[1]["custom_id"])
    await told(court)
    after = await court.match()
    assert after.state.queue[-1][-1].name == card
    assert after.state == before.play(seat, [Choose(card), Lay("last")])[0].state
    assert [line.seat for line in await court.tables.log(TABLE, None, before.seq)] == [seat, seat]
    assert "back" in verbs(view)


async def test_card_is_left_below_the_post(court: Evening) -> None:
    """One press; who did reads in private which card it was, and can take it back; another's changes nothing.

    The post offers Play first, in blue, for the card is named in private alone; to leave it is the same whatever it is.
    """
    guest, other, _ = await queue(court)
    post = next(each for each in reversed(court.public()) if "move" in verbs(each))
    shown = [(verb(part), part["label"], part["style"]) for part in buttons(post)]
    play, label = words("button-play"), words("oriflamme-option-leave")
    assert shown[:2] == [("play", play, Style.PRIMARY), ("move", label, Style.SECONDARY)]
    before, (leave,) = await court.match(), ids(post, "move")
    assert said("refused-not-yours", (await other.click(post, leave)).text)
    assert (await court.match()) is before

    view = await guest.click(post, leave)

    assert before.state.queue[0][-1].name in view.private.lower()
    assert "back" in verbs(view)
    assert (await court.match()).state.queue[0][-1].tokens == 1
