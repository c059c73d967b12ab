"""What a bidder reads: in the dialog and in private the card, the highest bid and the means; in public no means."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.faces import private_view
from bot.faces import story as tale
from bot.faces.answer_controls import Answers, number_dialog
from bot.faces.components import MODAL_LABEL, MODAL_TITLE, Style
from bot.faces.scene_text import stakes
from bot.texts.fluent import language
from engine.game import Naming
from engine.games.fortheking import FOR_THE_KING
from engine.games.fortheking.actions import Bid, Pay
from engine.scene import Text
from tests.bot.faces.gallery import sat
from tests.contract.walks import AnyMatch, walk
from tests.engine.games.fortheking.table import P1, P2, P3, PASS, auction_table
from tests.every import FOR_EVERY_LANGUAGE

PEOPLE = ("Ann", "Bo", "Cy", "Dana", "Eve")
NO_BREAK = "\u00a0"
HANDS = (["gold-2", "military-A"], ["gold-3", "gold-3", "gold-3"], ["gold-1"])


def answers(match: AnyMatch, locale: str = "en", *, public: bool = False) -> Answers:
    """Return what answers the only question of a match, as its seat or as everybody sees it."""
    table, localizer = sat(match, PEOPLE, locale)
    seat = match.deciding[0]
    ask = match.frame(None).asks[0] if public else match.frame(seat).mine
    assert ask is not None
    return Answers(table.id, ask, localizer)


def labels(match: AnyMatch, *, public: bool = False) -> list[str]:
    """Return what stands on the buttons."""
    return [str(part["label"]) for row in answers(match, public=public).rows for part in row]


def bidding(*bids: int, card: str = "military-B") -> AnyMatch:
    """Return an auction of a card after these bids."""
    table = auction_table(HANDS, [card])
    for seat, bid in zip((P1, P2, P3), bids, strict=False):
        table.do(seat, Bid(bid))
    return table.match


def in_words(match: AnyMatch) -> str:
    """Return what the only question of a match is about, as its seat reads it."""
    table, localizer = sat(match, PEOPLE)
    page = private_view.private_page(table, match.frame(match.deciding[0]), (), localizer)
    return "\n".join(page.words).replace(NO_BREAK, " ")


def dialog(match: AnyMatch) -> tuple[str, str]:
    """Return the title of the dialog and its label, with plain spaces."""
    made = number_dialog(answers(match))
    return made["title"].replace(NO_BREAK, " "), made["components"][0]["label"].replace(NO_BREAK, " ")


def test_the_dialog_names_the_card_the_highest_bid_and_the_gold_in_hand() -> None:
    """Title and label; cards are counted where gold is sold, for they pay for it, whatever they are (F27)."""
    assert dialog(bidding()) == ("Your bid for Military 1 (B)", "From 1 to 99. You hold 2 gold.")
    assert dialog(bidding(3)) == ("Your bid for Military 1 (B)", "More than 3, up to 99. You hold 9 gold.")
    told = "Your bid for Gold 1", "More than 1, up to 99. You hold 3 cards."
    assert dialog(bidding(1, card="gold-1")) == told


def test_the_numbers_in_private_mean_something_to_the_bidder() -> None:
    """Just enough, the usual, all that there is; in public they are those that come next, whoever is asked."""
    match = bidding(3)
    assert labels(match)[:4] == ["4 (enough)", "5", "6", "9 (all)"]
    assert labels(match, public=True)[:3] == ["4", "5", "6"]
    beyond = bidding(2, 3)
    assert labels(beyond)[0] == "4 (more than you hold)"
    assert labels(beyond, public=True)[:3] == ["4", "5", "6"]
    table = auction_table(HANDS, ["military-B", "military-C"])
    for seat, bid in ((P1, 1), (P2, 4)):
        table.do(seat, Bid(bid))
    for seat in (P3, P1):
        table.do(seat, PASS)
    for _ in range(2):
        table.do(P2, Pay(3))
    assert labels(table.match)[:4] == ["1", "2", "3 (all)", "Another number…"]


def test_a_bidder_sees_what_the_bid_is_about() -> None:
    """The duties, the own sum, the least of others, and the own hand with its gold; nobody else sees any of it.

    The means are told where cards are paid: their number can't be seen in the sums of a hand, as for gold it can; and
    a King has no worth besides.
    """
    match = bidding(2, 3)
    assert "You hold: 2 · You can pay: 2" in in_words(bidding(card="gold-2"))
    assert in_words(bidding(card="king-minus1")).count("-# ") == len(["phase", "hand"])
    assert "Duties worth: 3/1 · You hold: 0\n-# **Your hand:** 🪙 Gold 1" in in_words(match)
    for viewer in (None, P1, P2):
        assert all(not ask.stakes for ask in match.frame(viewer).asks)
    table, localizer = sat(match, PEOPLE)
    assert "hold" not in tale.post(table, match.frame(None), [], (), localizer).content


def test_of_others_a_bidder_reads_the_least_that_they_hold() -> None:
    """What all saw them take, the most of it first; what they have in secret counts for nothing."""
    table = auction_table([["military-H"], ["military-I", "gold-1"], ["military-A"]], ["military-B"])
    table.state.players[P2].taken.append("military-I")
    table.state.players[P3].taken.append("military-A")
    match = table.match
    mine = match.frame(match.deciding[0]).mine
    assert mine is not None
    localizer = sat(match, PEOPLE)[1]
    assert "Others at least: **Bo** 2 and **Cy** 1" in stakes(mine, match.frame(P1).scene, localizer).replace(
        NO_BREAK, " "
    )


@pytest.mark.slow
@FOR_EVERY_LANGUAGE
def test_no_dialog_is_cut(locale: str) -> None:
    """All that it says fits into what Discord shows, for every card and every bid."""
    said, met = language(locale), 0
    for naming in namings():
        title, label = said.say(naming.title), said.say(naming.label)
        assert len(title) <= MODAL_TITLE, title
        assert len(label) <= MODAL_LABEL, label
        met += 1
    assert met > 100


def namings() -> Iterator[Naming]:
    """Yield what dialogs say in some whole games, at their longest."""
    for seats in FOR_THE_KING.seats:
        for match in walk(FOR_THE_KING, seats, seats)[0]:
            mine = match.frame(match.deciding[0]).mine if match.deciding else None
            if mine and (naming := mine.naming):
                facts = tuple((name, _longest(value)) for name, value in naming.label.facts)
                yield Naming(naming.title, Text(naming.label.key, facts), naming.covered, naming.beyond)


def _longest(value: object) -> int:
    assert isinstance(value, int)
    return 99


@FOR_EVERY_LANGUAGE
@pytest.mark.parametrize("bids", [(), (2, 3)])
def test_no_answer_stands_out_as_if_it_were_advised(bids: tuple[int, ...], locale: str) -> None:
    """Neither a number, above one's means or not, nor to pass."""
    parts = [part for row in answers(bidding(*bids), locale).rows for part in row]
    assert {part["style"] for part in parts} == {Style.SECONDARY}
