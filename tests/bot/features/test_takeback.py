"""Taking a move back: by the button in private, by DM, after a restart, and what the channel is told of it."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

import pytest

from bot.features.takeback import take_back_token
from bot.storage.records import Logged, TableId
from engine.scene import Seat
from tests.bot.clocked import asked
from tests.bot.orderly import view
from tests.bot.party import FIRST, ids, last_move, offered
from tests.bot.server import Answer, Evening, Guest, Place, verbs, words
from tests.bot.tongues import Say

pytestmark = pytest.mark.seed(3)
ORIFLAMME = "oriflamme"


async def pick(guest: Guest, view: Place, number: int = 0) -> Answer:
    """Let somebody press the choice of a number in a view."""
    return await guest.click(view, offered(view)[number]["custom_id"])


async def laid(court: Evening) -> tuple[Guest, Answer]:
    """Let whoever must decide choose the first card of the hand and lay it first; return who, and the last answer."""
    guest = await asked(court)
    answer = await view(guest)
    while await asked(court) == guest:
        answer = await pick(guest, answer)
    return guest, answer


async def begun(court: Evening) -> tuple[Guest, Answer]:
    """Let three people sit down and one of them lay a card; return who that was, and the last answer."""
    await court.seat_first(3, game=ORIFLAMME)
    return await laid(court)


async def test_a_card_is_taken_back_and_nobody_is_called_twice(court: Evening, says: Say) -> None:
    """The post and the log keep both; the call below the story is edited, and edited again when the card comes.

    Who has answered finds the button with the own hand, too. The post that everybody sees shows no such button: whether
    it fits could tell what others do in secret.
    """
    guest, answer = await begun(court)
    following, pings = await asked(court), court.pings()
    assert pings[-1][1] == following.id
    assert "back" in verbs(answer)
    assert not any("back" in verbs(each) for each in court.public())
    assert "back" not in verbs(await following.press("hand"))
    back = await guest.press("back", await guest.press("hand"))
    assert says("told-take-back.you") in back.text
    assert len(offered(back)) == 7
    call = court.message(court.channel.id, pings[-1][0])
    assert not verbs(call)
    told = says("told-take-back", player=f"**{guest.name}**")
    assert told in "\n".join(each.content for each in court.public())
    await pick(guest, back, 2)
    assert await asked(court) == following
    assert court.pings() == pings
    assert "play" in verbs(call)
    await laid(court)
    assert not [each for each in court.public() if each.id == call.id], "answered, it goes"


@pytest.mark.usefixtures("ahead")
@patch("bot.announce.announce_state.AnnounceState.debounce_left", lambda *_, **__: 0.0)
async def test_who_takes_back_their_answer_to_a_joint_question_is_not_called_for_it_again(court: Evening) -> None:
    """What is asked then is the question of before, for which that person was called; the channel has seen both."""
    await court.seat_first(3, game="fortheking")
    guest, pings = await asked(court), court.pings()
    answer = await view(guest)
    while "back" not in verbs(answer):
        if (following := await asked(court)) != guest:
            guest, pings, answer = following, court.pings(), await view(following)
        answer = await pick(guest, answer)
    assert (await court.match()).open_joint is None, "a card was taken, which interrupts the joint question"
    # Discord remembers the nonce of a call for some minutes.
    court.record.forget()
    await guest.press("back", answer)
    assert (await court.match()).open_joint is not None
    assert court.pings() == pings


async def test_no_old_button_takes_a_move_back(court: Evening, ann: Guest) -> None:
    """The question asked again has another name, and so has the one that comes after the new move.

    Nobody takes back for another, and nothing twice: by the same button, pressed again after the new move. A move
    stands once somebody else has acted: the button stays where it was shown, says why, and shows how things are. Nor is
    anything taken back at a table that was ended.
    """
    await court.seat_first(3, game=ORIFLAMME)
    guest = await asked(court)
    before = await view(guest)
    old = offered(before)[0]["custom_id"]
    answer = await guest.click(before, old)
    following, (taken,) = await asked(court), ids(answer, "back")
    gone = offered(await view(following))[0]["custom_id"]
    await following.forge(taken, answer)
    assert await asked(court) == following
    back = await guest.forge(taken, answer)
    seq = await last_move(court)
    await guest.forge(old, back)
    await following.forge(gone, court.public()[-1])
    assert await last_move(court) == seq
    answer = await pick(guest, back)
    seq = await last_move(court)
    await following.forge(gone, court.public()[-1])
    await guest.forge(taken, back)
    assert (await last_move(court), await asked(court)) == (seq, following)

    (forged,) = ids(answer, "back")
    await laid(court)
    seq = await last_move(court)
    refused = await guest.press("back", answer)
    assert words("refused-take-back") in refused.text
    assert "back" not in verbs(refused)
    assert await last_move(court) == seq

    await court.tables.end(FIRST, ann.id)
    assert (await guest.forge(forged, answer)).given
    assert not await take_back_token(court.tables, await court.table(), Seat(0))


@pytest.mark.usefixtures("says")
async def test_who_plays_by_dm_takes_back_there(court: Evening) -> None:
    """The DM with the answer has the button; the DM that called the next person is edited twice, and none is new."""
    await court.seat_first(3, game=ORIFLAMME, private="dm")
    guest = await asked(court)
    answer = await pick(guest, guest.dms[-1])
    following = await asked(court)
    (letter,) = following.dms
    assert offered(letter)
    await guest.press("back", answer)
    (letter,) = following.dms
    assert not offered(letter)
    (own,) = guest.dms
    assert len(offered(own)) == 7
    await pick(guest, own, 1)
    (letter,) = following.dms
    assert offered(letter), "edited, and not written anew"


async def test_what_was_played_by_older_rules_stands_and_its_player_reads_why(court: Evening, says: Say) -> None:
    """After an update nothing tells any more what those moves had shown; a button of before is answered kindly."""
    guest, answer = await begun(court)
    await court.restart()
    log = court.storage.log

    async def older(table: TableId, after: int = 0) -> list[Logged]:
        return [replace(line, rules=line.rules - 1) for line in await log(table, after)]

    seq = await last_move(court)
    with patch.object(court.storage, "log", older):
        assert "back" not in verbs(await guest.press("hand"))
        refused = await guest.press("back", answer)
    assert says("refused-take-back") in refused.text
    assert await last_move(court) == seq
