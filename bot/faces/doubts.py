"""The question that asks once more before a bid above one's means: to its bidder alone, and only who wants it."""

from __future__ import annotations

from collections.abc import Mapping

from bot.faces.components import Style, button, click
from bot.faces.layout import Page
from bot.faces.words import Speaker
from bot.storage.records import TableRecord
from engine.match import Ask, Choice
from engine.scene import Text, say


def asked_once_more(table: TableRecord, ask: Ask, choice: Choice, speaker: Speaker, names: Mapping[str, str]) -> Page:
    """Return the question whether a number above one's means is meant; `names` are the commands as facts."""
    noted: Text | str = say("number-noted", number=choice.option.label, note=ask.naming.beyond) if ask.naming else ""
    parts = [
        button(
            speaker.key("button-sure", choice=choice.option.label),
            click("sure", table.id, ask.seat, ask.question, choice.number),
            style=Style.DANGER,
        ),
        button(speaker.key("button-not-sure"), click("play", table.id)),
    ]
    return Page((f"### {speaker.key('sure', choice=noted)}", speaker.key("sure-about", **names)), (parts,))
