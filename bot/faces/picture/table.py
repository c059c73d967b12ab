"""The table as a picture: whose turn it is, what is up now, the board, the players; at the end, the scores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial

from bot.faces.picture.head import bands, head
from bot.faces.picture.players import players
from bot.faces.picture.requests import TablePicture
from bot.faces.picture.row import cards_of, only_facts, opening, row, signed, stage, stands_alone
from bot.faces.picture.scores import scores
from bot.faces.picture.sheet import ABOVE, BELOW, GAP, INNER, MARGIN, MOST, Block, Sheet, column, cut, padded, sheet
from bot.faces.picture.voice import Voice
from bot.faces.picture.voice import voice as speaking
from engine.scene import Row, Scene

GOOD = 760.0
"""Higher than this a table is long for a phone: what matters least is left to the words."""

FRAME = ABOVE + GAP + BELOW
"""What lies between the top, the board, the players and the lower edge."""


def table(request: TablePicture) -> Sheet:
    """Return the table with as much as there is room for, or the scores once it is over."""
    voice = speaking(request.speaker, request.scene.panels)
    draw = partial(scores, request, voice) if request.places else _drafts(request, voice)
    drafts = (draw(known=known, small=small) for known, small in ((True, False), (True, True), (False, True)))
    return sheet(_first(drafts))


def _first(drafts: Iterable[Block]) -> Block:
    """Return the first draft that is good for a phone, or else the last."""
    for draft in drafts:
        if draft.height <= GOOD:
            break
    return draft


def _drafts(request: TablePicture, voice: Voice) -> Callable[..., Block]:
    """Return what lays the table out with more or less on it; what all of that has in common is laid out once."""
    scene = request.scene
    top = column([head(request.title, voice.say(scene.heading)), bands(request.asks, voice)])
    asked = {seat for seat, _ in request.asks}

    @cache
    def middle(small: bool) -> Block:  # noqa: FBT001 - the only thing that there is to say
        return column(list(_middle(scene, voice, small=small)), GAP)

    def draft(*, known: bool, small: bool) -> Block:
        ledger = players(scene.panels, asked, INNER, voice, detailed=known)
        # Whatever there is of the board, the players are never cut off.
        board = cut(middle(small), MOST - top.height - ledger.height - FRAME)
        return column([top, padded(column([board, ledger], GAP), MARGIN, ABOVE, MARGIN, BELOW)])

    return draft


def _middle(scene: Scene, voice: Voice, *, small: bool) -> Iterator[Block]:
    """Yield what lies open: what is up now with the facts, then the rest of the rows."""
    rows = list(scene.rows)
    if rows and stands_alone(rows[0]):
        first = rows.pop(0)
        yield stage(first, scene.facts, list(_taken(rows, only_facts)), INNER, voice)
        while rows and cards_of(rows[0]):
            yield signed(rows.pop(0), INNER, voice)
    else:
        yield opening(scene.facts, list(_taken(rows, _brief)), INNER, voice)
    yield from (row(each, INNER, voice, small=small) for each in rows)


def _brief(each: Row) -> bool:
    return not each.items or only_facts(each)


def _taken(rows: list[Row], such: Callable[[Row], bool]) -> Iterator[Row]:
    """Take the first rows as long as they are such."""
    while rows and such(rows[0]):
        yield rows.pop(0)
