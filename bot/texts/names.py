"""Display names made harmless: they can neither ping nor format nor reverse the line around them."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from bot.texts.fluent import Names, sized_lru_cache
from engine.frozen import frozen

LONGEST = 32
TABLES, MEGABYTES = 256, 1
NAMELESS = "?"
RIVAL, DRAWN_RIVAL = "🤖", "◆"
"""Mark of an AI player in messages, and in pictures, whose fonts lack the first."""
MARKS = frozenset("\\*_~`|>#[]()<:-")
"""Characters of Discord's markdown; a backslash before one escapes it."""
BREAKS = frozenset("@/.")
"""Characters of mentions and links; a zero-width space behind one breaks them."""
ZERO_WIDTH_SPACE = "\u200b"
ISOLATE, END_ISOLATE = "\u2068", "\u2069"
JOINER = "\u200d"
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""Letters and signs that take room and show nothing."""
MOST_MARKS = 3
"""The most combining marks on a letter: more than that is no script, but ink over the lines around it."""
RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})


def _is_shown(character: str) -> bool:
    # The joiner holds composed emoji together; every other invisible character only hides or turns text.
    category = unicodedata.category(character)
    return character == JOINER or not category.startswith(("C", "Zl", "Zp"))


def _isolate(name: str) -> str:
    turned = any(
        unicodedata.bidirectional(character) in RIGHT_TO_LEFT for character in name
    )
    return f"{ISOLATE}{name}{END_ISOLATE}" if turned else name


def _limit_marks(name: str) -> str:
    """Return `name` with `BLANKS` as spaces, and at most `MOST_MARKS` combining marks on a letter."""
    calm, marks = [], MOST_MARKS
    for character in name:
        marks = marks + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        if marks <= MOST_MARKS:
            calm.append(" " if character in BLANKS else character)
    return "".join(calm)


def plain_name(name: str) -> str:
    """Return `name` for places without markdown: labels, options, dialogs."""
    shown = " ".join(_limit_marks("".join(filter(_is_shown, name))).split())
    short = shown[:LONGEST].strip(JOINER + " ")
    # Marks without a letter show nothing.
    seen = any(unicodedata.category(character)[0] not in "MCZ" for character in short)
    return _isolate(short if seen else NAMELESS)


def _escape(character: str) -> str:
    if character in MARKS:
        return f"\\{character}"
    return f"{character}{ZERO_WIDTH_SPACE}" if character in BREAKS else character


def escape_name(name: str) -> str:
    """Return `name` escaped, for a place in a message that is bold already."""
    return "".join(map(_escape, plain_name(name)))


def escape_line(text: str) -> str:
    """Return a user's line of `text` escaped: it neither formats nor pings."""
    return _isolate(
        "".join(map(_escape, _limit_marks("".join(filter(_is_shown, text)))))
    )


def bold_name(name: str) -> str:
    """Return `name` escaped and bold, for messages."""
    return f"**{escape_name(name)}**"


def without_rival_mark(name: str) -> str:
    """Return `name` without `RIVAL`, which only AI players wear."""
    return name.replace(RIVAL, "")


def rival_name(name: str) -> str:
    """Return `name` with the mark of an AI player before it."""
    return f"{RIVAL} {without_rival_mark(name)}"


def stand_in_name(name: str) -> str:
    """Return the `name` of a person with the mark of a rival, which plays the seat meanwhile."""
    return f"{without_rival_mark(name)} {RIVAL}"


@frozen
class People:
    """The people of a table, by seat: user ids and names."""

    users: tuple[int, ...]
    names: Names

    @property
    def plain_names(self) -> Names:
        """Return the names for labels."""
        return _style_names(plain_name, self.names)

    @property
    def escaped_names(self) -> Names:
        """Return the names for places in messages that are bold already."""
        return _style_names(escape_name, self.names)

    @property
    def bold_names(self) -> Names:
        """Return the names for messages."""
        return _style_names(bold_name, self.names)


@sized_lru_cache(TABLES, MEGABYTES)
def _style_names(style: Callable[[str], str], names: Names) -> Names:
    # Every sentence of a message asks for them anew.
    return tuple(map(style, names))
