"""The card distribution sheet: how many there are of each card, a line for each group, and what they come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.faces.picture.card import SMALL, copies, counted, face
from bot.faces.picture.colours import common
from bot.faces.picture.group import GAP, lined
from bot.faces.picture.requests import BoxPicture
from bot.faces.picture.sheet import (
    INNER,
    MARGIN,
    MOST,
    Block,
    Label,
    Sheet,
    column,
    cut,
    flow,
    padded,
    sheet,
)
from bot.faces.picture.text import heading
from bot.faces.picture.type import LABEL
from bot.faces.picture.voice import Voice
from engine.scene import Card

NAME = 92.0


def box(request: BoxPicture) -> Sheet:
    """Return all cards of a game, equal ones together."""
    voice = Voice(request.speaker.language)
    lines = [
        heading(voice.say(request.row.title), INNER),
        *(lined(group, _fan, INNER, voice, NAME) for group in request.row.groups),
    ]
    return sheet(padded(cut(column(lines, GAP), MOST - 2 * MARGIN), MARGIN, MARGIN, MARGIN, MARGIN))


def _fan(cards: Sequence[Card], room: float, voice: Voice) -> Block:
    return flow([_card(card, count, voice) for card, count in counted(cards)], room, 2 * GAP, GAP)


def _card(card: Card, count: int, voice: Voice) -> Block:
    """Return a card with how many of it there are, and below it its letters, which have no room in its corner."""
    shown = copies(face(replace(card, letter=""), SMALL, voice), count, voice)
    return column([shown, Label(card.letter, LABEL, common("faded"))], 0)
