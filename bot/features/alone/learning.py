"""Learning a game: its primer's table opened, what is suggested there, why, and a whole game afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from bot.faces.words import Speaker
from bot.features.alone import lessons
from bot.interactions.lobby import Company
from bot.interactions.plays import asking, else_anew, play_picks
from bot.interactions.private_tables import new_table, show_first
from bot.interactions.request import Request
from bot.interactions.showing import own_view
from bot.rivals.thinking import repeatable_choice
from bot.storage.records import NO_PLACE, Status, TableId
from bot.tables.ordering import AnyMatch
from bot.tables.refusals import UnknownClick
from bot.tables.table import Table
from engine.primer import LESSON
from engine.scene import Seat

BEGINNERS = "squire"
"""Against whom whoever has learned a game plays it first."""


async def learn(request: Request, game: str) -> None:
    """Open the table of a game's primer, or lead back to the one where this person learns it already."""
    rules = request.services.games.get(game)
    if rules is None or rules.primer is None:
        raise UnknownClick
    table = await _running(request, game)
    if table is None:
        primer = rules.primer
        company = Company(rivals=primer.seats - 1, orders=False)
        table = await new_table(request, game, company, deal=LESSON, secret=primer.secret, place=primer.seat)
    table = await request.tables.lead(table.id, partial(_before_lesson, rules.primer.skipped))
    await show_first(request, table, request.text("learn-begun"))


def _before_lesson(skipped: int, match: AnyMatch) -> tuple[Seat, Sequence[Any]] | None:
    """Return what a knight plays in the moves that are made before a lesson; None after them."""
    if match.seq >= skipped:
        return None
    seat = match.deciding[0]
    return seat, repeatable_choice(match, seat).actions


async def _running(request: Request, game: str) -> Table | None:
    """Return the table where a person learns a game, None if they don't."""
    found = await request.tables.storage.find(user=request.user, guild=NO_PLACE, status=[Status.PLAYING])
    number = next((each.id for each in found if each.game == game and each.deal == LESSON), None)
    return None if number is None else await request.tables.get(number)


async def suggested(request: Request, table_id: int, seat: int, question: str) -> None:
    """Play what is suggested for a question."""
    table = await _lesson(request, table_id)
    async with else_anew(request, table_id):
        ask = (await asking(request, table_id, seat, question)).ask
        picked = lessons.numbers(table, ask.seat, repeatable_choice(table.started, ask.seat))
        await play_picks(request, table_id, seat, question, tuple(ask.choices[number].number for number in picked))


async def why(request: Request, table_id: int) -> None:
    """Show the own view with the reason of what is suggested."""
    table = await _lesson(request, table_id)
    seat = table.seat_of(request.user)
    if seat not in table.started.deciding:
        await own_view(request, table)
        return
    speaker: Speaker = request.speaker(table)
    await own_view(request, table, [speaker.key("learn-why", reason=repeatable_choice(table.started, seat).reason)])


async def graduate(request: Request, table_id: int) -> None:
    """End a lesson, and begin a whole game against squires."""
    table = await _lesson(request, table_id)
    await request.tables.end(table.id, request.user)
    opened = await new_table(request, table.record.game, Company(level=BEGINNERS))
    await show_first(request, opened, request.text("alone-begun", **request.names))


async def _lesson(request: Request, table_id: int) -> Table:
    table = (await request.table(TableId(table_id))).going_on
    if table.record.deal != LESSON:
        raise UnknownClick
    return table
