"""The ways to answer: buttons, selects with pages, ready-made answers, numbers and the dialog.

And what a bidder reads: in the dialog and in private the card, the highest bid and the means; in public no means.
"""

from __future__ import annotations

import re
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
    Kind,
    Part,
    Style,
    pack_numbers,
    parse_custom_id,
    unpack_numbers,
)
from bot.storage.records import TableId
from bot.texts.fluent import language
from engine.asking import Suggestion
from engine.game import Naming, Option
from engine.games.fortheking import FOR_THE_KING
from engine.games.fortheking.actions import Pay
from engine.match import Ask, Choice
from engine.scene import Seat, Text, say
from tests.bot.faces.gallery import ask_of, sat
from tests.bot.faces.picture.sights import localizer
from tests.bot.limits import problems
from tests.contract.walks import AnyMatch, walk
from tests.engine.games.fortheking.scenarios import P1, P2, P3, auction_table
from tests.every import FOR_EVERY_LANGUAGE

SPEAKER = localizer(2)
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


def given(question: Ask, page: int = 0, picked: tuple[int, ...] = ()) -> Answers:
    """Return what answers a question at table 3."""
    return Answers(TableId(3), question, SPEAKER, Progress(page, picked))


def parts_of(answers: Answers, *kinds: Kind) -> list[Part]:
    """Return the buttons and selects of an answer, all or those of these kinds."""
    return [part for row in answers.rows for part in row if not kinds or part["type"] in kinds]


def only_select(question: Ask, page: int = 0, picked: tuple[int, ...] = ()) -> Part:
    """Return the select that a question is answered with."""
    (found,) = parts_of(given(question, page, picked), Kind.SELECT)
    return found


def span(menu: Part) -> tuple[int, int]:
    """Return how few and how many can be picked in a select."""
    return menu["min_values"], menu["max_values"]


def values(*menus: Part) -> list[str]:
    """Return what can be picked in some selects."""
    return [option["value"] for menu in menus for option in menu["options"]]


def pressed(answers: Answers, *kinds: Kind) -> list[str]:
    """Return the custom_ids of the buttons and selects of an answer."""
    return [str(part["custom_id"]) for part in parts_of(answers, *kinds)]


def ids(question: Ask, page: int = 0) -> list[str]:
    """Return the custom_ids of a question's buttons."""
    return pressed(given(question, page), Kind.BUTTON)


def test_few_choices_are_buttons_and_many_a_select() -> None:
    """The id holds the table, the seat, the question and the choice; as many are picked as are asked for.

    Long names are a list sooner: a tower of buttons would push the question off the screen.
    """
    question = ask(*cards(MOST_BUTTONS))
    assert ids(question) == [f"move:3:1:7e:{number}" for number in range(MOST_BUTTONS)]
    assert [len(row) for row in given(question).rows] == [5, 2]
    menu = only_select(ask(*cards(MOST_BUTTONS + 1)))
    assert (span(menu), len(menu["options"]), menu["custom_id"]) == ((1, 1), MOST_BUTTONS + 1, "pick:3:1:7e:0")
    assert span(only_select(ask(*cards(6), least=2, most=4))) == (2, 4)

    long = [Option(say("value", value="x" * (MOST_LETTERS // 4)))]
    assert len(ids(ask(*long * 4))) == 4
    assert only_select(ask(*long * 5))


def test_equal_cards_can_be_picked_as_often_as_one_has_them() -> None:
    """Each copy has a value and a label of its own."""
    menu = only_select(ask(Option(card(0), times=3), Option(card(1)), most=4))
    assert values(menu) == ["0.0", "0.1", "0.2", "1.0"]
    assert len({option["label"] for option in menu["options"]}) == 4
    assert menu["options"][3]["label"] == "card 1"


def test_more_cards_than_a_select_holds_have_pages() -> None:
    """More than 25 cards; a copy is on one page only, and the last page leads back to the first."""
    question = ask(*cards(14, times=2), least=3, most=5)
    first, second = only_select(question), only_select(question, 1)
    assert values(first, second) == [f"{number}.{copy}" for number in range(14) for copy in range(2)]
    assert values(second) == values(only_select(question, 99)) == ["12.1", "13.0", "13.1"]
    assert [ids(question, page) for page in (0, 1)] == [["page:3:1:7e:1"], ["page:3:1:7e:0"]]
    assert (span(first), span(second)) == ((1, 5), (1, 3))
    assert first["custom_id"] != second["custom_id"]


def test_ready_made_answers_come_first() -> None:
    """The cheapest payments are one click; of numbers the first ones are, others take a dialog, and to pass a button.

    The dialog names the lowest and the highest number, and is sent as Discord takes it.
    """
    offers = given(ask(*cards(3), most=3, offers=3))
    assert pressed(offers) == [*(f"offer:3:1:7e:{number}" for number in range(3)), "pick:3:1:7e:0"]

    numbers, off = amounts(5, 99), Option(card(0))
    ready = [f"move:3:1:7e:{number}" for number in range(READY_NUMBERS)]
    assert ids(ask(*numbers, off)) == [*ready, "dialog:3:1:7e", "move:3:1:7e:95"]
    assert "dialog" not in str(ids(ask(*numbers[-READY_NUMBERS:], off)))

    dialog = number_dialog(given(ask(*numbers, off)))
    (label,) = dialog["components"]
    assert {"5", "99"} <= {*re.findall(r"\d+", label["label"])}
    assert (dialog["custom_id"], problems(dialog)) == ("number:3:1:7e", [])


def test_the_numbers_that_mean_something_to_who_is_asked_are_buttons() -> None:
    """With what they mean, or that they are beyond the means; nothing of it changes the ids of the numbers."""
    naming = Naming(
        PROMPT, PROMPT, 9, say("fortheking-bid-beyond"), ((1, None), (9, say("fortheking-ready-held")), (12, None))
    )
    question = replace(ask(*amounts(0, 99)), naming=naming)
    assert ids(question) == ["move:3:1:7e:1", "move:3:1:7e:9", "move:3:1:7e:12", "dialog:3:1:7e"]
    labels = [part["label"] for part in parts_of(given(question))]
    assert labels[:3] == ["card 1", "card 9 (all)", "card 12 (more than you hold)"]


def under(*marks: Text | None) -> Ask:
    """Return a question whose choices stand under these marks."""
    return ask(*(Option(card(number), under=mark) for number, mark in enumerate(marks)))


def test_choices_under_several_marks_are_a_list_each() -> None:
    """Under one mark alone they are buttons; the numbers of the choices are the same.

    Those without a mark stay buttons beside a list, which the others are where all would be a tower of buttons.
    """
    up, down = say("fortheking-under-raise"), say("fortheking-under-lower")
    lists = parts_of(given(under(*[up] * 3, *[down] * 3)))
    assert [part["placeholder"] for part in lists] == ["▲ Raise by 1…", "▼ Lower by 1…"]
    assert [values(part) for part in lists] == [["0.0", "1.0", "2.0"], ["3.0", "4.0", "5.0"]]
    assert len({part["custom_id"] for part in lists}) == 2
    assert len(ids(under(up, up, up))) == 3
    on = say("oriflamme-under-on")
    mixed = under(None, None, *[on] * (MOST_BUTTONS - 1))
    assert ids(mixed) == ["move:3:1:7e:0", "move:3:1:7e:1"]
    assert only_select(mixed)["placeholder"] == "On a card…"
    assert len(ids(under(None, on, on))) == 3


def in_order(most: int, *options: Option) -> Ask:
    """Return a question whose picks count in their order."""
    return replace(ask(*options, most=most), ordered=True)


def test_where_the_order_counts_each_id_holds_what_will_have_been_picked() -> None:
    """What was picked often enough can't be picked again; the last two play it or begin anew."""
    assert pressed(given(in_order(1, Option(card(0))))) == ["move:3:1:7e:0"], "a press plays it"
    options = Option(card(0)), Option(card(1), times=2), Option(card(2))
    first = [f"order:3:1:7e:{pack_numbers([number])}" for number in range(3)]
    assert pressed(given(in_order(3, *options))) == first
    more = [f"order:3:1:7e:{pack_numbers([1, 0, number])}" for number in (1, 2)]
    last = [f"ordered:3:1:7e:{pack_numbers([1, 0])}", "order:3:1:7e"]
    assert [pressed(given(in_order(most, *options), picked=(1, 0))) for most in (3, 2)] == [more + last, last]


def test_where_the_order_counts_of_many_choices_a_select_adds_one() -> None:
    """In pages, if it must be; what was picked goes along from page to page."""
    question, picked, word = in_order(9, *cards(40)), (7, 3), pack_numbers([7, 3])
    for page, other in ((0, 1), (1, 0)):
        assert pressed(given(question, page, picked)) == [
            f"order:3:1:7e:{word}",
            f"page:3:1:7e:{other}:{word}",
            f"ordered:3:1:7e:{word}",
            "order:3:1:7e",
        ]
        assert span(only_select(question, page, picked)) == (1, 1)
    both = (only_select(question, page, picked) for page in (0, 1))
    assert values(*both) == [f"{number}.0" for number in range(40) if number not in picked]


def test_the_longest_order_fits_into_an_id() -> None:
    """At the table with the largest number, with the largest choices."""
    numbers = tuple(range(LARGEST_PACKED - MOST_PACKED + 1, LARGEST_PACKED + 1))
    choices = tuple(Choice(number, Option(card(number))) for number in numbers)
    question = replace(in_order(99), seat=Seat(7), question="7e00aa11bb22", choices=choices)
    answers = Answers(TableId((1 << 63) - 1), question, SPEAKER, Progress(9, numbers))
    assert answers.can_follow(numbers)
    assert not answers.can_follow((*numbers, numbers[0]))
    for custom_id in pressed(answers):
        verb, *words = parse_custom_id(custom_id)
        assert verb == "order" or unpack_numbers(words[-1]) == numbers


NO_BREAK = "\u00a0"
HANDS = (["gold-2", "military-A"], ["gold-3", "gold-3", "gold-3"], ["gold-1"])


def answers(match: AnyMatch, *, public: bool = False) -> Answers:
    """Return what answers the only question of a match, as its seat or as everybody sees it."""
    table, localizer = sat(match)
    ask = match.frame(None).asks[0] if public else ask_of(match, match.deciding[0])
    return Answers(table.id, ask, localizer)


def labels(match: AnyMatch, *, public: bool = False) -> list[str]:
    """Return what stands on the buttons."""
    return [str(part["label"]) for part in parts_of(answers(match, public=public))]


def bidding(*bids: int, card: str = "military-B") -> AnyMatch:
    """Return an auction of a card after these bids."""
    table = auction_table(HANDS, [card])
    table.auction(*zip((P1, P2), bids, strict=False))
    return table.match


def in_words(match: AnyMatch) -> str:
    """Return what the only question of a match is about, as its seat reads it."""
    table, localizer = sat(match)
    page = private_view.private_page(table, match.frame(match.deciding[0]), localizer)
    return "\n".join(page.words).replace(NO_BREAK, " ")


def test_the_dialog_names_the_card_the_highest_bid_and_the_gold_in_hand() -> None:
    """Title and label; cards are counted where gold is sold, for they pay for it, whatever they are (F27)."""
    for match, card, label in (
        (bidding(), "Military 1 (B)", "From 1 to 99. You hold 2 gold."),
        (bidding(3), "Military 1 (B)", "More than 3, up to 99. You hold 9 gold."),
        (bidding(1, card="gold-1"), "Gold 1", "More than 1, up to 99. You hold 3 cards."),
    ):
        made = number_dialog(answers(match))
        said = made["title"], made["components"][0]["label"]
        assert [each.replace(NO_BREAK, " ") for each in said] == [f"Your bid for {card}", label]


def test_the_numbers_in_private_mean_something_to_the_bidder() -> None:
    """Just enough, the usual, all that there is; in public they are those that come next, whoever is asked.

    No answer stands out as if it were advised: neither a number, above one's means or not, nor to pass.
    """
    for match, own in ((bidding(3), ["4 (enough)", "5", "6", "9 (all)"]), (bidding(2, 3), ["4 (more than you hold)"])):
        assert labels(match)[: len(own)] == own
        assert {part["style"] for part in parts_of(answers(match))} == {Style.SECONDARY}
        assert labels(match, public=True)[:3] == ["4", "5", "6"]
    table = auction_table(HANDS, ["military-B", "military-C"])
    table.auction((P1, 1), (P2, 4), (P3, 0), (P1, 0))
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
    table, localizer = sat(match)
    assert "hold" not in str(tale.post(table, match.frame(None), localizer).content)


def test_of_others_a_bidder_reads_the_least_that_they_hold() -> None:
    """What all saw them take, the most of it first; what they have in secret counts for nothing."""
    table = auction_table([["military-H"], ["military-I", "gold-1"], ["military-A"]], ["military-B"])
    table.state.players[P2].taken.append("military-I")
    table.state.players[P3].taken.append("military-A")
    assert "Others at least: **Bo** 2 and **Cy** 1" in in_words(table.match)


@pytest.mark.slow
@FOR_EVERY_LANGUAGE
def test_no_dialog_is_cut(locale: str) -> None:
    """All that it says fits into what Discord shows, for every card and every bid of whole games, at their longest."""
    said, met = language(locale), 0
    for match in (match for seats in FOR_THE_KING.seats for match in walk(FOR_THE_KING, seats, seats)[0]):
        mine = match.frame(match.deciding[0]).mine if match.deciding else None
        if mine and (naming := mine.naming):
            assert all(isinstance(value, int) for _, value in naming.label.facts)
            longest = say(naming.label.key, **dict.fromkeys(dict(naming.label.facts), 99))
            assert len(said.say(naming.title)) <= MODAL_TITLE
            assert len(said.say(longest)) <= MODAL_LABEL
            met += 1
    assert met > 100
