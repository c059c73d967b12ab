"""Notes in words: the first line above the question, the button, and the dialog that holds the whole note."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.faces.components import Part, Parts, button, click, modal, shorten, text_area
from bot.faces.words import Speaker
from bot.storage.records import TableId, TableRecord
from bot.texts.fluent import Language
from bot.texts.names import escape_line

LONGEST: Final = 1000
"""Characters of a note."""
LINE: Final = 80
"""Characters of its first line that are shown: two lines on a phone."""


def shown(written: str, speaker: Speaker) -> str:
    """Return the line of a private view that shows how a note begins, and that there is more of it."""
    first, _, rest = written.partition("\n")
    line = shorten(f"{first} …" if rest and len(first) < LINE - 1 else first, LINE)
    return speaker.key("note-line", note=escape_line(line))


def buttons(table: TableRecord, speaker: Speaker, way: Sequence[str], _: object) -> Parts:
    """Return the button that opens the dialog, from which `way` leads back."""
    return [button(speaker.language.text("button-note"), click("note", table.id, *way), emoji="📝")]


def dialog(table: TableId, way: Sequence[str], written: str, language: Language) -> Part:
    """Return the dialog that holds a note, to be changed; emptied, it is deleted."""
    field = text_area(language.text("note-label"), "note", LONGEST, written)
    return modal(language.text("note-title", table=str(table)), click("noted", table, *way), [field])
