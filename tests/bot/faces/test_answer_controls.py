"""The ways to answer: buttons, selects with pages, ready-made answers, numbers and the dialog."""

from __future__ import annotations

from dataclasses import replace

from bot.faces.answer_controls import MOST_BUTTONS, MOST_LETTERS, READY_NUMBERS, Answers, Progress, number_dialog
from bot.faces.components import (
    LARGEST_PACKED,
    MOST_PACKED,
    OPTIONS,
    Kind,
    Part,
    Parts,
    pack_numbers,
    parse_custom_id,
    unpack_numbers,
)
from bot.faces.scene_text import Localizer
from bot.storage.records import TableId
from bot.texts.fluent import language
from bot.texts.names import People
from engine.asking import Suggestion
from engine.game import Naming, Option
from engine.match import Ask, Choice
from engine.scene import Seat, Text, say
from tests.bot.limits import problems

SPEAKER = Localizer(language("en"), People((11, 12), ("Ann", "Bo")))
PROMPT = say("hand-empty")


def card(number: int) -> Text:
    """Return the name of a card."""
    return say("value", value=f"card {number}")


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


def only_select(question: Ask, page: int = 0) -> Part:
    """Return the select that a question is answered with."""
    (found,) = [part for row in rows(question, page) for part in row if part["type"] is Kind.SELECT]
    return found


def ids(question: Ask, page: int = 0) -> list[str]:
    """Return the custom_ids of a question's buttons."""
    parts = [part for row in rows(question, page) for part in row]
    return [str(part["custom_id"]) for part in parts if part["type"] is Kind.BUTTON]


def test_few_choices_are_buttons_and_many_a_select() -> None:
    """The id holds the table, the seat, the question and the choice; as many are picked as are asked for."""
    question = ask(*(Option(card(number)) for number in range(MOST_BUTTONS)))
    assert ids(question) == [f"move:3:1:7e:{number}" for number in range(MOST_BUTTONS)]
    assert [len(row) for row in rows(question)] == [5, 2]
    menu = only_select(ask(*(Option(card(number)) for number in range(MOST_BUTTONS + 1))))
    assert (menu["min_values"], menu["max_values"], len(menu["options"])) == (1, 1, MOST_BUTTONS + 1)
    assert menu["custom_id"] == "pick:3:1:7e:0"
    menu = only_select(ask(*(Option(card(number)) for number in range(6)), least=2, most=4))
    assert (menu["min_values"], menu["max_values"]) == (2, 4)


def test_equal_cards_can_be_picked_as_often_as_one_has_them() -> None:
    """Each copy has a value and a label of its own."""
    menu = only_select(ask(Option(card(0), times=3), Option(card(1)), most=4))
    assert [option["value"] for option in menu["options"]] == ["0.0", "0.1", "0.2", "1.0"]
    assert len({option["label"] for option in menu["options"]}) == 4
    assert menu["options"][3]["label"] == "card 1"


def test_more_cards_than_a_select_holds_have_pages() -> None:
    """More than 25 cards; a copy is on one page only, and the last page leads back to the first."""
    question = ask(*(Option(card(number), times=2) for number in range(14)), least=3, most=5)
    first, second = only_select(question, 0), only_select(question, 1)
    assert [len(menu["options"]) for menu in (first, second)] == [OPTIONS, 3]
    assert [option["value"] for option in (*first["options"], *second["options"])] == [
        f"{number}.{copy}" for number in range(14) for copy in range(2)
    ]
    assert ids(question, 0) == ["page:3:1:7e:1"]
    assert ids(question, 1) == ["page:3:1:7e:0"]
    assert (first["min_values"], first["max_values"]) == (1, 5)
    assert (second["min_values"], second["max_values"]) == (1, 3)
    assert [option["value"] for option in only_select(question, 99)["options"]] == ["12.1", "13.0", "13.1"]
    assert len({menu["custom_id"] for menu in (first, second)}) == 2


def test_ready_made_answers_come_first() -> None:
    """The cheapest payments are one click."""
    question = ask(*(Option(card(number)) for number in range(3)), most=3, offers=3)
    assert ids(question) == [f"offer:3:1:7e:{number}" for number in range(3)]
    assert rows(question)[1][0]["type"] is Kind.SELECT


def test_the_first_numbers_are_buttons_and_a_dialog_takes_the_others() -> None:
    """Bids beyond the ready buttons; passing is a button of its own."""
    numbers = [Option(card(amount), amount=amount) for amount in range(5, 100)]
    question = ask(*numbers, Option(card(0)))
    assert ids(question) == [
        *(f"move:3:1:7e:{number}" for number in range(READY_NUMBERS)),
        "dialog:3:1:7e",
        "move:3:1:7e:95",
    ]
    few = ask(*numbers[-READY_NUMBERS:], Option(card(0)))
    assert not [found for found in ids(few) if found.startswith("dialog")]


def test_the_numbers_that_mean_something_to_who_is_asked_are_buttons() -> None:
    """With what they mean, or that they are beyond the means; nothing of it changes the ids of the numbers."""
    naming = Naming(
        PROMPT, PROMPT, 9, say("fortheking-bid-beyond"), ((1, None), (9, say("fortheking-ready-held")), (12, None))
    )
    question = replace(ask(*(Option(card(amount), amount=amount) for amount in range(100))), naming=naming)
    assert ids(question) == ["move:3:1:7e:1", "move:3:1:7e:9", "move:3:1:7e:12", "dialog:3:1:7e"]
    labels = [part["label"] for row in rows(question) for part in row]
    assert labels[:3] == ["card 1", "card 9 (all)", "card 12 (more than you hold)"]


def test_choices_under_several_marks_are_a_list_each() -> None:
    """Under one mark alone they are buttons; the numbers of the choices are the same.

    Those without a mark stay buttons beside a list, which the others are where all would be a tower of buttons.
    """
    marks = say("fortheking-under-raise"), say("fortheking-under-lower")
    several = ask(*(Option(card(number), under=marks[number // 3]) for number in range(6)))
    lists = [part for row in rows(several) for part in row]
    assert [part["placeholder"] for part in lists] == ["▲ Raise by 1…", "▼ Lower by 1…"]
    assert [[option["value"] for option in part["options"]] for part in lists] == [
        ["0.0", "1.0", "2.0"],
        ["3.0", "4.0", "5.0"],
    ]
    assert len({part["custom_id"] for part in lists}) == 2
    assert len(ids(ask(*(Option(card(number), under=marks[0]) for number in range(3))))) == 3
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
    question = ask(*(Option(card(amount), amount=amount) for amount in range(5, 100)), Option(card(0)))
    dialog = number_dialog(Answers(TableId(3), question, SPEAKER))
    (label,) = dialog["components"]
    assert "5" in label["label"]
    assert "99" in label["label"]
    assert dialog["custom_id"] == "number:3:1:7e"
    assert problems(dialog) == []


def in_order(most: int, picked: tuple[int, ...], *options: Option, page: int = 0) -> Answers:
    """Return what answers a question whose picks count in their order, after these."""
    return Answers(TableId(3), replace(ask(*options, most=most), ordered=True), SPEAKER, Progress(page, picked))


def pressed(answers: Answers) -> list[str]:
    """Return the custom_ids of everything that can be pressed or picked."""
    return [str(part["custom_id"]) for row in answers.rows for part in row]


def test_where_the_order_counts_each_id_holds_what_will_have_been_picked() -> None:
    """What was picked often enough can't be picked again; the last two play it or begin anew."""
    assert pressed(in_order(1, (), Option(card(0)))) == ["move:3:1:7e:0"], "a press plays it"
    options = Option(card(0)), Option(card(1), times=2), Option(card(2))
    first = [f"order:3:1:7e:{pack_numbers([number])}" for number in range(3)]
    assert pressed(in_order(3, (), *options)) == first
    assert pressed(in_order(3, (1, 0), *options)) == [
        *(f"order:3:1:7e:{pack_numbers([1, 0, number])}" for number in (1, 2)),
        f"ordered:3:1:7e:{pack_numbers([1, 0])}",
        "order:3:1:7e",
    ]
    assert pressed(in_order(2, (1, 0), *options)) == [
        f"ordered:3:1:7e:{pack_numbers([1, 0])}",
        "order:3:1:7e",
    ]


def test_where_the_order_counts_of_many_choices_a_select_adds_one() -> None:
    """In pages, if it must be; what was picked goes along from page to page."""
    options = [Option(card(number)) for number in range(40)]
    first, second = in_order(9, (7, 3), *options), in_order(9, (7, 3), *options, page=1)
    word = pack_numbers([7, 3])
    rest = [f"ordered:3:1:7e:{word}", "order:3:1:7e"]
    assert pressed(first) == [f"order:3:1:7e:{word}", f"page:3:1:7e:1:{word}", *rest]
    assert pressed(second) == [f"order:3:1:7e:{word}", f"page:3:1:7e:0:{word}", *rest]
    menus = [part for answers in (first, second) for row in answers.rows for part in row if part["type"] is Kind.SELECT]
    assert [(menu["min_values"], menu["max_values"]) for menu in menus] == [(1, 1), (1, 1)]
    offered = [option["value"] for menu in menus for option in menu["options"]]
    assert offered == [f"{number}.0" for number in range(40) if number not in {7, 3}]


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
