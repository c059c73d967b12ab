"""The parts that pictures are put together from, texts that fit, and the fixed colours that all is painted in."""

from __future__ import annotations

import sys
import zlib
from importlib.util import find_spec, module_from_spec
from io import BytesIO
from unittest.mock import Mock, patch

import pytest
from PIL import Image

from bot.faces.picture import font as letters
from bot.faces.picture import rasterizer as paint_module
from bot.faces.picture.card import signs
from bot.faces.picture.chart import space_out
from bot.faces.picture.colours import common, palette
from bot.faces.picture.font import ELLIPSIS, LEAST, NAME, NOTE, TITLE, Font, drawable, shorten, whole, width, wrap
from bot.faces.picture.layout import Block, Fill, Label, Placed
from bot.faces.picture.rasterizer import COLOURS, inks, paint, paint_sheet, palette_index
from bot.faces.picture.row import board
from bot.faces.picture.text import label, make_voice
from engine.game import AnyGame
from engine.games import GAMES
from engine.games.fortheking import names
from engine.games.fortheking.cards import OFFICES
from engine.scene import Card, Fact, Tile, say
from tests.bot.faces.picture.sights import EVERY_TABLE, hands, localizer, tables, texts
from tests.every import FOR_EVERY_LANGUAGE
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
def test_what_a_table_shows_is_drawn_once_for_all_its_pictures() -> None:
    """All sprites of a match at the largest table are remembered: to draw one anew takes longer than all the rest."""
    sheets = [sight.sheet for game in GAMES.values() for sight in tables(game, game.seats[-1], 3)]
    first = [paint_sheet(sheet).tobytes() for sheet in sheets]
    with patch.object(paint_module, "raster", None):
        assert [paint_sheet(sheet).tobytes() for sheet in sheets] == first


@pytest.mark.slow
@EVERY_TABLE
def test_a_plate_is_painted_once_and_copied_from_then_on(
    game: AnyGame, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each lies on one colour: what was painted takes a copy for each plate, and its own for each mark beside them."""
    put = Mock(wraps=paint_module._put)
    monkeypatch.setattr(paint_module, "_put", put)
    for sight in tables(game, seats, 3):
        first, tries = paint_sheet(sight.sheet).tobytes(), []
        for _ in range(2):
            put.reset_mock()
            assert paint_sheet(sight.sheet).tobytes() == first
            tries.append([call.args[1] for call in put.call_args_list])
        pieces = [piece for piece in sight.sheet.placed_pieces() if not isinstance(piece.mark, Fill)]
        # Where memory is full all is forgotten, but never twice in a row.
        assert pieces in tries
        assert len(pieces) < len(sight.sheet.marks)


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


@pytest.mark.parametrize(
    "wanted, places",
    [([10, 50, 90], [10, 50, 90]), ([50, 50, 50], [50, 60, 70]), ([95, 99, 99], [75, 85, 95]), ([0], [5]), ([], [])],
)
def test_names_at_the_ends_of_lines_keep_apart(wanted: list[float], places: list[float]) -> None:
    """Lines that end together still have names that can be read."""
    assert space_out(wanted, 10, 100) == places


@FOR_EVERY_LANGUAGE
def test_an_office_without_a_second_duty_has_its_name_whole(locale: str) -> None:
    """A value that is a word takes room from the name beside it: the longest name stands in two lines then."""
    duties = Fact(names.NONE, 1), Fact(names.NONE, names.NONE)
    tiles = [Tile(names.office(office.key), f"fortheking-office-{office.key}", duties) for office in OFFICES]
    assert ELLIPSIS not in "".join(texts(board(tiles, make_voice(localizer(4, locale)))))


LYING = (10, "net"), (9, "net"), (9, "net"), (2, "float"), (10, "net"), (1, "float")
"""Figures and emblems of cards, in the order in which they were laid."""


@pytest.mark.parametrize(
    "heap, shown",
    [(False, ["10 9\u00d72", "2", "10", "1"]), (True, ["9\u00d72 10\u00d72", "1 2"])],
    ids=["row", "heap"],
)
def test_small_signs_stand_as_their_cards_lie_and_those_of_a_heap_by_kinds_and_figures(
    *, heap: bool, shown: list[str]
) -> None:
    """The first in the shallows, the second in the deep: sorted, they would be somebody else's choice."""
    cards = tuple(Card(say("value", value=figure), emblem, figure) for figure, emblem in LYING)
    blocks = signs(cards, make_voice(localizer(2)), heap=heap)
    said = [[placed.mark.text for placed in block.marks if isinstance(placed.mark, Label)] for block in blocks]
    assert [" ".join(words) for words in said] == shown


LONG = "Дуже довге ім'я, яке ніде не вміщається"


@pytest.mark.parametrize("room", [0, 8, *range(10, 100, 3), 55.5, 100, 400])
@pytest.mark.parametrize("text", ["Ann", LONG, "W" * 40, "i", "", "a\u0301\u0301b\u0301" * 10])
def test_a_shortened_text_fits_and_says_that_it_is_shortened(text: str, room: float) -> None:
    """Down to no room at all."""
    shown = shorten(text, NAME, room)
    assert width(shown, NAME) <= room or shown == ELLIPSIS
    assert shown in {text, text[: len(shown) - 1] + ELLIPSIS}
    accented = shorten("a\u0301\u0323" * 20, NAME, room)
    assert len(accented.removesuffix(ELLIPSIS)) % 3 == 0, "a mark alone would stand on the ellipsis"


def test_a_text_becomes_one_step_smaller_before_it_is_shortened() -> None:
    """One step at most: a mixture of sizes is no order."""
    room = width(LONG, NAME) - 1
    assert label(LONG, NAME, room) == Label(LONG, NAME.smaller)
    assert label(LONG, NAME, 60).text.endswith(ELLIPSIS)
    assert label(LONG, NAME, 999) == Label(LONG, NAME)
    assert NOTE.smaller == NOTE, "each picture is looked at on a phone"
    assert Font("sans", LEAST + 0.5).smaller.size == LEAST


def test_a_paragraph_keeps_every_word_or_shortens_its_last_line() -> None:
    """Nothing vanishes without a sign."""
    assert wrap("one two three", NOTE, 999, 2) == ("one two three",)
    _, last = wrap(LONG, NOTE, 80, 2)
    assert last.endswith(ELLIPSIS)
    assert " ".join(wrap(LONG, NOTE, 80, 9)) == LONG
    assert [whole(LONG, NOTE, 80, lines) for lines in (2, 9)] == [False, True]


def test_what_the_fonts_lack_is_left_out() -> None:
    """A gap is marked once, however much is missing."""
    shown = {
        "Ann": "Ann",
        "Їжак 7": "Їжак 7",
        "Zoe\u0308": "Zoë",
        "Ann 😀": "Ann …",
        "😀": "…",
        "漢字 Ann 漢字": "… Ann …",
        "a\u202eb": "a…b",
        "Ann 😀😀 Bob": "Ann … Bob",
    }
    assert {text: drawable(text, ELLIPSIS) for text in shown} == shown


def test_a_mask_is_as_large_as_its_line() -> None:
    """What rises above its line is cut off; a tower of accents would reach into other lines."""
    assert len(drawable("q" + "\u0301" * 31)) <= 3
    for text in ("Ag", "Щ" * 20, "q\u0301\u0301", ""):
        assert letters.mask(text, NAME).size == (max(1, round(width(text, NAME) * 2)), round(NAME.line * 2))
