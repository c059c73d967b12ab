"""Hints: one sentence above the first question of each kind, for its person alone, once."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from bot.features.hints import Hints
from engine.asking import EVERYBODY
from tests.bot.clocked import asked
from tests.bot.orderly import auction
from tests.bot.orderly import view as play
from tests.bot.party import answer, deciding, offered
from tests.bot.sentences import assert_said, said
from tests.bot.server import Answer, Evening, Guest, buttons, text, words
from tests.bot.storage.samples import full
from tests.bot.tongues import Say

pytestmark = pytest.mark.seed(7)


async def look(guest: Guest, table: int = 1) -> Answer:
    """Press *Play* at a table."""
    return await guest.press("play", guest.evening.board(table=table))


async def test_a_hint_is_read_once_for_each_kind_of_question(court: Evening, says: Say) -> None:
    """It stays as long as its question is unfolded, folded and opened anew; the next of its kind has none."""
    await court.seat_first(2)
    guest = await asked(court)
    hint = says("fortheking-hint-draw")

    first = await look(guest)
    assert hint in first.private
    unfolded = await guest.unfold(first)
    assert hint in unfolded.text
    anew = await look(guest)
    assert hint in anew.private
    following = await answer(guest, anew)

    assert offered(following), "the Adviser draws the next card"
    assert hint not in following.text
    assert not any(hint in text(each) for each in court.public())


async def test_a_hint_that_was_read_stays_read(court: Evening) -> None:
    """After a start, and at another table of the game; another person reads it there.

    Where the disk is full, so that no note can be kept, the question is shown all the same, with its hint.

    What was read is told, and forgotten with all that is kept of its person.
    """
    guests = await court.seat_first(3, game="oriflamme")
    guest = await asked(court)
    hint = words("oriflamme-hint-lay")
    with patch.object(court.storage, "store_choices", full):
        assert hint in (await look(guest)).private
    await answer(guest, await look(guest))
    await court.restart()
    other, number = guest, 1
    while other == guest:
        number += 1
        await court.seat(*guests, game="oriflamme")
        (other,) = await deciding(court, number)
        assert (hint in (await look(other, number)).private) is (other != guest)
    assert [key for key, _ in (await court.storage.choice(Hints, guest.id)).read] == ["oriflamme-hint-lay"]
    await assert_said("privacy-hints", guest.command("privacy show"))
    await court.storage.forget_choices(guest.id)
    assert await court.storage.choice(Hints, guest.id) == Hints(guest.id)


async def test_whoever_wants_none_reads_none(court: Evening) -> None:
    """`/settings hints`; asked for again they come once more, also those that were read."""
    await court.seat_first(2)
    guest = await asked(court)
    hint = words("fortheking-hint-draw")

    off = await guest.fill_in(await guest.command("settings hints"), hints="off")
    silent = await look(guest)
    assert hint not in silent.private
    on = await guest.prefer(hints="again")
    told = await answer(guest, silent)

    assert said("settings-hints-off-now", off.private)
    assert said("settings-hints-on-now", on.private)
    assert hint in told.text
    await assert_said("settings-hints-on-now", guest.command("settings show"))


@pytest.mark.usefixtures("ahead")
async def test_answers_and_standing_orders_are_explained_once(court: Evening, says: Say) -> None:
    """In private, by what answers the press, at most one line; who has read it with the question doesn't again.

    So are standing orders, in the dialog that their button opens, and not by the question below which it stands.
    """
    unread, reader, third = await auction(court, court.guests[:3])
    hint = says("fortheking-hint-auction")
    bid = next(str(part["custom_id"]) for part in buttons(court.post()) if f":{EVERYBODY}:" in str(part["custom_id"]))

    shown = (await play(reader)).private
    known = (await reader.click(court.post(), bid)).private
    first = (await unread.click(court.post(), bid)).private
    anew = (await unread.press("hand", court.post())).private

    assert [hint in each for each in (shown, known, first, anew)] == [True, False, True, False]
    assert first.count("💡") == 1
    assert [key for key, _ in (await court.storage.choice(Hints, unread.id)).read] == ["fortheking-hint-auction"]
    assert not any(hint in text(each) for each in court.public())

    view = await third.unfold(await play(third))
    opened = [(await third.press("lasting", view)).interaction.modal for _ in range(2)]
    explained = [says("fortheking-hint-order") in dialog["components"][0]["content"] for dialog in opened if dialog]
    assert explained == [True, False]
    assert says("fortheking-hint-order") not in view.text


async def test_who_plays_by_dm_reads_it_there(court: Evening) -> None:
    """In the message that asks; the channel shows nothing of it."""
    await court.seat_first(3, game="oriflamme", private="dm")
    guest = await asked(court)

    hint = words("oriflamme-hint-lay")
    assert hint in text(guest.dms[-1])
    assert not any(hint in text(each) for each in court.messages())
