"""Cards of one person, sorted: a line for each group, with its cards and what they come to."""

from __future__ import annotations

from collections.abc import Sequence

from bot.faces.picture import sprites
from bot.faces.picture.card import SMALL, copies, counted, face
from bot.faces.picture.colours import common
from bot.faces.picture.sheet import Block, Fill, Label, Part, centred, column, flow
from bot.faces.picture.text import paragraph
from bot.faces.picture.type import FIGURE, STRONG
from bot.faces.picture.voice import Voice
from engine.scene import Card, Group

SHIELD = 32.0
NAME = 100.0
SUM = 34.0
GAP = 5.0


def groups(sorted_: Sequence[Group], room: float, voice: Voice) -> Block:
    """Return cards line by line, those of one group together."""
    return column([_line(group, room, voice) for group in sorted_], GAP)


def _line(group: Group, room: float, voice: Voice) -> Block:
    left = SHIELD + NAME + 3 * GAP
    name = paragraph(voice.say(group.name), STRONG, common("ink"), NAME, 2)
    fan = fanned(group.cards, room - left - SUM, voice)
    height = max(fan.height, SHIELD)
    parts: list[Part] = [
        (0, (height - SHIELD) / 2, sprites.shield(group.emblem, SHIELD)),
        (SHIELD + 1.5 * GAP, (height - name.height) / 2, name),
        (left, (height - fan.height) / 2, fan),
    ]
    if group.total:
        total = Label(voice.value(group.total.value), FIGURE, common("ink"))
        parts.append(centred(total, SUM, (height - total.height) / 2, room - SUM))
    return Block(room, height + GAP, (*parts, (0, height + GAP - 1, Fill(room, 0.5, common("line")))))


def fanned(cards: Sequence[Card], room: float, voice: Voice) -> Block:
    """Return small cards side by side, equal ones together."""
    return flow([copies(face(card, SMALL, voice), count, voice) for card, count in counted(cards)], room, GAP, GAP)
