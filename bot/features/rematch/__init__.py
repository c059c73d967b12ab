"""Rematch: under a table that is over, the same people, the same options, everybody a seat further."""

from __future__ import annotations

from bot.faces.components import Parts, Style, button
from bot.faces.hooks import Feature
from bot.faces.ids import click
from bot.faces.words import Speaker
from bot.features.rematch.handlers import rematch
from bot.storage.records import Status, TableRecord


def _rows(table: TableRecord, speaker: Speaker) -> list[Parts]:
    """Return the button that opens the same table once more; no row where the match isn't over."""
    again = button(speaker.language.text("button-rematch"), click("rematch", table.id), style=Style.SUCCESS)
    return [[again]] if table.status is Status.OVER else []


REMATCH = Feature(key="rematch", routes={"rematch:<table_id>": rematch}, rows=_rows)
