"""*More* in a private view: it unfolds the rest in place, folds again, and loses nothing of what was picked."""

from __future__ import annotations

import pytest

from bot.texts.fluent import language
from tests.bot.orderly import view
from tests.bot.represented import EVERY_LANGUAGE
from tests.bot.server import Evening, buttons, verbs
from tests.bot.test_takebacks import ORIFLAMME, asked
from tests.bot.tongues import tongues

pytestmark = pytest.mark.seed(3)


@EVERY_LANGUAGE
async def test_more_unfolds_in_place_and_folds_again(court: Evening, locale: str) -> None:
    """The same message; whoever folds it has what was there before."""
    guests = court.guests[:3]
    tongues(court, dict.fromkeys(guests, locale), server=locale)
    await court.seat(*guests, game=ORIFLAMME)
    guest = await asked(court, guests)
    shown = await view(court, guest)
    assert language(locale).text("button-more") in {part.get("label") for part in buttons(shown.message)}
    folded = [part["custom_id"] for part in buttons(shown.message)]
    unfolded = await court.unfold(guest, shown.message)
    assert unfolded.edited
    assert {"less", "look", "log", "note"} <= {*verbs(unfolded.message)}
    assert {part["custom_id"] for part in buttons(unfolded.message)} >= {*folded[:-1]}
    again = await court.press(guest, unfolded.message, "less")
    assert [part["custom_id"] for part in buttons(again.message)] == folded


async def test_a_forged_more_shows_no_seat_to_a_stranger(court: Evening) -> None:
    """Whoever doesn't sit there is told so; a word that fits no view shows the question."""
    guests = court.guests[:3]
    board = await court.seat(*guests, game=ORIFLAMME)
    stranger = court.guests[5]
    assert language("en").text("refused-not-seated") in (await court.forge(stranger, board, "more:1")).private
    guest = await asked(court, guests)
    shown = await court.forge(guest, board, "more:1:order:zzzz")
    assert "less" in verbs(shown.message)
    assert "less" in verbs((await court.forge(guest, board, "more:1:ahead:nonsense")).message)
