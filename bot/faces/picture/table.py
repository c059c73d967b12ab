"""Picture of a table: the turn, the open lot, the board, the players; with numbers at its parts to learn from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import chain

from bot.faces.picture import sprites
from bot.faces.picture.card_queue import DENSE, LARGE, LOW, SMALL, Format
from bot.faces.picture.chart import plot
from bot.faces.picture.colours import FADED, GILT, GOLD, INK, IVORY, RUBRIC
from bot.faces.picture.font import BANNER, ELLIPSIS, NOTE, NUMBER, STRONG, TITLE
from bot.faces.picture.layout import (
    ABOVE,
    BELOW,
    GAP,
    INNER,
    MARGIN,
    MOST,
    WIDTH,
    Block,
    Label,
    Part,
    Piece,
    Sprite,
    cell,
    column,
    cut,
    line,
    middle,
    over,
    page,
    within_margins,
)
from bot.faces.picture.players import (
    BETWEEN,
    EMBLEM,
    PlayerColumns,
    columns,
    entry,
    heads,
    lay_out_players,
)
from bot.faces.picture.requests import YOUR_TURN, Asks, SamplePicture, TablePicture
from bot.faces.picture.row import (
    cards_with_facts,
    only_facts,
    opening,
    row,
    sign_row,
    stands_alone,
)
from bot.faces.picture.text import (
    BESIDE_CREST,
    CREST,
    PictureLocalizer,
    banner,
    label,
    make_voice,
    paragraph,
)
from engine.frozen import frozen
from engine.scene import Panel, Place, Row, Scene, Seat, Text, Tile, Who, say

CROWN = 26.0

PLACE = 16.0
SIGN = 17.0


@frozen
class Draft:
    """How much detail a table is drawn with: the format of its `places`, and what stands about players.

    `known`: the cards that are known of them; `brief`: only such marks as find room beside their names.
    """

    places: Format
    known: bool = True
    brief: bool = False


DRAFTS = tuple(
    Draft(places, known) for known in (True, False) for places in (LARGE, SMALL)
)
"""What is tried in turn, from the most detail to the least."""

BRIEF = tuple(
    Draft(each, known=False, brief=True) for each in (LARGE, SMALL, LOW, DENSE)
)
"""What is tried then where something is asked."""


def scores(
    request: TablePicture,
    voice: PictureLocalizer,
    draft: Draft,
    most: int | None = None,
) -> Block:
    """Return the final scores, the winner first, with all charts of the game, or with `most` of them."""
    crown = sprites.emblem("part-crown", CROWN, GILT)
    verdict = map(voice.say, request.report[:1])
    texts = (paragraph(said, BANNER, BESIDE_CREST, 3, colour=IVORY) for said in verdict)
    top = column(banner(crown, [text], INK) for text in texts)
    scene = request.scene
    rows = (row(each, INNER, voice, draft.places) for each in scene.rows)
    plots = (plot(chart, voice) for chart in scene.charts[:most])
    body = column([standings(scene, request.places, voice, draft), *plots, *rows], GAP)

    return page(body, top)


def standings(
    scene: Scene, places: Sequence[int], voice: PictureLocalizer, draft: Draft
) -> Block:
    """Return the ranking of all players, the winners with a crown, and the number that decided."""
    winners = frozenset(Seat(seat) for seat, place in enumerate(places) if place == 1)
    ledger = PlayerColumns(
        *columns(scene.panels, voice, 1),
        winners,
        GOLD,
        draft.known,
    )
    ranked = sorted(scene.panels, key=lambda panel: places[panel.seat])
    entries = (
        _entry(panel, places[panel.seat], scene, ledger, voice) for panel in ranked
    )
    return column([heads(ledger.titles, ledger.widths, voice), *entries], BETWEEN)


def _entry(
    panel: Panel,
    place: int,
    scene: Scene,
    ledger: PlayerColumns,
    voice: PictureLocalizer,
) -> Block:
    number = Label(voice.key("picture-place", place=place), NUMBER)
    crown = [sprites.emblem("part-crown", 20, GOLD)] if place == 1 else []
    shield = sprites.shield(voice.seat_emblem(panel.seat), EMBLEM)
    front: list[Piece] = [cell(number, PLACE), shield, *crown]
    # The shield and the value of each part of the board that the player holds.
    holdings = [
        line(
            [
                sprites.shield(tile.emblem, SIGN),
                Label(voice.value(fact.value), STRONG),
            ],
            2,
        )
        for each in scene.rows
        for tile in each.only(Tile)
        for fact in tile.facts
        if fact.seat == panel.seat
    ]
    return entry(panel, front, holdings, ledger, voice)


GOOD = 600.0
"""Higher than this a table is small on a desktop, where Discord shows 350 pixels of it: what matters least is left out.

It is in the words, and in the picture of the whole table."""

ASKING = 420.0
"""Higher than this it leaves too little of a phone's screen for what is asked, and for the answers below the post."""

WHOLE = 760.0
"""Higher than this even the picture of the whole table is long for a phone."""


FRAME = ABOVE + GAP + BELOW
"""What lies between the top, the board, the players and the lower edge."""

NARROW = 4.0
"""Between the parts where height is short."""

MOST_BANDS = 1
"""For how many people who are asked each has a band of the own."""

DISC = 19.0
BESIDE = 5.0
STEP = 3.0
BEGUN = 6
"""By how many letters a text is known whose end is missing."""

NEAR = 4.0
"""How far a disc may reach into the line of a text, whose letters don't fill it."""

GROUND = 100.0
"""What is wider is a ground that numbers may stand on."""


def table_layout(request: TablePicture, *, alone: bool = False) -> Block:
    """Return the table with as much as there is room for, or the scores once it is over.

    The message around it has the name of the table, its progress and its question; in a picture that is `alone` among
    other texts the name is part of the picture.
    """
    voice = make_voice(request.localizer, request.scene.panels)
    over = partial(scores, request, voice)
    draw = over if request.places else layouts(request, voice, alone=alone)
    places = any(each.only(Place) for each in request.scene.rows)
    asking = bool(request.asks) and not (request.whole or alone)
    tried = (*DRAFTS, *BRIEF) if asking else DRAFTS
    drafts = (draw(draft) for draft in tried if places or draft.places == LARGE)
    if asking:
        return _first(drafts, ASKING)
    if not request.places or request.whole:
        return _first(drafts, WHOLE if request.whole else GOOD)
    fewer = range(len(request.scene.charts) - 1, -1, -1)
    shorter = (draw(draft, most) for most in fewer for draft in DRAFTS)

    return _first(chain(drafts, shorter), GOOD)


def _first(drafts: Iterable[Block], good: float) -> Block:
    """Return the first draft no higher than `good`, or else the last."""
    for draft in drafts:
        if draft.height <= good:
            break
    return draft


def layouts(
    request: TablePicture, voice: PictureLocalizer, *, alone: bool
) -> Callable[..., Block]:
    """Return layouts of the table from most to least detail; their common parts are laid out once."""
    scene = request.scene
    title = [head(request.title, voice.say(scene.heading))] if alone else []
    top = column([*title, bands(request.asks, voice, told=alone)])
    asked = (seat for seat, _ in request.asks)
    players = lay_out_players(
        scene.panels,
        frozenset(asked),
        frozenset(request.answered),
        voice,
    )
    plots = [plot(chart, voice) for chart in scene.charts] if request.whole else []

    @cache
    def middle(places: Format, brief: bool) -> Block:  # noqa: FBT001 - the only thing that there is to say
        up, rows = _open_lot(scene, voice, brief=brief)
        shown = (row(each, INNER, voice, places) for each in rows)
        return column([*up, *shown], NARROW if brief else GAP)

    def lay_out(draft: Draft) -> Block:
        shown = players(known=draft.known, brief=draft.brief)
        people = column([shown, *plots], GAP)
        # Whatever there is of the board, the players are never cut off.
        room = MOST - top.height - people.height - FRAME
        board = cut(middle(draft.places, draft.brief), room)
        body = column([board, people], NARROW if draft.brief else GAP)
        return column([top, within_margins(body)])

    return lay_out


def _open_lot(
    scene: Scene, voice: PictureLocalizer, *, brief: bool
) -> tuple[list[Block], list[Row]]:
    """Return the open lot with the facts, and the rows that are still to be laid out."""
    rows = list(scene.rows)
    if not rows or not stands_alone(rows[0]):
        brief_rows = _take_rows(rows, lambda each: not each.items or only_facts(each))
        return [opening(scene.facts, list(brief_rows), voice)], rows
    first = rows.pop(0)
    more = list(_take_rows(rows, only_facts))
    up = [cards_with_facts(first, scene.facts, more, voice, brief=brief)]
    signed = _take_rows(rows, lambda each: each.cards)
    return [*up, *(sign_row(each, voice) for each in signed)], rows


def _take_rows(rows: list[Row], such: Callable[[Row], object]) -> Iterator[Row]:
    """Take the first rows as long as `such` holds."""
    while rows and such(rows[0]):
        yield rows.pop(0)


def head(title: str, phase: str) -> Block:
    """Return the title of a picture and its phase."""
    large = label(title, TITLE, INNER)
    small = label(phase, NOTE, INNER, FADED)
    text = column([large, small], -2)
    return Block(WIDTH, text.height + 9, ((MARGIN, 4, text),))


def bands(asks: Asks, voice: PictureLocalizer, *, told: bool) -> Block:
    """Return a band for each seat that is asked, with its question if that is `told`; for many, one for all."""
    if len(asks) > MOST_BANDS:
        return _joint_band(asks, voice)
    return column([_band(seat, waiting, voice, told=told) for seat, waiting in asks])


def _band(
    seat: Seat, waiting: Text | None, voice: PictureLocalizer, *, told: bool
) -> Block:
    turn = say("picture-turn", player=Who(seat)) if waiting else YOUR_TURN
    texts: list[Piece] = [label(voice.say(turn), BANNER, BESIDE_CREST, IVORY)]
    if told and waiting:
        texts.append(paragraph(voice.say(waiting), NOTE, BESIDE_CREST, colour=IVORY))
    return banner(sprites.crest(voice.seat_emblem(seat), CREST), texts, RUBRIC)


def _joint_band(asks: Asks, voice: PictureLocalizer) -> Block:
    """Return the band of several seats that are asked: all of them, the reader first."""
    others = tuple(Who(seat) for seat, waiting in asks if waiting is not None)
    said = voice.key("picture-turn", player=others)
    texts: list[Piece] = [paragraph(said, BANNER, BESIDE_CREST, colour=IVORY)]
    if len(others) < len(asks):
        own = Label(voice.say(YOUR_TURN), BANNER, IVORY)
        texts = [own, paragraph(said, NOTE, BESIDE_CREST, colour=IVORY)]
    return banner(sprites.emblem("part-hourglass", CREST, GILT), texts, RUBRIC)


def sample_layout(request: SamplePicture) -> Block:
    """Return a table with a numbered disc beside the text that names each part."""
    drawn = table_layout(request, alone=True)
    voice = make_voice(request.localizer, request.scene.panels)
    for number, part in enumerate(request.parts, 1):
        drawn = over(drawn, *_disc(number, voice.say(part), drawn))
    return drawn


def _disc(number: int, named: str, drawn: Block) -> tuple[Part, ...]:
    """Return a disc with a number beside the last label of the text `named`; nothing where that wasn't drawn."""
    labels = drawn.labels
    found = [each for each in labels if _says(each[2].text, named)]
    if not found:
        return ()
    spots = _spots(*found[-1], drawn)
    left, top = next(spot for spot in spots if _free(*spot, drawn))
    figure = Label(str(number), STRONG, IVORY)
    ground = sprites.pill(DISC, DISC, INK, GILT)

    return ((left, top, over(ground, middle(figure, DISC, DISC))),)


def _says(text: str, named: str) -> bool:
    """Tell whether a label is the text `named`, or as much of its beginning as there was room for."""
    begun = text.rstrip(ELLIPSIS)
    return text == named or (len(begun) >= BEGUN and named.startswith(begun))


def _spots(
    x: float, y: float, label: Label, drawn: Block
) -> Iterator[tuple[float, float]]:
    """Yield the places of a disc: behind the text, above it, further along its line; at last at the edge."""
    behind = x + label.width + BESIDE
    middle = y + (label.height - DISC) / 2
    yield behind, middle
    yield x, y - DISC
    edge = drawn.width - DISC - 1
    steps = max(0, int((edge - behind) / STEP))
    yield from ((behind + step * STEP, middle) for step in range(1, steps + 1))
    yield edge, middle


def _free(left: float, top: float, drawn: Block) -> bool:
    """Tell whether a disc would cover no text and no small drawing, and lie within the picture, or at its edge."""
    if left >= drawn.width - DISC - 1:
        return True

    return top >= 0 and not any(
        x < left + DISC
        and left < x + mark.width
        and y + NEAR < top + DISC
        and top + NEAR < y + mark.height
        for x, y, mark in drawn.marks
        if isinstance(mark, Label) or (isinstance(mark, Sprite) and mark.width < GROUND)
    )
