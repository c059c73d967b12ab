"""Leaving a running game for good, and freeing the seat of somebody who doesn't come any more: what is asked before.

Being away, to the person who is: at which tables and until when, for how long one can be, and the way back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.faces import fairness
from bot.faces.components import Page, Parts, Style, button, click, option, select
from bot.faces.logbook import moment
from bot.faces.messages import title
from bot.faces.words import Speaker
from bot.storage.records import TableRecord
from bot.texts.fluent import Language

MOST = 5
"""How many seats a row of buttons can name."""


def confirm_leave(table: TableRecord, speaker: Speaker) -> Page:
    """Return the question whether somebody really gives up the own seat."""
    parts = [
        button(speaker.text("button-leave-game"), click("vacate", table.id), style=Style.DANGER),
        button(speaker.text("button-keep"), click("keep", table.id)),
    ]
    ends = _ends(table, speaker)
    key = "leave-confirm" if table.save and not ends else "leave-confirm-lobby"
    return Page(("\n".join([speaker.key(key, table=title(table, speaker)), *ends]),), (parts,))


def _ends(table: TableRecord, speaker: Speaker) -> list[str]:
    """Return the warning before the last person of a match goes, which ends it."""
    alone = table.save is not None and sum(sitter.person is not None for sitter in table.sitters) == 1
    return [speaker.key("leave-ends"), *fairness.ending(table, speaker)] if alone else []


def pick_seat(table: TableRecord, seats: Iterable[int], speaker: Speaker) -> Page:
    """Return the question whose seat a moderator frees."""
    parts = [
        button(speaker.people.plain_names[seat], click("replace", table.id, seat), style=Style.DANGER) for seat in seats
    ]
    keep = [button(speaker.text("button-keep"), click("keep", table.id))]
    asked = speaker.key("replace-pick", table=title(table, speaker))
    return Page(("\n".join([asked, *_ends(table, speaker)]),), (parts[:MOST], keep))


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
