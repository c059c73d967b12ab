"""What stands at the top: whom the table waits for, and the title of a picture that stands in no message of a table."""

from __future__ import annotations

from collections.abc import Sequence

from bot.faces.picture import sprites
from bot.faces.picture.colours import Colour, common
from bot.faces.picture.requests import YOUR_TURN
from bot.faces.picture.sheet import INNER, MARGIN, WIDTH, Block, Fill, Label, Piece, column, line
from bot.faces.picture.text import label, paragraph
from bot.faces.picture.type import BANNER, NOTE, PLAIN, TITLE
from bot.faces.picture.voice import Voice
from engine.scene import Seat, Text, Who

CREST = 36.0
LEFT = MARGIN + CREST + 10
SMALL_CREST = 24.0
LEAST = 44.0
MOST_BANDS = 1
"""For how many people who are asked each has a band of the own."""


def head(title: str, phase: str) -> Block:
    """Return the title of a picture and what phase it shows."""
    text = column([label(title, TITLE, common("ink"), INNER), label(phase, PLAIN, common("faded"), INNER)], -2)
    return Block(WIDTH, text.height + 9, ((MARGIN, 4, text),))


def bands(asks: Sequence[tuple[Seat, Text | None]], voice: Voice, *, told: bool) -> Block:
    """Return a band for who is waited for, in which what is asked can be `told`; for several, one for all of them."""
    if len(asks) > MOST_BANDS:
        return _crowd(asks, voice)
    return column([_band(seat, waiting, voice, told=told) for seat, waiting in asks])


def _band(seat: Seat, waiting: Text | None, voice: Voice, *, told: bool) -> Block:
    room = WIDTH - LEFT - MARGIN
    said = voice.say(YOUR_TURN) if waiting is None else voice.key("picture-turn", player=Who(seat))
    below = [paragraph(voice.say(waiting), NOTE, common("ivory"), room, 2)] if told and waiting else []
    text = column([label(said, BANNER, common("ivory"), room), *below])
    return banner(sprites.crest(voice.emblem(seat), CREST), text, common("rubric"))


def _crowd(asks: Sequence[tuple[Seat, Text | None]], voice: Voice) -> Block:
    """Return the band of several who are asked: all of them, but first that the reader is one of them."""
    own = [Label(voice.say(YOUR_TURN), BANNER, common("ivory"))] if any(waiting is None for _, waiting in asks) else []
    crests = line([sprites.crest(voice.emblem(seat), SMALL_CREST) for seat, _ in asks], 4)
    said = voice.key("picture-turn", player=tuple(Who(seat) for seat, waiting in asks if waiting is not None))
    kind = NOTE if own else BANNER
    text = column([crests, *own, paragraph(said, kind, common("ivory"), WIDTH - LEFT - MARGIN, 2)], 2)
    return banner(sprites.emblem("part-hourglass", CREST, common("gilt")), text, common("rubric"))


def banner(crest: Piece, text: Block, ground: Colour) -> Block:
    """Return a band across the picture: a crest, and a text beside it."""
    height = max(LEAST, text.height + 8)
    parts = (
        (0, 0, Fill(WIDTH, height, ground)),
        (0, 2, Fill(WIDTH, 0.5, common("gilt"))),
        (0, height - 2.5, Fill(WIDTH, 0.5, common("gilt"))),
        (MARGIN, (height - crest.height) / 2, crest),
        (LEFT, (height - text.height) / 2, text),
    )
    return Block(WIDTH, height, parts)
