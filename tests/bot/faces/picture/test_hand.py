"""The hand and the players as pictures: what a number stands beside."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest
from fluent.runtime import FluentBundle, FluentResource

from bot.faces.picture.alt import describe
from bot.faces.picture.players import columns
from bot.faces.picture.rendering import sheet_of
from bot.faces.picture.requests import HandPicture, hand_picture
from bot.faces.picture.text import make_voice
from bot.faces.scene_text import Localizer, row
from bot.texts.fluent import Language, language
from bot.texts.names import People
from engine.game import AnyGame
from engine.scene import Fact, Panel, Seat, say
from tests.bot.faces.picture.sights import EVERY_TABLE, TITLE, hands, localizer
from tests.engine.games.fortheking.table import P1, Hands, share_table

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


def said(hands: Hands) -> list[str]:
    """Return what it says, in the order in which it is laid out."""
    return [label.text for _, _, label in sorted(sheet_of(asked(hands)).labels, key=lambda placed: placed[1])]


def words(key: str) -> str:
    """Return a text of the game."""
    return language("en").text(f"fortheking-{key}")


def middles(order: HandPicture) -> dict[str, float]:
    """Return how far down the middle of each text stands, of several equal ones the last."""
    return {label.text: y + label.height / 2 for _, y, label in sheet_of(order).labels}


def test_the_sums_stand_beside_the_cards_that_they_are_about() -> None:
    """The card that was just drawn isn't in the personal deck yet; where it stands alone nothing has a sum."""
    told = said([["gold-1", "gold-2"], [], []])
    assert told.index(words("row-drawn")) < told.index(words("row-personal"))
    after = told[told.index(words("row-personal")) :]
    assert "3" in after
    assert told.count(words("fact-total")) == after.count(words("fact-total")) == 1
    alone = said([[], [], []])
    assert alone.index(words("row-drawn")) < alone.index(words("row-personal"))
    assert words("fact-total") not in alone


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
    gold = next(line for line in block.split("\n") if "Gold 1" in line)
    assert "Gold 2" in gold
    assert gold.endswith("In total: 3")
    assert re.search(r"In total: [^.]*Gold: 3[.;]", describe(order))


@EVERY_TABLE
def test_a_sorted_row_holds_each_card_once(game: AnyGame, seats: int) -> None:
    """Whatever is sorted is shown from the groups alone."""
    for sight in hands(game, seats):
        for each in sight.frame.scene.hand:
            if each.groups:
                assert each.items == tuple(card for group in each.groups for card in group.cards)


def test_columns_keep_their_places_whoever_has_which() -> None:
    """The most telling first; the others in one order, however they are met."""
    hand, bid, paid = (
        Fact(say(key), 1) for key in ("fortheking-fact-hand", "fortheking-fact-own-bid", "fortheking-fact-discarded")
    )
    one = [Panel(Seat(0), facts=(hand, bid)), Panel(Seat(1), facts=(hand, paid))]
    other = [Panel(Seat(0), facts=(hand, paid)), Panel(Seat(1), facts=(hand, bid))]
    found = [columns(panels, make_voice(localizer(2), tuple(panels)))[0] for panels in (one, other)]
    assert found == [(hand.label, paid.label, bid.label)] * 2
