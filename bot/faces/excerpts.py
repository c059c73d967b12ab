"""What there is room for of what happened, and the way to all of it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.faces.components import Part, Parts, button
from bot.faces.ids import click
from bot.faces.limits import latest
from bot.faces.words import Speaker
from bot.storage.records import TableId


def fitted(lines: Sequence[str], longest: int, table: TableId, speaker: Speaker) -> tuple[str, Parts]:
    """Return the last lines that fit, with nothing to press if all do.

    Where the first are left out, a line says so, and the button of the log goes with it, which has them all.
    """
    text = "\n".join(lines)
    if len(text) <= longest:
        return text, []
    return latest(lines, longest, speaker.key("story-cut")), [log_button(table, speaker)]


def log_button(table: TableId, speaker: Speaker) -> Part:
    """Return the button that shows the log in private."""
    return button(speaker.language.text("button-log"), click("log", table))
