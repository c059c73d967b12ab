"""The signs of emblems on buttons and in lists: the drawings of the pictures, once Discord has them as emoji.

Until then, and where that isn't allowed, they are the emoji of every font, which also stand in sentences: one of
Discord's own takes fifty characters there, and a message has only so many.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.texts.fluent import Language

_drawn: dict[str, str] = {}
"""The emoji of this process's application by their emblems, as messages mention them: "<:name:id>"."""


def sign(emblem: str, language: Language) -> str:
    """Return the sign of an emblem for a button or an option; nothing where there is no emblem."""
    return (_drawn.get(emblem) or language.text(f"emblem-{emblem}")) if emblem else ""


def learn(drawn: Mapping[str, str]) -> None:
    """Take the drawn signs from now on: all of them, or none; a mixture would have two looks."""
    _drawn.clear()
    _drawn.update(drawn)
