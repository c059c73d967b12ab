"""Names of people, made harmless: they can neither ping nor format nor turn the line around."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

LONGEST = 32
REMEMBERED = 4096
NAMELESS = "?"
MARKS = frozenset("\\*_~`|>#[]()<:-")
"""What Discord's markdown reads; a backslash before it takes the meaning away."""
BREAKS = frozenset("@/.")
"""What makes mentions and links; a zero-width space behind it breaks them."""
ZERO_WIDTH_SPACE = "\u200b"
ISOLATE, END_ISOLATE = "\u2068", "\u2069"
JOINER = "\u200d"
RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})


def _shown(character: str) -> bool:
    # The joiner holds composed emoji together; every other invisible character only hides or turns text.
    return character == JOINER or unicodedata.category(character) not in {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}


def _isolated(name: str) -> str:
    turned = any(unicodedata.bidirectional(character) in RIGHT_TO_LEFT for character in name)
    return f"{ISOLATE}{name}{END_ISOLATE}" if turned else name


def plain(name: str) -> str:
    """Return a name for places without markdown: labels, options, dialogs."""
    shown = " ".join("".join(character for character in name if _shown(character)).split())
    return _isolated(shown[:LONGEST].strip(JOINER + " ") or NAMELESS)


def _harmless(character: str) -> str:
    if character in MARKS:
        return f"\\{character}"
    return f"{character}{ZERO_WIDTH_SPACE}" if character in BREAKS else character


def escaped(name: str) -> str:
    """Return a name for a place in a message that is bold already."""
    return "".join(map(_harmless, plain(name)))


def marked(name: str) -> str:
    """Return a name, bold, for messages."""
    return f"**{escaped(name)}**"


@dataclass(frozen=True, slots=True)
class People:
    """The people of a table, by seat: their users' ids and their names."""

    users: tuple[int, ...]
    names: tuple[str, ...]

    @property
    def plain(self) -> tuple[str, ...]:
        """Return the names for labels."""
        return _styled(plain, self.names)

    @property
    def escaped(self) -> tuple[str, ...]:
        """Return the names for places in messages that are bold already."""
        return _styled(escaped, self.names)

    @property
    def marked(self) -> tuple[str, ...]:
        """Return the names for messages."""
        return _styled(marked, self.names)


@lru_cache(REMEMBERED)
def _styled(style: Callable[[str], str], names: tuple[str, ...]) -> tuple[str, ...]:
    # Every sentence of a message asks for them anew.
    return tuple(map(style, names))
