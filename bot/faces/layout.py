"""How a message is laid out: blocks of text in a frame with rows of parts, or plain content with rows of parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

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
    text_display,
)
from engine.scene import Row

Block: TypeAlias = str | Picture
"""A part of a layout: a text, or a picture that is sent along."""

BLOCK_GAP = 2


@dataclass(frozen=True, slots=True)
class Page:
    """A message of texts with rows of parts below, which a picture can be put into.

    `words` come after the blocks and say what a picture shows, so that it can take their place; `tail` comes after
    both, right above the rows, and is never cut for what stands above it. `shown` are the cards that a page about
    cards tells of.
    """

    blocks: tuple[str, ...]
    rows: tuple[Parts, ...] = ()
    shown: Row | None = None
    words: tuple[str, ...] = ()
    tail: tuple[str, ...] = ()

    def components(self, picture: Picture | None = None) -> list[Part]:
        """Return the page with a picture; in words, if there is none."""
        middle = self.words if picture is None else (picture,)
        return layout([*self._above(*middle), *self.tail], self.rows)

    def _above(self, *middle: Block) -> list[Block]:
        """Return what stands above the tail, as far as it leaves room for the tail."""
        return fitted([*self.blocks, *middle], LAYOUT_TEXT - sum(len(text) + BLOCK_GAP for text in self.tail))


def layout(blocks: Sequence[Block], rows: Sequence[Parts] = ()) -> list[Part]:
    """Return texts and pictures in a frame, with rows of parts below; a text that is too long is cut."""
    shown = [text_display(block) if isinstance(block, str) else media_gallery(block) for block in fitted(blocks)]
    return [container([*shown, *map(action_row, rows)])]


def fitted(blocks: Sequence[Block], room: int = LAYOUT_TEXT) -> list[Block]:
    """Return the blocks that fit together into so much room, most important first; pictures take none."""
    kept: list[Block] = []
    for block in blocks:
        if isinstance(block, Picture):
            kept.append(block)
        elif room > BLOCK_GAP:
            text = block if len(block) <= room else pages(block.split("\n"), room)[0]
            kept.append(text)
            room -= len(text) + BLOCK_GAP
    return kept


def classic(rows: Sequence[Parts]) -> list[Part]:
    """Return rows of parts for a message with plain content, as many as it can have."""
    return [action_row(parts) for parts in rows[:ROWS]]
