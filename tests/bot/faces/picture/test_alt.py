"""What is read aloud in the place of a picture."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.faces.components import ALT_TEXT
from bot.faces.picture import alt
from bot.faces.picture.alt import Sentence, describe, shorten
from bot.faces.picture.rendering import sheet_of
from bot.faces.picture.requests import cards_picture, table_picture
from bot.texts.fluent import language
from engine.game import AnyGame
from engine.games import GAMES
from engine.scene import Card, Row, say
from tests.bot.faces.picture.sights import EVERY_TABLE, NAMES, TABLES, TITLE, hands, localizer, positions, tables
from tests.bot.represented import EVERY_LANGUAGE
from tests.contract.walks import MOST_MOVES, sample, walk
from tests.every import FOR_EVERY_LANGUAGE

LONG = tuple(f"{name} Jacqueline Ἀθηνᾶ-Marie de Saint-Exupéry"[:32] for name in NAMES)


def spaced(text: str) -> str:
    """Return a text with single spaces."""
    return " ".join(text.split())


@pytest.mark.slow
@EVERY_TABLE
def test_alt_text_is_whole_sentences_without_markdown(game: AnyGame, seats: int) -> None:
    """It is read aloud as it stands, and most important first, for it may be cut: whose turn it is, or who won.

    Then it names the table, of which several may run in one channel, and its phase. Whoever is asked reads so in
    private, instead of their name.
    """
    for sight in (*tables(game, seats), *hands(game, seats)):
        text = describe(sight.order)
        assert 0 < len(text) <= ALT_TEXT
        assert not set("*`\n") & set(text)
        assert "-#" not in text
        assert text[-1] in ".?!"

    for sight in tables(game, seats):
        outcome, text = sight.frame.outcome, describe(sight.order)
        first = outcome.report[0] if outcome else sight.frame.asks[0].waiting
        assert text.startswith(spaced(sight.localizer.label(first)).removeprefix("🏆 "))
        assert f"{TITLE}: {spaced(sight.localizer.label(sight.frame.scene.heading))}" in text
        for ask in sight.frame.asks[:1]:
            order = table_picture(replace(sight.frame, viewer=ask.seat), TITLE, sight.localizer)
            turn = sight.localizer.language.text("picture-your-turn")
            assert describe(order).startswith(turn)
            assert turn in [label.text for _, _, label in sheet_of(order).labels]


def test_an_alt_text_keeps_names_as_they_are_and_leaves_out_all_other_symbols() -> None:
    """A screen reader would spell them out; a name is somebody's own."""
    names = ("a*b 😀", "`x`", "\u05e9\u05dc", "Dora")
    frame = positions(GAMES["oriflamme"], 4)[-1].frame(None)
    text = describe(table_picture(frame, TITLE, localizer(4, "en", names)))
    assert "a*b 😀" in text
    assert "`x`" in text
    assert "\u2068\u05e9\u05dc\u2069" in text
    assert not set("🏆🔴🔷🟩⭐") & set(text)


@pytest.mark.slow
@EVERY_LANGUAGE
@EVERY_TABLE
@pytest.mark.parametrize("most", [60, pytest.param(MOST_MOVES, marks=pytest.mark.soak)])
def test_the_first_figure_of_every_player_is_always_told(game: AnyGame, seats: int, locale: str, most: int) -> None:
    """However long the names are and however much lies on the board; at the end of everybody, too."""
    speaks = localizer(seats, locale, LONG)
    for match in sample(walk(game, seats, seats)[0], most):
        frame = match.frame(None)
        text = describe(table_picture(frame, TITLE, speaks))
        for seat, fact in ((panel.seat, panel.facts[0]) for panel in frame.scene.panels if panel.facts):
            figure = spaced(speaks.label(say("fact", label=fact.label, value=fact.value)))
            assert re.search(f"{re.escape(LONG[seat])}: ([^.]+; )?{re.escape(figure)}[.;]", text)


def test_at_the_end_everybody_is_told_by_place_right_after_the_winner() -> None:
    """Whoever hears no more than the beginning knows how it went."""
    for game, seats in TABLES:
        match = positions(game, seats)[-1]
        frame = match.frame(None)
        text = describe(table_picture(frame, TITLE, localizer(seats)))
        places = frame.outcome.places if frame.outcome else ()
        told = sorted(frame.scene.panels, key=lambda panel: text.index(f" {NAMES[panel.seat]}: "))
        assert [places[panel.seat] for panel in told] == sorted(places)
        assert all(text.index(f" {NAMES[panel.seat]}: ") < 500 for panel in told)


@FOR_EVERY_LANGUAGE
def test_a_card_alone_is_named_and_several_have_their_title(locale: str) -> None:
    """What a card does is said by the message that has the picture."""
    speaks = language(locale)
    for game in GAMES.values():
        for row in game.telling.glossary:
            names = [spaced(speaks.say(item.name)) for item in row.items if isinstance(item, Card)]
            title = spaced(speaks.say(row.title))
            several = f"{title}: {'; '.join(names)}." if len(names) > 1 else f"{names[0]}."
            assert describe(cards_picture(row, speaks)) == several
            for item, name in zip(row.items, names, strict=True):
                assert describe(cards_picture(Row(row.title, (item,), row.empty), speaks)) == f"{name}."


def test_what_does_not_fit_is_left_out() -> None:
    """As a whole, since half a fact can say the opposite; of what can be said at length, what takes least room is."""
    text = alt.cut(["a" * 1000, "b" * 50, "c"])
    assert text == "a" * 1000 + "."
    assert alt.cut(["One", "Two?", ""]) == "One. Two?"
    brief, long = Sentence("One", "One: 1"), Sentence("Two", "Two: 22222")
    assert shorten([brief, long], [([brief, long], 0), ([brief, long], 1)], 12) == "One: 1. Two."
    first, last = Sentence("A" * 20), Sentence("B")
    assert shorten([first, last], [([first, last], 0)], 12) == ""
