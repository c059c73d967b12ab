"""Private views: *More* unfolds the rest in place; a view is brought up to date when its reader answers elsewhere."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.pictures import renderer
from tests.bot.features.test_takeback import ORIFLAMME
from tests.bot.interactions.test_clicks import bidding
from tests.bot.orderly import view
from tests.bot.party import Party, answer, deciding, ids, offered
from tests.bot.server import Answer, Evening, Guest, buttons, verbs, words
from tests.bot.tongues import Say

pytestmark = pytest.mark.seed(3)


async def twice(court: Evening) -> tuple[Guest, Answer, Answer]:
    """Return whoever is asked first at a table of three, with two views that this person has opened."""
    await court.seat_first(3, game=ORIFLAMME)
    (guest,) = await deciding(court)
    return guest, await view(court, guest), await view(court, guest)


async def test_the_newest_view_shows_what_was_answered_in_another_one(court: Evening) -> None:
    """So does a move that was taken back there: what can be pressed is the same in both.

    What others answer edits nobody's view: the post tells of it, and an edit would tell nobody, and cost a request.
    """
    guest, older, newest = await twice(court)
    before = ids(newest.message)
    older = await answer(guest, older.message)
    assert ids(newest.message) == ids(older.message) != before
    back = await guest.click(newest.message, ids(newest.message, "back")[0])
    assert offered(back.message)
    assert set(ids(back.message)) == set(ids(older.message))
    while await deciding(court) == [guest]:
        newest = await answer(guest, newest.message)
    shown, (other,) = newest.text, await deciding(court)
    await answer(other, (await view(court, other)).message)
    assert newest.text == shown


async def test_a_view_whose_token_has_run_out_is_left_alone(court: Evening, errors: pytest.LogCaptureFixture) -> None:
    """Discord would take no edit of it, and nobody is told."""
    errors.set_level(logging.INFO)
    guest, older, newest = await twice(court)
    await court.later(minutes=15)
    before = ids(newest.message)
    await answer(guest, older.message)
    assert ids(newest.message) == before
    assert not [one for one in errors.records if "stays as it was" in one.getMessage()]


async def test_view_before_the_newest_stays_as_it_was(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once somebody who answered below a post opens another view, an update of the one before would tell nobody."""
    _, guest = await bidding(court)
    before = await view(court, guest)
    monkeypatch.setattr(renderer, "DEBOUNCE", 60.0)

    await answer(guest, court.post())
    while (other := (await deciding(court))[0]) is not guest:
        await answer(other, court.post())
    waiting = edits_to_come()
    await view(court, guest)

    update = f"picture for {before.message.id}"
    assert update in waiting
    assert update not in edits_to_come()


async def test_private_answer_to_a_post_is_the_newest_view(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """A card left face down is told in a private message of its own: the view before stays as it was."""
    await court.seat_first(3, game=ORIFLAMME)
    party = Party(court, court.guests[:3], 3)
    while not offered(court.post()):
        await party.step()
    (guest,) = await deciding(court)
    before = await view(court, guest)
    monkeypatch.setattr(renderer, "DEBOUNCE", 60.0)

    await answer(guest, court.post())

    assert edits_to_come().isdisjoint({f"picture for {before.message.id}"})


def edits_to_come() -> set[str]:
    """Return the names of the tasks that edit a private view."""
    return {task.get_name() for task in asyncio.all_tasks() if task.get_name().startswith("picture for ")}


async def test_more_unfolds_in_place_and_folds_again(court: Evening, says: Say) -> None:
    """The same message; whoever folds it has what was there before."""
    await court.seat_first(3, game=ORIFLAMME)
    (guest,) = await deciding(court)
    shown = await view(court, guest)
    assert says("button-more") in {part.get("label") for part in buttons(shown.message)}
    folded = ids(shown.message)
    unfolded = await guest.unfold(shown.message)
    assert unfolded.edited
    assert {"less", "look", "log", "note"} <= {*verbs(unfolded.message)}
    assert {*ids(unfolded.message)} >= {*folded[:-1]}
    again = await guest.press("less", unfolded.message)
    assert ids(again.message) == folded


async def test_a_forged_more_shows_no_seat_to_a_stranger(court: Evening) -> None:
    """Whoever doesn't sit there is told so; a word that fits no view shows the question."""
    await court.seat_first(3, game=ORIFLAMME)
    refused = await court.guests[5].forge("more:1")
    assert words("refused-not-seated") in refused.private
    (guest,) = await deciding(court)
    for forged in ("more:1:order:zzzz", "more:1:ahead:nonsense"):
        assert "less" in verbs((await guest.forge(forged)).message)
