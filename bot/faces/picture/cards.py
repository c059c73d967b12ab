"""Kinds of cards as a picture, for the rules: a row of them under its title, or one alone, large."""

from __future__ import annotations

from bot.faces.picture.card import HUGE, LARGE, face, named, plain, spread
from bot.faces.picture.colours import common
from bot.faces.picture.requests import CardsPicture
from bot.faces.picture.row import cards_of
from bot.faces.picture.sheet import INNER, MARGIN, MOST, Block, Sheet, column, cut, line, padded, sheet
from bot.faces.picture.text import heading, label, paragraph
from bot.faces.picture.type import PLAIN, TITLE
from bot.faces.picture.voice import Voice
from engine.scene import Card, Row

GAP = 18.0
MOST_LINES = 3


def cards(request: CardsPicture) -> Sheet:
    """Return cards side by side; one card alone large, with its name beside it: what it does is said in words."""
    voice = Voice(request.speaker.language)
    shown = cards_of(request.row)
    body = _alone(request.row, shown[0], voice) if len(shown) == 1 else _row(request.row, voice)
    return sheet(padded(cut(body, MOST - 2 * MARGIN), MARGIN, MARGIN, MARGIN, MARGIN))


def _row(row: Row, voice: Voice) -> Block:
    return column([heading(voice.say(row.title), INNER), spread(cards_of(row), LARGE, INNER, voice)], 8)


def _alone(row: Row, card: Card, voice: Voice) -> Block:
    drawn = named(card, voice, HUGE) if plain(card) else face(card, HUGE, voice)
    room = INNER - drawn.width - GAP
    kind = label(voice.say(row.title), PLAIN, common("faded"), room)
    text = column([kind, paragraph(voice.say(card.name), TITLE, common("ink"), room, MOST_LINES)], 2)
    shown = line([drawn, text], GAP)
    return Block(INNER, shown.height, ((0, 0, shown),))
