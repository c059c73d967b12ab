"""A table to learn from: the picture of a table with numbers at its parts, which the words below explain."""

from __future__ import annotations

from collections.abc import Iterator

from bot.faces.picture.colours import common
from bot.faces.picture.requests import SamplePicture
from bot.faces.picture.sheet import Label, Placed, Sheet, Sprite
from bot.faces.picture.sprites import pill
from bot.faces.picture.table import table
from bot.faces.picture.type import ELLIPSIS, LABEL
from bot.faces.picture.voice import voice

SIZE = 19.0
BESIDE = 5.0
STEP = 3.0
BEGUN = 6
"""By how many letters a text is known whose end is missing."""

NEAR = 4.0
"""How far a disc may reach into the line of a text, whose letters don't fill it."""

SMALL = 100.0
"""What is wider is a ground that numbers may stand on."""


def sample(request: SamplePicture) -> Sheet:
    """Return a table with a numbered disc beside the text that names each part."""
    drawn, speaking = table(request, alone=True), voice(request.speaker, request.scene.panels)
    for number, part in enumerate(request.parts, 1):
        drawn = Sheet(drawn.width, drawn.height, (*drawn.pieces, *_disc(number, speaking.say(part), drawn)))
    return drawn


def _disc(number: int, named: str, drawn: Sheet) -> tuple[Placed, ...]:
    """Return a disc with a number on it beside the last text that says this; nothing where that wasn't drawn."""
    found = [(x, y, label) for x, y, label in drawn.labels if _says(label.text, named)]
    if not found:
        return ()
    left, top = next(spot for spot in _spots(*found[-1], drawn) if _free(*spot, drawn))
    figure = Label(str(number), LABEL, common("ivory"))
    disc = pill(SIZE, SIZE, common("ink"), common("gilt"))
    inside = left + (SIZE - figure.width) / 2, top + (SIZE - figure.height) / 2
    return Placed(left, top, disc), Placed(*inside, figure)


def _says(text: str, named: str) -> bool:
    """Tell whether a text says this, or as much of its beginning as there was room for."""
    begun = text.rstrip(ELLIPSIS)
    return text == named or (len(begun) >= BEGUN and named.startswith(begun))


def _spots(x: float, y: float, label: Label, drawn: Sheet) -> Iterator[tuple[float, float]]:
    """Yield where a disc may stand: behind the text, above it, further along its line; at last at the edge."""
    behind, middle = x + label.width + BESIDE, y + (label.height - SIZE) / 2
    yield behind, middle
    yield x, y - SIZE
    edge = drawn.width - SIZE - 1
    steps = max(0, int((edge - behind) / STEP))
    yield from ((behind + step * STEP, middle) for step in range(1, steps + 1))
    yield edge, middle


def _free(left: float, top: float, drawn: Sheet) -> bool:
    """Tell whether a disc would cover no text and no small drawing, and lie within the picture, or at its edge."""
    if left >= drawn.width - SIZE - 1:
        return True
    return top >= 0 and not any(
        placed.x < left + SIZE
        and left < placed.x + placed.mark.width
        and placed.y + NEAR < top + SIZE
        and top + NEAR < placed.y + placed.mark.height
        for placed in drawn.marks
        if isinstance(placed.mark, Label) or (isinstance(placed.mark, Sprite) and placed.mark.width < SMALL)
    )
