"""A bid above one's means asks once more, in private, unless the bidder wants no such question."""

from __future__ import annotations

import pytest

from bot.clocks.user_time_settings import TimeSettings
from bot.faces.answer_controls import amounts
from bot.storage.records import TableId
from bot.texts.fluent import language
from tests.bot.party import Party, deciding, ids, numbered, offered
from tests.bot.represented import EVERY_LANGUAGE
from tests.bot.server import Answer, Evening, Guest, buttons, verbs, words
from tests.bot.tongues import tongues

pytestmark = pytest.mark.seed(4)
EVERY_WAY = pytest.mark.parametrize("private", ["here", "dm"])


async def bidding(court: Evening, private: str = "here") -> tuple[Guest, int]:
    """Play until somebody is asked for a bid who could name more than they hold; return who, and the least such."""
    guests = await court.seat_first(2, private=private)
    party = Party(court, guests, 4)
    await party.reach(numbered)
    for _ in range(60):
        (guest,) = await deciding(court)
        ask = (await court.table()).answering_frame(guest.id).mine
        if ask and ask.naming and (beyond := [amount for amount in amounts(ask) if amount > ask.naming.covered]):
            return guest, min(beyond)
        await party.step()
    raise AssertionError("nobody could bid above their means")


async def named(court: Evening, guest: Guest, amount: int, private: str = "here") -> Answer:
    """Let a person bid a number, by its button if it has one, else by the dialog, in the channel or in a DM."""
    place = next(one for one in reversed(guest.dms) if offered(one)) if private == "dm" else court.post()
    ask = (await court.table()).answering_frame(guest.id).mine
    assert ask is not None
    choice = next(each for each in ask.choices if each.option.amount == amount)
    one = f"move:1:{ask.seat}:{ask.question}:{choice.number}"
    if any(part["custom_id"] == one for part in buttons(place)):
        return await guest.click(place, one)
    return await guest.fill_in(await guest.press("dialog", place), number=str(amount))


@EVERY_WAY
@EVERY_LANGUAGE
async def test_a_bid_above_ones_means_is_asked_about_once_more_in_private(
    court: Evening, locale: str, private: str
) -> None:
    """Nothing is played, sent or edited for anybody else until it is meant."""
    tongues(court, dict.fromkeys(court.guests[:2], locale))
    guest, amount = await bidding(court, private)
    seq, before = (await court.match()).seq, len(court.record.sent)
    asked = await named(court, guest, amount, private)
    assert asked.message.is_ephemeral
    assert not asked.edited
    assert language(locale).text("button-not-sure") in [part.get("label") for part in buttons(asked.message)]
    assert (await court.match()).seq == seq
    readers = {sent.reader for sent in court.record.sent[before:] if sent.message is not None}
    assert readers <= {guest.id}
    meant = await guest.press("sure", asked.message)
    assert meant.edited
    log = await court.storage.log(TableId(1), seq)
    assert f'"amount":{amount}' in log[0].action.replace(" ", "")


async def test_who_wants_no_such_question_bids_at_once(court: Evening) -> None:
    """It is the person's own choice, and kept."""
    guest, amount = await bidding(court)
    panel = await guest.prefer(bids="trust")
    assert words("settings-bids-trust-now") in panel.private
    seq = (await court.match()).seq
    answer = await named(court, guest, amount)
    assert "sure" not in verbs(answer.message)
    assert (await court.match()).seq > seq
    again = await guest.prefer(bids="ask")
    assert words("settings-bids-ask-now") in again.text
    assert (await court.storage.choice(TimeSettings, guest.id)).confirms


async def test_a_bid_that_is_meant_too_late_is_none(court: Evening) -> None:
    """Who did not mean it is back at the question, and may bid the same after all.

    Once the question has gone on the present one is shown, and nothing is played.
    """
    guest, amount = await bidding(court)
    seq = (await court.match()).seq
    back = await guest.press("play", (await named(court, guest, amount)).message)
    assert back.edited
    assert offered(back.message)
    assert (await court.match()).seq == seq
    asked = await named(court, guest, amount)
    (one,) = ids(asked.message, "sure")
    await guest.press("sure", asked.message)
    seq = (await court.match()).seq
    assert (await guest.forge(one, asked.message)).given
    assert (await court.match()).seq == seq
