"""Cards of one person, sorted: a line for each group, with its cards and what they come to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

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

Fan: TypeAlias = Callable[[Sequence[Card], float, Voice], Block]
"""Lays out the cards of a group in so much room."""


def groups(sorted_: Sequence[Group], room: float, voice: Voice) -> Block:
    """Return cards line by line, those of one group together."""
    return column([lined(group, fanned, room, voice) for group in sorted_], GAP)


def lined(group: Group, fan: Fan, room: float, voice: Voice, name: float = NAME) -> Block:
    """Return a group: its shield, its name in so much room, its cards fanned out, and what they come to at the end."""
    left = SHIELD + name + 3 * GAP
    said = paragraph(voice.say(group.name), STRONG, common("ink"), name, 2)
    fans = fan(group.cards, room - left - (SUM if group.total else 0), voice)
    height = max(fans.height, SHIELD)
    parts: list[Part] = [
        (0, (height - SHIELD) / 2, sprites.shield(group.emblem, SHIELD)),
        (SHIELD + 1.5 * GAP, (height - said.height) / 2, said),
        (left, (height - fans.height) / 2, fans),
    ]
    if group.total:
        total = Label(voice.value(group.total.value), FIGURE, common("ink"))
        parts.append(centred(total, SUM, (height - total.height) / 2, room - SUM))
    return Block(room, height + GAP, (*parts, (0, height + GAP - 1, Fill(room, 0.5, common("line")))))


def fanned(cards: Sequence[Card], room: float, voice: Voice) -> Block:
    """Return small cards side by side, equal ones together."""
    return flow([copies(face(card, SMALL, voice), count, voice) for card, count in counted(cards)], room, GAP, GAP)
