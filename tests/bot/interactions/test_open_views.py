"""Private views: *More* unfolds the rest in place; a view is brought up to date when its reader answers elsewhere."""

from __future__ import annotations

import asyncio
import logging
import random

import pytest

from bot.pictures import renderer
from bot.texts.fluent import language
from tests.bot.features.test_takeback import ORIFLAMME, asked, undo
from tests.bot.interactions.test_clicks import bidding
from tests.bot.orderly import view
from tests.bot.party import Party, ids, offered
from tests.bot.represented import EVERY_LANGUAGE
from tests.bot.server import Answer, Evening, Guest, buttons, verbs, words
from tests.bot.tongues import everybody_reads

pytestmark = pytest.mark.seed(3)


async def twice(court: Evening) -> tuple[Guest, Answer, Answer]:
    """Return whoever is asked first at a table of three, with two views that this person has opened."""
    guests = await court.seat_first(3, game=ORIFLAMME)
    guest = await asked(court, guests)
    return guest, await view(court, guest), await view(court, guest)


async def answered(court: Evening, guest: Guest, shown: Answer) -> Answer:
    """Let somebody press the first answer in a view."""
    return await court.press(guest, shown.message, part=offered(shown.message)[0]["custom_id"])


async def test_the_newest_view_shows_what_was_answered_in_another_one(court: Evening) -> None:
    """So does a move that was taken back there: what can be pressed is the same in both.

    What others answer edits nobody's view: the post tells of it, and an edit would tell nobody, and cost a request.
    """
    guest, older, newest = await twice(court)
    before = ids(newest.message)
    older = await answered(court, guest, older)
    assert ids(newest.message) == ids(older.message) != before
    back = await court.press(guest, newest.message, part=undo(newest))
    assert offered(back.message)
    assert set(ids(back.message)) == set(ids(older.message))
    while await asked(court, court.guests[:3]) == guest:
        newest = await answered(court, guest, newest)
    shown, other = newest.text, await asked(court, court.guests[:3])
    await answered(court, other, await view(court, other))
    assert newest.text == shown


async def test_a_view_whose_token_has_run_out_is_left_alone(court: Evening, errors: pytest.LogCaptureFixture) -> None:
    """Discord would take no edit of it, and nobody is told."""
    errors.set_level(logging.INFO)
    guest, older, newest = await twice(court)
    await court.later(minutes=15)
    before = ids(newest.message)
    await answered(court, guest, older)
    assert ids(newest.message) == before
    assert not [one for one in errors.records if "stays as it was" in one.getMessage()]


async def test_view_before_the_newest_stays_as_it_was(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once somebody who answered below a post opens another view, an update of the one before would tell nobody."""
    party, guest = await bidding(court)
    before = await view(court, guest)
    monkeypatch.setattr(renderer, "DEBOUNCE", 60.0)

    await answer_below_post(court, guest)
    while (other := await asked(court, party.guests)) is not guest:
        await answer_below_post(court, other)
    waiting = edits_to_come()
    await view(court, guest)

    update = f"picture for {before.message.id}"
    assert update in waiting
    assert update not in edits_to_come()


async def test_private_answer_to_a_post_is_the_newest_view(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """A card left face down is told in a private message of its own: the view before stays as it was."""
    await court.seat(*court.guests[:3], game=ORIFLAMME)
    party = Party(court, court.guests[:3], random.Random(3))
    while not offered(court.post()):
        await party.step()
    guest = await asked(court, party.guests)
    before = await view(court, guest)
    monkeypatch.setattr(renderer, "DEBOUNCE", 60.0)

    await answer_below_post(court, guest)

    assert edits_to_come().isdisjoint({f"picture for {before.message.id}"})


async def answer_below_post(court: Evening, guest: Guest) -> None:
    """Press the first answer below the newest post."""
    await court.press(guest, court.post(), part=offered(court.post())[0]["custom_id"])


def edits_to_come() -> set[str]:
    """Return the names of the tasks that edit a private view."""
    return {task.get_name() for task in asyncio.all_tasks() if task.get_name().startswith("picture for ")}


@EVERY_LANGUAGE
async def test_more_unfolds_in_place_and_folds_again(court: Evening, locale: str) -> None:
    """The same message; whoever folds it has what was there before."""
    guests = court.guests[:3]
    everybody_reads(court, locale)
    await court.seat(*guests, game=ORIFLAMME)
    guest = await asked(court, guests)
    shown = await view(court, guest)
    assert language(locale).text("button-more") in {part.get("label") for part in buttons(shown.message)}
    folded = ids(shown.message)
    unfolded = await court.unfold(guest, shown.message)
    assert unfolded.edited
    assert {"less", "look", "log", "note"} <= {*verbs(unfolded.message)}
    assert {*ids(unfolded.message)} >= {*folded[:-1]}
    again = await court.press(guest, unfolded.message, "less")
    assert ids(again.message) == folded


async def test_a_forged_more_shows_no_seat_to_a_stranger(court: Evening) -> None:
    """Whoever doesn't sit there is told so; a word that fits no view shows the question."""
    guests = court.guests[:3]
    board = await court.seat(*guests, game=ORIFLAMME)
    stranger = court.guests[5]
    assert words("refused-not-seated") in (await court.forge(stranger, board, "more:1")).private
    guest = await asked(court, guests)
    shown = await court.forge(guest, board, "more:1:order:zzzz")
    assert "less" in verbs(shown.message)
    assert "less" in verbs((await court.forge(guest, board, "more:1:ahead:nonsense")).message)
