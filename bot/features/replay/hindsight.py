"""A match in hindsight: its chances and turning points, the choice of a champion at each moment, and the film of all.

Chances and turning points are for all that may see the replay. A champion's choice is for the user that made the choice
in question, and for no other.

The film shows a match that is over chapter by chapter on one canvas, and is posted once for all. That of a private
table is for its person alone: in the DM once, since it stays there; in a channel at each request, since Discord doesn't
keep private answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from secrets import token_bytes

from bot.faces import messages
from bot.faces.components import Page, Part, Parts, option, text_button
from bot.faces.logbook import message_link
from bot.faces.picture.requests import FilmPicture, TablePicture, whole_picture
from bot.faces.scene_text import Localizer
from bot.features.replay.walk import Moment, Walk
from bot.interactions.request import Request
from bot.rivals.thinking import ThinkingLost
from bot.storage.records import Status, TableId, TableRecord
from bot.tables.chances_chart import analysis_of, cut_to_now
from bot.tables.refusals import UnknownClick
from bot.tables.seat_orders import choices_of
from engine.agents.win_chances import Comparison
from engine.analysis import DecisionChances
from engine.errors import Refused
from engine.frozen import replace
from engine.match import AnyMatch
from engine.rng import SEED_BYTES, Rng
from engine.saves import load_action
from engine.scene import Seat, Text, Who

WIDE = 5
"""A chance that may be wrong by more percent says so."""


# Chances and turning points


def turning_points(table: TableRecord, localizer: Localizer) -> list[str]:
    """Return the lines about the turning points of `table`, under a title; none where none are known."""
    lines = [
        f"> {localizer.say(told)} **{_change(look, localizer)}**"
        for told, look in turning_points_with_chances(table)
    ]
    return [localizer.key("turning-points"), *lines] if lines else []


def turning_points_with_chances(
    table: TableRecord,
) -> list[tuple[Text, DecisionChances]]:
    """Return each turning point of `table`: the text of its event, and its `DecisionChances`."""
    analysis = analysis_of(table)
    if analysis is None:
        return []

    return [
        (each.told, look)
        for each in analysis.points
        if (look := analysis.look(each.move))
    ]


def _change(look: DecisionChances, localizer: Localizer) -> str:
    """Return the chance before and after a decision as a text, with its `spread` where that exceeds `WIDE`."""
    before, after = look.before, look.after
    if after is None:
        change = localizer.key("chance-at", before=before)
    else:
        change = localizer.key("chance-change", before=before, after=after)

    if look.spread > WIDE:
        return localizer.key(
            "chance-wide",
            change=change,
            spread=look.spread,
        )

    return change


def chance(moment: Moment, localizer: Localizer) -> list[str]:
    """Return the line about the change of the chance by the decision before `moment`; none where it isn't known."""
    analysis = analysis_of(moment.table.record)
    look = analysis.look(moment.move) if analysis else None
    if look is None:
        return []

    player, change = Who(Seat(look.seat)), _change(look, localizer)
    return [localizer.key("replay-chance", player=player, change=change)]


def point_options(walk: Walk, localizer: Localizer) -> list[Part]:
    """Return the turning points as options that lead there; none on a walk `so_far`."""
    points = [] if walk.so_far else turning_points_with_chances(walk.table.record)
    return [
        option(
            f"★ {localizer.label(told)}", str(look.move), does=_change(look, localizer)
        )
        for told, look in points
    ]


def can_analyse(request: Request, moment: Moment) -> bool:
    """Tell whether the match of `moment` can still be analysed: today's rules made all of it, and none is damaged."""
    record, walk = moment.table.record, moment.walk
    return (
        request.services.analyst.is_enabled
        and analysis_of(record) is None
        and not (walk.so_far or record.duplicate or walk.is_cut or walk.replayed.older)
    )


# What a champion would have chosen


def champion_buttons(request: Request, moment: Moment, localizer: Localizer) -> Parts:
    """Return the buttons that ask a champion about `moment`, as far as this user has them.

    One is for its choice instead of the one before, the other for the turning points of the match.
    """
    table, found = moment.table.id, []
    if can_judge(request, moment):
        place = table, moment.place, moment.walk.eyes
        found.append(
            text_button(
                localizer,
                "button-judged",
                "judged",
                *place,
                emoji="💡",
            )
        )
    if can_analyse(request, moment):
        found.append(text_button(localizer, "button-analyse", "analyse", table))
    return found


def can_judge(request: Request, moment: Moment) -> bool:
    """Tell whether the user of `request` made the choice before `moment`, and had an alternative."""
    seat = moment.decided_by
    table = moment.table
    if seat is None or moment.walk.so_far or not request.services.analyst.is_enabled:
        return False
    own = table.viewer(request.user) == seat and table.is_own_move(seat, moment.move)
    choices = _before(moment).legal.get(seat, ())
    return own and len(choices) > 1


def _before(moment: Moment) -> AnyMatch:
    return moment.walk.replayed.at(moment.move - 1)


async def tell_verdict(request: Request, moment: Moment) -> None:
    """Answer with a champion's choice instead of the one before `moment`.

    Raise `UnknownClick` where that was no choice of the user, or `Refused` above the rate limit and where a champion
    couldn't think it through: its process was lost, or its time was up.
    """
    if not can_judge(request, moment):
        raise UnknownClick
    request.services.rate_limits.verdicts.require(request.user)
    # A champion may think for longer than Discord waits.
    await request.defer()
    seat, before = moment.decided_by or Seat(0), _before(moment)
    played = load_action(before.game, moment.walk.replayed.log[moment.move - 1][1])
    view = before.view(seat, Rng(token_bytes(SEED_BYTES), 0))
    try:
        verdict = await request.services.thinkers.judge(before.game.key, view, played)
    except ThinkingLost:
        raise Refused("refused-verdict") from None

    same = verdict.pick.action == played
    if not (same or verdict.better.worlds):
        raise Refused("refused-verdict")

    choice, localizer = _label(before, seat, verdict), request.localizer(moment.table)
    await request.tell(
        _verdict_text(
            verdict,
            choice,
            localizer,
            same=same,
        )
    )


def _label(match: AnyMatch, seat: Seat, verdict: Comparison) -> Text:
    """Return the label under which the champion's choice was offered to `seat`."""
    ask = match.ask(seat)
    if ask is None:
        raise UnknownClick
    return choices_of(match, ask, [verdict.pick.action])[0].option.label


def _verdict_text(
    verdict: Comparison, choice: Text, localizer: Localizer, *, same: bool
) -> str:
    if same:
        return localizer.key(
            "judged-same",
            choice=choice,
            reason=verdict.pick.reason,
        )
    way = "better" if verdict.is_clear else "worse"
    if abs(verdict.gain) <= verdict.spread:
        way = "even"

    return localizer.key(
        f"judged-{way}",
        choice=choice,
        worlds=verdict.better.worlds,
        better=round(100 * verdict.better.share),
        played=round(100 * verdict.played.share),
    )


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
        film = film_picture(walk, title, localizer)
        # The final table lists the turning points already.
        about = localizer.text("button-film")
        page = Page((f"### {title}", about), request=film)
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
    begun = [*walk.chapters]
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
