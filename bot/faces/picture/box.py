"""The card distribution sheet: how many there are of each card, a line for each group, and what they come to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.faces.picture import sprites
from bot.faces.picture.card import SMALL, copies, counted, face
from bot.faces.picture.colours import common
from bot.faces.picture.requests import BoxPicture
from bot.faces.picture.sheet import (
    INNER,
    MARGIN,
    MOST,
    Block,
    Fill,
    Label,
    Part,
    Sheet,
    column,
    cut,
    flow,
    padded,
    sheet,
)
from bot.faces.picture.text import heading, paragraph
from bot.faces.picture.type import FIGURE, LABEL, STRONG
from bot.faces.picture.voice import Voice
from engine.scene import Card, Group

SHIELD = 32.0
NAME = 92.0
SUM = 34.0
GAP = 5.0


def box(request: BoxPicture) -> Sheet:
    """Return all cards of a game, equal ones together."""
    voice = Voice(request.speaker.language)
    lines = [heading(voice.say(request.row.title), INNER), *(_line(group, voice) for group in request.row.groups)]
    return sheet(padded(cut(column(lines, GAP), MOST - 2 * MARGIN), MARGIN, MARGIN, MARGIN, MARGIN))


def _line(group: Group, voice: Voice) -> Block:
    """Return a group: its shield and name, its cards, and what they come to at the end of the line."""
    left = SHIELD + NAME + 3 * GAP
    name = paragraph(voice.say(group.name), STRONG, common("ink"), NAME, 2)
    fan = _fan(group.cards, INNER - left - (SUM if group.total else 0), voice)
    height = max(fan.height, SHIELD)
    parts: list[Part] = [
        (0, (height - SHIELD) / 2, sprites.shield(group.emblem, SHIELD)),
        (SHIELD + 1.5 * GAP, (height - name.height) / 2, name),
        (left, (height - fan.height) / 2, fan),
    ]
    if group.total:
        total = Label(voice.value(group.total.value), FIGURE, common("ink"))
        parts.append((INNER - total.width, (height - total.height) / 2, total))
    return Block(INNER, height + GAP, (*parts, (0, height + GAP - 1, Fill(INNER, 0.5, common("line")))))


def _fan(cards: Iterable[Card], room: float, voice: Voice) -> Block:
    return flow([_card(card, count, voice) for card, count in counted(cards)], room, 2 * GAP, GAP)


def _card(card: Card, count: int, voice: Voice) -> Block:
    """Return a card with how many of it there are, and below it its letters, which have no room in its corner."""
    shown = copies(face(replace(card, letter=""), SMALL, voice), count, voice)
    return column([shown, Label(card.letter, LABEL, common("faded"))], 0)
