"""What is read aloud in the place of a picture; and of the hand, what a number stands beside."""

from __future__ import annotations

import re
from dataclasses import fields, replace

import pytest
from fluent.runtime import FluentBundle, FluentResource

from bot.faces.components import ALT_TEXT
from bot.faces.picture import alt
from bot.faces.picture.alt import Sentence, describe, shorten
from bot.faces.picture.players import columns
from bot.faces.picture.requests import HandPicture, hand_picture, table_picture
from bot.faces.picture.text import make_voice
from bot.faces.scene_text import Localizer, row
from bot.texts.fluent import Language, language
from bot.texts.names import People
from engine.game import AnyGame
from engine.games import GAMES
from engine.scene import Fact, Panel, Seat, say
from tests.bot.faces.picture.sights import (
    EVERY_TABLE,
    NAMES,
    TABLES,
    TITLE,
    drawn,
    hands,
    localizer,
    positions,
    tables,
    texts,
)
from tests.bot.represented import EVERY_LANGUAGE
from tests.contract.walks import MOST_MOVES, sample, walk
from tests.engine.games.fortheking.scenarios import P1, Hands, share_table

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
        assert len(text) <= ALT_TEXT
        assert not re.search(r"[*`\n]|-#", text)
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
            assert turn in texts(drawn(order))


def test_an_alt_text_keeps_names_as_they_are_and_leaves_out_all_other_symbols() -> None:
    """A screen reader would spell them out; a name is somebody's own."""
    names = ("a*b 😀", "`x`", "\u05e9\u05dc", "Dora")
    frame = positions(GAMES["oriflamme"], 4)[-1].frame(None)
    text = describe(table_picture(frame, TITLE, localizer(4, "en", names)))
    for name in ("a*b 😀", "`x`", "\u2068\u05e9\u05dc\u2069"):
        assert name in text
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
        for panel in frame.scene.panels:
            for fact in panel.facts[:1]:
                figure = spaced(speaks.label(say("fact", label=fact.label, value=fact.value)))
                assert re.search(f"{re.escape(LONG[panel.seat])}: ([^.]+; )?{re.escape(figure)}[.;]", text)


def test_at_the_end_everybody_is_told_by_place_right_after_the_winner() -> None:
    """Whoever hears no more than the beginning knows how it went."""
    for game, seats in TABLES:
        frame = positions(game, seats)[-1].frame(None)
        text = describe(table_picture(frame, TITLE, localizer(seats)))
        assert frame.outcome
        told = sorted((text.index(f" {NAMES[seat]}: "), place) for seat, place in enumerate(frame.outcome.places))
        assert [place for _, place in told] == sorted(frame.outcome.places)
        assert told[-1][0] < 500


def test_what_does_not_fit_is_left_out() -> None:
    """As a whole, since half a fact can say the opposite; of what can be said at length, what takes least room is."""
    text = alt.cut(["a" * 1000, "b" * 50, "c"])
    assert text == "a" * 1000 + "."
    assert alt.cut(["One", "Two?", ""]) == "One. Two?"
    said = [Sentence("One", "One: 1"), Sentence("Two", "Two: 22222")]
    assert shorten(said, [(said, 0), (said, 1)], 12) == "One: 1. Two."
    said = [Sentence("A" * 20), Sentence("B")]
    assert shorten(said, [(said, 0)], 12) == ""


DRAWS = ["gold-3", "military-A", "military-B", "military-C"]
HANDS: Hands = [["gold-1", "gold-2", "military-I"], [], []]
ELSEWHERE = """
fortheking-card-government = { $letter }{ $value } of the { $office }
fortheking-card-gold = { $value } pieces
"""
"""Words in which no card is called as its group is."""


class Elsewhere(HandPicture):
    """A hand in a language that names cards in another order than English does."""

    @property
    def localizer(self) -> Localizer:
        """Who says the texts of the picture."""
        bundle = FluentBundle(["en"], use_isolating=False)
        bundle.add_resource(FluentResource(ELSEWHERE))
        return Localizer(Language("xx", (bundle, *language("en").bundles)), People((), self.names))


def asked(hands: Hands) -> HandPicture:
    """Return the picture of the Adviser's own view."""
    order = hand_picture(share_table(3, DRAWS, hands=hands).match.frame(P1), TITLE, localizer(3))
    assert order is not None
    return order


def words(key: str) -> str:
    """Return a text of the game."""
    return language("en").text(f"fortheking-{key}")


def middles(order: HandPicture) -> dict[str, float]:
    """Return how far down the middle of each text stands, of several equal ones the last."""
    return {label.text: y + label.height / 2 for _, y, label in drawn(order).labels}


def test_the_sums_stand_beside_the_cards_that_they_are_about() -> None:
    """The card that was just drawn isn't in the personal deck yet; where it stands alone nothing has a sum."""
    new, own, total = map(words, ("row-drawn", "row-personal", "fact-total"))
    order = asked([["gold-1", "gold-2"], [], []])
    told, alone = middles(order), middles(asked([[], [], []]))
    assert told[new] < told[own] <= told[total] < told["3"]
    assert texts(drawn(order)).count(total) == 1
    assert alone[new] < alone[own]
    assert total not in alone


@pytest.mark.parametrize("kind", [HandPicture, Elsewhere])
def test_the_sums_stand_beside_their_cards_in_every_language(kind: type[HandPicture]) -> None:
    """The game says which cards belong together, not how their names begin."""
    order = asked(HANDS)
    found = middles(kind(*(getattr(order, field.name) for field in fields(order))))
    assert abs(found["Gold"] - found["3"]) < 1
    assert abs(found[words("fact-total")] - found[words("row-personal")]) < 15
    assert found[words("fact-total")] < found["Military"] < found["Gold"]


def test_words_tell_the_sums_with_their_cards() -> None:
    """Whoever wants no pictures reads the same; an alt text says them after the cards."""
    order = asked(HANDS)
    block = next(row(each, order.localizer) for each in order.rows if each.groups).replace("\u00a0", " ")
    assert re.search("Gold 1.*Gold 2.*In total: 3$", block, re.MULTILINE)
    assert re.search(r"In total: [^.]*Gold: 3[.;]", describe(order))


def test_columns_keep_their_places_whoever_has_which() -> None:
    """The most telling first; the others in one order, however they are met."""
    hand, bid, paid = (Fact(say(f"fortheking-fact-{key}"), 1) for key in ("hand", "own-bid", "discarded"))
    for others in ((bid, paid), (paid, bid)):
        panels = tuple(Panel(Seat(seat), facts=(hand, other)) for seat, other in enumerate(others))
        found, *_ = columns(panels, make_voice(localizer(2), panels))
        assert found == (hand.label, paid.label, bid.label)
