"""Names of people, made harmless: they can neither ping nor format nor turn the line around."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from bot.texts.remembering import remembering

LONGEST = 32
REMEMBERED, MEGABYTES = 4096, 1
NAMELESS = "?"
RIVAL, DRAWN_RIVAL = "🤖", "◆"
"""What tells a rival from a person, in messages and in pictures, whose letters have no such sign."""
MARKS = frozenset("\\*_~`|>#[]()<:-")
"""What Discord's markdown reads; a backslash before it takes the meaning away."""
BREAKS = frozenset("@/.")
"""What makes mentions and links; a zero-width space behind it breaks them."""
ZERO_WIDTH_SPACE = "\u200b"
ISOLATE, END_ISOLATE = "\u2068", "\u2069"
JOINER = "\u200d"
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""Letters and signs that take room and show nothing."""
MOST_MARKS = 3
"""How many marks may stand on a letter: more than that is no script, but ink over the lines around it."""
RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})


def _shown(character: str) -> bool:
    # The joiner holds composed emoji together; every other invisible character only hides or turns text.
    return character == JOINER or unicodedata.category(character) not in {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}


def _isolated(name: str) -> str:
    turned = any(unicodedata.bidirectional(character) in RIGHT_TO_LEFT for character in name)
    return f"{ISOLATE}{name}{END_ISOLATE}" if turned else name


def _calm(name: str) -> str:
    """Return a name with blanks as blanks, and with no more marks on a letter than scripts have."""
    calm, marks = [], MOST_MARKS
    for character in name:
        marks = marks + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        if marks <= MOST_MARKS:
            calm.append(" " if character in BLANKS else character)
    return "".join(calm)


def _visible(name: str) -> bool:
    """Tell whether there is anything to see of a name but marks without a letter."""
    return any(unicodedata.category(character)[0] not in "MCZ" for character in name)


def plain(name: str) -> str:
    """Return a name for places without markdown: labels, options, dialogs."""
    shown = " ".join(_calm("".join(character for character in name if _shown(character))).split())
    short = shown[:LONGEST].strip(JOINER + " ")
    return _isolated(short if _visible(short) else NAMELESS)


def _harmless(character: str) -> str:
    if character in MARKS:
        return f"\\{character}"
    return f"{character}{ZERO_WIDTH_SPACE}" if character in BREAKS else character


def escaped(name: str) -> str:
    """Return a name for a place in a message that is bold already."""
    return "".join(map(_harmless, plain(name)))


def harmless(text: str) -> str:
    """Return a line that a person wrote for a place in a message: all that shows, and nothing that formats or pings."""
    return _isolated("".join(map(_harmless, _calm("".join(filter(_shown, text))))))


def marked(name: str) -> str:
    """Return a name, bold, for messages."""
    return f"**{escaped(name)}**"


def person(name: str) -> str:
    """Return a person's name without the mark that only rivals wear."""
    return name.replace(RIVAL, "")


def rival(name: str) -> str:
    """Return the name of a rival, marked as nobody's."""
    return f"{RIVAL} {person(name)}"


def cared(name: str) -> str:
    """Return the name of a person whose seat a rival plays meanwhile."""
    return f"{person(name)} {RIVAL}"


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


@remembering(REMEMBERED, MEGABYTES)
def _styled(style: Callable[[str], str], names: tuple[str, ...]) -> tuple[str, ...]:
    # Every sentence of a message asks for them anew.
    return tuple(map(style, names))
