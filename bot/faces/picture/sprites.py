"""SVG drawings and their rasters: emblems, shields, boxes and coins."""

from __future__ import annotations

from io import BytesIO
from typing import TypeAlias

from PIL import Image
from resvg_py import svg_to_bytes

from bot.faces.picture.colours import (
    FADED,
    GOLD,
    IVORY,
    RUBRIC,
    SHADOW,
    Colour,
    glyph,
    ink_on,
    tincture,
    tint,
)
from bot.faces.picture.font import SCALE
from bot.faces.picture.layout import Sprite

NAMESPACE = "http://www.w3.org/2000/svg"
CHARGE = 0.58
"""How much of a shield's width its emblem takes."""

RIMMED = 18.0
"""A shield smaller than this has no rim: it would only blur."""

MIDDLE = 0.45
"""How far down a shield the middle of its emblem stands: it is wider above."""

Raster: TypeAlias = tuple[Image.Image, Image.Image]
"""The colours and the mask of a sprite, in real pixels."""


def raster(sprite: Sprite) -> Raster:
    """Return `sprite` as an image to be pasted."""
    drawn = svg_to_bytes(svg_string=sprite.svg, skip_system_fonts=True)
    image = Image.open(BytesIO(drawn)).convert("RGBA")
    return image.convert("RGB"), image.getchannel("A")


def drawing(width: float, height: float, *parts: str) -> Sprite:
    """Return a sprite of SVG elements, whose units are logical pixels."""
    # Whole pixels may not have the shape of the drawing to the last digit: it is stretched into them.
    size = f'width="{round(width * SCALE)}" height="{round(height * SCALE)}" preserveAspectRatio="none"'
    head = f'<svg xmlns="{NAMESPACE}" {size} viewBox="0 0 {width:g} {height:g}">'
    return Sprite(width, height, "".join([head, *parts, "</svg>"]))


def inset(key: str, colour: Colour, x: float, y: float, size: float) -> str:
    """Return the drawing of `key` in one colour as an element of another drawing."""
    placed = f'<svg x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}" '
    return glyph(key, colour).replace("<svg ", placed, 1)


def emblem(key: str, size: float, colour: Colour) -> Sprite:
    """Return an emblem alone, in one colour."""
    return drawing(size, size, inset(key, colour, 0, 0, size))


def shield(key: str, size: float) -> Sprite:
    """Return an emblem on the shield of its tincture."""
    return drawing(size, size, _shield(key, 0, 0, size))


def _shield(key: str, x: float, y: float, size: float) -> str:
    drawn = inset("part-shield", tint(key), x, y, size)
    ink = ink_on(key)
    if tincture(key).spans:
        return drawn + inset(key, ink, x, y, size)

    if size >= RIMMED:
        drawn += f'<g opacity="0.55">{inset("part-shield-rim", ink, x, y, size)}</g>'
    charge = size * CHARGE
    left = x + (size - charge) / 2
    top = y + size * MIDDLE - charge / 2
    return drawn + inset(key, ink, left, top, charge)


def rectangle(
    x: float, y: float, width: float, height: float, radius: float, style: str
) -> str:
    """Return a rectangle with round corners as an SVG element."""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" {style}/>'


DEPTH = 2.5
"""How far the shadow of a box reaches below it, in logical pixels."""


def box(
    width: float,
    height: float,
    fill: Colour,
    rim: Colour,
    thick: float = 1,
    radius: float = 6,
) -> Sprite:
    """Return a box with round corners, a rim inside its edge, and a soft shadow below, which adds to its height."""
    shadows = [
        rectangle(
            0.4,
            down,
            width - 0.8,
            height,
            radius,
            f'fill="{SHADOW}" fill-opacity="{faint}"',
        )
        for down, faint in ((DEPTH - 0.3, 0.12), (1.2, 0.22))
    ]
    half = thick / 2
    style = f'fill="{fill}" stroke="{rim}" stroke-width="{thick:g}"'
    face = rectangle(half, half, width - thick, height - thick, radius - half, style)

    return drawing(width, height + DEPTH, *shadows, face)


def lozenge(size: float) -> Sprite:
    """Return the small lozenge at the end of a rule."""
    half = size / 2
    path = f"M{half:g} 0L{size:g} {half:g} {half:g} {size:g} 0 {half:g}z"
    return drawing(size, size, f'<path d="{path}" fill="{GOLD}"/>')


def pill(width: float, height: float, fill: Colour, rim: Colour) -> Sprite:
    """Return a flat box with round ends."""
    style = f'fill="{fill}" stroke="{rim}" stroke-width="0.75"'
    face = rectangle(0.4, 0.4, width - 0.8, height - 0.8, height / 2 - 0.4, style)
    return drawing(width, height, face)


def crest(key: str, size: float) -> Sprite:
    """Return a shield with a pale rim, which stands on any ground."""
    return drawing(size, size, _crest(key, 0, 0, size))


def _crest(key: str, x: float, y: float, size: float) -> str:
    inner = size * 0.86
    place = (size - inner) / 2
    outer = inset("part-shield", IVORY, x, y, size)
    return outer + _shield(key, x + place, y + place * 0.8, inner)


def band_card(
    width: float, height: float, top: float, band: float, fill: Colour, colour: Colour
) -> Sprite:
    """Return a card with a rim and a band of one colour, `top` below its upper edge."""
    shadow = rectangle(
        0.4,
        DEPTH - 0.5,
        width - 0.8,
        height,
        6,
        f'fill="{SHADOW}" fill-opacity="0.25"',
    )
    ground = rectangle(0.5, 0.5, width - 1, height - 1, 5.5, f'fill="{fill}"')
    clip = f'<clipPath id="b"><rect x="0" y="{top:g}" width="{width:g}" height="{band:g}"/></clipPath>'
    inside = rectangle(0.5, 0.5, width - 1, height - 1, 5.5, f'fill="{colour}"')
    rim = rectangle(
        0.75,
        0.75,
        width - 1.5,
        height - 1.5,
        5.25,
        f'fill="none" stroke="{colour}" stroke-width="1.5"',
    )
    bar = f'{clip}<g clip-path="url(#b)">{inside}</g>'

    return drawing(width, height + DEPTH, shadow, ground, bar, rim)


def ring(width: float, height: float, colour: Colour, thick: float) -> Sprite:
    """Return a rim with round corners and nothing inside."""
    half = thick / 2
    style = f'fill="none" stroke="{colour}" stroke-width="{thick:g}"'
    return drawing(
        width,
        height,
        rectangle(half, half, width - thick, height - thick, 7, style),
    )


def arrow(size: float) -> Sprite:
    """Return the arrow that marks the place that acts now, on a disc."""
    disc = inset("part-roundel", IVORY, 0, 0, size)
    rim = inset("part-roundel", RUBRIC, -size * 0.06, -size * 0.06, size * 1.12)
    point = inset("part-arrow", RUBRIC, size * 0.2, size * 0.2, size * 0.6)

    return drawing(size, size, rim, disc, point)


def tip(size: float) -> Sprite:
    """Return the arrow in which a string ends, pointing to the right."""
    path = f"M0 0L{size * 0.8:g} {size / 2:g} 0 {size:g}z"
    return drawing(size, size, f'<path d="{path}" fill="{GOLD}"/>')


def coin(size: float) -> Sprite:
    """Return a coin for a number to stand on."""
    middle = size / 2
    circle = f'<circle cx="{middle:g}" cy="{middle:g}"'
    face = f'{circle} r="{middle - 0.7:g}" fill="{tint("part-coin")}" stroke="{GOLD}" stroke-width="1.2"/>'

    groove = f'{circle} r="{middle - 2.6:g}" fill="none" stroke="{GOLD}" stroke-width="0.5"/>'
    return drawing(size, size, face, groove)


def seal(key: str, size: float) -> Sprite:
    """Return a seal of wax with the shield of the seat that the card was won from."""
    wax = inset(
        "part-roundel",
        tint("part-seal"),
        -size * 0.05,
        -size * 0.05,
        size * 1.1,
    )
    inner = size * 0.62
    place = (size - inner) / 2

    return drawing(size, size, wax, _crest(key, place, place + 0.5, inner))


def back(key: str, width: float, height: float) -> Sprite:
    """Return the pattern of a card's back, in the ink of its owner."""
    ink = ink_on(key)
    cell = 14
    across = int(width // cell)
    down = int(height // cell)
    tiles = "".join(
        inset("part-back", ink, x * cell, y * cell, cell)
        for x in range(across)
        for y in range(down)
    )

    return drawing(across * cell, down * cell, f'<g opacity="0.4">{tiles}</g>')


def down(size: float) -> Sprite:
    """Return a small sign for a card that lies face down."""
    side = rectangle(size * 0.18, 1, size * 0.64, size - 2, 2, f'fill="{FADED}"')
    mark = inset("part-back", IVORY, size * 0.25, size * 0.25, size * 0.5)
    return drawing(size, size, side, mark)
