"""Discord's limits, as far as the bot has to mind them, and ways to stay within them.

The figures are Discord's own (lengths in characters); discord.py checks only a few of them.
"""

from __future__ import annotations

from collections.abc import Sequence

CONTENT = 2000
LAYOUT_TEXT = 4000
LAYOUT_PARTS = 40
ROWS = 5
ROW_BUTTONS = 5
LABEL = 80
OPTIONS = 25
MOST_OFFERED = 25
OPTION_TEXT = 100
PLACEHOLDER = 150
MODAL_TITLE = 45
MODAL_LABEL = 45
THREAD_NAME = 100
ALT_TEXT = 1024

ELLIPSIS = "…"


def shorten(text: str, longest: int) -> str:
    """Return a text of at most that many characters, with an ellipsis where it was cut."""
    return text if len(text) <= longest else text[: longest - len(ELLIPSIS)].rstrip() + ELLIPSIS


def pages(lines: Sequence[str], longest: int) -> list[str]:
    """Return lines joined into pages of at most that many characters; a line is never split unless it has to be."""
    filled: list[str] = []
    for line in (shorten(line, longest) for line in lines):
        if filled and len(filled[-1]) + 1 + len(line) <= longest:
            filled[-1] += f"\n{line}"
        else:
            filled.append(line)
    return filled


def latest(lines: Sequence[str], longest: int, left_out: str = ELLIPSIS) -> str:
    """Return as many of the last lines as fit, joined; what was `left_out` before them is said above, if anything."""
    kept: list[str] = []
    room = longest
    for line in reversed(lines):
        room -= len(line) + 1
        if room < len(left_out):
            return "\n".join([left_out, *kept]) if kept else shorten(line, longest)
        kept.insert(0, line)
    return "\n".join(kept)
