"""What is asked in private and begins below the post: the end at which a card is laid, or that one is left."""

from __future__ import annotations

import pytest
from simcord.backend.models import Message

from bot.faces.components import Style
from engine.games.oriflamme.actions import Choose, Lay
from tests.bot.orderly import asked, go_on, told
from tests.bot.sentences import said
from tests.bot.server import Answer, Evening, Guest, buttons, text, verb, verbs, words

pytestmark = [pytest.mark.usefixtures("ahead"), pytest.mark.seed(3)]


async def laying(court: Evening) -> Guest:
    """Let three people come to where the second of them lays a card; return who that is."""
    guests = await court.seat_first(3, game="oriflamme")
    await go_on(court, lambda match: bool(match.state.queue), lambda match, seat: match.legal[seat][0])
    table = await court.table()
    (seat,) = table.started_match.deciding
    return next(guest for guest in guests if table.seat_of(guest.id) == seat)


async def begun(court: Evening, guest: Guest, number: int = 1) -> Answer:
    """Let somebody press an end of the queue below the post."""
    begins = [str(part["custom_id"]) for part in buttons(court.post()) if verb(part) == "begin"]
    return await court.press(guest, court.post(), part=begins[number])


async def test_card_is_laid_where_the_answer_began(court: Evening) -> None:
    """Both moves are one answer, which can be taken back as one; until then nobody else sees anything of it."""
    guest = await laying(court)
    before, public = (await court.table()).started_match, [(each.id, text(each)) for each in court.public()]
    view = await begun(court, guest)
    assert view.private
    assert [(each.id, text(each)) for each in court.public()] == public
    seat = (await court.table()).seat_of(guest.id)
    card, end = before.state.players[seat].hand[1], "last"
    offers = [part for part in buttons(view.message) if verb(part) == "offer"]
    assert offers[1]["label"] == words(f"oriflamme-card-{card}")
    await court.press(guest, view.message, part=str(offers[1]["custom_id"]))
    await told(court)
    lines = await court.bot.tables.log((await court.table()).id, None, before.seq)
    after = (await court.table()).started_match
    assert after.state.queue[-1][-1].name == card
    expected, _ = before.play(seat, [Choose(card), Lay(end)])  # type: ignore[arg-type]
    assert after.state == expected.state
    assert [line.seat for line in lines] == [seat, seat]
    assert "back" in verbs(court.message(court.channel.id, view.message.id))


async def test_beginning_stays_while_unfolded_and_can_be_left(court: Evening) -> None:
    """*More* and *Less* keep it; *Otherwise* shows every answer."""
    guest = await laying(court)
    view = (await begun(court, guest)).message
    for fold in ("more", "less"):
        view = (await court.press(guest, view, fold)).message
        assert "offer" in verbs(view)
        assert "move" not in verbs(view)
        assert words("oriflamme-opening-last") in text(view)
    view = (await court.press(guest, view, "play")).message
    assert "move" in verbs(view)


async def test_beginning_is_for_whoever_is_asked(court: Evening) -> None:
    """Anybody else hears whom the table waits for; a number that no opening has shows the whole question."""
    guest = await laying(court)
    other = next(each for each in court.guests[:3] if each is not guest)
    assert said("refused-not-your-turn", (await begun(court, other)).private)
    forged = await court.forge(guest, court.post(), "begin:1:9")
    assert "move" in verbs(forged.message)


async def resolving(court: Evening) -> tuple[Guest, Message]:
    """Let three people come to where one is asked about a face-down card; return who that is, and the post."""
    guests = await court.seat_first(3, game="oriflamme")
    await go_on(court, lambda match: match.state.phase == "resolution", lambda match, seat: match.legal[seat][0])
    seat = (await court.table()).started_match.state.queue[0][-1].family
    user = (await court.table()).people.users[seat]
    post = next(each for each in reversed(court.public()) if "move" in verbs(each))
    return next(guest for guest in await asked(court, guests) if guest.id == user), post


async def test_card_is_left_below_the_post(court: Evening) -> None:
    """One press; who did reads in private which card it was, and can take it back; another's changes nothing."""
    guest, post = await resolving(court)
    before = (await court.table()).started_match
    (leave,) = [str(part["custom_id"]) for part in buttons(post) if verb(part) == "move"]
    other = next(each for each in court.guests[:3] if each is not guest)
    assert said("refused-not-yours", text((await court.press(other, post, part=leave)).message))
    assert (await court.table()).started_match is before

    view = await court.press(guest, post, part=leave)

    assert before.state.queue[0][-1].name in view.private.lower()
    assert "back" in verbs(view.message)
    assert (await court.table()).started_match.state.queue[0][-1].tokens == 1


async def test_post_about_a_card_offers_play_first(court: Evening) -> None:
    """In blue, for the card is named in private alone; to leave it is the same whatever it is, and isn't advised."""
    _, post = await resolving(court)

    shown = [(verb(part), part["label"], part["style"]) for part in buttons(post)]

    play, leave = words("button-play"), words("oriflamme-option-leave")
    assert shown[:2] == [("play", play, Style.PRIMARY), ("move", leave, Style.SECONDARY)]
    assert [each for each, *_ in shown].count("move") == 1
