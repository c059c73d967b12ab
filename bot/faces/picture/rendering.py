"""Renders requests, from each kind's layout on: the entry point of the process that draws.

A decision is so small that question and answers fit beside it on one screen; a film is pictures of a table on one
canvas, in turn.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    front,
    group_line,
    plain,
    spread,
)
from bot.faces.picture.card_queue import DENSE, LOW, Format, queue
from bot.faces.picture.colours import FADED, GILT, INK, IVORY, PARCHMENT
from bot.faces.picture.font import BANNER, FIGURE, NAME, NOTE, SCALE, STRONG, TITLE
from bot.faces.picture.layout import (
    ABOVE,
    GAP,
    INNER,
    MARGIN,
    WIDTH,
    Block,
    Fill,
    Label,
    Piece,
    column,
    flow,
    level,
    line,
    over,
    page,
)
from bot.faces.picture.rasterizer import inks, paint, paint_sheet
from bot.faces.picture.requests import (
    BoxPicture,
    CardsPicture,
    DecisionPicture,
    Drawable,
    EmblemPicture,
    FilmPicture,
    HandPicture,
    TablePicture,
)
from bot.faces.picture.row import COLUMN, cards_with_facts, legend, pair_up, row
from bot.faces.picture.table import sample_layout, table_layout
from bot.faces.picture.text import (
    BAND,
    BESIDE_CREST,
    CREST,
    LEFT,
    PictureLocalizer,
    banner,
    heading,
    label,
    make_voice,
    paragraph,
    person,
)
from engine.frozen import replace
from engine.scene import Card, Fact, Group, Place, Row, Seat

GOOD = 340.0
"""Higher than this a picture leaves too little of a phone's screen for the question and its answers."""

SIGN, BESIDE_SIGN = 20.0, 4.0
PAD = 5.0
NAME_ROOM = COLUMN - 30
"""How wide a name may be below a line of play."""


def decision_layout(request: DecisionPicture) -> Block:
    """Return the sheet of what a decision is about, with a line of play as dense as it has to be."""
    voice = make_voice(request.localizer, request.panels)
    shown = _draft(request, LOW, voice)
    if shown.height <= GOOD:
        return shown
    return _draft(request, DENSE, voice)


def _draft(request: DecisionPicture, places: Format, voice: PictureLocalizer) -> Block:
    rows = [_decision_row(each, places, voice) for each in request.rows if each.items]
    if any(each.only(Place) for each in request.rows):
        # The owners of the emblems of a line of play.
        seats = map(Seat, range(len(voice.emblems)))
        people = (person(seat, NAME_ROOM, voice) for seat in seats)
        rows.append(flow(people, INNER, 12, 1))
    return page(column(rows, GAP), _decision_band(request, voice), ABOVE - 2)


def _decision_band(request: DecisionPicture, voice: PictureLocalizer) -> Block:
    """Return a low band with the crest of the seat that decides, the phase, and a note that it is private."""
    crest = sprites.crest(voice.seat_emblem(request.seat), CREST)
    private = Label(voice.key("picture-private"), NOTE, GILT)
    right = WIDTH - MARGIN - private.width
    phase = label(voice.say(request.heading), NAME, right - LEFT - 8, IVORY)
    return over(
        Fill(WIDTH, BAND, INK),
        level(MARGIN, crest, BAND),
        level(LEFT, phase, BAND),
        level(right, private, BAND),
    )


def _decision_row(each: Row, format_: Format, voice: PictureLocalizer) -> Block:
    title = voice.say(each.title)
    if each.groups:
        groups = [_group(group, voice) for group in each.groups]
        return column([heading(title), pair_up(groups, PAD, 3, 0.5)], 2)
    if each.subject:
        return cards_with_facts(each, each.only(Fact), (), voice)
    if places := each.only(Place):
        return queue(places, voice, format_)
    if not each.cards:
        return row(each, INNER, voice)

    # Cards as small signs with their names.
    shown: list[Piece] = [label(title, STRONG, INNER, FADED)]
    for card, count in count_cards(each.cards):
        name = voice.say(card.name) + voice.times(count)
        shield = sprites.shield(card.emblem, SIGN)
        shown.append(line([shield, Label(name, STRONG)], 3))
    return flow(shown, INNER, 10, 2, 0.5)


def _group(group: Group, voice: PictureLocalizer) -> Block:
    """Return the shield of `group`, its figures with their letters, and its total at the end."""
    room = COLUMN - 2 * PAD
    said = voice.value(group.total.value) if group.total else ""
    total = Label(said, FIGURE)
    left = SIGN + BESIDE_SIGN
    beside = room - left - total.width - BESIDE_SIGN
    texts = (
        (voice.value(card.figure) + voice.times(count), card.letter)
        for card, count in count_cards(group.cards)
    )
    figures = flow(
        (
            line([Label(figure, STRONG), Label(letter, NOTE, FADED)], 1)
            for figure, letter in texts
        ),
        beside,
        6,
        0,
        0.5,
    )
    shown = line([sprites.shield(group.emblem, SIGN), figures], BESIDE_SIGN)
    end = level(room - total.width, total, shown.height)

    return Block(room, shown.height, ((0, 0, shown), end))


BESIDE = 18.0
MOST_LINES = 3
GROUP_NAME = 92.0


def hand_layout(request: HandPicture) -> Block:
    """Return a hand as its owner sees it: sorted cards with their totals, and everything else."""
    voice = make_voice(request.localizer, request.panels)
    rows = (_row(each, voice) for each in request.rows)
    return page(column(rows, GAP), _band(request, voice))


def _band(request: HandPicture, voice: PictureLocalizer) -> Block:
    """Return the band that names the owner of the hand and says that it is private."""
    texts = (
        label(voice.name(request.seat), BANNER, BESIDE_CREST, IVORY),
        label(voice.key("picture-private"), NOTE, BESIDE_CREST, GILT),
    )
    return banner(sprites.crest(voice.seat_emblem(request.seat), CREST), texts, INK)


def _row(each: Row, voice: PictureLocalizer) -> Block:
    cards = each.cards
    if each.groups:
        return _card_groups(each, voice)
    if all(map(plain, cards)):
        return row(each, INNER, voice)
    title = heading(voice.say(each.title))
    return column([title, fan_out(cards, INNER, voice)], 4)


def _card_groups(row: Row, voice: PictureLocalizer) -> Block:
    """Return groups of cards under their title, with the names of their totals above those."""
    totals = (group.total for group in row.groups if group.total)
    labels = dict.fromkeys(voice.say(total.label) for total in totals)
    title = paragraph(", ".join(labels), NOTE, 2 * SUM, 2, 1, colour=FADED)
    top = heading(voice.say(row.title), INNER - title.width - 8)
    height = max(top.height, title.height)
    parts = (
        (0, height - top.height, top),
        (INNER - title.width, height - title.height, title),
    )
    groups = column(
        (group_line(group, fan_out, voice) for group in row.groups), BETWEEN
    )
    return column(
        [
            Block(INNER, height, parts),
            groups,
            *legend(row, INNER, voice),
        ],
        4,
    )


def cards_layout(request: CardsPicture) -> Block:
    """Return cards side by side; one card alone large, with its name beside it: the message has its effect in words."""
    voice = make_voice(request.localizer)
    shown = request.row.cards
    title = voice.say(request.row.title)
    if len(shown) == 1:
        body = _alone(title, shown[0], voice)
    else:
        body = column([heading(title), spread(shown, LARGE, voice)], 8)
    return page(body, above=MARGIN, below=MARGIN)


def _alone(title: str, card: Card, voice: PictureLocalizer) -> Block:
    drawn = front(card, HUGE, voice, HUGE)
    room = INNER - drawn.width - BESIDE
    name = paragraph(voice.say(card.name), TITLE, room, MOST_LINES)
    text = column([label(title, NOTE, room, FADED), name], 2)
    shown = line([drawn, text], BESIDE)
    return Block(INNER, shown.height, ((0, 0, shown),))


def box_layout(request: BoxPicture) -> Block:
    """Return all cards of a game, equal ones together."""
    voice = make_voice(request.localizer)
    title = heading(voice.say(request.row.title))
    groups = (
        group_line(group, _fan, voice, GROUP_NAME) for group in request.row.groups
    )
    return page(column([title, *groups], BETWEEN), above=MARGIN, below=MARGIN)


def _fan(cards: Sequence[Card], room: float, voice: PictureLocalizer) -> Block:
    """Return cards with their counts, and below each its letters, which have no room in its corner."""
    shown = []
    for card, count in count_cards(cards):
        bare = copies(face(replace(card, letter=""), SMALL, voice), count, voice)
        shown.append(column([bare, Label(card.letter, STRONG, FADED)]))
    return flow(shown, room, 2 * BETWEEN, BETWEEN)


HIGHEST = 840
"""Higher than this no canvas is, in pixels: it is looked at on a phone."""
QUALITY, METHOD = 70, 2
"""How good each picture is, of 100, and how long the best way to write it is looked for, of 6."""


def film(request: FilmPicture) -> bytes:
    """Return the pictures of `request` as an animated WebP that is played once."""
    pictures = [_frame(each) for each in request.frames]
    height = min(HIGHEST, max(picture.height for picture in pictures))
    first, *others = [
        Image.new("RGB", (WIDTH, height), PARCHMENT) for _ in request.frames
    ]
    for canvas, picture in zip((first, *others), pictures, strict=True):
        canvas.paste(picture)
    times = [round(1000 * each) for each in request.seconds]
    look = {"duration": times, "loop": 1, "quality": QUALITY, "method": METHOD}
    target = BytesIO()
    first.save(target, "WEBP", save_all=True, append_images=others, **look)

    return target.getvalue()


def _frame(request: TablePicture) -> Image.Image:
    """Return a picture of a table in true colours, `WIDTH` pixels wide."""
    numbers = paint_sheet(table_layout(request, alone=True))
    numbers.putpalette(inks())
    drawn = numbers.convert("RGB")
    height = round(drawn.height * WIDTH / drawn.width)
    return drawn.resize((WIDTH, height), Image.Resampling.BOX)


PIXELS = 128
"""How large Discord keeps an emoji."""


@singledispatch
def draw(request: Drawable) -> bytes:
    """Return the image file of `request`; raise `TypeError` for an unknown kind."""
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
def sheet_of(request: Drawable) -> Block:
    """Return the unpainted sheet of `request`; raise `TypeError` for an unknown kind."""
    raise TypeError(type(request).__name__)


draw.register(film)
sheet_of.register(table_layout)
sheet_of.register(sample_layout)
sheet_of.register(hand_layout)
sheet_of.register(decision_layout)
sheet_of.register(cards_layout)
sheet_of.register(box_layout)
