"""The emblems: there is one for whatever a game shows, well-made, and legible when small.

And the colours of the pictures: told apart by every kind of eye, and legible.
"""

from __future__ import annotations

import io
import re
from functools import cache
from itertools import combinations, product
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import resvg_py
from coloraide import Color
from PIL import Image, ImageChops, ImageStat

from bot.faces.picture import colours
from bot.faces.picture.colours import ART as DRAWN
from bot.faces.picture.colours import PAINT, Colour, glyph, palette
from bot.faces.rulebook import kinds
from engine.game import AnyGame
from engine.games import GAMES
from tests import games
from tests.bot.faces.picture.sights import positions
from tests.contract.walks import records, viewers
from tests.every import FOR_EVERY_GAME, FOR_EVERY_KEY
from tests.games import Hues

ART = sorted(file.name.removesuffix(".svg") for file in DRAWN.iterdir() if file.name.endswith(".svg"))
BLACK, WHITE = Colour("#000000"), Colour("#ffffff")
WORDS = Path(__file__).parents[3] / "bot" / "locales" / "en"
SVG = "{http://www.w3.org/2000/svg}"
MOST_BYTES = 4096
SMALL = 28
"""The side in real pixels of the smallest emblem in a picture: 14 logical ones at twice the size."""

COVERED = (0.12, 0.80)
HAIRLINES = {"part-shield-rim"}
"""Drawn over another shape, as thin lines on purpose."""

LEAST_DIFFERENCE = 0.2
"""How much of what two silhouettes of a group cover together must not be shared."""

ELEMENTS = {"svg", "g", "defs", "mask", "clipPath", "use", "path", "rect", "circle"}
GROUPS = {
    **{game: [emblem for emblem in ART if emblem.startswith(f"{game}-")] for game in GAMES},
    "seats": [f"seat-{number}" for number in range(1, 9)],
    "parts": [emblem for emblem in ART if emblem.startswith("part-") and "shield" not in emblem],
}


def shown() -> set[str]:
    """Return every emblem that words stand for, that a kind of card has, or that a player has who has none."""
    words = "".join(file.read_text(encoding="utf-8") for file in sorted(WORDS.glob("*.ftl")))
    named = re.findall(r"^emblem-([a-z0-9-]+) =", words, re.MULTILINE)
    cards = [card.emblem for game in GAMES.values() for card in kinds(game.telling.glossary)]
    return {*named, *cards, *GROUPS["seats"]}


def met(game: AnyGame) -> set[str]:
    """Return every emblem in the scenes and questions of a random match."""
    frames = [match.frame(viewer) for match in positions(game, game.seats[0]) for viewer in viewers(match)]
    return {getattr(one, name, "") for one in records(frames) for name in ("emblem", "badge")} - {""}


@cache
def coverage(emblem: str, side: int = SMALL, colour: Colour = BLACK) -> Image.Image:
    """Return how far an emblem covers each pixel, 0 to 255."""
    drawn = resvg_py.svg_to_bytes(svg_string=glyph(emblem, colour), width=side, height=side, skip_system_fonts=True)
    return Image.open(io.BytesIO(drawn)).convert("RGBA").getchannel("A")


def share(mask: Image.Image) -> float:
    """Return the share of a mask that is covered."""
    return ImageStat.Stat(mask).mean[0] / 255


def difference(one: str, other: str) -> float:
    """Return the share that only one of two emblems covers, of what they cover together when small."""
    masks = coverage(one), coverage(other)
    return share(ImageChops.difference(*masks)) / share(ImageChops.lighter(*masks))


def test_whatever_a_game_shows_has_art_and_colours() -> None:
    """Neither the unknown emblem nor the neutral shield stands in for it; no dropped one keeps its colour."""
    lacking = sorted(shown() - {*ART})
    assert not lacking, f"draw bot/faces/art/KEY.svg: 64 units square, in one colour, as below: {lacking}."
    lacking = sorted(shown() - {*palette().tinctures})
    assert not lacking, f"give them colours, a line each under [tinctures] of palette.toml: {lacking}."
    assert set(palette().tinctures) - set(ART) == {"neutral"}


@FOR_EVERY_GAME
def test_whatever_the_scenes_of_a_game_show_has_art_and_a_word(game: AnyGame) -> None:
    """An emblem that no language has a sign for would be read as its key."""
    lacking = sorted(met(game) - shown())
    how = f"add `emblem-KEY = sign` to bot/locales/*/{game.key}.ftl, bot/faces/art/KEY.svg, and KEY to palette.toml"
    assert not lacking, f"{game.key} shows {lacking}: {how}."


@FOR_EVERY_KEY
def test_every_game_has_emblems_of_its_own(game: str) -> None:
    """A game without a single one would be drawn with unknown ones alone."""
    assert GROUPS[game], (
        f"{game} has no art: draw bot/faces/art/{game}-SOMETHING.svg for each emblem that its scenes name."
    )


@pytest.mark.parametrize("emblem", ART)
def test_emblem_is_a_small_drawing_of_shapes(emblem: str) -> None:
    """64 units square, no letters, pictures or styles, and nothing from outside the file.

    It is in one colour that can be any: black and white stand only in masks, which no recolouring changes.
    """
    text = (DRAWN / f"{emblem}.svg").read_text(encoding="utf-8")
    root = ET.fromstring(text)  # noqa: S314 - our own files
    assert len(text.encode()) < MOST_BYTES
    assert (root.get("viewBox"), root.get("fill")) == ("0 0 64 64", PAINT)
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= ELEMENTS
    references = re.findall(r'href="([^"]+)"|url\(([^)]+)\)', text)
    assert all("".join(each).startswith(f"#{emblem}-") for each in references)
    assert all(name.startswith(f"{emblem}-") for name in re.findall(r'\bid="([^"]+)"', text))
    masked = {each for mask in root.iter(f"{SVG}mask") for each in mask.iter()}
    paints = {each.get(name) for each in set(root.iter()) - masked for name in ("fill", "stroke")}
    assert paints <= {PAINT, "none", None}
    assert coverage(emblem, colour=WHITE).tobytes() == coverage(emblem, colour=BLACK).tobytes()


@pytest.mark.parametrize("emblem", ART)
def test_an_emblem_is_seen_when_it_is_small(emblem: str) -> None:
    """Neither a few grey dots nor a blot, in the middle of its square.

    So emblems beside each other stand on one line, and none is cut off.
    """
    seen = coverage(emblem)
    least, most = COVERED
    assert least <= share(seen) <= most or emblem in HAIRLINES
    if not emblem.startswith("part-"):
        left, top, right, bottom = seen.point(lambda value: 255 * (value > 127)).getbbox() or (0, 0, 0, 0)
        assert abs(left - (SMALL - right)) <= 2
        assert abs(top - (SMALL - bottom)) <= 3
        assert max(right - left, bottom - top) >= 0.75 * SMALL


@pytest.mark.parametrize("group", GROUPS)
def test_the_shapes_of_a_group_are_told_apart_without_colour(group: str) -> None:
    """Each pair, as silhouettes of the smallest size."""
    differences = {pair: difference(*pair) for pair in combinations(GROUPS[group], 2)}
    assert {pair: differs for pair, differs in differences.items() if differs < LEAST_DIFFERENCE} == {}


def test_the_back_of_a_card_goes_on_without_a_seam() -> None:
    """The pattern may be laid side by side: what leaves on one edge comes in on the other."""
    back = coverage("part-back", 128)
    side = back.width - 1
    columns = back.crop((0, 0, 1, 128)), back.crop((side, 0, side + 1, 128))
    rows = back.crop((0, 0, 128, 1)), back.crop((0, side, 128, side + 1))
    assert all(share(ImageChops.difference(*edges)) < 0.02 for edges in (columns, rows))


EYES = ("normal", "protan", "deutan", "tritan")
LEAST_CONTRAST = 4.5
"""WCAG 2, level AA, for text of any size."""

SEATS = Hues(17.0, tuple(f"seat-{number}" for number in range(1, 9)))
HUES = {
    "seats": SEATS,
    **{f"{game}-{name}": hues for game, data in games.every(GAMES).items() for name, hues in data.hues.items()},
}
"""Distances by CIEDE2000: 1 is a just noticeable difference side by side, 10 is seen at a glance."""

WRITTEN = ("ink", "faded", "rubric", "gain", "loss")
"""The common colours that letters are set in, on any of the three grounds."""

GROUNDS = ("parchment", "ivory", "vellum")


def seen(colour: Colour, eye: str) -> Color:
    """Return a colour as an eye sees it that lacks one kind of cones (or none)."""
    full = Color(colour)
    return full if eye == "normal" else full.filter(eye)


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours, 1 to 21."""
    return float(Color(one).contrast(other, method="wcag21"))


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("group", HUES)
def test_every_eye_tells_the_colours_of_a_group_apart(group: str, eye: str) -> None:
    """Each pair, as seen by normal eyes and by eyes without red, green or blue cones."""
    assert set(HUES[group].emblems) <= set(colours.palette().tinctures), "none falls back on the neutral one"
    tints = {emblem: seen(colours.tint(emblem), eye) for emblem in HUES[group].emblems}
    distances = {pair: tints[pair[0]].delta_e(tints[pair[1]], method="2000") for pair in combinations(tints, 2)}
    assert {pair: distance for pair, distance in distances.items() if distance < HUES[group].least} == {}


LIGHT = [("ivory", "rubric"), ("gilt", "ink"), ("ivory", "ink")]
"""Letters on the bands that head a picture, which are dark."""


def test_text_is_legible_on_every_ground() -> None:
    """Text of the common colours on what the pictures are drawn on.

    The deep shade of a tincture on every ground: numbers and letters of cards are set in it; the ink on its shield.
    """
    common = colours.common
    pairs = {(common(written), common(ground)) for written, ground in (*product(WRITTEN, GROUNDS), *LIGHT)}
    for tincture in colours.palette().tinctures.values():
        pairs |= {(tincture.deep, common(ground)) for ground in GROUNDS} | {(tincture.ink, tincture.tint)}
    assert [pair for pair in pairs if contrast(*pair) < LEAST_CONTRAST] == []


def test_unknown_emblem_is_drawn_neutral() -> None:
    """A new game is drawn before it has colours and art of its own; an emblem takes the colour that it is given."""
    neutral, gold = colours.palette().tinctures[colours.NEUTRAL], colours.common("gold")
    unknown = "chess-knight"
    assert (colours.tint(unknown), colours.ink_on(unknown)) == (neutral.tint, neutral.ink)
    assert (colours.deep(unknown), colours.tincture(unknown).spans) == (neutral.deep, False)
    assert colours.glyph(unknown, gold) == colours.glyph(colours.UNKNOWN, gold)
    source = colours.glyph("fortheking-king", gold)
    assert gold in source
    assert colours.PAINT not in source
