"""The table as a picture: whose turn it is, what is up now, the board, the players; at the end, the scores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import chain

from bot.faces.picture.head import bands, head
from bot.faces.picture.players import Players, Signed
from bot.faces.picture.requests import TablePicture
from bot.faces.picture.row import cards_of, only_facts, opening, row, signed, stage, stands_alone
from bot.faces.picture.scores import scores
from bot.faces.picture.sheet import ABOVE, BELOW, GAP, INNER, MARGIN, MOST, Block, Sheet, column, cut, padded, sheet
from bot.faces.picture.voice import Voice
from bot.faces.picture.voice import voice as speaking
from engine.scene import Place, Row, Scene

GOOD = 600.0
"""Higher than this a table is small on a desktop, where Discord shows 350 pixels of it: what matters least is left out.

It is in the words, and in the picture of the whole table."""

WHOLE = 760.0
"""Higher than this even the picture of the whole table is long for a phone."""

DRAFTS = (True, False), (True, True), (False, False), (False, True)
"""What is tried in turn: with the cards that are known of players or without, with large places or with small ones."""

FRAME = ABOVE + GAP + BELOW
"""What lies between the top, the board, the players and the lower edge."""


def table(request: TablePicture, *, alone: bool = False) -> Sheet:
    """Return the table with as much as there is room for, or the scores once it is over.

    The message around it says which table it is, how far it has come and what is asked; where it stands `alone` in the
    middle of other words it says so itself.
    """
    voice = speaking(request.speaker, request.scene.panels)
    draw = partial(scores, request, voice) if request.places else _drafts(request, voice, alone=alone)
    drafts = (draw(known=known, small=small) for known, small in DRAFTS if not small or _has_places(request.scene))
    if not request.places or request.whole:
        return sheet(_first(drafts, WHOLE if request.whole else GOOD))
    shorter = (draw(known=known, small=small, course=False) for known, small in DRAFTS)
    return sheet(_first(chain(drafts, shorter), GOOD))


def _has_places(scene: Scene) -> bool:
    return any(isinstance(item, Place) for each in scene.rows for item in each.items)


def _first(drafts: Iterable[Block], good: float) -> Block:
    """Return the first draft that is no higher than is good, or else the last."""
    for draft in drafts:
        if draft.height <= good:
            break
    return draft


def _drafts(request: TablePicture, voice: Voice, *, alone: bool) -> Callable[..., Block]:
    """Return what lays the table out with more or less on it; what all of that has in common is laid out once."""
    scene = request.scene
    title = [head(request.title, voice.say(scene.heading))] if alone else []
    top = column([*title, bands(request.asks, voice, told=alone)])
    signed = Signed(frozenset(seat for seat, _ in request.asks), frozenset(request.answered))
    players = Players(scene.panels, signed, INNER, voice)
    up, rows = _up(scene, voice)

    @cache
    def middle(small: bool) -> Block:  # noqa: FBT001 - the only thing that there is to say
        return column([*up, *(row(each, INNER, voice, small=small) for each in rows)], GAP)

    @cache
    def ledger(known: bool) -> Block:  # noqa: FBT001 - as above
        return players.table(detailed=known)

    def draft(*, known: bool, small: bool) -> Block:
        people = ledger(known)
        # Whatever there is of the board, the players are never cut off.
        board = cut(middle(small), MOST - top.height - people.height - FRAME)
        return column([top, padded(column([board, people], GAP), MARGIN, ABOVE, MARGIN, BELOW)])

    return draft


def _up(scene: Scene, voice: Voice) -> tuple[list[Block], list[Row]]:
    """Return what is up now with the facts, and the rows that are still to be laid out."""
    rows = list(scene.rows)
    if not rows or not stands_alone(rows[0]):
        return [opening(scene.facts, list(_taken(rows, _brief)), INNER, voice)], rows
    first = rows.pop(0)
    up = [stage(first, scene.facts, list(_taken(rows, only_facts)), INNER, voice)]
    return [*up, *(signed(each, INNER, voice) for each in _taken(rows, cards_of))], rows


def _brief(each: Row) -> bool:
    return not each.items or only_facts(each)


def _taken(rows: list[Row], such: Callable[[Row], object]) -> Iterator[Row]:
    """Take the first rows as long as they are such."""
    while rows and such(rows[0]):
        yield rows.pop(0)
