"""Practice: a private table against rivals that begins at a moment of a finished match, at one of its seats.

Its log has all the moves before, as today's rules tell them and without orders; names and times of the original players
aren't taken along.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator

from bot.faces.lobby import LEVEL, new_rivals
from bot.features.replay.walk import Moment
from bot.interactions.request import Request
from bot.storage.records import (
    NO_PLACE,
    NO_TABLE,
    Logged,
    Practice,
    Sitter,
    Status,
    TableRecord,
)
from bot.tables.log_entries import log_row
from bot.tables.table import Table
from engine.match import AnyMatch
from engine.saves import DEALS, play_on, replay
from engine.scene import Seat


def can_play_on(moment: Moment) -> bool:
    """Tell whether `moment` can be played on from: the match is over, but not there, and is no deal of the day."""
    return not (moment.walk.so_far or moment.match.outcome or moment.table.record.deal)


def seat_for(moment: Moment, user: int) -> Seat:
    """Return the seat at which `user` would play on: the viewer's, else the user's own, else the first one."""
    viewer = moment.walk.viewer
    if viewer is None:
        viewer = moment.table.viewer(user)
    return viewer or Seat(0)


async def open_practice(
    request: Request, moment: Moment, seat: Seat, *, anew: bool
) -> Table:
    """Open a private table at `moment`; cards that `seat` didn't know are dealt `anew`, or lie as they did.

    Raise `Refused` right after another table, or at the limit of private tables.
    """
    source, deal = moment.table.record, secrets.choice(DEALS) if anew else 0
    record = TableRecord(
        NO_TABLE,
        source.game,
        NO_PLACE,
        NO_PLACE,
        request.user,
        None,
        Status.PLAYING,
        tuple(_sitters(request, source, seat)),
        advice=True,
        orders=moment.match.game.ordering is not None,
        pledged=source.pledged,
        practice=Practice(source.id, moment.move, anew),
    )
    match, lines = await asyncio.to_thread(
        _played_on, moment, seat, deal, request.tables.now(), orders=record.orders
    )

    with request.services.rate_limits.count_opening(request.user):
        return await request.tables.open_practice(record, match, lines)


def _sitters(request: Request, source: TableRecord, seat: Seat) -> Iterator[Sitter]:
    """Yield the sitter of each seat, with the word that the seat had added to the shuffle."""
    names = [request.sitter.name]
    levels = [LEVEL] * (len(source.sitters) - 1)
    rivals = iter(new_rivals(request.language, names, levels, request.interaction.id))
    for number, before in enumerate(source.sitters):
        sitter = request.sitter if number == seat else next(rivals)
        yield Sitter(sitter.user, sitter.name, before.word, sitter.level)


def _played_on(
    moment: Moment, seat: Seat, deal: int, now: float, *, orders: bool
) -> tuple[AnyMatch, list[Logged]]:
    """Return the match as `seat` plays it on from `moment`, and its log up to there, with events of today's rules."""
    replayed, match = moment.walk.replayed, moment.match
    before = replay(replayed.checkpoints[0], replayed.log[: moment.move])
    lines = [log_row(made, made.told_events, now) for _, made in before]
    match, (line,) = play_on(
        match,
        seat,
        deal,
        orders=orders,
    )
    return match, [*lines, log_row(line, line.told_events, now)]
