"""What is read on a phone: letters large enough, names whole, nothing that says nothing, signs that mean one thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.faces.picture.card_queue import MOST_EDGES, PER_LINE, STRING, TIP, queue
from bot.faces.picture.colours import common
from bot.faces.picture.font import ELLIPSIS
from bot.faces.picture.layout import INNER, Block, Fill
from bot.faces.picture.players import WHOLE, lay_out_players
from bot.faces.picture.requests import table_picture
from bot.faces.picture.sprites import tip
from bot.faces.picture.table import DRAFTS, standings
from bot.faces.picture.text import PictureLocalizer, make_voice
from bot.faces.scene_text import Localizer
from bot.texts.fluent import language, locales
from bot.texts.names import People
from engine.games import GAMES
from engine.scene import Card, Fact, Panel, Place, Scene, Seat, say
from tests.bot.faces.picture.sights import TITLE, drawn, localizer
from tests.bot.faces.picture.test_any_game import text
from tests.bot.faces.picture.test_layout import faults
from tests.bot.faces.picture.test_truth import is_edge
from tests.engine.games.fortheking.table import auction_table
from tests.every import FOR_EVERY_LANGUAGE

WIDEST = "W" * WHOLE
LETTERS = st.text("aeinrstWMШЖїґJo ", min_size=1, max_size=WHOLE).map(str.strip).filter(bool)
MARKS = (say("fortheking-mark-began"), say("fortheking-mark-highest"), say("fortheking-mark-out", amount=12))
FIGURES = ("hand", "own-bid", "discarded", "lost")
"""The figures of a player in an auction, as they are told."""


def figures(keys: Sequence[str]) -> tuple[Fact, ...]:
    """Return these figures, each of two digits."""
    return tuple(Fact(say(f"fortheking-fact-{key}"), 17) for key in keys)


def said(names: Sequence[str], locale: str) -> PictureLocalizer:
    """Return what a picture says of people with these names."""
    return make_voice(Localizer(language(locale), People(tuple(range(len(names))), tuple(names))))


def shown_names(panels: Sequence[Panel], names: Sequence[str], locale: str, *, detailed: bool) -> list[str]:
    """Return all that a table of players says, each of whom may be the one who is asked."""
    spoken = said(names, locale)
    asked = frozenset(panel.seat for panel in panels)
    block = lay_out_players(panels, asked, frozenset(), spoken)(known=detailed)
    assert faults(block) == []
    return [label.text for _, _, label in block.labels]


@FOR_EVERY_LANGUAGE
@pytest.mark.parametrize("size", range(1, len(FIGURES) + 1))
def test_a_name_of_twelve_letters_is_whole_whatever_columns_there_are(size: int, locale: str) -> None:
    """The widest one, with every combination of columns and every mark: a column gives way before a name does."""
    for keys in combinations(FIGURES, size):
        panels = [Panel(Seat(0), MARKS, figures(keys)), Panel(Seat(1), (), figures(keys[:1]))]
        labels = shown_names(panels, (WIDEST, "Bo"), locale, detailed=True)
        assert WIDEST in labels
        assert Counter(labels)["17"] == size + 1
        assert not any(ELLIPSIS in label for label in labels)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(names=st.lists(LETTERS, min_size=2, max_size=5), drawn=st.data())
def test_names_are_whole_in_any_table_of_players(names: list[str], drawn: st.DataObject) -> None:
    """Any names, any figures, any marks; at the end, too."""
    locale = drawn.draw(st.sampled_from(locales()))
    panels = [
        Panel(
            Seat(seat),
            tuple(drawn.draw(st.lists(st.sampled_from(MARKS), unique=True, max_size=3))),
            figures(drawn.draw(st.lists(st.sampled_from(FIGURES), unique=True, max_size=4))),
        )
        for seat, _ in enumerate(names)
    ]
    wanted = Counter(said(names, locale).names)
    assert not wanted - Counter(shown_names(panels, names, locale, detailed=True))
    points = (Fact(say("fortheking-fact-points"), 17),)
    scene = Scene(text("Over"), "over", panels=tuple(replace(panel, facts=points) for panel in panels))
    ranked = standings(scene, [1] * len(names), said(names, locale), DRAFTS[0])
    assert not wanted - Counter(label.text for _, _, label in ranked.labels)


def test_a_figure_without_a_column_is_told_below_the_name() -> None:
    """The least telling ones go first, and nothing is lost."""
    panels = [Panel(Seat(0), (), figures(FIGURES))]
    spoken = said((WIDEST,), "en")
    block = lay_out_players(panels, frozenset({Seat(0)}), frozenset(), spoken)(known=False)
    below = {label.text: y for _, y, label in block.labels}
    assert below["Cards lost unseen"] > below[WIDEST]
    assert below["Bid"] < below[WIDEST]


def test_a_column_where_everybody_has_nothing_is_not_drawn() -> None:
    """The first one stays: it is what counts most."""

    def zero(key: str, *values: int) -> list[Panel]:
        rest = (Fact(say("fortheking-fact-hand"), 0),)
        return [
            Panel(Seat(seat), (), (*rest, Fact(say(f"fortheking-fact-{key}"), value)))
            for seat, value in enumerate(values)
        ]

    labels = shown_names(zero("discarded", 0, 0), ("Ann", "Bo"), "en", detailed=False)
    assert "Cards in hand" in " ".join(labels)
    assert "paid" not in " ".join(labels)
    assert "paid" in " ".join(shown_names(zero("discarded", 0, 1), ("Ann", "Bo"), "en", detailed=False))


@FOR_EVERY_LANGUAGE
def test_no_letter_means_two_things(locale: str) -> None:
    """Offices have shield and name; only cards have letters, whose use is said beside them."""
    game = GAMES["fortheking"]
    spoken = PictureLocalizer(language(locale))
    emblems = {item.emblem for row in game.telling.glossary for item in row.items if isinstance(item, Card)}
    assert [emblem for emblem in emblems if spoken.letter(emblem)] == []
    table = auction_table([["military-B", "gold-1"], ["gold-2"]], ["military-A"])
    frame = table.match.frame(Seat(0))
    legend = spoken.key("fortheking-letters")
    order = table_picture(frame, TITLE, localizer(2, locale))
    assert legend in " ".join(label.text for _, _, label in drawn(order).labels)


def places(count: int, under: int = 0) -> list[Place]:
    """Return a queue of so many face-down cards, the first on top of others."""
    return [
        Place(text(""), "unknown", seat=Seat(0), top=None, under=(None,) * under if number == 0 else ())
        for number in range(count)
    ]


def strung(count: int) -> tuple[Block, list[Fill]]:
    """Return a drawn queue and the pieces of its string."""
    shown = queue(places(count), said(("Ann",), "en"))
    return shown, [placed.mark for placed in shown.marks if isinstance(placed.mark, Fill)]


@pytest.mark.parametrize("count", [1, 2, PER_LINE, PER_LINE + 1, 3 * PER_LINE, 20])
def test_neighbours_hang_on_one_string_across_the_ends_of_lines(count: int) -> None:
    """An arrow leads into each line but the first, and the string runs from the end of the one above."""
    shown, pieces = strung(count)
    lines = -(-count // PER_LINE)
    arrows = sorted(placed.y for placed in shown.marks if placed.mark == tip(TIP))
    assert len(arrows) == lines - 1
    assert all(piece.colour == common("gold") and STRING in (piece.width, piece.height) for piece in pieces)
    assert sum(piece.width > INNER for piece in pieces) == lines - 1


def test_a_stack_shows_as_many_edges_as_it_has_cards_below() -> None:
    """Up to six; the number stands on the top card anyhow."""
    for under in range(1, 9):
        shown = queue(places(1, under), said(("Ann",), "en"))
        assert sum(is_edge(placed.mark) for placed in shown.marks) == min(under, MOST_EDGES)
        assert str(under + 1) in [label.text for _, _, label in shown.labels]
