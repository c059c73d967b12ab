"""Being away, to the person who is: at which tables and until when, for how long one can be, and the way back."""

from __future__ import annotations

from collections.abc import Sequence

from bot.faces.components import Parts, button, option, select
from bot.faces.ids import click
from bot.faces.layout import Page
from bot.faces.logbook import moment
from bot.faces.messages import title
from bot.faces.words import Speaker
from bot.storage.records import TableRecord
from bot.texts.fluent import Language

AWAY_DAYS = (1, 2, 3, 4, 5, 7, 10, 14)
"""For how many days a person can say to be away, without naming a date."""


def panel(tables: Sequence[tuple[TableRecord, float, Speaker]], back: float | None, language: Language) -> Page:
    """Return at which tables a person is away until when, with a select of days, and the way back.

    `back` is until when they are so at tables that begin meanwhile; None: they are at none.
    """
    lines = [] if back is None else [language.text("away-meanwhile", when=moment(back, "F"))]
    lines += [
        language.text("away-at", table=title(table, speaker), when=moment(end, "F")) for table, end, speaker in tables
    ]
    options = [option(language.text("away-days", days=days), str(days)) for days in AWAY_DAYS]
    rows: list[Parts] = [[select(language.text("away-pick"), click("away", "pick"), options, (1, 1))]]
    if lines:
        rows.append([button(language.text("button-back"), click("away", "back"))])
    said = [language.text("away-about"), *(lines or [language.text("away-nowhere")])]
    return Page((f"### {language.text('away-title')}", "\n".join(said)), tuple(rows))
