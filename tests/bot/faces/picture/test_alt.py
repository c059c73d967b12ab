"""What is read aloud in the place of a picture."""

from __future__ import annotations

import pytest

from bot.faces.limits import ALT_TEXT
from bot.faces.picture import alt
from bot.faces.picture.orders import table_picture
from engine.game import AnyGame
from engine.games import GAMES
from tests.bot.faces.picture.sights import TABLES, TITLE, hands, positions, speaker, tables


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_an_alt_text_is_whole_sentences_without_markdown(game: AnyGame, seats: int) -> None:
    """It is read aloud as it stands."""
    for sight in (*tables(game, seats), *hands(game, seats)):
        text = sight.order.alt
        assert 0 < len(text) <= ALT_TEXT
        assert not set("*`\n") & set(text)
        assert "-#" not in text
        assert text[-1] in ".?!"


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_an_alt_text_begins_with_whose_turn_it_is_or_who_won(game: AnyGame, seats: int) -> None:
    """Most important first: it may be cut, and it may be all that is heard."""
    for sight in tables(game, seats):
        outcome = sight.frame.outcome
        first = outcome.report[0] if outcome else sight.frame.asks[0].waiting
        said = " ".join(sight.speaker.label(first).split())
        assert sight.order.alt.startswith(said.removeprefix("🏆 "))


def test_an_alt_text_keeps_names_as_they_are_and_leaves_out_all_other_symbols() -> None:
    """A screen reader would spell them out; a name is somebody's own."""
    names = ("a*b 😀", "`x`", "\u05e9\u05dc", "Dora")
    frame = positions(GAMES["oriflamme"], 4)[-1].frame(None)
    text = table_picture(frame, TITLE, speaker(4, "en", names)).alt
    assert "a*b 😀" in text
    assert "`x`" in text
    assert "\u2068\u05e9\u05dc\u2069" in text
    assert not set("🏆🔴🔷🟩⭐") & set(text)


def test_an_alt_text_names_the_table_and_its_phase() -> None:
    """Several tables may run in one channel."""
    for game, seats in TABLES:
        for sight in tables(game, seats, 3):
            phase = " ".join(sight.speaker.label(sight.frame.scene.heading).split())
            assert f"{TITLE}: {phase}" in sight.order.alt


def test_what_does_not_fit_is_left_out_as_a_whole() -> None:
    """Half a fact can say the opposite."""
    text = alt.cut(["a" * 1000, "b" * 50, "c"])
    assert text == "a" * 1000 + "."
    assert alt.cut(["One", "Two?", ""]) == "One. Two?"
