"""How a message is laid out: blocks of text in a frame with rows of parts, or plain content with rows of parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from bot.faces.components import (
    LAYOUT_TEXT,
    ROWS,
    Part,
    Parts,
    Picture,
    action_row,
    container,
    media_gallery,
    pages,
    section,
    text_display,
)
from engine.scene import Row


class Line(NamedTuple):
    """A text with a button of its own beside it."""

    text: str
    button: Part


Block: TypeAlias = str | Picture | Line
"""A part of a layout: a text, one with a button, or a picture that is sent along."""

BLOCK_GAP = 2


@dataclass(frozen=True, slots=True)
class Page:
    """A message of texts with rows of parts below, which a picture can be put into.

    `words` come after the blocks and say what a picture shows, so that it can take their place; `lines` come after
    both, and `tail` after these, right above the rows, and is never cut for what stands above it. `shown` are the cards
    that a page about cards tells of.
    """

    blocks: tuple[str, ...]
    rows: tuple[Parts, ...] = ()
    shown: Row | None = None
    words: tuple[str, ...] = ()
    tail: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()

    def components(self, picture: Picture | None = None) -> list[Part]:
        """Return the page with a picture; in words, if there is none."""
        middle = self.words if picture is None else (picture,)
        return layout([*self._above(*middle), *self.tail], self.rows)

    def _above(self, *middle: Block) -> list[Block]:
        """Return what stands above the tail, as far as it leaves room for the tail."""
        room = LAYOUT_TEXT - sum(len(text) + BLOCK_GAP for text in self.tail)
        return fitted([*self.blocks, *middle, *self.lines], room)


def layout(blocks: Sequence[Block], rows: Sequence[Parts] = ()) -> list[Part]:
    """Return texts and pictures in a frame, with rows of parts below; a text that is too long is cut."""
    return [container([*map(_part, fitted(blocks)), *map(action_row, rows)])]


def _part(block: Block) -> Part:
    if isinstance(block, Line):
        return section(*block)
    return text_display(block) if isinstance(block, str) else media_gallery(block)


def fitted(blocks: Sequence[Block], room: int = LAYOUT_TEXT) -> list[Block]:
    """Return the blocks that fit together into so much room, most important first; pictures take none."""
    kept: list[Block] = []
    for block in blocks:
        if isinstance(block, Picture):
            kept.append(block)
        elif room > BLOCK_GAP:
            whole = block.text if isinstance(block, Line) else block
            text = whole if len(whole) <= room else pages(whole.split("\n"), room)[0]
            kept.append(block._replace(text=text) if isinstance(block, Line) else text)
            room -= len(text) + BLOCK_GAP
    return kept


def classic(rows: Sequence[Parts]) -> list[Part]:
    """Return rows of parts for a message with plain content, as many as it can have."""
    return [action_row(parts) for parts in rows[:ROWS]]
