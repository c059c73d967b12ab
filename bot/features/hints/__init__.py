"""Hints: a sentence on a question, the first time that a person meets its kind in a game.

A hint is shown once for each person and kind of question, in a private view or a dialog. It stays with the question
that showed it first, so that a private view which is unfolded, or rendered anew, still has it.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from bot.faces.feature_hooks import Feature
from bot.faces.scene_text import Localizer
from bot.faces.settings import Form, choice
from bot.host import answer_deadline
from bot.interactions.preferences import open_settings
from bot.storage.keyed_documents import DocumentKind
from bot.storage.port import StorageError
from bot.storage.store import Store
from bot.tables.preferences import Preferences
from bot.tables.table import Table
from bot.texts.fluent import Language
from engine.frozen import frozen
from engine.match import Ask
from engine.tutorial import LESSON

log = logging.getLogger(__name__)


@frozen
class Hints:
    """The hints that `user` has read: pairs of a text's key and the question that showed it; none are shown if `off`.

    A question is named by its table and its own name.
    """

    user: int
    off: bool = False
    read: tuple[tuple[str, str], ...] = ()


KIND = DocumentKind("hints", Hints, ("user",))
WANTED = choice(
    "off",
    {"on": False, "again": False, "off": True},
    "settings-hints",
    {"again": {"read": ()}},
)


def fields(_: object) -> Mapping[str, Form]:
    """Return the settings of hints as fields of a dialog; "again" lets all of them come once more."""
    return {"reading": {Hints: {"hints": WANTED}}}


async def hint_line(
    chosen: Preferences, table: Table, user: int, localizer: Localizer, ask: Ask
) -> list[str]:
    """Return the hint to the question `ask` if it is the first of its kind, and store that it was read.

    A table with the deal `LESSON` shows none: its lesson says as much.
    """
    if ask.hint is None or table.record.deal == LESSON:
        return []
    known = await chosen.get(Hints, user)
    read, question = dict(known.read), f"{table.id}:{ask.question}"
    if known.off or read.get(ask.hint.key, question) != question:
        return []
    if ask.hint.key not in read:
        now_read = (*known.read, (ask.hint.key, question))
        try:
            with answer_deadline.ignore_changes():
                await chosen.change(
                    Hints,
                    user,
                    read=now_read,
                )
        except StorageError as error:
            # It is shown once more, which costs its reader a glance.
            log.warning("that a hint was read could not be kept: %s", error)

    return [localizer.key("hint-line", hint=ask.hint)]


async def settings_lines(
    storage: Store, user: int, _: int | None, language: Language
) -> Sequence[str]:
    """Return the line of the settings that says whether hints are shown."""
    known = await storage.choice(Hints, user)
    key = "settings-hints-off-now" if known.off else "settings-hints-on-now"
    return [language.text(key)]


async def document(storage: Store, user: int) -> dict[str, Any]:
    """Return the hints that `user` has read, or that they are `off`, as values for JSON."""
    known = await storage.choice(Hints, user)
    return {"hints": ["none wanted"] if known.off else [key for key, _ in known.read]}


HINTS = Feature(
    key="hints",
    fields=fields,
    settings={"hints": partial(open_settings, what="reading")},
    explains=hint_line,
    kinds=(KIND,),
    settings_lines=settings_lines,
    document=document,
)
