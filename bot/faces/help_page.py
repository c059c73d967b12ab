"""The help, in private: what Herald is, and a page for each kind of reader, with buttons to the others."""

from __future__ import annotations

from collections.abc import Mapping

from bot.faces import feature_hooks
from bot.faces.components import ROW_BUTTONS, Page, button
from bot.texts.fluent import Language

READERS = ("begin", "rivals", "play", "days", "host")
"""The pages of help: the first steps, rivals, a turn, a game over days, and how to host."""


def help_page(language: Language, names: Mapping[str, str], whom: str = "") -> Page:
    """Return the help for the reader `whom`, one of `READERS`, or about Herald in general, with buttons for the others.

    `names` are the commands as facts, as the reader's Discord has them.
    """
    text = language.text(f"help-{whom}" if whom else "help", **names)
    others = [
        button(language.text(f"button-help-{each}"), "help", each)
        for each in READERS
        if each != whom
    ]
    return Page([text], (others, feature_hooks.help_buttons(language)[:ROW_BUTTONS]))
