"""Pages about going: before a seat is given up, or a moderator frees one, and how long a person is away."""

from __future__ import annotations

from collections.abc import Sequence

from bot.faces import fairness
from bot.faces.components import (
    Page,
    Style,
    button,
    make_custom_id,
    option,
    select,
    text_button,
)
from bot.faces.logbook import timestamp
from bot.faces.messages import confirm_page, title
from bot.faces.scene_text import Localizer
from bot.faces.vacancies import MOST
from bot.policies import seats_of_people
from bot.storage.records import TableRecord
from bot.texts.fluent import Language

AWAY_DAYS = (1, 2, 3, 4, 5, 7, 10, 14)
"""For how many days a person can say to be away, without naming a date."""


def leave_page(table: TableRecord, localizer: Localizer) -> Page:
    """Return the question whether a player really gives up the own seat."""
    ends = _end_warning(table, localizer)
    key = "leave-confirm" if table.save and not ends else "leave-confirm-lobby"
    lines = [localizer.key(key, table=title(table, localizer)), *ends]

    return confirm_page(lines, table, "vacate", "button-leave-game", localizer)


def _end_warning(table: TableRecord, localizer: Localizer) -> list[str]:
    """Return the warning before the last person of a match goes, which ends it."""
    people = sum(sitter.person is not None for sitter in table.sitters)
    if table.save is None or people != 1:
        return []
    return [
        localizer.key("leave-ends"),
        *fairness.early_end_warning(table, localizer),
    ]


def seat_to_free_page(table: TableRecord, localizer: Localizer) -> Page:
    """Return the question which seat a moderator frees."""
    names = localizer.people.plain_names
    parts = [
        button(names[seat], "replace", table.id, seat, style=Style.DANGER)
        for seat in seats_of_people(table)
    ]
    keep = [text_button(localizer, "button-keep", "keep", table.id)]
    asked = localizer.key("replace-pick", table=title(table, localizer))
    text = "\n".join([asked, *_end_warning(table, localizer)])

    return Page([text], (parts[:MOST], keep))


def absences_page(
    tables: Sequence[tuple[TableRecord, float, Localizer]],
    back: float | None,
    language: Language,
) -> Page:
    """Return the page of a person's absences, `tables` with their ends, with a select of days, and the way back.

    `back` is the end of the absence, in seconds, at tables that begin meanwhile; None: it holds at none.
    """
    lines = []
    if back is not None:
        lines = [language.text("away-meanwhile", when=timestamp(back, "F"))]
    lines += [
        language.text(
            "away-at", table=title(table, localizer), when=timestamp(end, "F")
        )
        for table, end, localizer in tables
    ]
    options = [
        option(language.text("away-days", days=days), str(days)) for days in AWAY_DAYS
    ]
    days = select(language.text("away-pick"), make_custom_id("away", "pick"), options)
    back_ = [text_button(language, "button-back", "away", "back")] if lines else []
    said = [language.text("away-about"), *(lines or [language.text("away-nowhere")])]

    blocks = (f"### {language.text('away-title')}", "\n".join(said))
    return Page(blocks, ([days], back_))
