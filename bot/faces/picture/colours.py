"""Colours of the pictures, and the emblems of `bot/faces/art` by name, recoloured.

Emblems are drawn for this project. Each is an SVG of 64 by 64 units without a background, drawn in `currentColor` alone
so that it can be set in any colour; ids begin with its own name, so that several fit into one drawing. `part-arrow`
points right, `part-back` goes on without a seam on every side, and a seat's emblem is as large as its shield (`spans`
in the palette).
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, NewType

from engine.frozen import frozen

ART = files("bot.faces") / "art"
NEUTRAL = "neutral"
UNKNOWN = "part-unknown"
PAINT = "currentColor"
"""What every stroke and surface of an emblem is drawn in; nothing else in its source is a visible colour."""

Colour = NewType("Colour", str)
"""A colour as Pillow and SVG read it: #RRGGBB."""


@frozen
class Tincture:
    """Colours of an emblem: its shield's ground, the ink on it, and the shade of that ground for parchment.

    An emblem that `spans` is drawn as large as its shield; any other is smaller and stands on it.
    """

    tint: Colour
    ink: Colour
    deep: Colour
    spans: bool = False


@frozen
class Palette:
    """All colours: the common ones by their use, and the tinctures by their emblem.

    `blends` are the mixtures of these that edges need most; no picture has any other colour (`make gallery`).
    """

    common: dict[str, Colour]
    tinctures: dict[str, Tincture]
    blends: tuple[Colour, ...]


@cache
def palette() -> Palette:
    """Return the palette of `palette.toml`, where an ink is named by its use."""
    read = _read("palette.toml")
    common = {use: Colour(shade) for use, shade in read["common"].items()}
    tinctures = {
        emblem: Tincture(
            Colour(row["tint"]),
            common[row["ink"]],
            Colour(row["deep"]),
            row.get("spans", False),
        )
        for emblem, row in read["tinctures"].items()
    }
    blends = tuple(map(Colour, _read("blends.toml")["blends"]))

    return Palette(common, tinctures, blends)


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((ART / name).read_text(encoding="utf-8"))


def common(use: str) -> Colour:
    """Return the colour of a `use`: "ink", "parchment", "gold" ..."""
    return palette().common[use]


INK, FADED, IVORY, GOLD, GILT, RUBRIC, LINE, VELLUM, PARCHMENT, SHADOW, GAIN = map(
    common,
    (
        "ink",
        "faded",
        "ivory",
        "gold",
        "gilt",
        "rubric",
        "line",
        "vellum",
        "parchment",
        "shadow",
        "gain",
    ),
)


def tincture(emblem: str) -> Tincture:
    """Return the tincture of `emblem`; the neutral one for an emblem that isn't in the palette."""
    tinctures = palette().tinctures
    return tinctures.get(emblem, tinctures[NEUTRAL])


def tint(emblem: str) -> Colour:
    """Return the ground of an emblem's shield."""
    return tincture(emblem).tint


def ink_on(emblem: str) -> Colour:
    """Return the colour of the emblem and of letters on that ground."""
    return tincture(emblem).ink


def deep(emblem: str) -> Colour:
    """Return the shade of that ground for emblems and letters on parchment."""
    return tincture(emblem).deep


@cache
def glyph(emblem: str, colour: Colour) -> str:
    """Return the SVG source of `emblem` in one colour; of the unknown emblem where there is no art.

    Every file is drawn in `currentColor`, so that recolouring is replacing this one word.
    """
    file = ART / f"{emblem}.svg"
    known = file if file.is_file() else ART / f"{UNKNOWN}.svg"
    return known.read_text(encoding="utf-8").replace(PAINT, colour)
