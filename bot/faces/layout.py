"""How a message is laid out: blocks of text in a frame with rows of parts, or plain content with rows of parts."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from bot.faces.answers import Parts
from bot.faces.limits import LAYOUT_TEXT, ROWS, pages

ACCENT = discord.Colour(0x8C5A2B)
BLOCK_GAP = 2


def sent(view: ui.View | ui.LayoutView) -> None:
    """Take a view out of discord.py's care: its clicks go to the router, and nothing stays in memory."""
    view.stop()


def layout(blocks: Sequence[str], rows: Sequence[Parts] = ()) -> ui.LayoutView:
    """Return a message of blocks of text in a frame, with rows of parts below; what is too long is cut at the end."""
    view = ui.LayoutView(timeout=None)
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=ACCENT)
    for block in fitted(blocks):
        box.add_item(ui.TextDisplay(block))
    for row in rows:
        box.add_item(ui.ActionRow(*row))
    view.add_item(box)
    sent(view)
    return view


def fitted(blocks: Sequence[str]) -> list[str]:
    """Return the blocks that fit together into one message, most important first."""
    room = LAYOUT_TEXT
    kept: list[str] = []
    for block in blocks:
        if room <= BLOCK_GAP:
            break
        kept.append(pages(block.split("\n"), room)[0])
        room -= len(kept[-1]) + BLOCK_GAP
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
