"""A picture beside the words of its message: it repeats none of them, and is low enough for a desktop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from bot.faces.picture.requests import (
    DecisionPicture,
    PictureRequest,
    TablePicture,
    table_picture,
    whole_picture,
)
from bot.faces.picture.table import ASKING, DRAFTS, GOOD, WHOLE, layouts
from bot.faces.picture.text import make_voice
from engine.game import AnyGame
from engine.games import GAMES
from tests.bot.faces.picture.sights import EVERY_TABLE, TITLE, Sight, drawn, hands, localizer, positions, tables
from tests.contract.walks import walk

DESKTOP = 350
"""How high Discord's desktop shows a picture, in CSS pixels."""

CROWDED = {"fortheking", "oriflamme"}
"""The games in which more people than the fewest have more cards that are known than a desktop shows."""

LETTERS = 8.0
"""How high the smallest letters are at least, where a desktop shows a table as high as is good."""


def labels(order: PictureRequest) -> set[str]:
    """Return all that a picture says."""
    return {label.text for _, _, label in drawn(order).labels}


def known(sight: Sight) -> set[str]:
    """Return what the cards are called that are known of players."""
    speaks = make_voice(sight.localizer, sight.frame.scene.panels)
    return {speaks.say(row.title) for panel in sight.frame.scene.panels for row in panel.rows if row.items}


def said(sight: Sight) -> Iterator[str]:
    """Yield what the message around a picture says: which table, how far it has come, and what is asked.

    Of a decision the picture alone says how far the game has come.
    """
    speaks = make_voice(sight.localizer, sight.frame.scene.panels)
    yield from (TITLE, *([] if isinstance(sight.order, DecisionPicture) else [speaks.say(sight.frame.scene.heading)]))
    yield from (speaks.say(ask.prompt) for ask in sight.frame.asks)
    yield from (speaks.say(ask.waiting) for ask in sight.frame.asks)


@EVERY_TABLE
def test_a_picture_repeats_nothing_that_stands_above_it(game: AnyGame, seats: int) -> None:
    """Its message is always seen with it: the title, the phase, and what is asked."""
    for sight in (*tables(game, seats), *hands(game, seats)):
        texts = [label.text for _, _, label in sight.sheet.labels]
        assert not [each for each in said(sight) if each in texts]


def detailed(order: TablePicture) -> float:
    """Return how high a table is at least with the cards that are known of players."""
    lay_out = layouts(order, make_voice(order.localizer, order.scene.panels), alone=False)
    return min(lay_out(draft).height for draft in DRAFTS if draft.known)


@pytest.mark.slow
@EVERY_TABLE
def test_the_cards_known_of_players_go_before_a_table_is_small_on_a_desktop(game: AnyGame, seats: int) -> None:
    """They are drawn while there is room; the picture of the whole table has more of it, and the words all of them."""
    left = Counter[float]()
    for sight in tables(game, seats, 20):
        whole = whole_picture(sight.frame, TITLE, sight.localizer)
        shown = table_picture(sight.frame, TITLE, sight.localizer)
        for order, good in ((shown, ASKING if shown.asks else GOOD), (whole, WHOLE)):
            if sight.frame.outcome is None and not known(sight) <= labels(order):
                assert detailed(order) > good
                left[good] += 1
            assert drawn(order).height <= good or not known(sight) & labels(order)
    assert left[WHOLE] <= left[ASKING]
    assert left[ASKING] or game.key not in CROWDED or seats == game.seats[0]


def test_smallest_letter_is_legible_on_a_desktop() -> None:
    """On a table as high as is good; of one at its beginning nearly as large as Discord's own small text."""
    match = positions(GAMES["oriflamme"], 3)[1]
    begun = drawn(table_picture(match.frame(None), TITLE, localizer(3)))
    least = min(label.kind.size for _, _, label in begun.labels)
    assert least * DESKTOP / GOOD >= LETTERS
    assert least * DESKTOP / begun.height >= 11


@pytest.mark.parametrize("seats", GAMES["oriflamme"].seats)
def test_the_course_of_a_game_goes_before_its_end_is_small_on_a_desktop(seats: int) -> None:
    """It is in the words, and in the picture of the whole table; what is left is good in most games."""
    good = 0
    for number in range(6):
        frame = walk(GAMES["oriflamme"], seats, number)[0][-1].frame(None)
        (chart,) = frame.scene.charts
        title = make_voice(localizer(seats), frame.scene.panels).say(chart.title)
        shown = table_picture(frame, TITLE, localizer(seats))
        assert drawn(shown).height <= GOOD or title not in labels(shown)
        assert title in labels(whole_picture(frame, TITLE, localizer(seats)))
        good += drawn(shown).height <= GOOD
    assert good > 3
