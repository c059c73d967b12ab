"""A question that several are asked at once: the picture shows who is still to answer, and never what anybody did."""

from __future__ import annotations

import pytest

from bot.faces.picture.alt import describe
from bot.faces.picture.colours import common
from bot.faces.picture.layout import Mark
from bot.faces.picture.players import ARROW
from bot.faces.picture.requests import TablePicture, table_picture
from bot.faces.picture.sprites import emblem
from engine.game import AnyGame
from engine.orders import Pick
from engine.scene import Seat, Viewer
from tests.bot.faces.picture.sights import EVERY_TABLE, NAMES, TITLE, drawn, localizer
from tests.contract.orders import ordered_walk
from tests.contract.walks import AnyMatch
from tests.engine.games.fortheking.table import P1, P2, P3, auction_table
from tests.engine.games.oriflamme.table import B, G, Given, R, resolving
from tests.engine.ordered import ordered, taking_orders

SIGNS: dict[Mark, str] = {
    emblem("part-arrow", ARROW, common("rubric")): "asked",
    emblem("part-check", ARROW, common("gain")): "answered",
}
"""The signs before the names of players."""

RICH = ["gold-1", "gold-1", "gold-2", "gold-2", "gold-3"]
KING = taking_orders(auction_table([RICH, RICH, RICH], ["military-A", "gold-3"]).match)
QUEUE = taking_orders(resolving("R:felon_0", "B:queen_0", "G:trap_0", given=Given(seats=3)).match)
ORDERS = [
    pytest.param(KING, P2, P3, ("limit", (0, 1, 12)), id="fortheking"),
    pytest.param(QUEUE, B, G, ("turn 1-queen", ("leave", "reveal", "ask")), id="oriflamme"),
]


def signs(order: TablePicture) -> dict[str, str]:
    """Return who has which sign, by the name that stands behind it."""
    shown = drawn(order)
    found: dict[str, str] = {}
    for placed in shown.marks:
        if placed.mark in SIGNS:
            (name,) = {label.text for _, y, label in shown.labels if abs(y - placed.y) < ARROW and label.text in NAMES}
            found[name] = SIGNS[placed.mark]
    return found


def seen(match: AnyMatch, viewer: Viewer = None) -> TablePicture:
    """Return the picture of a table as somebody sees it."""
    return table_picture(match.frame(viewer), TITLE, localizer(match.seats))


@pytest.mark.parametrize(("match", "second", "third", "order"), ORDERS)
def test_signs_tell_who_has_answered_but_not_what(
    match: AnyMatch, second: Seat, third: Seat, order: tuple[str, tuple[Pick, ...]]
) -> None:
    """An arrow until then, and a check; the band names those who are asked, the alt text both.

    Whatever was ordered looks alike to everybody but its owner, and in the picture of the table to the owner, too.
    """
    first, named = match.deciding[0], [NAMES[seat] for seat in match.deciding]
    assert match.deciding == (first, second, third)
    assert signs(seen(match)) == dict.fromkeys(named, "asked")
    topic, picks = order
    after = [ordered(match, (second, topic, pick)) for pick in picks]
    shown = seen(after[0])
    assert signs(shown) == {NAMES[first]: "asked", NAMES[second]: "answered", NAMES[third]: "asked"}
    assert f"Waiting for {NAMES[first]} and {NAMES[third]}" in [label.text for _, _, label in drawn(shown).labels]
    assert f"Answered: {NAMES[second]}." in describe(shown)
    for viewer in (None, first, second, third):
        assert len({(seen(each, viewer), describe(seen(each, viewer))) for each in after}) == 1


@pytest.mark.slow
@EVERY_TABLE
def test_signs_stand_before_those_who_decide_and_those_who_have_answered(game: AnyGame, seats: int) -> None:
    """Over whole matches in which people order at random."""
    positions, _ = ordered_walk(game, seats, seats)
    asked = [match for match in positions if match.frame(None).joint is not None]
    assert bool(asked) is (game.ordering is not None)
    for match in asked[:: max(1, len(asked) // 12)]:
        together = match.frame(None).joint
        answered = set(together.answered if together else ()) - set(match.deciding)
        expected = dict.fromkeys((NAMES[seat] for seat in match.deciding), "asked")
        assert signs(seen(match)) == expected | dict.fromkeys((NAMES[seat] for seat in answered), "answered")


def test_without_a_joint_question_nobody_has_answered() -> None:
    """An auction by hand: who has passed isn't who has answered."""
    shown = auction_table([RICH, RICH, RICH], ["military-A"])
    shown.auction((P1, 1), (P2, 0))
    assert signs(seen(shown.match)) == {NAMES[P3]: "asked"}
    assert R not in seen(shown.match).answered
