"""Cards of one person, sorted: a line for each emblem, with its cards and what they come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from bot.faces.picture import sprites
from bot.faces.picture.card import SMALL, copies, counted, face
from bot.faces.picture.colours import common
from bot.faces.picture.sheet import Block, Fill, Label, Part, centred, column, flow
from bot.faces.picture.text import paragraph
from bot.faces.picture.type import FIGURE, STRONG
from bot.faces.picture.voice import Voice
from engine.scene import Card, Fact

SHIELD = 32.0
NAME = 84.0
SUM = 34.0
GAP = 5.0


@dataclass(frozen=True, slots=True)
class Group:
    """Cards of one emblem, what they are called together, and the fact that tells what they come to, if any."""

    cards: tuple[Card, ...]
    name: str
    sum: Fact | None


def sort(cards: Sequence[Card], sums: Mapping[str, Fact], voice: Voice) -> list[Group]:
    """Return cards by emblem; a group is called as the fact whose label all its cards' names begin with."""
    emblems = dict.fromkeys(card.emblem for card in cards)
    return [_group(tuple(card for card in cards if card.emblem == emblem), sums, voice) for emblem in emblems]


def _group(cards: tuple[Card, ...], sums: Mapping[str, Fact], voice: Voice) -> Group:
    names = [voice.say(card.name) for card in cards]
    label = next((label for label in sums if all(name.startswith(label) for name in names)), "")
    return Group(cards, label or shared(names), sums.get(label))


def shared(names: Sequence[str]) -> str:
    """Return the words that all names begin with, or the first name where they share none."""
    columns = takewhile(lambda words: len(set(words)) == 1, zip(*(name.split() for name in names), strict=False))
    return " ".join(words[0] for words in columns) or names[0]


def groups(sorted_: Sequence[Group], room: float, voice: Voice) -> Block:
    """Return cards line by line, those of one emblem together."""
    return column([_line(group, room, voice) for group in sorted_], GAP)


def _line(group: Group, room: float, voice: Voice) -> Block:
    left = SHIELD + NAME + 3 * GAP
    name = paragraph(group.name, STRONG, common("ink"), NAME, 2)
    fan = fanned(group.cards, room - left - SUM, voice)
    height = max(fan.height, SHIELD)
    parts: list[Part] = [
        (0, (height - SHIELD) / 2, sprites.shield(group.cards[0].emblem, SHIELD)),
        (SHIELD + 1.5 * GAP, (height - name.height) / 2, name),
        (left, (height - fan.height) / 2, fan),
    ]
    if group.sum:
        total = Label(voice.value(group.sum.value), FIGURE, common("ink"))
        parts.append(centred(total, SUM, (height - total.height) / 2, room - SUM))
    return Block(room, height + GAP, (*parts, (0, height + GAP - 1, Fill(room, 0.5, common("line")))))


def fanned(cards: Sequence[Card], room: float, voice: Voice) -> Block:
    """Return small cards side by side, equal ones together."""
    return flow([copies(face(card, SMALL, voice), count, voice) for card, count in counted(cards)], room, GAP, GAP)
