"""Pars of a deal: results of a knight and a champion on the seat that users have."""

from __future__ import annotations

import asyncio
import logging

from bot.features.daily.deals import DEAL_SEATS
from bot.features.daily.rankings import margin
from bot.features.daily.records import Deal, Par
from bot.rivals.thinking import Thinkers, repeatable_choice
from bot.storage.records import NO_PLACE, NO_TABLE, NO_USER, Status, TableRecord
from bot.tables.table import Table
from bot.tables.tables import table_after
from engine import fairness
from engine.frozen import replace
from engine.game import AnyGame
from engine.match import Match
from engine.scene import Seat

log = logging.getLogger(__name__)

LEVELS = ("knight", "champion")
AT_ONCE = "knight"
TRIES, SECONDS = 3, 300.0
"""How often a par is looked for, and for how long each time: standings do without one that isn't found."""


async def pars(deal: Deal, game: AnyGame, thinkers: Thinkers) -> tuple[Par, ...]:
    """Return the `Par` of each of `LEVELS` with `deal`, against knights; a level that fails `TRIES` times is left out.

    It gives way to the event loop after each choice, so that no answer waits.
    """
    found = [await _try_par(deal, game, level, thinkers) for level in LEVELS]
    return tuple(each for each in found if each)


async def _try_par(
    deal: Deal, game: AnyGame, level: str, thinkers: Thinkers
) -> Par | None:
    for _ in range(TRIES):
        try:
            async with asyncio.timeout(SECONDS):
                return await _par(deal, game, level, thinkers)
        except Exception as error:  # noqa: BLE001 - whatever it is, the day has results without it
            log.warning(
                "what a %s reaches with the deal of %s is not known: %r",
                level,
                deal.date,
                error,
            )
    return None


async def _par(deal: Deal, game: AnyGame, level: str, thinkers: Thinkers) -> Par:
    own = Seat(deal.secret[0] % DEAL_SEATS)
    table = deal_table(deal, game, DEAL_SEATS)
    while (match := table.started_match).deciding:
        seat = match.deciding[0]
        if seat == own and level != AT_ONCE:
            # A choice that a knight made instead would be in nobody's own result.
            actions = (await thinkers.own_advice(match, seat, level)).actions
        else:
            actions = repeatable_choice(match, seat).actions
            # A knight takes less than a millisecond; whoever presses something meanwhile comes in between.
            await asyncio.sleep(0)
        table, _ = table_after(table, seat, actions)
    points = game.points(match.state) if game.points else (0,) * DEAL_SEATS

    return Par(level, points[own], margin(points, own))


def deal_table(deal: Deal, game: AnyGame, seats: int) -> Table:
    """Return the beginning of the match that all users play, at a table with `seats` that isn't stored."""
    record = TableRecord(
        NO_TABLE,
        deal.game,
        NO_PLACE,
        NO_PLACE,
        NO_USER,
        None,
        Status.PLAYING,
        (),
        deal=deal.date,
    )
    seed = fairness.seed(deal.secret, (None,) * seats, None)
    return Table(record, replace(Match.start(game, seats, seed), duplicate=True))
