"""The ways to answer: buttons, selects with pages, ready-made answers, numbers and the dialog.

And what a bidder reads: in the dialog and in private the card, the highest bid and the means; in public no means.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.faces import private_view
from bot.faces import story as tale
from bot.faces.answer_controls import MOST_BUTTONS, MOST_LETTERS, READY_NUMBERS, Answers, Progress, number_dialog
from bot.faces.components import (
    LARGEST_PACKED,
    MODAL_LABEL,
    MODAL_TITLE,
    MOST_PACKED,
    OPTIONS,
    Kind,
    Part,
    Parts,
    Style,
    pack_numbers,
    parse_custom_id,
    unpack_numbers,
)
from bot.faces.scene_text import Localizer, stakes
from bot.storage.records import TableId
from bot.texts.fluent import language
from bot.texts.names import People
from engine.asking import Suggestion
from engine.game import Naming, Option
from engine.games.fortheking import FOR_THE_KING
from engine.games.fortheking.actions import Bid, Pay
from engine.match import Ask, Choice
from engine.scene import Seat, Text, say
from tests.bot.faces.gallery import sat
from tests.bot.limits import problems
from tests.contract.walks import AnyMatch, walk
from tests.engine.games.fortheking.table import P1, P2, P3, PASS, auction_table
from tests.every import FOR_EVERY_LANGUAGE

SPEAKER = Localizer(language("en"), People((11, 12), ("Ann", "Bo")))
PROMPT = say("hand-empty")


def card(number: int) -> Text:
    """Return the name of a card."""
    return say("value", value=f"card {number}")


def cards(count: int, **more: Any) -> list[Option]:
    """Return so many cards to choose from; `more` is said of each."""
    return [Option(card(number), **more) for number in range(count)]


def amounts(low: int, high: int) -> list[Option]:
    """Return the numbers from one to another to choose from."""
    return [Option(card(amount), amount=amount) for amount in range(low, high + 1)]


def ask(*options: Option, least: int = 1, most: int = 1, offers: int = 0) -> Ask:
    """Return a question with these choices."""
    choices = tuple(Choice(number, option) for number, option in enumerate(options))
    made = tuple(Suggestion(card(number)) for number in range(offers))
    return Ask(
        Seat(1), PROMPT, PROMPT, open=False, question="7e", at_least=least, at_most=most, choices=choices, offers=made
    )


def rows(question: Ask, page: int = 0) -> list[Parts]:
    """Return the rows of a question."""
    return Answers(TableId(3), question, SPEAKER, Progress(page)).rows


def parts_of(rows: Iterable[Parts], kind: Kind | None = None) -> list[Part]:
    """Return what stands in some rows, all of it or of one kind."""
    return [part for row in rows for part in row if kind in {None, part["type"]}]


def only_select(question: Ask, page: int = 0) -> Part:
    """Return the select that a question is answered with."""
    (found,) = parts_of(rows(question, page), Kind.SELECT)
    return found


def span(menu: Part) -> tuple[int, int]:
    """Return how few and how many can be picked in a select."""
    return menu["min_values"], menu["max_values"]


def values(*menus: Part) -> list[str]:
    """Return what can be picked in some selects."""
    return [option["value"] for menu in menus for option in menu["options"]]


def ids(question: Ask, page: int = 0) -> list[str]:
    """Return the custom_ids of a question's buttons."""
    return [str(part["custom_id"]) for part in parts_of(rows(question, page), Kind.BUTTON)]


def test_few_choices_are_buttons_and_many_a_select() -> None:
    """The id holds the table, the seat, the question and the choice; as many are picked as are asked for."""
    question = ask(*cards(MOST_BUTTONS))
    assert ids(question) == [f"move:3:1:7e:{number}" for number in range(MOST_BUTTONS)]
    assert [len(row) for row in rows(question)] == [5, 2]
    menu = only_select(ask(*cards(MOST_BUTTONS + 1)))
    assert (span(menu), len(menu["options"]), menu["custom_id"]) == ((1, 1), MOST_BUTTONS + 1, "pick:3:1:7e:0")
    assert span(only_select(ask(*cards(6), least=2, most=4))) == (2, 4)


def test_equal_cards_can_be_picked_as_often_as_one_has_them() -> None:
    """Each copy has a value and a label of its own."""
    menu = only_select(ask(Option(card(0), times=3), Option(card(1)), most=4))
    assert values(menu) == ["0.0", "0.1", "0.2", "1.0"]
    assert len({option["label"] for option in menu["options"]}) == 4
    assert menu["options"][3]["label"] == "card 1"


def test_more_cards_than_a_select_holds_have_pages() -> None:
    """More than 25 cards; a copy is on one page only, and the last page leads back to the first."""
    question = ask(*cards(14, times=2), least=3, most=5)
    first, second = only_select(question, 0), only_select(question, 1)
    assert [len(menu["options"]) for menu in (first, second)] == [OPTIONS, 3]
    assert values(first, second) == [f"{number}.{copy}" for number in range(14) for copy in range(2)]
    assert [ids(question, page) for page in (0, 1)] == [["page:3:1:7e:1"], ["page:3:1:7e:0"]]
    assert (span(first), span(second)) == ((1, 5), (1, 3))
    assert values(only_select(question, 99)) == ["12.1", "13.0", "13.1"]
    assert len({menu["custom_id"] for menu in (first, second)}) == 2


def test_ready_made_answers_come_first() -> None:
    """The cheapest payments are one click."""
    question = ask(*cards(3), most=3, offers=3)
    assert ids(question) == [f"offer:3:1:7e:{number}" for number in range(3)]
    assert rows(question)[1][0]["type"] is Kind.SELECT


def test_the_first_numbers_are_buttons_and_a_dialog_takes_the_others() -> None:
    """Bids beyond the ready buttons; passing is a button of its own."""
    numbers = amounts(5, 99)
    question = ask(*numbers, Option(card(0)))
    ready = [f"move:3:1:7e:{number}" for number in range(READY_NUMBERS)]
    assert ids(question) == [*ready, "dialog:3:1:7e", "move:3:1:7e:95"]
    assert "dialog" not in str(ids(ask(*numbers[-READY_NUMBERS:], Option(card(0)))))


def test_the_numbers_that_mean_something_to_who_is_asked_are_buttons() -> None:
    """With what they mean, or that they are beyond the means; nothing of it changes the ids of the numbers."""
    naming = Naming(
        PROMPT, PROMPT, 9, say("fortheking-bid-beyond"), ((1, None), (9, say("fortheking-ready-held")), (12, None))
    )
    question = replace(ask(*amounts(0, 99)), naming=naming)
    assert ids(question) == ["move:3:1:7e:1", "move:3:1:7e:9", "move:3:1:7e:12", "dialog:3:1:7e"]
    labels = [part["label"] for part in parts_of(rows(question))]
    assert labels[:3] == ["card 1", "card 9 (all)", "card 12 (more than you hold)"]


def test_choices_under_several_marks_are_a_list_each() -> None:
    """Under one mark alone they are buttons; the numbers of the choices are the same.

    Those without a mark stay buttons beside a list, which the others are where all would be a tower of buttons.
    """
    marks = say("fortheking-under-raise"), say("fortheking-under-lower")
    several = ask(*(Option(card(number), under=marks[number // 3]) for number in range(6)))
    lists = parts_of(rows(several))
    assert [part["placeholder"] for part in lists] == ["▲ Raise by 1…", "▼ Lower by 1…"]
    assert [values(part) for part in lists] == [["0.0", "1.0", "2.0"], ["3.0", "4.0", "5.0"]]
    assert len({part["custom_id"] for part in lists}) == 2
    assert len(ids(ask(*cards(3, under=marks[0])))) == 3
    on = say("oriflamme-under-on")
    mixed = ask(*(Option(card(number), under=on if number > 1 else None) for number in range(MOST_BUTTONS + 1)))
    assert ids(mixed) == ["move:3:1:7e:0", "move:3:1:7e:1"]
    assert only_select(mixed)["placeholder"] == "On a card…"
    assert len(ids(ask(*(Option(card(number), under=on if number else None) for number in range(3))))) == 3


def test_choices_with_long_names_are_a_list() -> None:
    """A tower of buttons would push the question off the screen."""
    long = [Option(say("value", value="x" * (MOST_LETTERS // 4))) for _ in range(5)]
    assert len(ids(ask(*long[:4]))) == 4
    assert only_select(ask(*long))["type"] is Kind.SELECT


def test_the_dialog_names_the_lowest_and_the_highest_number() -> None:
    """It is sent as Discord takes it."""
    question = ask(*amounts(5, 99), Option(card(0)))
    dialog = number_dialog(Answers(TableId(3), question, SPEAKER))
    (label,) = dialog["components"]
    assert {"5", "99"} <= {*re.findall(r"\d+", label["label"])}
    assert (dialog["custom_id"], problems(dialog)) == ("number:3:1:7e", [])


def in_order(most: int, picked: tuple[int, ...], *options: Option, page: int = 0) -> Answers:
    """Return what answers a question whose picks count in their order, after these."""
    return Answers(TableId(3), replace(ask(*options, most=most), ordered=True), SPEAKER, Progress(page, picked))


def pressed(answers: Answers) -> list[str]:
    """Return the custom_ids of everything that can be pressed or picked."""
    return [str(part["custom_id"]) for part in parts_of(answers.rows)]


def test_where_the_order_counts_each_id_holds_what_will_have_been_picked() -> None:
    """What was picked often enough can't be picked again; the last two play it or begin anew."""
    assert pressed(in_order(1, (), Option(card(0)))) == ["move:3:1:7e:0"], "a press plays it"
    options = Option(card(0)), Option(card(1), times=2), Option(card(2))
    first = [f"order:3:1:7e:{pack_numbers([number])}" for number in range(3)]
    assert pressed(in_order(3, (), *options)) == first
    more = [f"order:3:1:7e:{pack_numbers([1, 0, number])}" for number in (1, 2)]
    last = [f"ordered:3:1:7e:{pack_numbers([1, 0])}", "order:3:1:7e"]
    assert [pressed(in_order(most, (1, 0), *options)) for most in (3, 2)] == [more + last, last]


def test_where_the_order_counts_of_many_choices_a_select_adds_one() -> None:
    """In pages, if it must be; what was picked goes along from page to page."""
    options = cards(40)
    first, second = in_order(9, (7, 3), *options), in_order(9, (7, 3), *options, page=1)
    word = pack_numbers([7, 3])
    rest = [f"ordered:3:1:7e:{word}", "order:3:1:7e"]
    assert pressed(first) == [f"order:3:1:7e:{word}", f"page:3:1:7e:1:{word}", *rest]
    assert pressed(second) == [f"order:3:1:7e:{word}", f"page:3:1:7e:0:{word}", *rest]
    menus = parts_of((*first.rows, *second.rows), Kind.SELECT)
    assert [span(menu) for menu in menus] == [(1, 1), (1, 1)]
    assert values(*menus) == [f"{number}.0" for number in range(40) if number not in {7, 3}]


def test_the_longest_order_fits_into_an_id() -> None:
    """At the table with the largest number, with the largest choices."""
    numbers = tuple(range(LARGEST_PACKED - MOST_PACKED + 1, LARGEST_PACKED + 1))
    choices = tuple(Choice(number, Option(card(number))) for number in numbers)
    question = Ask(
        Seat(7), PROMPT, PROMPT, open=False, question="7e00aa11bb22", at_most=99, ordered=True, choices=choices
    )
    answers = Answers(TableId((1 << 63) - 1), question, SPEAKER, Progress(9, numbers))
    assert answers.can_follow(numbers)
    assert not answers.can_follow((*numbers, numbers[0]))
    for custom_id in pressed(answers):
        found = parse_custom_id(custom_id)
        assert found is not None
        assert found.verb == "order" or unpack_numbers(found.words[-1]) == numbers


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
    return [str(part["label"]) for part in parts_of(answers(match, public=public).rows)]


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
    for match, card, label in (
        (bidding(), "Military 1 (B)", "From 1 to 99. You hold 2 gold."),
        (bidding(3), "Military 1 (B)", "More than 3, up to 99. You hold 9 gold."),
        (bidding(1, card="gold-1"), "Gold 1", "More than 1, up to 99. You hold 3 cards."),
    ):
        assert dialog(match) == (f"Your bid for {card}", label)


def test_the_numbers_in_private_mean_something_to_the_bidder() -> None:
    """Just enough, the usual, all that there is; in public they are those that come next, whoever is asked."""
    for match, own in ((bidding(3), ["4 (enough)", "5", "6", "9 (all)"]), (bidding(2, 3), ["4 (more than you hold)"])):
        assert labels(match)[: len(own)] == own
        assert labels(match, public=True)[:3] == ["4", "5", "6"]
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
    assert {part["style"] for part in parts_of(answers(bidding(*bids), locale).rows)} == {Style.SECONDARY}
