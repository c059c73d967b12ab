"""What is read on a phone: letters large enough, names whole, nothing that says nothing, signs that mean one thing.

A picture is low enough for a desktop.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest

from bot.faces.card_help import kinds
from bot.faces.picture.card_queue import MOST_EDGES, PER_LINE, STRING, TIP, queue
from bot.faces.picture.colours import common
from bot.faces.picture.font import ELLIPSIS
from bot.faces.picture.layout import INNER, Block, Fill
from bot.faces.picture.players import WHOLE as LETTERS_WHOLE
from bot.faces.picture.players import lay_out_players
from bot.faces.picture.requests import (
    TablePicture,
    table_picture,
    whole_picture,
)
from bot.faces.picture.sprites import tip
from bot.faces.picture.table import ASKING, DRAFTS, GOOD, WHOLE, layouts, standings
from bot.faces.picture.text import PictureLocalizer, make_voice
from bot.texts.fluent import language
from engine.game import AnyGame
from engine.games import GAMES
from engine.scene import Fact, Panel, Place, Scene, Seat, say
from tests.bot.faces.picture.sights import EVERY_TABLE, TITLE, Sight, drawn, localizer, tables, texts
from tests.bot.faces.picture.test_any_game import text
from tests.bot.faces.picture.test_layout import faults
from tests.bot.faces.picture.test_truth import is_edge
from tests.contract.walks import walk
from tests.engine.games.fortheking.scenarios import auction_table
from tests.every import FOR_EVERY_LANGUAGE

WIDEST = "W" * LETTERS_WHOLE
MARKS = (say("fortheking-mark-began"), say("fortheking-mark-highest"), say("fortheking-mark-out", amount=12))
FIGURES = ("hand", "own-bid", "discarded", "lost")
"""The figures of a player in an auction, as they are told."""


def figures(keys: Sequence[str]) -> tuple[Fact, ...]:
    """Return these figures, each of two digits."""
    return tuple(Fact(say(f"fortheking-fact-{key}"), 17) for key in keys)


def said(names: Sequence[str], locale: str) -> PictureLocalizer:
    """Return what a picture says of people with these names."""
    return make_voice(localizer(len(names), locale, names))


def players(panels: Sequence[Panel], names: Sequence[str], locale: str = "en", *, known: bool = True) -> Block:
    """Return a table of players, each of whom may be the one who is asked."""
    asked = frozenset(panel.seat for panel in panels)
    block = lay_out_players(panels, asked, frozenset(), said(names, locale))(known=known)
    assert faults(block) == []
    return block


@FOR_EVERY_LANGUAGE
@pytest.mark.parametrize("size", range(len(FIGURES) + 1))
def test_name_of_twelve_letters_is_whole(size: int, locale: str) -> None:
    """The widest one, with every combination of columns and every mark: a column gives way before a name does.

    At a table of two and of five, all of whom may have as wide a name; at the end, too.
    """
    points, names = figures(["points"]), [WIDEST] * 5
    for keys in combinations(FIGURES, size):
        panels = [Panel(Seat(0), MARKS, figures(keys)), Panel(Seat(1), (), figures(keys[:1]))]
        labels = texts(players(panels, (WIDEST, "Bo"), locale))
        assert WIDEST in labels
        assert labels.count("17") == size + len(keys[:1])
        assert ELLIPSIS not in "".join(labels)

        panels = [Panel(Seat(seat), MARKS[seat % 2 :], figures(keys)) for seat in range(5)]
        assert texts(players(panels, names, locale)).count(WIDEST) == 5
        scene = Scene(text("Over"), "over", panels=tuple(replace(panel, facts=points) for panel in panels))
        assert texts(standings(scene, [1] * 5, said(names, locale), DRAFTS[0])).count(WIDEST) == 5


def test_column_is_drawn_where_it_tells_something() -> None:
    """Not where everybody has nothing, but for the first one, which counts most.

    A figure without a column is told below the name: the least telling ones go first, and nothing is lost.
    """
    hand, paid = (Fact(say(f"fortheking-fact-{key}"), 0) for key in ("hand", "discarded"))
    for value in range(2):
        ann, bo = Panel(Seat(0), (), (hand, paid)), Panel(Seat(1), (), (hand, replace(paid, value=value)))
        labels = " ".join(texts(players([ann, bo], ("Ann", "Bo"), known=False)))
        assert "Cards in hand" in labels
        assert ("paid" in labels) == bool(value)
    block = players([Panel(Seat(0), (), figures(FIGURES))], (WIDEST,), known=False)
    below = {label.text: y for _, y, label in block.labels}
    assert below["Bid"] < below[WIDEST] < below["Cards lost unseen"]


@FOR_EVERY_LANGUAGE
def test_no_letter_means_two_things(locale: str) -> None:
    """Offices have shield and name; only cards have letters, whose use is said beside them."""
    spoken = PictureLocalizer(language(locale))
    assert [kind for kind in kinds(GAMES["fortheking"].telling.glossary) if spoken.letter(kind.emblem)] == []
    frame = auction_table([["military-B", "gold-1"], ["gold-2"]], ["military-A"]).match.frame(Seat(0))
    order = table_picture(frame, TITLE, localizer(2, locale))
    assert spoken.key("fortheking-letters") in " ".join(texts(drawn(order)))


def lain(count: int, under: int = 0) -> Block:
    """Return the drawn queue of so many face-down cards, each on top of others."""
    places = [Place(text(""), "unknown", seat=Seat(0), top=None, under=(None,) * under)] * count
    return queue(places, said(("Ann",), "en"))


@pytest.mark.parametrize("count", [1, 2, PER_LINE, PER_LINE + 1, 3 * PER_LINE, 20])
def test_neighbours_hang_on_one_string_across_the_ends_of_lines(count: int) -> None:
    """An arrow leads into each line but the first, and the string runs from the end of the one above."""
    marks = [placed.mark for placed in lain(count).marks]
    pieces = [mark for mark in marks if isinstance(mark, Fill)]
    lines = -(-count // PER_LINE)
    assert marks.count(tip(TIP)) == lines - 1
    assert all(piece.colour == common("gold") and STRING in (piece.width, piece.height) for piece in pieces)
    assert sum(piece.width > INNER for piece in pieces) == lines - 1


def test_a_stack_shows_as_many_edges_as_it_has_cards_below() -> None:
    """Up to six; the number stands on the top card anyhow."""
    for under in range(1, 9):
        shown = lain(1, under)
        assert sum(is_edge(placed.mark) for placed in shown.marks) == min(under, MOST_EDGES)
        assert str(under + 1) in texts(shown)


DESKTOP = 350
"""How high Discord's desktop shows a picture, in CSS pixels."""

CROWDED = {"fortheking", "oriflamme"}
"""The games in which more people than the fewest have more cards that are known than a desktop shows."""

LEAST_LETTERS = 8.0
"""How high the smallest letters are at least, where a desktop shows a table as high as is good."""


def known(sight: Sight) -> set[str]:
    """Return what the cards are called that are known of players."""
    return {sight.voice.say(row.title) for panel in sight.frame.scene.panels for row in panel.rows if row.items}


def detailed(order: TablePicture) -> float:
    """Return how high a table is at least with the cards that are known of players."""
    lay_out = layouts(order, make_voice(order.localizer, order.scene.panels), alone=False)
    return min(lay_out(draft).height for draft in DRAFTS if draft.known)


@pytest.mark.slow
@EVERY_TABLE
def test_the_cards_known_of_players_go_before_a_table_is_small_on_a_desktop(game: AnyGame, seats: int) -> None:
    """They are drawn while there is room; the picture of the whole table has more of it, and the words all of them.

    So the smallest letter is legible on a table as high as is good, and at a beginning nearly as large as Discord's own
    small text.
    """
    left = Counter[float]()
    for sight in tables(game, seats, 20):
        for draw, good in ((table_picture, ASKING if sight.frame.asks else GOOD), (whole_picture, WHOLE)):
            order = draw(sight.frame, TITLE, sight.localizer)
            told = {*texts(drawn(order))}
            if sight.frame.outcome is None and not known(sight) <= told:
                assert detailed(order) > good
                left[good] += 1
            assert drawn(order).height <= good or not known(sight) & told
    begun = next(tables(game, seats)).sheet
    least = min(label.kind.size for _, _, label in begun.labels) * DESKTOP
    assert least / GOOD >= LEAST_LETTERS
    assert least / begun.height >= 11
    assert left[WHOLE] <= left[ASKING]
    assert left[ASKING] or game.key not in CROWDED or seats == game.seats[0]


@pytest.mark.parametrize("seats", GAMES["oriflamme"].seats)
def test_the_course_of_a_game_goes_before_its_end_is_small_on_a_desktop(seats: int) -> None:
    """It is in the words, and in the picture of the whole table; what is left is good in most games."""
    good = 0
    for number in range(6):
        frame = walk(GAMES["oriflamme"], seats, number)[0][-1].frame(None)
        (chart,) = frame.scene.charts
        title = make_voice(localizer(seats), frame.scene.panels).say(chart.title)
        shown = table_picture(frame, TITLE, localizer(seats))
        assert drawn(shown).height <= GOOD or title not in texts(drawn(shown))
        assert title in texts(drawn(whole_picture(frame, TITLE, localizer(seats))))
        good += drawn(shown).height <= GOOD
    assert good > 3
