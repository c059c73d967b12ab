"""Private notes: a text about a table that its author alone can read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.faces.components import Parts, make_custom_id, shorten, text_button
from bot.faces.dialogs import modal, text_area
from bot.faces.feature_hooks import Feature
from bot.faces.scene_text import Localizer
from bot.interactions import table_views
from bot.interactions.request import Request
from bot.storage.keyed_documents import DocumentKind
from bot.storage.records import Status, TableId, TableRecord
from bot.storage.store import Store
from bot.tables.preferences import Preferences
from bot.tables.refusals import UnknownClick
from bot.tables.table import Table
from bot.texts.names import escape_line
from engine.errors import NotSeated
from engine.frozen import frozen


@frozen
class PrivateNote:
    """The note of `user` about `table`; an empty `text` stands for none."""

    table: TableId
    user: int
    text: str = ""


KIND = DocumentKind("note", PrivateNote, ("table", "user"))


async def first_line(
    chosen: Preferences, table: Table, user: int, localizer: Localizer
) -> list[str]:
    """Return the first line of the note of `user` about `table`; no line without a note."""
    written = (await chosen.get(PrivateNote, table.id, user)).text
    return [note_line(written, localizer)] if written else []


async def document(storage: Store, user: int) -> dict[str, Any]:
    """Return each `PrivateNote` of `user` as values for JSON."""
    return {
        "notes": [
            {"table": int(each.table), "note": each.text}
            for each in await storage.choices(PrivateNote, user=user)
        ]
    }


LONGEST = 1000
"""Characters of a note."""
LINE = 40
"""Characters of its first line that are shown: one small line on a phone."""


def note_line(written: str, localizer: Localizer) -> str:
    """Return the line of a private view with the first `LINE` characters of a note; an ellipsis stands for the rest."""
    first, _, rest = written.partition("\n")
    if rest and len(first) < LINE - 1:
        first = f"{first} …"

    return localizer.key("note-line", note=escape_line(shorten(first, LINE)))


def buttons(
    table: TableRecord, localizer: Localizer, way: Sequence[str], _: object
) -> Parts:
    """Return the button that opens the dialog, from which `way` leads back."""
    return [text_button(localizer, "button-note", "note", table.id, *way, emoji="📝")]


async def open_note_dialog(
    request: Request, table: Table, way: str = "", argument: str = ""
) -> None:
    """Open the dialog with this person's note about a table; raise `NotSeated` without a seat there.

    A submitted empty text deletes the note.
    """
    _check_own(request, table)
    kept = await request.preferences.get(PrivateNote, table.id, request.user)
    words = [word for word in (way, argument) if word]
    field = text_area(
        request.text("note-label"),
        "note",
        LONGEST,
        kept.text,
    )

    await request.open_dialog(
        modal(
            request.text("note-title", table=str(table.id)),
            make_custom_id("noted", table.id, *words),
            [field],
        )
    )


async def store_note(
    request: Request, table: Table, way: str = "", argument: str = ""
) -> None:
    """Answer the dialog: store the note, and show the private view before it, with the choices picked there."""
    _check_own(request, table)
    if len(request.dialog_text) > LONGEST:
        raise UnknownClick
    await request.preferences.change(
        PrivateNote,
        table.id,
        request.user,
        text=request.dialog_text,
    )

    if way == "hand" or table.status is not Status.PLAYING:
        await table_views.show_hand(request, table)
    else:
        progress = table_views.read_progress(request, table, way, argument)
        await table_views.show_own_view(request, table, progress=progress)


def _check_own(request: Request, table: Table) -> None:
    """Raise `NotSeated` where no game has begun, or if this person has no seat there."""
    if table.match is None or table.viewer(request.user) is None:
        raise NotSeated


NOTES = Feature(
    key="notes",
    routes={
        "note": open_note_dialog,
        "noted": store_note,
    },
    private_lines=first_line,
    private_buttons=buttons,
    kinds=(KIND,),
    document=document,
)
