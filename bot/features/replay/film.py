"""Film of a match that is over: chapter by chapter on one canvas, posted once for all.

The film of a private table is for its person alone: in the DM once, since it stays there; in a channel at each request,
since Discord doesn't keep private answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.faces import messages
from bot.faces.components import Page, Parts, text_button
from bot.faces.logbook import message_link
from bot.faces.picture.requests import FilmPicture, TablePicture, whole_picture
from bot.faces.scene_text import Localizer
from bot.features.replay.chances import turning_points, turning_points_with_chances
from bot.features.replay.walk import Moment, Walk
from bot.interactions.request import Request
from bot.storage.records import Status, TableId, TableRecord
from bot.tables.chances_chart import cut_to_now
from engine.errors import Refused
from engine.frozen import replace
from engine.scene import Text

MOST_CHAPTERS = 16
"""How many chapters a film shows, of more every second one or fewer."""
CHAPTER_SECONDS, POINT_SECONDS, END_SECONDS = 1.1, 2.4, 7.0
"""For how long a chapter stands, a turning point, and the end: half a minute in all."""
STORY_LINES = 10


_under_way: set[TableId] = set()
"""The tables whose films are being made by this process."""


async def post_film(request: Request, walk: Walk, localizer: Localizer) -> None:
    """Post the film of a match in the channel of its table, or answer with that of a private one; text comes first.

    One film at a time for each table, and of a table only one. Raise `Refused` where there is one or
    the match is still being analysed, or above the rate limit.
    """
    table, alone = walk.table, walk.table.record.alone
    if table.record.film or table.id in _under_way:
        if alone:
            raise Refused("refused-filmed-alone")
        link = message_link(table.record, table.record.film)
        raise Refused("refused-filmed", link=link)
    if request.services.analyst.awaits(table.id):
        raise Refused("refused-still-looking")
    request.services.rate_limits.posts.require(request.user)
    _under_way.add(table.id)

    try:
        title, stays = messages.title(table.record, localizer), request.guild is None
        points = "\n".join(turning_points(table.record, localizer))
        film = film_picture(walk, title, localizer)
        page = Page((f"### {title}", points), request=film)
        give = (
            partial(request.answer, anew=True, stays=stays) if alone else request.post
        )
        message = await give(page)
        if stays or not alone:
            await request.tables.store_film(table.id, message)
    finally:
        _under_way.discard(table.id)


def film_button(table: TableRecord, localizer: Localizer) -> Parts:
    """Return the button that posts the film of `table`; none where it was posted, or the match isn't over."""
    if table.status is not Status.OVER or table.film:
        return []
    return [text_button(localizer, "button-film", "film", table.id)]


def film_picture(walk: Walk, title: str, localizer: Localizer) -> FilmPicture:
    """Return the request for the film of `walk`, through a whole match: chapters, turning points, and the end."""
    points = {
        look.move: told for told, look in turning_points_with_chances(walk.table.record)
    }
    shown = {*_chapters(walk), *points, walk.last}
    stops = sorted(move for move in shown if move <= walk.last)
    frames = tuple(
        _frame(
            walk.at(move),
            points.get(move),
            title,
            localizer,
        )
        for move in stops
    )
    seconds = tuple(
        POINT_SECONDS if move in points else CHAPTER_SECONDS for move in stops[:-1]
    )
    end = walk.at(walk.last).frame
    report = end.outcome.report if end.outcome else ()
    story = (*report[:1], *end.scene.recap, *points.values(), *report[1:])[:STORY_LINES]

    return FilmPicture(
        frames[0].locale,
        frames[0].names,
        title,
        frames,
        (*seconds, END_SECONDS),
        story,
    )


def _chapters(walk: Walk) -> Sequence[int]:
    """Return the last move of each chapter; of more than `MOST_CHAPTERS`, an even choice."""
    begun = [each.move for each in walk.chapters]
    ends = [max(move - 1, 0) for move in begun[1:]]
    step = -(-len(ends) // MOST_CHAPTERS) or 1
    return [move for move in ends[::-1][::step] if move < walk.last]


def _frame(
    moment: Moment, told: Text | None, title: str, localizer: Localizer
) -> TablePicture:
    """Return the picture of `moment`, with the chances up to then; at a turning point `told` is its title."""
    frame, there = moment.frame, localizer.about(moment.people)
    over = moment.place == moment.walk.last
    # A small canvas has no room for the rest, nor for a second chart.
    charts = frame.scene.charts[:1]
    charts = charts if over else tuple(map(cut_to_now, charts))
    scene = replace(
        frame.scene,
        rest=(),
        charts=charts,
    )
    named = there.label(told) if told else title

    return whole_picture(replace(frame, scene=scene), named, there)
