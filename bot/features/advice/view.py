"""Advice in words: the buttons that ask for it, and what was said."""

from __future__ import annotations

from collections.abc import Sequence

from bot.faces.components import Parts, button
from bot.faces.ids import click
from bot.faces.rivals import level
from bot.faces.words import SEPARATOR, Speaker
from bot.storage.records import TableRecord
from engine.match import Ask
from engine.scene import Text

ADVISERS = ("champion", "knight")
"""Whom people may ask for advice."""


def buttons(table: TableRecord, speaker: Speaker, _: Sequence[str], ask: Ask | None) -> Parts:
    """Return the buttons that ask for advice on a person's question; none where that isn't allowed."""
    if ask is None or not table.advice:
        return []
    return [
        button(
            speaker.key("button-advice", level=level(each)),
            click("advice", table.id, ask.seat, ask.question, each),
            emoji="💡",
        )
        for each in ADVISERS
    ]


def advised(asked: str, choices: Sequence[Text], reason: Text, speaker: Speaker) -> str:
    """Return what a level would choose, and why, in a sentence each."""
    said = SEPARATOR.join(map(speaker.say, choices))
    if len(choices) > 1:
        return speaker.key("advice-steps", level=level(asked), choices=said, reason=reason)
    return speaker.key("advice", level=level(asked), choice=said, reason=reason)
