"""The ways to answer a question: buttons, selects and a number dialog, as rows of parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import discord
from discord import ButtonStyle, ui

from bot.faces.ids import click
from bot.faces.limits import LABEL, MODAL_LABEL, MODAL_TITLE, OPTION_TEXT, OPTIONS, PLACEHOLDER, ROW_BUTTONS, shorten
from bot.faces.words import Speaker
from bot.storage.port import TableId
from engine.match import Ask, Choice
from engine.scene import say

Part: TypeAlias = ui.Item[Any]
Parts: TypeAlias = list[Part]

T = TypeVar("T")

READY_NUMBERS = 4
"""How many numbers are buttons of their own before the dialog takes over."""
DIGITS = 4
"""How long a number in the dialog may be."""
MOST_BUTTONS = 10
"""How many choices are buttons; more become a select."""


def chunks(items: Sequence[T], size: int) -> list[list[T]]:
    """Return the items in lists of that size; the last may be shorter."""
    return [list(items[start : start + size]) for start in range(0, len(items), size)]


def button(label: str, custom_id: str, *, style: ButtonStyle = ButtonStyle.secondary, emoji: str = "") -> Part:
    """Return a button, its label cut to what Discord takes."""
    return ui.Button(label=shorten(label, LABEL), custom_id=custom_id, style=style, emoji=emoji or None)


def select(placeholder: str, custom_id: str, options: list[discord.SelectOption], picks: tuple[int, int]) -> Part:
    """Return a select; `picks` are the fewest and the most options that may be picked."""
    fewest, most = picks
    hint = shorten(placeholder, PLACEHOLDER)
    return ui.Select(placeholder=hint, custom_id=custom_id, options=options, min_values=fewest, max_values=most)


def option(label: str, value: str, *, emoji: str = "", default: bool = False) -> discord.SelectOption:
    """Return an option of a select, its label cut to what Discord takes."""
    return discord.SelectOption(label=shorten(label, OPTION_TEXT), value=value, emoji=emoji or None, default=default)


@dataclass(frozen=True, slots=True)
class Answers:
    """Everything that answers one question at one table; `page` is the page of a select that is too long for one."""

    table: TableId
    ask: Ask
    speaker: Speaker
    page: int = 0

    @property
    def rows(self) -> list[Parts]:
        """Return the parts, row by row."""
        return [*self._offers(), *self._numbers(), *self._choices()]

    def _id(self, verb: str, *words: int) -> str:
        return click(verb, self.table, self.ask.seat, self.ask.question, *words)

    def _offers(self) -> list[Parts]:
        styles = [ButtonStyle.primary] + [ButtonStyle.secondary] * len(self.ask.offers)
        return chunks(
            [
                button(self.speaker.label(label), self._id("offer", number), style=style)
                for number, (label, style) in enumerate(zip(self.ask.offers, styles, strict=False))
            ],
            ROW_BUTTONS,
        )

    def _numbers(self) -> list[Parts]:
        numbers = [choice for choice in self.ask.choices if choice.option.amount is not None]
        if not numbers:
            return []
        ready = [self._button(choice, primary=choice is numbers[0]) for choice in numbers[:READY_NUMBERS]]
        if len(numbers) > READY_NUMBERS:
            ready.append(button(self.speaker.language.text("button-number"), self._id("dialog")))
        return [ready]

    def _choices(self) -> list[Parts]:
        named = [choice for choice in self.ask.choices if choice.option.amount is None]
        if self.ask.at_most > 1 or len(named) > MOST_BUTTONS:
            return self._picks([(choice, copy) for choice in named for copy in range(choice.option.times)])
        return chunks([self._button(choice) for choice in named], ROW_BUTTONS)

    def _button(self, choice: Choice, *, primary: bool = False) -> Part:
        style = ButtonStyle.primary if primary else ButtonStyle.secondary
        emblem = self.speaker.emblem(choice.option.emblem)
        label = self.speaker.label(choice.option.label)
        return button(label, self._id("move", choice.number), style=style, emoji=emblem)

    def _picks(self, copies: list[tuple[Choice, int]]) -> list[Parts]:
        pages = chunks(copies, OPTIONS)
        if not pages:
            return []
        page = min(self.page, len(pages) - 1)
        shown = pages[page]
        fewest = self.ask.at_least if len(pages) == 1 else 1
        picks = min(fewest, len(shown)), min(self.ask.at_most, len(shown))
        hint = self.speaker.language.text("pick", least=picks[0], most=picks[1])
        options = [self._option(choice, copy) for choice, copy in shown]
        rows = [[select(hint, self._id("pick", page), options, picks)]]
        return [*rows, self._turn(page, len(pages))] if len(pages) > 1 else rows

    def _option(self, choice: Choice, copy: int) -> discord.SelectOption:
        label = self.speaker.label(choice.option.label)
        if choice.option.times > 1:
            label = self.speaker.label(say("copy", card=label, number=copy + 1, count=choice.option.times))
        emblem = self.speaker.emblem(choice.option.emblem)
        return option(label, f"{choice.number}.{copy}", emoji=emblem)

    def _turn(self, page: int, pages: int) -> Parts:
        following = (page + 1) % pages
        label = self.speaker.language.text("button-more-cards", page=following + 1, pages=pages)
        return [button(label, self._id("page", following))]


def number_dialog(answers: Answers) -> ui.Modal:
    """Return the dialog that asks for a number beyond the ready buttons."""
    language = answers.speaker.language
    amounts = [choice.option.amount for choice in answers.ask.choices if choice.option.amount is not None]
    ask = answers.ask
    dialog = ui.Modal(
        title=shorten(language.text("dialog-number-title"), MODAL_TITLE),
        custom_id=click("number", answers.table, ask.seat, ask.question),
        timeout=None,
    )
    label = language.text("dialog-number-label", low=min(amounts), high=max(amounts))
    field: ui.TextInput[ui.Modal] = ui.TextInput(custom_id="number", min_length=1, max_length=DIGITS, required=True)
    dialog.add_item(ui.Label(text=shorten(label, MODAL_LABEL), component=field))
    return dialog
