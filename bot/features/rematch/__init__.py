"""Rematch: under a table that is over, the same game once more, with the same people or against rivals."""

from __future__ import annotations

from bot.faces.components import Parts, Style, button, click
from bot.faces.hooks import Feature
from bot.faces.words import Speaker
from bot.features.rematch.handlers import against_rivals, rematch
from bot.storage.records import Status, TableRecord


def _rows(table: TableRecord, speaker: Speaker) -> list[Parts]:
    """Return the buttons that open the same game once more; no row where the match isn't over."""
    if table.status is not Status.OVER:
        return []
    say_ = speaker.language.text
    again = button(say_("button-rematch"), click("rematch", table.id), style=Style.SUCCESS)
    # One person's rematch is against rivals already.
    several = sum(each.level is None for each in table.sitters) > 1
    return [[again, *([button(say_("button-rivals"), click("alone", table.id))] if several else [])]]


REMATCH = Feature(key="rematch", routes={"rematch:<table_id>": rematch, "alone:<table_id>": against_rivals}, rows=_rows)
