"""Picture of a decision: what it is about, so small that question and answers fit beside it on one screen."""

from __future__ import annotations

from bot.faces.picture import sprites
from bot.faces.picture.card import count_cards
from bot.faces.picture.card_queue import DENSE, LOW, Format, queue
from bot.faces.picture.colours import FADED, GILT, INK, IVORY
from bot.faces.picture.font import FIGURE, NAME, NOTE, STRONG
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
from bot.faces.picture.requests import DecisionPicture
from bot.faces.picture.row import COLUMN, cards_with_facts, pair_up, row
from bot.faces.picture.text import (
    BAND,
    CREST,
    LEFT,
    PictureLocalizer,
    heading,
    label,
    make_voice,
    person,
)
from engine.scene import Fact, Group, Place, Row, Seat

GOOD = 340.0
"""Higher than this a picture leaves too little of a phone's screen for the question and its answers."""

SHIELD, BETWEEN = 20.0, 4.0
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
    rows = [_row(each, places, voice) for each in request.rows if each.items]
    if any(each.only(Place) for each in request.rows):
        # The owners of the emblems of a line of play.
        seats = map(Seat, range(len(voice.emblems)))
        people = (person(seat, NAME_ROOM, voice) for seat in seats)
        rows.append(flow(people, INNER, 12, 1))
    return page(column(rows, GAP), _band(request, voice), ABOVE - 2)


def _band(request: DecisionPicture, voice: PictureLocalizer) -> Block:
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


def _row(each: Row, format_: Format, voice: PictureLocalizer) -> Block:
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
        shield = sprites.shield(card.emblem, SHIELD)
        shown.append(line([shield, Label(name, STRONG)], 3))
    return flow(shown, INNER, 10, 2, 0.5)


def _group(group: Group, voice: PictureLocalizer) -> Block:
    """Return the shield of `group`, its figures with their letters, and its total at the end."""
    room = COLUMN - 2 * PAD
    said = voice.value(group.total.value) if group.total else ""
    total = Label(said, FIGURE)
    left = SHIELD + BETWEEN
    beside = room - left - total.width - BETWEEN
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
    shown = line([sprites.shield(group.emblem, SHIELD), figures], BETWEEN)
    end = level(room - total.width, total, shown.height)

    return Block(room, shown.height, ((0, 0, shown), end))
