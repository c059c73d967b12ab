"""Picture of a decision: what it is about, so small that question and answers fit beside it on one screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.faces.picture import sprites
from bot.faces.picture.card import count_cards
from bot.faces.picture.card_queue import DENSE, LOW, Format, queue
from bot.faces.picture.colours import FADED, GILT, INK, IVORY, LINE
from bot.faces.picture.requests import DecisionPicture
from bot.faces.picture.row import cards_of, row, stage
from bot.faces.picture.sheet import (
    ABOVE,
    GAP,
    INNER,
    MARGIN,
    WIDTH,
    Block,
    Fill,
    Label,
    Piece,
    Sheet,
    column,
    flow,
    level,
    line,
    page,
    sheet,
)
from bot.faces.picture.text import BAND, CREST, LEFT, Voice, heading, label, person
from bot.faces.picture.text import voice as speaking
from bot.faces.picture.type import FIGURE, NAME, NOTE, STRONG
from engine.scene import Card, Fact, Group, Place, Row, Seat, Who

GOOD = 340.0
"""Higher than this a picture leaves too little of a phone's screen for the question and its answers."""

SHIELD, BETWEEN = 20.0, 4.0
PAD = 5.0
COLUMN = (INNER - 6.0) / 2
"""How wide a group of cards is: two stand side by side."""

NAME_ROOM = COLUMN - 30
"""How wide a name may be below a line of play."""


def decision(request: DecisionPicture) -> Sheet:
    """Return the sheet of what a decision is about, with a line of play as dense as it has to be."""
    voice = speaking(request.speaker, request.panels)
    shown = _draft(request, LOW, voice)
    return sheet(shown if shown.height <= GOOD else _draft(request, DENSE, voice))


def _draft(request: DecisionPicture, places: Format, voice: Voice) -> Block:
    rows = [_row(each, places, voice) for each in request.rows if each.items]
    if any(isinstance(item, Place) for each in request.rows for item in each.items):
        rows.append(_families(voice))
    return page(column(rows, GAP), _band(request, voice), ABOVE - 2)


def _families(voice: Voice) -> Block:
    """Return the owners of the emblems of a line of play."""
    people = (
        person(Who(Seat(seat)), name, NAME_ROOM, voice) for seat, name in enumerate(voice.names)
    )
    return flow(people, INNER, 12, 1)


def _band(request: DecisionPicture, voice: Voice) -> Block:
    """Return a low band with the crest of the seat that decides, the phase, and a note that it is private."""
    crest = sprites.crest(voice.emblem(request.seat), CREST)
    private = Label(voice.key("picture-private"), NOTE, GILT)
    right = WIDTH - MARGIN - private.width
    phase = label(voice.say(request.heading), NAME, IVORY, right - LEFT - 8)
    shown = level(MARGIN, crest, BAND), level(LEFT, phase, BAND), level(right, private, BAND)
    return Block(WIDTH, BAND, ((0, 0, Fill(WIDTH, BAND, INK)), *shown))


def _row(each: Row, format_: Format, voice: Voice) -> Block:
    if each.groups:
        return column([heading(voice.say(each.title), INNER), _groups(each.groups, voice)], 2)
    facts = [item for item in each.items if isinstance(item, Fact)]
    if each.subject:
        return stage(each, facts, (), voice)
    places = [item for item in each.items if isinstance(item, Place)]
    if places:
        return queue(places, voice, format_)
    if not cards_of(each):
        return row(each, INNER, voice)

    return flow(
        [label(voice.say(each.title), STRONG, FADED, INNER), *_named_cards(each, voice)],
        INNER,
        10,
        2,
        0.5,
    )


def _named_cards(each: Row, voice: Voice) -> Iterator[Block]:
    """Yield cards as small signs with their names."""
    for card, count in count_cards(cards_of(each)):
        times = voice.key("picture-times", count=count) if count > 1 else ""
        yield line(
            [
                sprites.shield(card.emblem, SHIELD),
                Label(f"{voice.say(card.name)}{times}", STRONG, INK),
            ],
            3,
        )


def _groups(groups: Sequence[Group], voice: Voice) -> Block:
    """Return groups of cards in two columns, each with its figures and total."""
    shown = [_group(each, voice) for each in groups]
    pairs = (shown[at : at + 2] for at in range(0, len(shown), 2))
    return column([_pair(pair) for pair in pairs], GAP - sprites.DEPTH)


def _pair(pair: Sequence[Block]) -> Block:
    height = max(each.height for each in pair) + 3
    ground = (0, 0, sprites.box(COLUMN, height, IVORY, LINE))
    return line(
        [
            Block(COLUMN, height + sprites.DEPTH, (ground, level(PAD, each, height)))
            for each in pair
        ],
        6,
    )


def _group(group: Group, voice: Voice) -> Block:
    """Return the shield of `group`, its figures with their letters, and its total at the end."""
    room = COLUMN - 2 * PAD
    total: Piece = Label(voice.value(group.total.value) if group.total else "", FIGURE, INK)
    left = SHIELD + BETWEEN
    figures = flow(_figures(group.cards, voice), room - left - total.width - BETWEEN, 6, 0, 0.5)
    height = max(SHIELD, figures.height)
    parts = (
        level(0, sprites.shield(group.emblem, SHIELD), height),
        level(left, figures, height),
        level(room - total.width, total, height),
    )

    return Block(room, height, parts)


def _figures(cards: Sequence[Card], voice: Voice) -> Iterator[Block]:
    for card, count in count_cards(cards):
        times = voice.key("picture-times", count=count) if count > 1 else ""
        yield line(
            [
                Label(f"{voice.value(card.figure)}{times}", STRONG, INK),
                Label(card.letter, NOTE, FADED),
            ],
            1,
        )
