"""Renders requests: the entry point of the process that draws. A film is pictures of a table on one canvas, in turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import singledispatch
from io import BytesIO

from PIL import Image

from bot.faces.picture import sprites
from bot.faces.picture.card import (
    BETWEEN,
    HUGE,
    LARGE,
    SMALL,
    SUM,
    copies,
    count_cards,
    face,
    fan_out,
    group_line,
    groups,
    named_front,
    plain,
    spread,
)
from bot.faces.picture.colours import FADED, GILT, INK, IVORY, PARCHMENT
from bot.faces.picture.decision import decision
from bot.faces.picture.paint import inks, paint, paint_sheet
from bot.faces.picture.requests import (
    BoxPicture,
    CardsPicture,
    DecisionPicture,
    Drawable,
    EmblemPicture,
    FilmPicture,
    HandPicture,
    PictureRequest,
    SamplePicture,
    TablePicture,
)
from bot.faces.picture.row import cards_of, legend, row
from bot.faces.picture.sheet import (
    GAP,
    INNER,
    MARGIN,
    WIDTH,
    Block,
    Label,
    Sheet,
    column,
    flow,
    line,
    page,
    sheet,
)
from bot.faces.picture.table import sample, table
from bot.faces.picture.text import CREST, LEFT, Voice, banner, heading, label, paragraph
from bot.faces.picture.text import voice as speaking
from bot.faces.picture.type import BANNER, NOTE, SCALE, STRONG, TITLE
from engine.scene import Card, Row

BESIDE = 18.0
MOST_LINES = 3
GROUP_NAME = 92.0


def hand(request: HandPicture) -> Sheet:
    """Return a hand as its owner sees it: sorted cards with their totals, and everything else."""
    voice = speaking(request.speaker, request.panels)
    top = _band(request, voice)
    return sheet(page(column(_rows(request.rows, voice), GAP), top))


def _band(request: HandPicture, voice: Voice) -> Block:
    """Return the band that names the owner of the hand and says that it is private."""
    room = WIDTH - LEFT - MARGIN
    name = label(voice.names[request.seat], BANNER, IVORY, room)
    text = column([name, label(voice.key("picture-private"), NOTE, GILT, room)])
    return banner(sprites.crest(voice.emblem(request.seat), CREST), text, INK)


def _rows(rows: Sequence[Row], voice: Voice) -> Iterator[Block]:
    for each in rows:
        if each.groups:
            yield _card_groups(each, voice)
        elif _has_figures(each):
            yield column(
                [heading(voice.say(each.title), INNER), fan_out(cards_of(each), INNER, voice)], 4
            )
        else:
            yield row(each, INNER, voice)


def _has_figures(each: Row) -> bool:
    cards = cards_of(each)
    return bool(cards) and not all(map(plain, cards))


def _card_groups(each: Row, voice: Voice) -> Block:
    """Return groups of cards under their title, with the names of their totals above those."""
    labels = dict.fromkeys(voice.say(group.total.label) for group in each.groups if group.total)
    title = paragraph(", ".join(labels), NOTE, FADED, 2 * SUM, 2, 1)
    top = heading(voice.say(each.title), INNER - title.width - 8)
    height = max(top.height, title.height)
    parts = (0, height - top.height, top), (INNER - title.width, height - title.height, title)
    return column(
        [Block(INNER, height, parts), groups(each.groups, voice), *legend(each, INNER, voice)], 4
    )


def cards(request: CardsPicture) -> Sheet:
    """Return cards side by side; one card alone large, with its name beside it: the message has its effect in words."""
    voice = Voice(request.speaker.language)
    shown = cards_of(request.row)
    body = _alone(request.row, shown[0], voice) if len(shown) == 1 else _several(request.row, voice)
    return sheet(page(body, above=MARGIN, below=MARGIN))


def _several(row: Row, voice: Voice) -> Block:
    return column([heading(voice.say(row.title), INNER), spread(cards_of(row), LARGE, voice)], 8)


def _alone(row: Row, card: Card, voice: Voice) -> Block:
    drawn = named_front(card, voice, HUGE) if plain(card) else face(card, HUGE, voice)
    room = INNER - drawn.width - BESIDE
    kind = label(voice.say(row.title), NOTE, FADED, room)
    text = column([kind, paragraph(voice.say(card.name), TITLE, INK, room, MOST_LINES)], 2)
    shown = line([drawn, text], BESIDE)
    return Block(INNER, shown.height, ((0, 0, shown),))


def box(request: BoxPicture) -> Sheet:
    """Return all cards of a game, equal ones together."""
    voice = Voice(request.speaker.language)
    lines = [
        heading(voice.say(request.row.title), INNER),
        *(group_line(group, _fan, voice, GROUP_NAME) for group in request.row.groups),
    ]
    return sheet(page(column(lines, BETWEEN), above=MARGIN, below=MARGIN))


def _fan(cards: Sequence[Card], room: float, voice: Voice) -> Block:
    return flow(
        [_card(card, count, voice) for card, count in count_cards(cards)],
        room,
        2 * BETWEEN,
        BETWEEN,
    )


def _card(card: Card, count: int, voice: Voice) -> Block:
    """Return `card` with its `count`, and below it its letters, which have no room in its corner."""
    shown = copies(face(replace(card, letter=""), SMALL, voice), count, voice)
    return column([shown, Label(card.letter, STRONG, FADED)], 0)


HIGHEST = 840
"""Higher than this no canvas is, in pixels: it is looked at on a phone."""
QUALITY, METHOD = 70, 2
"""How good each picture is, of 100, and how long the best way to write it is looked for, of 6."""


def film(request: FilmPicture) -> bytes:
    """Return the pictures of `request` as an animated WebP that is played once."""
    pictures = [_frame(each) for each in request.frames]
    height = min(HIGHEST, max(picture.height for picture in pictures))
    first, *others = [_on_canvas(picture, height) for picture in pictures]
    target = BytesIO()
    first.save(
        target,
        "WEBP",
        save_all=True,
        append_images=others,
        duration=_milliseconds(request.seconds),
        loop=1,
        quality=QUALITY,
        method=METHOD,
    )

    return target.getvalue()


def _frame(request: TablePicture) -> Image.Image:
    """Return a picture of a table in true colours, `WIDTH` pixels wide."""
    numbers = paint_sheet(table(request, alone=True))
    numbers.putpalette(inks())
    drawn = numbers.convert("RGB")
    return drawn.resize((WIDTH, round(drawn.height * WIDTH / drawn.width)), Image.Resampling.BOX)


def _on_canvas(picture: Image.Image, height: int) -> Image.Image:
    canvas = Image.new("RGB", (WIDTH, height), PARCHMENT)
    canvas.paste(picture)
    return canvas


def _milliseconds(seconds: Sequence[float]) -> list[int]:
    return [round(1000 * each) for each in seconds]


PIXELS = 128
"""How large Discord keeps an emoji."""


@singledispatch
def draw(request: Drawable) -> bytes:
    """Return the image file of `request`; raise `TypeError` for an unknown kind."""
    raise TypeError(type(request).__name__)


@draw.register
def _picture(request: PictureRequest) -> bytes:
    return paint(sheet_of(request))


@draw.register
def _emblem(request: EmblemPicture) -> bytes:
    # On its shield and on nothing else: it is shown on light and on dark ground.
    colours, mask = sprites.raster(sprites.shield(request.emblem, PIXELS / SCALE))
    colours.putalpha(mask)
    target = BytesIO()
    colours.save(target, "PNG", optimize=True)
    return target.getvalue()


@singledispatch
def sheet_of(request: PictureRequest) -> Sheet:
    """Return the unpainted sheet of `request`; raise `TypeError` for an unknown kind."""
    raise TypeError(type(request).__name__)


draw.register(FilmPicture, film)
sheet_of.register(TablePicture, table)
sheet_of.register(SamplePicture, sample)
sheet_of.register(HandPicture, hand)
sheet_of.register(DecisionPicture, decision)
sheet_of.register(CardsPicture, cards)
sheet_of.register(BoxPicture, box)
