"""Handlers of a replay's clicks: each shows a moment of a table, and all of the moment is in the custom_id.

What a message is about, its origin, is read from the custom_ids of its components.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.faces.components import parse_custom_id
from bot.faces.scene_text import Localizer
from bot.features.replay import view
from bot.features.replay.hindsight import (
    can_analyse,
    champion_buttons,
    post_film,
    tell_verdict,
)
from bot.features.replay.practice import can_play_on, open_practice, seat_for
from bot.features.replay.synced_walks import Follower, SyncedWalks
from bot.features.replay.view import ANEW, CARDS, CHAPTERS, EYES, OPEN, PUBLIC, SEAT
from bot.features.replay.walk import Moment, Walk, replayed_match_of
from bot.interactions.private_tables import show_first
from bot.interactions.request import Request
from bot.sending.reader_settings import has_public_pictures
from bot.storage.records import Status
from bot.tables.move_logs import TOKEN_LENGTH, move_of_token
from bot.tables.refusals import UnknownClick
from bot.tables.table import Table
from bot.tables.tables import MOST_FINISHED
from engine.errors import MatchOver, Refused
from engine.scene import Seat, Viewer

PRESENT = frozenset({"play", "hand", "look"})
"""What can be pressed, with the number of the table, in what stands for its present: in no post that is told."""
MOMENT = 2
"""How many words name a moment of a replay that was shown, after the table: the move, and whose eyes."""


def origin_move(origin: Sequence[str], table: Table) -> int:
    """Return the number of the move that `origin` names at its `table`; raise `UnknownClick` if there is none."""
    verb, _, *words = origin
    if verb in PRESENT:
        return table.started_match.seq
    return int(words[0]) if verb == "replay" else move_named(table, words[0])


def move_named(table: Table, mark: str) -> int:
    """Return the number of the move with the token `mark`; raise `UnknownClick` if there is none.

    Plain numbers are refused: the answer could tell how many moves were made in secret.
    """
    if len(mark) < TOKEN_LENGTH:
        raise UnknownClick
    return move_of_token(table, mark)


def origin_of(data: Mapping[str, Any], message: int) -> list[str]:
    """Return the custom_id that names what a `message` is about, from the `data` of its menu, or raise `Refused`.

    Behind its verb stands the number of a table.
    """
    shown = data.get("resolved", {}).get("messages", {}).get(str(message), {})
    origins = [*filter(_is_origin, _clicks(shown.get("components") or ()))]
    if not origins:
        raise Refused("refused-momentless")

    return min(origins, key=lambda click: click[0] in PRESENT)


def _is_origin(click: Sequence[str]) -> bool:
    verb, table, *words = *click, ""
    if not table.isdecimal():
        return False
    if verb == "here":
        return len(words) > 1
    if verb == "replay":
        return len(words) == MOMENT + 1 and words[0].isdecimal()

    return verb in PRESENT


def _clicks(parts: Any) -> Iterator[list[str]]:
    """Yield the custom_ids of components, at any depth."""
    for part in parts:
        if click := parse_custom_id(str(part.get("custom_id", ""))):
            yield click
        yield from _clicks(part.get("components") or ())


NOW = 1 << 31
"""Stands for the last place of a walk, wherever that is."""
PICKED = "picked"
"""The way of a moment that takes the place of the list in which its table was picked."""


def _show_to_follower(follower: Follower, moment: Moment) -> None:
    """Show `moment` in the private view of `follower`, with its picture."""
    request, pictures = follower.request, follower.request.services.pictures
    localizer = _speaker(request, moment)
    page = view.follower_page(moment, localizer, ended=follower.ended)
    shown = page if follower.pictured else page.without_picture
    pictures.follow_later(request.editor, follower.message, shown)


_shared = SyncedWalks(_show_to_follower)
"""The shared walks of this process."""


async def show_moment(
    request: Request,
    table: Table,
    move: int = 0,
    eyes: str = PUBLIC,
    way: str = "",
) -> None:
    """Show a moment in place of the private view that was clicked, or in a new one; `way` names the control.

    Raise `NotOver` for a table that isn't over, `UnknownClick` for a user that can't read its channel, or for
    `eyes` that don't exist.
    """
    if request.values:
        if way == CHAPTERS and request.numbers:
            move = request.numbers[0]
        if way == EYES:
            eyes = request.values[0]

    moment = await _moment(request, table, move, eyes)
    _shared.leave(request.message)
    await _show(
        request, moment, way, _shared.count_followers(request.user, moment.table)
    )
    _shared.step(request.user, moment)


async def show_so_far(
    request: Request, table: Table, place: int = NOW, way: str = ""
) -> None:
    """Show the moves of a match that the user has seen, at a `place` on that walk, also once it is over or was ended.

    Raise `UnknownClick` for a user that can't read the table's channel, a refusal where there is no match.
    """
    if way == CHAPTERS and request.numbers:
        place = request.numbers[0]
    _check_readable(request, table)
    walk = await _walk_so_far(request, table)
    await _show(request, walk.at(place), way)


async def show_move(request: Request, table: Table, mark: str) -> None:
    """Show, in a new private view, the move with the token `mark`: in the replay, or among the moves so far."""
    _check_readable(request, table)
    await _show_at_move(request, table, move_named(table, mark))


async def show_origin(request: Request, message: int) -> None:
    """Show the move that a message of Herald's is about; raise `Refused` where it names none."""
    origin = origin_of(request.interaction.data or {}, message)
    table = await request.table(int(origin[1]))
    _check_readable(request, table)
    await _show_at_move(request, table, origin_move(origin, table))


async def post_moment(request: Request, table: Table, move: int, eyes: str) -> None:
    """Post a moment in the channel of its table, with its picture and the button to walk on from there.

    Raise as `show_moment` does, `UnknownClick` in any other channel, `Refused` above the rate limit of posts.
    """
    moment = await _moment(request, table, move, eyes)
    if request.channel != table.channel:
        raise UnknownClick
    request.services.rate_limits.posts.require(request.user)
    localizer = (await request.services.audience.localizer(table)).about(moment.people)
    server = await request.preferences.guild_settings(table.guild)
    page = view.posted_page(moment, localizer, request.user)
    await request.post(page if has_public_pictures(server) else page.without_picture)

    _shared.lead(request.user, moment)


async def follow_walk(request: Request, table: Table, leader: int) -> None:
    """Show the present moment of the `leader` of a shared walk, in a private view that follows every step.

    Raise `Refused` where that user leads no longer, and as `show_moment` does.
    """
    _check_readable(request, table)
    await _whole_walk(request, table)
    moment = _shared.moment(leader, table)
    if moment is None:
        raise Refused("refused-not-shared")
    if leader == request.user:
        await _show(request, moment, "", _shared.count_followers(leader, table))
        return

    page = view.follower_page(moment, _speaker(request, moment))
    page = await request.pictured(page, table.guild)
    message = await request.answer(page, anew=True)

    follower = Follower(request, message, pictured=page.request is not None)
    _shared.follow(leader, moment, follower)


async def offer_practice(
    request: Request, table: Table, move: int, eyes: str, way: str = ""
) -> None:
    """Ask at which seat, and with which cards, the user would play on from a moment; raise as `show_moment` does.

    Raise `MatchOver` at its end, `UnknownClick` where others play the same deal.
    """
    if way == SEAT and request.values:
        eyes = request.values[0]

    moment = await _playable(request, table, move, eyes)
    seat = seat_for(moment, request.user)
    await request.answer(view.practice(moment, seat, _speaker(request, moment)))


async def practise(
    request: Request, table: Table, move: int, seat: str, cards: str
) -> None:
    """Open a private table at a moment, and show its first question; raise as `offer_practice` does.

    Raise `Refused` besides, right after another table or at the limit of private tables.
    """
    moment = await _playable(request, table, move, seat)
    if moment.walk.viewer is None or cards not in CARDS:
        raise UnknownClick

    table = await open_practice(
        request,
        moment,
        moment.walk.viewer,
        anew=cards == ANEW,
    )
    await show_first(request, table, "practice-begun")


async def judge_choice(request: Request, table: Table, move: int, eyes: str) -> None:
    """Answer with a champion's choice instead of the one that led to a moment; raise as `show_moment` does.

    Raise as `tell_verdict` does besides.
    """
    await tell_verdict(request, await _moment(request, table, move, eyes))


async def analyse_match(request: Request, table: Table) -> None:
    """Queue a match for its turning points to be found; raise `UnknownClick` where that can't be, or `Refused`."""
    moment = await _moment(request, table, 0, PUBLIC)
    if not can_analyse(request, moment):
        raise UnknownClick
    if not request.services.analyst.ask(moment.table.id):
        raise Refused("refused-analysis")
    await request.tell(request.text("analysis-begun"))


async def post_table_film(request: Request, table: Table) -> None:
    """Post the film of a table in its channel, or answer the person of a private one with its film.

    Raise `UnknownClick` for any other user or channel, and as `show_moment` and `post_film` do.
    """
    _check_readable(request, table)
    alone = table.record.alone
    is_here = request.channel == table.channel
    if table.viewer(request.user) is None if alone else not is_here:
        raise UnknownClick

    walk = await _whole_walk(request, table)
    localizer = (
        request.localizer(table)
        if alone
        else await request.services.audience.localizer(table)
    )
    await post_film(request, walk, localizer)


async def _playable(request: Request, table: Table, move: int, eyes: str) -> Moment:
    moment = await _moment(request, table, move, eyes)
    if not can_play_on(moment):
        raise UnknownClick if moment.match.outcome is None else MatchOver
    return moment


async def list_finished(request: Request) -> None:
    """List the user's last `MOST_FINISHED` tables that are over, in all guilds."""
    tables = await request.services.storage.find(
        user=request.user, status=[Status.OVER], last=MOST_FINISHED
    )
    await request.answer(view.finished_page(tables[::-1], request.language))


async def rewatch(request: Request, part: int = 0) -> None:  # noqa: ARG001 - it keeps lists of a message apart
    """Show the replay of the table that was picked in a list of finished ones, from its beginning."""
    if not request.numbers:
        raise UnknownClick
    table = await request.table(request.numbers[0])
    await show_moment(request, table, way=PICKED)


async def _moment(request: Request, table: Table, move: int, eyes: str) -> Moment:
    _check_readable(request, table)
    return (await _whole_walk(request, table, eyes)).at(move)


async def _show_at_move(request: Request, table: Table, move: int) -> None:
    if table.status is Status.OVER:
        moment = (await _whole_walk(request, table)).at(move)
    else:
        walk = await _walk_so_far(request, table)
        moment = walk.at(walk.place(move))
    await _show(request, moment, "")


async def _whole_walk(request: Request, table: Table, eyes: str = PUBLIC) -> Walk:
    """Return the walk through the whole match of `table`; raise `NotOver` while that is secret."""
    viewer = _viewer(eyes, len(table.record.sitters))
    table.finished_match  # noqa: B018 - it is asked first: what isn't over isn't even read
    replayed = await replayed_match_of(table, request.services.storage)
    return Walk.whole(table, replayed, eyes, viewer)


async def _walk_so_far(request: Request, table: Table) -> Walk:
    """Return the walk through the moves that the user has seen, of a match that goes on, is over, or was ended."""
    if table.status not in {Status.OVER, Status.ENDED}:
        table.running_table  # noqa: B018 - it is asked first: it refuses what doesn't go on
    replayed = await replayed_match_of(table, request.services.storage)
    return Walk.partial(table, replayed, table.viewer(request.user))


async def _show(request: Request, moment: Moment, way: str, followers: int = 0) -> None:
    """Show `moment` in place of the private view that was clicked in some `way`, else in a new one."""
    localizer = _speaker(request, moment)
    here = request.channel == moment.table.channel
    besides = champion_buttons(request, moment, localizer)
    page = view.page(
        moment,
        localizer,
        here=here,
        followers=followers,
        besides=besides,
    )
    page = await request.pictured(page, moment.table.guild)
    await request.answer(page, anew=not way)
    # A match keeps the frames that were looked at, so that the next step finds this one.
    moment.walk.at(moment.place + 1).frame  # noqa: B018


def _speaker(request: Request, moment: Moment) -> Localizer:
    return request.localizer(moment.table).about(moment.people)


def _check_readable(request: Request, table: Table) -> None:
    """Raise `UnknownClick` for a user without a seat, unless `table` is shared or clicked in its channel."""
    seated = table.viewer(request.user) is not None
    if not (seated or table.record.shared or request.channel == table.channel):
        raise UnknownClick


def _viewer(eyes: str, seats: int) -> Viewer:
    """Return the viewer that `eyes` name, None for the public; raise `UnknownClick` if there is no such seat."""
    if eyes in {PUBLIC, OPEN}:
        return None
    if not eyes.isdecimal() or int(eyes) >= seats:
        raise UnknownClick
    return Seat(int(eyes))
