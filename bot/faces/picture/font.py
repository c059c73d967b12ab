"""Type: fonts, measuring, and fitting a text into its room."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from math import ceil

from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, features
from PIL.ImageFont import FreeTypeFont, Layout, truetype

from bot.texts.fluent import sized_lru_cache
from engine.frozen import frozen, replace

SCALE = 2
"""Pixels of a picture for each logical one."""

LEAST = 14.1
"""The smallest size of letters, in logical pixels: 12 of a phone's, which shows a picture 342 wide."""

LEADING = 1.25
"""The height of a line, in sizes of its letters; both fonts rise and fall by as much."""

ELLIPSIS = "…"
MOST_MARKS = 2
"""How many combining marks a letter may carry: any language needs no more, and a tower of them leaves the line."""

NO_BREAK = "\u00a0"
SPACE = re.compile("( )")
SPACES = re.compile(r"[ \t\n\r\f\v]+")
REMEMBERED, MEGABYTES = 4096, 4
cached = lru_cache(REMEMBERED)
OVERHANG = 4
"""How far letters may reach beyond their word, in real pixels."""

FONTS = {
    "sans": "font_source_sans_pro/files/SourceSansPro-Regular.ttf",
    "strong": "font_source_sans_pro/files/SourceSansPro-Semibold.ttf",
    "serif": "font_source_serif_pro/files/SourceSerifPro-Semibold.ttf",
    "figure": "font_source_serif_pro/files/SourceSerifPro-Bold.ttf",
}


@frozen
class Font:
    """A cut of letters, its size in logical pixels, and how far its letters are narrowed, as a share of their width."""

    cut: str
    size: float
    narrow: float = 1

    @property
    def line(self) -> float:
        """Return the height of a line."""
        return self.size * LEADING

    @property
    def smaller(self) -> Font:
        """Return the type one step smaller, or the same where that would be too small to read."""
        return replace(self, size=max(LEAST, self.size - STEP))


STEP = 1.5
TITLE = Font("serif", 19)
"""The name of a picture."""

BANNER = Font("serif", 17)
"""Whose turn it is; who won."""

HEADING = Font("serif", 15)
"""What a part shows."""

NAME = Font("strong", 15)
STRONG = Font("strong", LEAST)
NOTE = Font("sans", LEAST)
NARROW = Font("strong", LEAST, 0.9)
"""For a word that no size makes fit."""

NARROWEST = Font("strong", LEAST, 0.74)
"""For the longest names of cards in a long line of play."""

CLOSE = Font("sans", LEAST, 0.9)
"""For less weight, as narrow."""

FIGURE = Font("figure", 18)
"""The number that counts most."""

NUMBER = Font("figure", 15.5)


@cache
def _file(cut: str) -> str:
    package, _, path = FONTS[cut].partition("/")
    return str(files(package) / path)


@cache
def _font(kind: Font) -> FreeTypeFont:
    # Raqm sets letters best, but needs a library of the system (FriBiDi) that not every machine has.
    engine = Layout.RAQM if features.check("raqm") else Layout.BASIC
    return truetype(_file(kind.cut), kind.size * SCALE, layout_engine=engine)


@cache
def _glyphs() -> frozenset[int]:
    """Return the characters that every cut has a glyph for."""
    return frozenset.intersection(*map(_glyphs_of, FONTS))


def _glyphs_of(cut: str) -> frozenset[int]:
    with TTFont(_file(cut), lazy=True) as font:
        return frozenset(font.getBestCmap() or ())


def _is_drawn(character: str) -> bool:
    return ord(character) in _glyphs() and unicodedata.category(character) != "Cf"


def _calm(text: str) -> Iterator[str]:
    """Yield the characters of `text` without towers of combining marks."""
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks <= MOST_MARKS:
            yield character


@cached
def drawable(text: str, gap: str = "") -> str:
    """Return the part of `text` that the fonts can show; `gap` stands where a character had to be left out."""
    calm = "".join(_calm(unicodedata.normalize("NFC", text)))
    shown = "".join(
        character if _is_drawn(character) or character.isspace() else "\0"
        for character in calm
    )
    return SPACES.sub(" ", gap.join(_around(shown))).strip()


def _around(shown: str) -> list[str]:
    """Return the runs between the characters that were left out; a mark alone is no letter."""
    runs = shown.split("\0")
    return [
        run
        for place, run in enumerate(runs)
        if run.strip() or place in {0, len(runs) - 1}
    ]


def readable(text: str) -> bool:
    """Tell whether `text` has any letter, digit or sign."""
    return any(
        unicodedata.category(character)[0] in "LNSP" and character != ELLIPSIS
        for character in text
    )


# Sentences are new at nearly every move, the words in them hardly ever; and letters take long to be measured and drawn.
@cached
def width(text: str, kind: Font) -> float:
    """Return the width of `text`, in logical pixels."""
    parts = SPACE.split(text)
    return kind.narrow * sum(_advance(part, kind) for part in parts) / SCALE


@cached
def _advance(part: str, kind: Font) -> float:
    """Return the width of a word or a space, in real pixels and before it is narrowed."""
    return _font(kind).getlength(part)


@cached
def shorten(text: str, kind: Font, room: float) -> str:
    """Return `text`, or as much of its beginning as fits into `room` before an ellipsis."""
    if width(text, kind) <= room:
        return text
    # Each ends with a whole letter, the shortest comes first.
    cuts = [
        text[:at].rstrip(" ,.;:·(—-") + ELLIPSIS
        for at, (_, after) in enumerate(pairwise(text), 1)
        if not unicodedata.combining(after)
    ]
    fitting = bisect(cuts, room, key=lambda cut: width(cut, kind))
    return cuts[fitting - 1] if fitting else ELLIPSIS


@cached
def wrap(text: str, kind: Font, room: float, most: int) -> tuple[str, ...]:
    """Return `text` as up to `most` lines; the last one is shortened if there would be more."""
    words = list(_words(text, kind, room))
    lines = [""]
    for place, word in enumerate(words):
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or width(longer, kind) <= room:
            lines[-1] = longer
        elif len(lines) < most:
            lines.append(word)
        else:
            lines[-1] = " ".join([lines[-1], *words[place:]])
            break

    return tuple(shorten(line, kind, room) for line in lines)


def _words(text: str, kind: Font, room: float) -> Iterator[str]:
    """Yield the parts of `text` that may stand on different lines; a word is parted only where it must be."""
    for word in text.split(" "):
        yield from [word] if width(word, kind) <= room else word.split(NO_BREAK)


def whole(text: str, kind: Font, room: float, most: int) -> bool:
    """Tell whether `text` fits into `most` lines without being shortened."""
    return not any(line.endswith(ELLIPSIS) for line in wrap(text, kind, room, most))


def mask(text: str, kind: Font) -> Image.Image:
    """Return `text` as a mask of the size of its line, in real pixels; parts of letters above the line are cut off."""
    wide = width(text, kind) / kind.narrow
    size = max(1, round(wide * SCALE)), round(kind.line * SCALE)
    sheet = Image.new("L", size)
    left = 0.0
    for part in SPACE.split(text):
        if part.strip(" "):
            sheet.paste(255, (round(left) - OVERHANG, 0), _word(part, kind))
        left += _advance(part, kind)
    if kind.narrow == 1:
        return sheet
    return sheet.resize((round(size[0] * kind.narrow), size[1]))


@sized_lru_cache(REMEMBERED, MEGABYTES)
def _word(word: str, kind: Font) -> Image.Image:
    """Return `word` as a mask, with room on either side for letters that reach beyond their own width."""
    font = _font(kind)
    width = ceil(_advance(word, kind)) + 2 * OVERHANG
    height = round(kind.line * SCALE)
    ascent, descent = font.getmetrics()
    top = round((height - ascent - descent) / 2)
    sheet = Image.new("L", (width, height))
    ImageDraw.Draw(sheet).text(
        (OVERHANG, top + ascent), word, font=font, fill=255, anchor="ls"
    )
    return sheet
