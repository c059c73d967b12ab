"""Views of a moment as private pages: the events before it, the scene, and the ways to other moments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.faces import messages
from bot.faces.components import (
    OPTIONS,
    Page,
    Part,
    Parts,
    Style,
    make_custom_id,
    option,
    select,
    text_button,
)
from bot.faces.logbook import timestamp as at_time
from bot.faces.picture.requests import whole_picture
from bot.faces.scene_text import (
    SEPARATOR,
    Localizer,
    board,
    hand,
    known_block,
    report,
)
from bot.features.replay.hindsight import chance, point_options
from bot.features.replay.practice import can_play_on
from bot.features.replay.walk import Moment, Walk
from bot.storage.records import TableRecord
from bot.tables.table import Table
from bot.texts.fluent import Language
from engine.frozen import replace
from engine.match import Frame
from engine.scene import Fact, Panel, Row, Seat, Text, Who

PUBLIC, OPEN = "all", "open"
"""Eyes that are no seat's: what everybody saw, and that with the hands of all."""
CHAPTERS, EYES = "chapter", "eyes"
"""Which select of the page was used."""
SEAT = "seat"
"""The way of who picks a seat to play on at."""
AS_IT_WAS, ANEW = CARDS = ("then", "anew")
"""How the cards of a practice lie: as they did, or dealt anew by what its seat knew."""
STAY = "stay"
"""The way of who goes back to a moment without playing on from it."""
ALONE = "alone"
"""The way of who walks on alone from where a leader is."""


def page(
    moment: Moment,
    localizer: Localizer,
    *,
    here: bool = True,
    followers: int = 0,
    besides: Sequence[Part] = (),
) -> Page:
    """Return the page of a moment for one reader, with the ways to other moments; with `here`, it can be posted.

    The number of `followers` is told above it. The buttons `besides` stand in a row of their own.
    """
    above = [localizer.key("replay-followers", count=followers)] if followers else []
    rows = [*_rows(moment, localizer, here=here)]
    if besides:
        rows.append(list(besides))
    return _page(moment, localizer, above, rows)


def posted_page(moment: Moment, localizer: Localizer, user: int) -> Page:
    """Return the public page of a moment that `user` has posted, with the buttons to walk on and to follow."""
    follow = text_button(
        localizer,
        "button-follow-walk",
        "followwalk",
        moment.table.id,
        user,
    )
    row = [_walk_on_button(moment, localizer), follow]
    shown = localizer.key("replay-shown", player=f"<@{user}>")

    return _page(moment, localizer, [shown], [row])


def follower_page(moment: Moment, localizer: Localizer, *, ended: bool = False) -> Page:
    """Return the page of a leader's moment for a follower, or, once it has `ended`, for a former one."""
    row = [_walk_on_button(moment, localizer, ALONE)]
    told = localizer.key("replay-follow-ended" if ended else "replay-following")

    return _page(moment, localizer, [told], [row])


def _walk_on_button(moment: Moment, localizer: Localizer, *way: str) -> Part:
    """Return the button that leads to `timestamp` on a walk of its reader's own."""
    place = moment.table.id, moment.place, moment.walk.eyes
    return text_button(
        localizer,
        "button-walk-on",
        "replay",
        *place,
        *way,
        style=Style.PRIMARY,
    )


def practice(moment: Moment, seat: Seat, localizer: Localizer) -> Page:
    """Return the page that asks how to play on from a moment: at which `seat`, and with which cards."""
    table, move, say_ = moment.table.record, moment.move, localizer.text
    head = f"### {messages.title(table, localizer)}"
    about = localizer.key("practice-about", player=Who(seat))
    options = [
        option(name, str(each), default=each == seat)
        for each, name in enumerate(localizer.people.plain_names)
    ]
    seats = select(
        say_("practice-seat"),
        make_custom_id("playon", table.id, move, seat, SEAT),
        options,
    )
    cards = [
        text_button(
            localizer,
            f"button-cards-{each}",
            "playedon",
            table.id,
            move,
            seat,
            each,
            style=Style.SUCCESS,
        )
        for each in CARDS
    ]
    stay = text_button(
        localizer,
        "button-back-to-replay",
        "replay",
        table.id,
        move,
        moment.walk.eyes,
        STAY,
    )

    return Page((head, about), ([seats], [*cards, stay]))


def finished_page(tables: Sequence[TableRecord], language: Language) -> Page:
    """Return the list of finished matches, newest first, each of which leads to its replay."""
    head = f"### {language.text('button-finished')}"
    if not tables:
        return Page((head, language.text("finished-none")))
    told = language.text("finished-some", count=len(tables))
    options = [_finished_option(table, language) for table in tables]
    chooser = select(language.text("finished-choose"), "rewatch", options)
    return Page((head, told), ([chooser],))


def _finished_option(table: TableRecord, language: Language) -> Part:
    """Return the option of a finished match: game, table, and names of the players."""
    localizer = Localizer(language, Table(table).people)
    return option(
        messages.title(table, localizer),
        str(table.id),
        does=", ".join(localizer.people.plain_names),
    )


def _page(
    moment: Moment, localizer: Localizer, above: Sequence[str], rows: Sequence[Parts]
) -> Page:
    frame = moment.frame
    seen = [*open_hands(moment, localizer)] if moment.walk.eyes == OPEN else []
    seen += hand(frame.scene, localizer)
    events = [*_event_lines(moment, localizer)]
    # At the end they tell most of the result.
    result, waits = (
        [line for line in lines if f"> {line}" not in events]
        for lines in (
            report(frame, localizer),
            messages.waiting_text(frame, localizer).split("\n"),
        )
    )
    tail = "\n".join(filter(None, [*seen, *waits]))
    words = *result, *board(frame.scene, localizer)
    told = [*events, *chance(moment, localizer)]
    blocks = *above, _head(moment, frame, localizer), "\n".join(told)
    named = messages.title(moment.table.record, localizer)
    picture = whole_picture(frame, named, localizer)

    return Page(blocks, tuple(rows), words=words, tail=(tail,), request=picture)


def _head(moment: Moment, frame: Frame, localizer: Localizer) -> str:
    """Return the lines above a moment: table, move, viewer, and the reason why later moves can't be shown."""
    walk, at = moment.walk, moment.at
    small = [
        localizer.say(frame.scene.heading),
        _place(walk, moment.place, localizer),
        "" if at is None else at_time(at, "f"),
    ]
    lines = [
        f"### {messages.title(moment.table.record, localizer)}",
        f"-# {SEPARATOR.join(filter(None, small))}",
        *_remarks(walk, localizer),
    ]

    return "\n".join(lines)


def _remarks(walk: Walk, localizer: Localizer) -> Iterator[str]:
    """Yield the lines about the viewer, older rules, and a walk that is cut short."""
    say_ = localizer.key
    if walk.so_far:
        yield say_("so-far-seen")
    elif walk.viewer is not None:
        yield say_("replay-seen-by", player=Who(walk.viewer))
    if walk.eyes == OPEN:
        yield say_("replay-seen-open")
    if walk.replayed.older:
        yield say_("replay-older")

    if walk.is_cut and walk.so_far:
        yield say_("so-far-until")
    elif walk.is_cut:
        yield say_("replay-until", move=walk.last)


def _place(walk: Walk, place: int, localizer: Localizer) -> str:
    """Return the position of `place` on the walk; of a running match it is no number of moves."""
    if walk.so_far:
        return localizer.key("so-far-step", step=place, steps=walk.length)
    return localizer.key("replay-move", move=place, moves=walk.length)


def _event_lines(moment: Moment, localizer: Localizer) -> Iterator[str]:
    """Yield the events of the move as the viewer was told them, with the names of then; at first the opening."""
    viewer = moment.walk.viewer
    yield from (
        f"> {each}"
        for event in moment.events
        for each in localizer.event(event, viewer).split("\n")
    )
    if moment.move and not moment.events:
        yield f"> {localizer.key('replay-untold' if moment.place else 'so-far-seated')}"


def open_hands(moment: Moment, localizer: Localizer) -> Iterator[str]:
    """Yield the hand of each seat as others read it: what says "you" to that seat has a form `.open`, without."""
    for seat in map(Seat, range(moment.match.seats)):
        rows = moment.match.frame(seat).scene.hand
        opened = tuple(_opened_row(each, localizer.language) for each in rows)
        if block := known_block(Panel(seat, rows=opened), localizer):
            yield block


def _opened_row(row: Row, language: Language) -> Row:
    items = [
        replace(each, label=_opened(each.label, language))
        if isinstance(each, Fact)
        else each
        for each in row.items
    ]
    return replace(row, title=_opened(row.title, language), items=tuple(items))


def _opened(text: Text, language: Language) -> Text:
    key = f"{text.key}.open"
    return replace(text, key=key) if language.has_text(key) else text


def _rows(moment: Moment, localizer: Localizer, *, here: bool) -> Iterator[Parts]:
    yield _steps(moment, localizer)
    if moment.walk.chapters:
        yield [_chapters(moment, localizer)]
    table, walk = moment.table.id, moment.walk
    row = messages.record_buttons(moment.table.record, localizer)
    if walk.so_far:
        yield row
        return

    yield [_eyes(moment, localizer)]
    place = table, moment.place, walk.eyes
    if here:
        shown = text_button(localizer, "button-show-moment", "showmoment", *place)
        row.insert(0, shown)
    if can_play_on(moment):
        row.append(text_button(localizer, "button-play-on", "playon", *place))

    yield row


def _steps(moment: Moment, localizer: Localizer) -> Parts:
    """Return the buttons to the first moment, one back, one on, and to the last."""
    here, last = moment.place, moment.walk.last
    back = (("first", 0, here == 0), ("before", max(here - 1, 0), here == 0))
    on = (("next", min(here + 1, last), here == last), ("last", last, here == last))

    return [
        text_button(
            localizer,
            f"button-{way}",
            _custom_id(moment, place, way),
            style=Style.PRIMARY if way == "next" else Style.SECONDARY,
            off=off,
        )
        for way, place, off in (*back, *on)
    ]


def _custom_id(moment: Moment, place: int, way: str) -> str:
    """Return the custom_id that leads to another `place` on the same walk; `way` makes it unique on its page."""
    table, walk = moment.table.id, moment.walk
    if walk.so_far:
        return make_custom_id("sofar", table, place, way)
    return make_custom_id("replay", table, place, walk.eyes, way)


def _chapters(moment: Moment, localizer: Localizer) -> Part:
    """Return the select of turning points and chapters; of more than `OPTIONS`, the chapters around this one."""
    walk = moment.walk
    every, now = [*walk.chapters.items()], walk.chapter(moment.place)
    points = point_options(walk, localizer)
    moves, most = {point["value"] for point in points}, OPTIONS - len(points)
    start = min(max(now - most // 2, 0), max(len(every) - most, 0))
    chapters = [
        option(
            localizer.label(heading),
            str(move),
            does=f"{move} / {walk.length}",
            default=place == now,
        )
        for place, (move, heading) in enumerate(every[start : start + most], start)
        if str(move) not in moves
    ]

    return select(
        localizer.text("replay-chapters"),
        _custom_id(moment, moment.place, CHAPTERS),
        [*points, *chapters],
    )


def _eyes(moment: Moment, localizer: Localizer) -> Part:
    """Return the select of the viewers: the public, each seat, and all hands open."""
    say_ = localizer.text
    named = {PUBLIC: say_("replay-eyes-all")}
    for seat, name in enumerate(localizer.people.plain_names):
        named[str(seat)] = say_("replay-eyes-seat", player=name)
    named[OPEN] = say_("replay-eyes-open")
    options = [
        option(label, eyes, default=eyes == moment.walk.eyes)
        for eyes, label in named.items()
    ]

    return select(
        say_("replay-eyes"),
        _custom_id(moment, moment.place, EYES),
        options,
    )
