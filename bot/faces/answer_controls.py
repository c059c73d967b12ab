"""Controls that answer an `Ask`: buttons, selects and a number dialog, as rows of parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TypeVar

from bot.faces.components import (
    MOST_PACKED,
    OPTIONS,
    ROW_BUTTONS,
    Controls,
    Page,
    Part,
    Parts,
    Style,
    button,
    make_custom_id,
    option,
    pack_numbers,
    select,
    text_button,
)
from bot.faces.dialogs import modal, text_input
from bot.faces.scene_text import Localizer, sign
from bot.storage.records import TableId
from engine.frozen import frozen
from engine.match import Ask, Choice
from engine.scene import Text, Value, say

T = TypeVar("T")

READY_NUMBERS = 3
"""How many numbers are buttons of their own before the dialog takes over, where none means more than others."""
DIGITS = 4
"""How long a number in the dialog may be."""
OPENING_BUTTONS = 4
"""How many buttons of an opening stand in a row."""
MOST_BUTTONS, MOST_LETTERS = 7, 66
"""How many choices are buttons, and with how many letters together; more become a select."""
TALL = 56
"""Buttons with more letters together take four lines of a phone, in any language."""


def chunks(items: Sequence[T], size: int = ROW_BUTTONS) -> list[list[T]]:
    """Return `items` in lists of `size`; the last may be shorter."""
    return [list(items[start : start + size]) for start in range(0, len(items), size)]


@frozen
class Progress:
    """State of an answer that takes several clicks.

    `page` is that of a select which is too long for one; `picked` are the choices made so far where the order counts.
    `about` is the question about an order that is shown in the place of the open one; `unfolded` shows the controls
    behind *More*. `opening` is the index in `Ask.openings` with which the answer has begun.
    """

    page: int = 0
    picked: tuple[int, ...] = ()
    about: Ask | None = None
    unfolded: bool = False
    opening: int | None = None


NOTHING_YET = Progress()


@frozen
class Answers:
    """All controls that answer one question, `ask`, at one `table`.

    Where the order counts choices are picked one after another: Discord promises no order of the values of a select.
    Choices of more `letters` together become a select.
    """

    table: TableId
    ask: Ask
    localizer: Localizer
    progress: Progress = NOTHING_YET
    letters: int = MOST_LETTERS

    @property
    def rows(self) -> Controls:
        """Return the parts, row by row."""
        if self.opening is not None:
            return self._opening_rows(self.opening)
        choices = self._choices(self._numbers())
        offers = range(len(self.ask.offers))
        if self.ask.listed:
            return [*choices, self._offer_select(self.ask.listed, offers)]
        return [*chunks(self._offer_buttons(offers[:OPTIONS])), *choices]

    @property
    def opening(self) -> int | None:
        """Return the index of the opening with which the answer has begun; None where `ask` has no such one."""
        number = self.progress.opening
        if number is None or number >= len(self.ask.opened):
            return None
        return number

    def _opening_rows(self, number: int) -> Controls:
        """Return the answers under the opening `number`."""
        ask = self.ask
        first = len(ask.offers) + sum(map(len, ask.opened[:number]))
        numbers = range(first, first + len(ask.opened[number]))
        if len(numbers) > MOST_BUTTONS:
            return [self._offer_select(ask.openings[number], numbers[:OPTIONS])]
        # Five cards in a row take as many lines of a phone as four and one.
        return chunks(self._offer_buttons(numbers), OPENING_BUTTONS)

    def _offer_select(self, hint: Text, numbers: range) -> Parts:
        """Return the select of the offers of these `numbers`, with those of each opening after all others."""
        every = (*self.ask.offers, *chain(*self.ask.opened))
        options = [self._option(*every[at], str(at)) for at in numbers]
        return [select(self.localizer.label(hint), self.custom_id("offer"), options)]

    def _offer_buttons(self, numbers: range) -> Parts:
        every = (*self.ask.offers, *chain(*self.ask.opened))
        return [self._button(*every[at], "offer", at) for at in numbers]

    @property
    def picked_lines(self) -> str:
        """Return the choices picked so far, a line each, where the order counts; before the first, that it does."""
        if not self._one_by_one:
            return ""
        if not self.progress.picked:
            return self.localizer.key(
                "order-begin", least=self.ask.at_least, most=self._most_picks
            )
        named = {choice.number: choice.option.label for choice in self.ask.choices}
        picked = enumerate(self.progress.picked, 1)
        say_ = self.localizer.key
        lines = (
            say_("order-line", number=at, choice=named[number]) for at, number in picked
        )
        return "\n".join([say_("order-picked"), *lines])

    def can_follow(self, numbers: Sequence[int]) -> bool:
        """Tell whether the choices `numbers` can be picked one after another."""
        if not self._one_by_one or len(numbers) > self._most_picks:
            return False
        times = {choice.number: choice.option.times for choice in self.ask.choices}
        counted = Counter(numbers).items()
        return all(count <= times.get(one, 0) for one, count in counted)

    @property
    def _one_by_one(self) -> bool:
        return self.ask.ordered and self.ask.at_most > 1

    @property
    def _most_picks(self) -> int:
        return min(self.ask.at_most, MOST_PACKED)

    def custom_id(self, verb: str, *words: int | str) -> str:
        """Return the custom_id of a click that is about the question."""
        return make_custom_id(
            verb,
            self.table,
            self.ask.seat,
            self.ask.question,
            *words,
        )

    def _numbers(self) -> Parts:
        known = {
            choice.option.amount: choice
            for choice in self.ask.choices
            if choice.option.amount is not None
        }
        meant = dict(self.ask.naming.ready) if self.ask.naming else {}
        # To pass is a number where it is answered ahead, and none to choose from.
        first = [*known.values()][: READY_NUMBERS + (0 in known)]
        shown = [known[amount] for amount in meant if amount in known] or first
        ready: Parts = []
        for choice in shown:
            label = self._number_label(choice, meant.get(choice.option.amount or 0))
            ready.append(button(label, self.custom_id("move", choice.number)))
        if len(known) > len(shown):
            goal = self.custom_id("dialog")
            ready.append(text_button(self.localizer, "button-number", goal))

        return ready

    def _number_label(self, choice: Choice, meaning: Text | None) -> str:
        """Return the label of a number, noted where it is more than the seat can cover, or has a `meaning` for it."""
        label, note = choice.option.label, meaning
        naming = self.ask.naming
        if naming and (choice.option.amount or 0) > naming.covered:
            note = naming.beyond
        return self.localizer.label(
            say("number-noted", number=label, note=note) if note else label
        )

    def _choices(self, numbers: Parts) -> Controls:
        """Return the rows of the choices that are no numbers; `numbers` are the buttons that come before them."""
        shown = [choice for choice in self.ask.choices if not choice.option.quiet]
        named = [choice for choice in shown if choice.option.amount is None]
        if self._one_by_one:
            return [*self._next_rows(named), *self._sequence_buttons()]
        marks = [
            mark
            for mark in dict.fromkeys(choice.option.under for choice in named)
            if mark
        ]
        if len(marks) > 1 or (marks and self._too_many(named)):
            beside = self.buttons(choice for choice in named if not choice.option.under)
            selects = []
            for at, mark in enumerate(marks):
                under = (choice for choice in named if choice.option.under == mark)
                options = [self._copy_option(choice, 0) for choice in under][:OPTIONS]
                hint = self.localizer.label(mark)
                selects.append([select(hint, self.custom_id("pick", at), options)])
            return [*chunks(beside), *selects]
        if self.ask.at_most > 1 or self._too_many(named):
            return self._select_rows(
                (choice, copy)
                for choice in named
                for copy in range(choice.option.times)
            )

        return chunks([*numbers, *self.buttons(named)])

    def _too_many(self, choices: Sequence[Choice]) -> bool:
        """Tell whether `choices` would be a tower of buttons: above `MOST_BUTTONS`, or the `letters` in sum."""
        labels = (self.localizer.label(choice.option.label) for choice in choices)
        letters = sum(map(len, labels))
        return len(choices) > MOST_BUTTONS or letters > self.letters

    def _next_rows(self, named: list[Choice]) -> Controls:
        """Return the choices that can be picked next; each id holds those picked then, and a select adds its value."""
        picked = self.progress.picked
        if len(picked) == self._most_picks:
            return []
        left = [
            choice
            for choice in named
            if picked.count(choice.number) < choice.option.times
        ]
        if self._too_many(left):
            return self._select_rows((choice, 0) for choice in left)
        following = [
            self._button(
                shown.label, shown.emblem, "order", pack_numbers((*picked, number))
            )
            for number, shown in left
        ]
        return chunks(following)

    def _sequence_buttons(self) -> Controls:
        """Return the buttons that play the choices picked so far, or start over."""
        picked = self.progress.picked
        if not picked:
            return []
        over = text_button(self.localizer, "button-start-over", self.custom_id("order"))
        if len(picked) < self.ask.at_least:
            return [[over]]
        goal = self.custom_id("ordered", *self._word)
        return [
            [
                text_button(self.localizer, "button-order", goal, style=Style.PRIMARY),
                over,
            ]
        ]

    @property
    def _word(self) -> tuple[str, ...]:
        """Return the word of an id that holds the choices picked so far; empty where there are none."""
        picked = self.progress.picked
        return (pack_numbers(picked),) if picked else ()

    def buttons(self, choices: Iterable[Choice]) -> Parts:
        """Return a button for each of `choices`."""
        return [
            self._button(shown.label, shown.emblem, "move", number)
            for number, shown in choices
        ]

    def _button(self, label: Text, emblem: str, verb: str, word: int | str) -> Part:
        return button(
            self.localizer.label(label),
            self.custom_id(verb, word),
            emoji=sign(emblem, self.localizer.language),
        )

    def _select_rows(self, copies: Iterable[tuple[Choice, int]]) -> Controls:
        """Return choices as a select, page by page."""
        pages = chunks([*copies], OPTIONS)
        if not pages:
            return []
        page = min(self.progress.page, len(pages) - 1)
        say_ = self.localizer.text
        options = [self._copy_option(choice, copy) for choice, copy in pages[page]]
        if self._one_by_one:
            shown = select(
                say_("order-next"), self.custom_id("order", *self._word), options
            )
        else:
            fewest = self.ask.at_least if len(pages) == 1 else 1
            least = min(fewest, len(options))
            most = min(self.ask.at_most, len(options))
            hint = say_("pick", least=least, most=most)
            shown = select(hint, self.custom_id("pick", page), options, (least, most))
        if len(pages) == 1:
            return [[shown]]

        following = (page + 1) % len(pages)
        label = say_("button-more-cards", page=following + 1, pages=len(pages))
        return [
            [shown],
            [button(label, self.custom_id("page", following, *self._word))],
        ]

    def _copy_option(self, choice: Choice, copy: int) -> Part:
        number, named = choice
        label = named.label
        if named.times > 1:
            card = self.localizer.label(label)
            label = say("copy", card=card, number=copy + 1, count=named.times)
        return self._option(label, named.emblem, f"{number}.{copy}")

    def _option(self, label: Text, emblem: str, value: str) -> Part:
        shown = sign(emblem, self.localizer.language)
        return option(self.localizer.label(label), value, emoji=shown)


def letters_of(row: Parts) -> int:
    """Return how many letters stand on the buttons of a row."""
    return sum(len(part.get("label", "")) for part in row)


def are_tall(rows: Iterable[Parts]) -> bool:
    """Tell whether `rows` of answers leave room for one line of news only."""
    return any(letters_of(row) > TALL for row in rows)


def amounts(ask: Ask) -> list[int]:
    """Return the numbers that answer `ask`."""
    return [
        choice.option.amount
        for choice in ask.choices
        if choice.option.amount is not None
    ]


def number_dialog(answers: Answers) -> Part:
    """Return the dialog that asks for a number beyond the ready buttons, in the words of `Ask.naming` if it has any."""
    ask = answers.ask
    localizer = answers.localizer
    if ask.naming is not None:
        title = ask.naming.title
        label = ask.naming.label
    else:
        offered = amounts(ask)
        title = say("dialog-number-title")
        label = say("dialog-number-label", low=min(offered), high=max(offered))
    field = text_input(localizer.label(label), "number", DIGITS)
    return modal(localizer.label(title), answers.custom_id("number"), [field])


def asked_once_more(answers: Answers, choice: Choice, names: Mapping[str, str]) -> Page:
    """Return the question whether a number above the seat's means is meant; `names` are the commands as facts."""
    localizer = answers.localizer
    naming = answers.ask.naming
    label = choice.option.label
    noted: Value = ""
    if naming:
        noted = say("number-noted", number=label, note=naming.beyond)
    goal = answers.custom_id("sure", choice.number)
    sure = localizer.key("button-sure", choice=label)
    parts = [
        button(sure, goal, style=Style.DANGER),
        text_button(localizer, "button-not-sure", "play", answers.table),
    ]

    head = f"### {localizer.key('sure', choice=noted)}"
    return Page((head, localizer.key("sure-about", **names)), (parts,))
