"""Pictures are painted in a fixed set of colours from the start; nobody sees that."""

from __future__ import annotations

import sys
import zlib
from importlib.util import find_spec, module_from_spec
from io import BytesIO

import pytest
from PIL import Image

from bot.faces.picture import rasterizer as paint_module
from bot.faces.picture.colours import common, palette
from bot.faces.picture.font import TITLE
from bot.faces.picture.layout import Block, Fill, Label, Placed, Plate, Sprite
from bot.faces.picture.rasterizer import COLOURS, inks, paint, paint_sheet, palette_index
from bot.faces.picture.sprites import box, ring
from engine.game import AnyGame
from engine.games import GAMES
from tests.bot.faces.picture.sights import EVERY_TABLE, hands, tables
from tests.gallery.blends import difference, in_full_colour

TOLERANCE = 1.0
"""The mean difference of a colour channel, of 255."""


def coloured(numbers: Image.Image) -> Image.Image:
    """Return the colours of an image of numbers."""
    shown = numbers.copy()
    shown.putpalette(inks())
    return shown.convert("RGB")


def loss(sheet: Block) -> float:
    """Return how far a picture is from the same one in full colour."""
    return difference(coloured(paint_sheet(sheet)), in_full_colour(sheet))


@pytest.mark.slow
@EVERY_TABLE
def test_a_picture_looks_as_it_would_in_full_colour(game: AnyGame, seats: int) -> None:
    """Marks that are blended beforehand, and those that are blended on what lies below them."""
    for sight in (*tables(game, seats, 3), *hands(game, seats, 3)):
        assert loss(sight.sheet) <= TOLERANCE


def test_a_mark_on_several_colours_is_blended_with_each() -> None:
    """A title across the edge of a box, and a ring around both."""
    ground = Placed(0, 0, Fill(60, 40, common("ink")))
    marks = (
        ground,
        Placed(30, 5, box(50, 30, common("ivory"), common("gold"))),
        Placed(10, 8, Label("Herald", TITLE, common("rubric"))),
        Placed(5, 2, ring(80, 36, common("rubric"), 3)),
    )
    assert loss(Block(100, 40, marks)) <= 2 * TOLERANCE


def test_the_colours_of_the_palette_are_kept_as_they_are() -> None:
    """Contrast is tested on them."""
    tinctures = palette().tinctures.values()
    for colour in {*palette().common.values(), *(each for one in tinctures for each in (one.tint, one.deep))}:
        shown = coloured(paint_sheet(Block(2, 1, (Placed(0, 0, Fill(2, 1, colour)),))))
        assert shown.getcolors() == [(8, tuple(bytes.fromhex(colour[1:])))]
    assert len(inks()) == 3 * COLOURS


def test_a_picture_is_a_png_with_those_colours() -> None:
    """Twice as many pixels as logical ones."""
    sheet, empty = (Block(20, 10, (Placed(3, 3, Label(text, TITLE, common("ink"))),)) for text in ("Herald", " "))
    image = Image.open(BytesIO(paint(sheet)))
    assert (image.format, image.mode, image.size) == ("PNG", "P", (40, 20))
    assert image.convert("RGB").tobytes() == coloured(paint_sheet(sheet)).tobytes()
    assert paint_sheet(empty).getcolors() == [(40 * 20, palette_index(common("parchment")))], "a space has no pixels"


@pytest.mark.slow
def test_what_a_table_shows_is_drawn_once_for_all_its_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """All sprites of a match at the largest table are remembered: to draw one anew takes longer than all the rest."""
    sheets = [sight.sheet for game in GAMES.values() for sight in tables(game, game.seats[-1], 3)]
    first = [paint_sheet(sheet).tobytes() for sheet in sheets]
    monkeypatch.setattr(paint_module, "raster", None)
    assert [paint_sheet(sheet).tobytes() for sheet in sheets] == first


@pytest.mark.slow
@EVERY_TABLE
def test_a_plate_is_painted_once_and_copied_from_then_on(
    game: AnyGame, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each lies on one colour: what was painted takes a copy for each plate, and its own for each mark beside them."""
    pieces: list[Placed] = []

    def put(image: Image.Image, placed: Placed, mark: Label | Sprite) -> None:
        pieces.append(placed)
        usual(image, placed, mark)

    def anew(sheet: Block) -> list[Placed]:
        pieces.clear()
        assert paint_sheet(sheet).tobytes() == first
        return list(pieces)

    usual = paint_module._put
    monkeypatch.setattr(paint_module, "_put", put)
    for sight in tables(game, seats, 3):
        first = paint_sheet(sheet := sight.sheet).tobytes()
        alone = [piece for piece in sheet.placed_pieces() if not isinstance(piece.mark, Fill | Plate)]
        # Where memory is full all is forgotten, but never twice in a row.
        assert alone in (anew(sheet), anew(sheet))
        assert len(alone) < len(sheet.marks)


def test_where_isal_is_missing_zlib_makes_the_same_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """A processor of 32 bits, for which there is no ISA-L."""
    monkeypatch.setitem(sys.modules, "isal", None)
    spec = find_spec(paint.__module__)
    assert spec
    assert spec.loader
    other = module_from_spec(spec)
    spec.loader.exec_module(other)
    assert other.COMPRESSOR is zlib
    sheet = next(hands(GAMES["oriflamme"], 3, 2)).sheet
    with Image.open(BytesIO(paint(sheet))) as usual, Image.open(BytesIO(other.paint(sheet))) as without:
        assert usual.tobytes() == without.tobytes()
        assert usual.getpalette() == without.getpalette()
