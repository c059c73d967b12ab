"""How a message lies on a phone 400 wide: how high it is, what can be pressed, and how many words there are to read.

The sizes are those of the sandbox's page, which has them from Discord's client.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bot.faces.components import Kind, Page, Part, Picture
from bot.faces.picture import font as letters
from bot.faces.picture.font import Font
from bot.faces.picture.layout import WIDTH
from bot.faces.picture.rendering import sheet_of
from bot.faces.picture.requests import PictureRequest
from tests.bot.limits import walk

INNER, OUTER = 321.0, 342.0
"""How wide the frame of a message is inside: the phone less the avatar, the margins and the paddings; and a post."""
POST_HEAD = 22 + 2 * 2.0
"""Who writes a post, and the room above and below it."""
EDITED = 17.0
HEAD = 22 + EDITED + 21 + 2 * 6.0
"""Who writes, that it was edited, that nobody else sees it; and the room above and below a private message."""
FRAME = 4 + 2 + 2 * 10.0
GAP, ROW_ABOVE = 8.0, 4.0
BUTTON, MENU, PADDING, SIGN = 40.0, 42.0, 28.0, 26.0
LETTERS, LEADING, SMALL = 16.0, 1.4, 13.1
WIDER = 1.08
"""How much wider Discord's letters are than those of the pictures."""
QUOTE, BULLET = 16.0, 20.0
HEADING = 22.0, 12.0
"""How high a line of a heading is, and how much room there is around it."""

WORD = re.compile(r"\w(?:[\w'/.-]*\w)?")
MARKDOWN = re.compile(r"\*\*|^-# |^#+ |^> |^- |\\", re.MULTILINE)
TIME, AGO = re.compile(r"<t:\d+:\w>"), "5 minutes ago"
EMOJI = re.compile("[\u2190-\u2bff\U0001f000-\U0001faff]\ufe0f?")


def plain(text: str) -> str:
    """Return what is read of a text in markdown."""
    return TIME.sub(AGO, MARKDOWN.sub("", text)).replace("\u00a0", " ")


def words(text: str) -> int:
    """Return how many words are to be read; a number is one, and a sign is none."""
    return len(WORD.findall(plain(text)))


def _lines(text: str, size: float, room: float, cut: str) -> int:
    shown = EMOJI.sub("mm", plain(text))
    kind = Font(cut, size)
    return _filled(
        (WIDER * letters.width(word, kind) for word in shown.split(" ")), WIDER * letters.width(" ", kind), room
    )


def _filled(widths: Iterable[float], gap: float, room: float) -> int:
    """Return how many lines it takes to place things of these widths side by side."""
    used, lines = 0.0, 1
    for wide in widths:
        if used and used + gap + wide > room:
            used, lines = 0.0, lines + 1
        used += wide + (gap if used else 0)
    return lines


def _line(text: str, room: float, *, first: bool) -> float:
    """Return how high one line of markdown is."""
    if text.startswith("#"):
        line, around = HEADING
        return _lines(text, LETTERS, room, "strong") * line + around - (8 if first else 0)
    if text.startswith("-# "):
        return _lines(text, SMALL, room, "sans") * SMALL * LEADING
    left = QUOTE if text.startswith("> ") else BULLET if text.startswith("- ") else 0
    return _lines(text, LETTERS, room - left, "sans") * LETTERS * LEADING


def _text(text: str, room: float = INNER, *, first: bool) -> float:
    return sum(_line(line, room, first=first and not at) for at, line in enumerate(text.split("\n")))


def _row(parts: Sequence[Part], room: float = INNER) -> float:
    """Return how high a row is: buttons flow into as many lines as they take."""
    if parts[0]["type"] != Kind.BUTTON:
        return MENU + ROW_ABOVE
    widths = (
        PADDING + WIDER * letters.width(str(part["label"]), Font("sans", 14)) + (SIGN if "emoji" in part else 0)
        for part in parts
    )
    lines = _filled(widths, GAP, room)
    return lines * BUTTON + (lines - 1) * GAP + ROW_ABOVE


@dataclass(frozen=True)
class Screen:
    """What somebody sees of a page, with its picture or in words alone."""

    page: Page
    order: PictureRequest | None

    @property
    def parts(self) -> list[Part]:
        """Return what stands in the frame, from above."""
        picture = None if self.order is None else Picture(self.order.name, "", b"")
        return list(self.page.components(picture)[0]["components"])

    @property
    def height(self) -> float:
        """Return how high all of it is."""
        return sum(self.heights) + HEAD + FRAME + GAP * (len(self.parts) - 1)

    @property
    def heights(self) -> list[float]:
        """Return how high each part is."""
        return [self._height(part, first=not at) for at, part in enumerate(self.parts)]

    def _height(self, part: Part, *, first: bool) -> float:
        if part["type"] == Kind.TEXT:
            return _text(part["content"], first=first)
        if part["type"] == Kind.ROW:
            return _row(part["components"])
        assert self.order is not None
        return sheet_of(self.order).height * INNER / WIDTH

    @property
    def said(self) -> Iterator[str]:
        """Yield what is written."""
        for part in walk(self.parts):
            yield from (str(part[key]) for key in ("content", "label", "placeholder") if part.get(key))

    @property
    def controls(self) -> int:
        """Return how many things can be pressed."""
        return sum(part["type"] in {Kind.BUTTON, Kind.SELECT} for part in walk(self.parts))


def post_heights(post: Page) -> list[float]:
    """Return how high each part of a public post is: its head, its text, its picture if it has one, and its rows."""
    pictures = [] if post.request is None else [ROW_ABOVE + sheet_of(post.request).height * OUTER / WIDTH]
    rows = [_row(row["components"], OUTER) + (ROW_ABOVE if at else 0) for at, row in enumerate(post.components())]
    return [POST_HEAD, _text(post.content or "", OUTER, first=True), *pictures, *rows]
