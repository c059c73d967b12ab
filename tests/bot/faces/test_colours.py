"""The colours of the pictures: told apart by every kind of eye, and legible."""

from itertools import combinations, product

import pytest
from coloraide import Color

from bot.faces.picture import colours
from bot.faces.picture.colours import Colour
from engine.games import GAMES
from tests import games
from tests.games import Hues

EYES = ("normal", "protan", "deutan", "tritan")
LEAST_CONTRAST = 4.5
"""WCAG 2, level AA, for text of any size."""

SEATS = Hues(17.0, tuple(f"seat-{number}" for number in range(1, 9)))
GROUPS = {
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
@pytest.mark.parametrize("group", GROUPS)
def test_every_eye_tells_the_colours_of_a_group_apart(group: str, eye: str) -> None:
    """Each pair, as seen by normal eyes and by eyes without red, green or blue cones."""
    assert set(GROUPS[group].emblems) <= set(colours.palette().tinctures), "none falls back on the neutral one"
    tints = {emblem: seen(colours.tint(emblem), eye) for emblem in GROUPS[group].emblems}
    distances = {pair: tints[pair[0]].delta_e(tints[pair[1]], method="2000") for pair in combinations(tints, 2)}
    assert {pair: distance for pair, distance in distances.items() if distance < GROUPS[group].least} == {}


@pytest.mark.parametrize("ground", GROUNDS)
def test_tinctures_are_legible(ground: str) -> None:
    """The deep shade on every ground: numbers and letters of a card are set in it; the ink on its own shield."""
    for emblem, tincture in colours.palette().tinctures.items():
        assert contrast(tincture.deep, colours.common(ground)) >= LEAST_CONTRAST, emblem
        assert contrast(tincture.ink, tincture.tint) >= LEAST_CONTRAST, emblem


LIGHT = [("ivory", "rubric"), ("gilt", "ink"), ("ivory", "ink")]
"""Letters on the bands that head a picture, which are dark."""


@pytest.mark.parametrize(("written", "ground"), [*product(WRITTEN, GROUNDS), *LIGHT])
def test_text_is_legible_on_every_ground(written: str, ground: str) -> None:
    """Text of the common colours on what the pictures are drawn on."""
    assert contrast(colours.common(written), colours.common(ground)) >= LEAST_CONTRAST


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
