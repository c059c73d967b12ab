"""What a person has ordered and can order, in private: what each order will do, and the way to change it."""

from __future__ import annotations

from bot.faces import lasting
from bot.faces.answers import chunks
from bot.faces.components import OPTIONS, ROW_BUTTONS, Parts, button, click, option, select
from bot.faces.rivals import switch
from bot.faces.words import Speaker
from bot.storage.records import TableRecord
from bot.texts.fluent import Language
from engine.match import Ask, Frame


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
    lasting_ = lasting.offered(table, frame, speaker)
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
