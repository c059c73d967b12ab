"""What is kept about a person, as private pages: what it is, what deleting it does, and what was done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.clocks.time_settings import TimeSettings
from bot.faces.components import Style, button, click
from bot.faces.hooks import FEATURES
from bot.faces.layout import Page
from bot.features.privacy.personal import Forgotten, Kept
from bot.storage.records import Person, Status
from bot.texts.fluent import Language

DELETE: Final = "delete"
KEEP: Final = "keep"
ANSWERS = frozenset({DELETE, KEEP})


def kept(found: Kept, reader: Language, names: Mapping[str, str]) -> Page:
    """Return what is kept about a person; `names` are the commands as facts."""
    counted = {
        "privacy-lobbies": found.count(Status.LOBBY),
        "privacy-playing": found.count(Status.PLAYING, Status.SUSPENDED),
        "privacy-over": found.count(Status.SEALED, Status.OVER, Status.ENDED),
        **{f"privacy-{each.key}": len(found.more.get(each.key, ())) for each in FEATURES},
        "privacy-wishes": len(found.wishes),
    }
    lines = [
        reader.text(_choices(found), **names),
        *(reader.text(key, count=count) for key, count in counted.items() if count),
    ]
    blocks = f"### {reader.text('privacy-title')}", "\n".join(lines), reader.text("privacy-about", **names)
    return Page(blocks)


def _choices(found: Kept) -> str:
    """Return the key of what is kept besides tables: choices, the language of a Discord alone, or nothing."""
    nobody, unasked = Person(found.person.user), replace(found.person, locale=None)
    if unasked != nobody or found.habits != TimeSettings(found.person.user):
        return "privacy-choices"
    return "privacy-no-choices" if found.person == nobody else "privacy-locale"


def confirm(found: Kept, reader: Language) -> Page:
    """Return the question whether a person wants to be forgotten, and what that does."""
    lines = [
        reader.text("privacy-delete-confirm"),
        reader.text("privacy-delete-lobbies", count=found.count(Status.LOBBY)),
        reader.text("privacy-delete-over", count=found.count(Status.SEALED, Status.OVER, Status.ENDED)),
        reader.text("privacy-delete-playing", count=found.count(Status.PLAYING, Status.SUSPENDED)),
        reader.text("privacy-delete-choices"),
        reader.text("privacy-delete-left"),
    ]
    parts = [
        button(reader.text("button-privacy-delete"), click("privacy", DELETE), style=Style.DANGER),
        button(reader.text("button-privacy-keep"), click("privacy", KEEP)),
    ]
    return Page(("\n".join(lines),), (parts,))


def done(forgotten: Forgotten, reader: Language) -> Page:
    """Return what was done to forget a person, and what waits."""
    lines = [
        reader.text("privacy-deleted"),
        reader.text("privacy-deleted-lobbies", count=forgotten.left),
        reader.text("privacy-deleted-over", count=forgotten.over),
        reader.text("privacy-delete-playing", count=forgotten.waiting),
        reader.text("privacy-delete-left"),
    ]
    return Page(("\n".join(lines),))


def left_alone(reader: Language) -> Page:
    """Return that nothing was deleted."""
    return Page((reader.text("privacy-kept"),))
