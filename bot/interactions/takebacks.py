"""Clicks that take the own last move back; the question is asked again where the button was pressed."""

from __future__ import annotations

from bot.interactions.request import Request
from bot.interactions.showing import answering_elsewhere, own_view
from engine.errors import MatchOver, NothingToTakeBack


async def take_back(request: Request, table_id: int, move: str) -> None:
    """Take back the own last answer, the last move of which has that name; say so where it can't be."""
    table = await request.table(table_id)
    async with (
        answering_elsewhere(request, table_id),
        request.services.announcer.answering(table.record.id, request.message) as answering,
    ):
        try:
            played = await request.services.tables.takebacks.take_back(table.record.id, request.person.user, move)
        except (NothingToTakeBack, MatchOver):
            now = await request.table(table_id)
            await own_view(request, now, [request.language.text(NothingToTakeBack.key)])
            return
        speaker = request.speaker(played.table)
        await own_view(request, played.table, [speaker.told(event, played.seat) for event in played.told])
        answering.read(played.table.number(played.seat))
