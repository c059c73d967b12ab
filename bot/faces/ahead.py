"""What a person has ordered and can order, in private: what each order will do, and the way to change it.

Lasting orders are one dialog: a field for each, with what stands, and what was filled in as picks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from bot.faces.answers import DIGITS, amounts, chunks
from bot.faces.components import (
    OPTIONS,
    ROW_BUTTONS,
    Part,
    Parts,
    button,
    checkbox_group,
    checkbox_option,
    click,
    labelled,
    modal,
    option,
    radio_group,
    select,
    short_input,
    text_display,
)
from bot.faces.rivals import switch
from bot.faces.words import Speaker
from bot.storage.records import TableId, TableRecord
from bot.tables.refusals import NotANumber, UnknownClick
from bot.texts.fluent import Language
from engine.match import Ask, Choice, Frame
from engine.scene import Text


def offered(table: TableRecord, language: Language) -> Parts:
    """Return the list under an open table by which its opener lets people order ahead, or no more."""
    allow = [switch(table, "orders", language)]
    return [select(language.text("orders-pick"), click("orders", table.id), allow, (1, 1))]


def standing(frame: Frame, speaker: Speaker, answering: Ask | None = None) -> str:
    """Return what a person has ordered, and what each order will do; empty where nothing is ordered.

    Of who is `answering` it is the order alone that this question is about: what the rules ask, the most urgent one is.
    """
    presumed = frame.mine is not None and frame.mine.presumed
    if answering:
        key = "ahead-answered" if presumed and answering == frame.mine else "ahead-stands"
        urgent = [] if answering.ahead else [each for each in frame.orders[:1] if not each.lasting]
        about = [each for each in frame.orders if each.question == answering.question] or urgent
        return "\n".join(speaker.key(key, does=each.does) for each in about if each.does)
    answered = [speaker.key("ahead-presumed")] if presumed else []
    given = [speaker.key("ahead-line", does=each.does) for each in frame.orders if each.does]
    return "\n".join([speaker.key("ahead-title"), *given, *answered]) if given else ""


def rows(
    table: TableRecord, frame: Frame, asked: Ask | None, speaker: Speaker, *, answering: bool = False
) -> list[Parts]:
    """Return what leads to each order besides the one that is asked for: a button each, or a list where there are many.

    Lasting ones have a button together. Who is `answering` has a list, so that nobody takes an order for an answer.
    """
    others = [each for each in frame.orders if not each.lasting and (asked is None or each.question != asked.question)]
    lasting_ = lasting_button(table, frame, speaker)
    if not others or frame.viewer is None:
        return [lasting_] if lasting_ else []
    goal, labels = click("ahead", table.id, frame.viewer), [speaker.label(each.label) for each in others]
    if len(others) <= ROW_BUTTONS and not answering:
        named = [(speaker.key("ahead-button", label=label), each) for label, each in zip(labels, others, strict=True)]
        parts = [button(label, f"{goal}:{each.question}", emoji="📌" if each.does else "") for label, each in named]
        return chunks([*parts, *lasting_], ROW_BUTTONS)
    options = [
        option(label, each.question, does=speaker.label(each.does) if each.does else "")
        for label, each in zip(labels, others, strict=True)
    ]
    listed = [select(speaker.text("ahead-pick"), goal, options[:OPTIONS], (1, 1))]
    return [listed, *([lasting_] if lasting_ else [])]


NOTHING: Final = (0,)
"""The picks that are as if nothing were ordered (`engine.orders.Topic`)."""


class Lasting(NamedTuple):
    """A lasting order: what it is called, what it does, the numbers of what it picks, and how it is asked for."""

    label: Text
    does: Text | None
    picked: tuple[int, ...]
    ask: Ask


def lasting_button(table: TableRecord, frame: Frame, speaker: Speaker) -> Parts:
    """Return the button that opens the dialog, where there is something to order or it is ordered already."""
    lasting = [each for each in frame.orders if each.lasting]
    given = any(each.does for each in lasting)
    if not lasting or frame.viewer is None or not (given or len(lasting) < len(frame.orders)):
        return []
    goal = click("lasting", table.id, frame.viewer)
    return [button(speaker.language.text("button-lasting"), goal, emoji="📌" if given else "")]


def lasting_dialog(table: TableId, seat: int, lasting: Sequence[Lasting], speaker: Speaker) -> Part:
    """Return the dialog in which all lasting orders of a seat are given, with what those that stand will do."""
    does = [speaker.key("ahead-line", does=each.does) for each in lasting if each.does]
    said = text_display("\n".join([speaker.key("lasting-about"), *does]))
    fields = [_lasting_field(str(place), each, speaker) for place, each in enumerate(lasting)]
    return modal(speaker.key("lasting-title"), click("lasted", table, seat), [said, *fields])


def _lasting_field(custom_id: str, order: Lasting, speaker: Speaker) -> Part:
    """Return the field of an order: for a number, for several picks, or for one of a few."""
    ask, label = order.ask, speaker.label(order.label)
    about = speaker.label(ask.prompt).partition("\n")[0]
    if amounts(ask):
        number = next((each.option.amount for each in ask.choices if (each.number,) == order.picked), None)
        return labelled(label, short_input(custom_id, DIGITS, "" if number is None else str(number)), about)
    options = [_lasting_option(each, order, speaker) for each in ask.choices]
    if ask.at_most > 1:
        return labelled(label, checkbox_group(custom_id, options[len(NOTHING) :]), about)
    return labelled(label, radio_group(custom_id, options), about)


def _lasting_option(choice: Choice, order: Lasting, speaker: Speaker) -> Part:
    label, picked = speaker.label(choice.option.label), choice.number in order.picked
    return checkbox_option(label, str(choice.number), default=picked)


def read_lasting(fields: Mapping[str, Sequence[str]], lasting: Sequence[Lasting]) -> list[tuple[int, ...]]:
    """Return what was picked for each order by the fields of the dialog; raise NotANumber or UnknownClick."""
    return [_picked(fields.get(str(place), ()), each.ask) for place, each in enumerate(lasting)]


def _picked(values: Sequence[str], ask: Ask) -> tuple[int, ...]:
    """Return the numbers of the choices that a field's values stand for; an empty field orders nothing."""
    written = [each.strip() for each in values if each.strip()]
    if not written:
        return NOTHING
    offers = amounts(ask)
    by_value = {
        str(each.option.amount) if offers else str(each.number): each.number
        for each in ask.choices
        if not offers or each.option.amount is not None
    }
    if not {*written} <= by_value.keys() or len(written) > ask.at_most:
        raise NotANumber(low=min(offers), high=max(offers)) if offers else UnknownClick()
    return tuple(sorted(by_value[each] for each in written))
