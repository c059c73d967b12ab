"""How a message is laid out: blocks of text in a frame with rows of parts, or plain content with rows of parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import discord
from discord import ui

from bot.faces.answers import Parts
from bot.faces.attachment import Picture
from bot.faces.limits import LAYOUT_TEXT, ROWS, pages
from engine.scene import Row

Block: TypeAlias = str | Picture
"""A part of a layout: a text, or a picture that is sent along."""

ACCENT = discord.Colour(0x8C5A2B)
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

    @property
    def view(self) -> ui.LayoutView:
        """Return the page in words."""
        return layout([*self._above(*self.words), *self.tail], self.rows)

    def drawn(self, picture: Picture | None) -> ui.LayoutView:
        """Return the page with a picture; in words, if there is none."""
        return layout([*self._above(picture), *self.tail], self.rows) if picture else self.view

    def _above(self, *middle: Block) -> list[Block]:
        """Return what stands above the tail, as far as it leaves room for the tail."""
        return fitted([*self.blocks, *middle], LAYOUT_TEXT - sum(len(text) + BLOCK_GAP for text in self.tail))


def sent(view: ui.View | ui.LayoutView) -> None:
    """Take a view out of discord.py's care: its clicks go to the router, and nothing stays in memory."""
    view.stop()


def layout(blocks: Sequence[Block], rows: Sequence[Parts] = ()) -> ui.LayoutView:
    """Return texts and pictures in a frame as a message, with rows of parts below; a text that is too long is cut."""
    view = ui.LayoutView(timeout=None)
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=ACCENT)
    for block in fitted(blocks):
        box.add_item(ui.TextDisplay(block) if isinstance(block, str) else _gallery(block))
    for row in rows:
        box.add_item(ui.ActionRow(*row))
    view.add_item(box)
    sent(view)
    return view


def _gallery(picture: Picture) -> ui.MediaGallery[ui.LayoutView]:
    return ui.MediaGallery(discord.MediaGalleryItem(picture.url, description=picture.alt))


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


def classic(rows: Sequence[Parts]) -> ui.View | None:
    """Return rows of parts for a message with plain content; None where there are none."""
    if not rows:
        return None
    view = ui.View(timeout=None)
    for number, row in enumerate(rows[:ROWS]):
        for part in row:
            part.row = number
            view.add_item(part)
    sent(view)
    return view
