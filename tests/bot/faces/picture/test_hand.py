"""The hand and the players as pictures: what a number stands beside."""

from __future__ import annotations

from bot.faces.picture.players import columns
from bot.faces.picture.requests import hand_picture
from bot.faces.picture.voice import voice
from bot.texts.fluent import language
from engine.scene import Fact, Panel, Seat, say
from tests.bot.faces.picture.sights import TITLE, speaker
from tests.engine.games.fortheking.table import P1, Hands, share_table

DRAWS = ["gold-3", "military-A", "military-B", "military-C"]


def said(hands: Hands) -> list[str]:
    """Return what the picture of the Adviser's own view says, in the order in which it is laid out."""
    order = hand_picture(share_table(3, DRAWS, hands=hands).match.frame(P1), TITLE, speaker(3))
    assert order is not None
    return [label.text for _, _, label in sorted(order.sheet().labels, key=lambda placed: placed[1])]


def words(key: str) -> str:
    """Return a text of the game."""
    return language("en").text(f"fortheking-row-{key}")


def test_the_sums_stand_beside_the_cards_that_they_are_about() -> None:
    """The card that was just drawn isn't in the personal deck yet."""
    told = said([["gold-1", "gold-2"], [], []])
    assert told.index(words("drawn")) < told.index(words("personal"))
    after = told[told.index(words("personal")) :]
    assert "3" in after
    assert told.count(words("sums")) == after.count(words("sums")) == 1


def test_without_a_deck_the_drawn_card_has_no_sum() -> None:
    """The sums of nothing stand by themselves."""
    told = said([[], [], []])
    assert told.index(words("drawn")) < told.index(words("personal")) < told.index(words("sums"))


def test_columns_keep_their_places_whoever_has_which() -> None:
    """The most telling first; the others in one order, however they are met."""
    hand, bid, paid = (
        Fact(say(key), 1) for key in ("fortheking-fact-hand", "fortheking-fact-own-bid", "fortheking-fact-discarded")
    )
    one = [Panel(Seat(0), facts=(hand, bid)), Panel(Seat(1), facts=(hand, paid))]
    other = [Panel(Seat(0), facts=(hand, paid)), Panel(Seat(1), facts=(hand, bid))]
    found = [columns(panels, voice(speaker(2), tuple(panels)))[0] for panels in (one, other)]
    assert found == [(hand.label, paid.label, bid.label)] * 2
