"""Every emblem and every colour of letters on every ground: what pictures are made of, to choose their colours from."""

from __future__ import annotations

from bot.faces.picture import sprites
from bot.faces.picture.colours import Colour, common, deep, ink_on, palette, tint
from bot.faces.picture.sheet import Block, Fill, Label, Piece, Sheet, column, flow, line, sheet
from bot.faces.picture.type import NAME

WIDTH = 400.0
LETTERS = "Hamburg 0123 Їжак"
"""Round and straight strokes."""


def specimen() -> Sheet:
    """Return one sheet with all of them."""
    inks = ("ink", "faded", "rubric", "gold")
    texts = [_text(common(ink), common(ground)) for ground in ("parchment", "ivory", "vellum") for ink in inks]
    texts += [_text(common(ink), common(ground)) for ground in ("rubric", "ink") for ink in ("ivory", "gilt")]
    return sheet(flow([*texts, *(_emblem(key) for key in palette().tinctures)], WIDTH, 0, 0))


def _text(ink: Colour, ground: Colour) -> Block:
    letters = Label(LETTERS, NAME, ink)
    return Block(letters.width, letters.height, ((0, 0, Fill(letters.width, letters.height, ground)), (0, 0, letters)))


def _emblem(key: str) -> Block:
    """Return an emblem as it is met: on its shield, alone, and as the colour of letters and grounds."""
    shown: list[Piece] = [sprites.shield(key, 32), sprites.emblem(key, 24, deep(key)), sprites.shield(key, 15)]
    drawn = line([*shown, column([_text(deep(key), common("ivory")), _text(ink_on(key), tint(key))])])
    ground = Fill(drawn.width, drawn.height, common("ivory"))
    return Block(drawn.width, drawn.height, ((0, 0, ground), (0, 0, drawn)))
