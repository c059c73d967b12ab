"""A picture tells nobody more than that person may know: neither by its looks, its words nor its file's name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.faces.picture.alt import describe
from bot.faces.picture.requests import TablePicture, decision_picture, hand_picture, table_picture
from engine.game import AnyGame
from engine.scene import Card, Place, Row
from tests.bot.faces.picture.sights import EVERY_TABLE, TITLE, localizer, positions
from tests.contract.orders import ordered_walk
from tests.contract.walks import imagined, viewers
from tests.every import FOR_EVERY_GAME

DRAWN = table_picture, hand_picture, decision_picture


@EVERY_TABLE
def test_dealing_anew_what_is_hidden_changes_no_picture(game: AnyGame, seats: int) -> None:
    """Orders that are equal are drawn alike: the whole of a picture comes from its order.

    Who has no cards, as the public, has no picture of them; a file's name, which is seen, is the same for everybody.
    """
    speaks = localizer(seats)
    for match in positions(game, seats, 6):
        for viewer in viewers(match):
            frame, other = match.frame(viewer), imagined(match, viewer, 5).frame(viewer)
            made = [draw(frame, TITLE, speaks) for draw in DRAWN]
            assert made == [draw(other, TITLE, speaks) for draw in DRAWN]
            assert (made[1] is not None) == (viewer is not None and any(map(has_cards, frame.scene.hand)))
            assert [each.name for each in made if each] == ["table.png", *["hand.png"] * sum(map(bool, made[1:]))]


@EVERY_TABLE
def test_a_table_is_the_same_for_all_but_for_ones_own_places_in_a_line_of_play(game: AnyGame, seats: int) -> None:
    """Whoever asks for it: it has nothing of a hand; and what lies face down is named to nobody in public."""
    speaks = localizer(seats)
    for match in positions(game, seats, 6):
        public = table_picture(match.frame(None), TITLE, speaks)
        assert not [place for place in places(public) if place.own]
        for viewer in viewers(match):
            order = table_picture(match.frame(viewer), TITLE, speaks)
            assert [seat for seat, waiting in order.asks if waiting is None] == [
                seat for seat in match.deciding if seat == viewer
            ]
            order = replace(order, asks=public.asks)
            assert replace(order, scene=replace(order.scene, rows=())) == replace(
                public, scene=replace(public.scene, rows=())
            )
            changed = [mine for mine, theirs in zip(places(order), places(public), strict=True) if mine != theirs]
            assert all(place.seat == viewer or None in place.under for place in changed)
            assert changed or (order, describe(order)) == (public, describe(public))


def places(order: TablePicture) -> list[Place]:
    """Return the places of every line of play on a table."""
    return [item for row in order.scene.rows for item in row.items if isinstance(item, Place)]


def has_cards(row: Row) -> bool:
    """Tell whether a row has cards."""
    return any(isinstance(item, Card) for item in row.items)


@pytest.mark.slow
@FOR_EVERY_GAME
def test_a_picture_shows_who_has_still_to_answer_what_several_are_asked(game: AnyGame) -> None:
    """Those and nobody else, to everybody alike; who has answered isn't marked any more."""
    seats = game.seats[-1]
    for match in ordered_walk(game, seats, 1)[0]:
        if match.open_joint is not None and match.open_joint.answered_seats and match.open_joint.waits:
            asked = table_picture(match.frame(None), TITLE, localizer(seats)).asks
            assert tuple(seat for seat, _ in asked) == match.deciding
            assert not set(match.open_joint.answered_seats) & {seat for seat, _ in asked} - match.legal.keys()
