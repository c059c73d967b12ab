"""The button *Take back*, and what it does: the question is asked again where it was pressed."""

from __future__ import annotations

from bot.faces.components import Parts, button, click
from bot.faces.words import Speaker
from bot.features.takeback.taking import TakeBacks
from bot.interactions.request import Request
from bot.interactions.services import Services
from bot.interactions.showing import answering_elsewhere, own_view
from bot.tables.table import Table
from engine.errors import MatchOver, NothingToTakeBack
from engine.scene import Seat


async def take_back_button(services: Services, table: Table, seat: Seat, speaker: Speaker) -> Parts:
    """Return the button that takes back a seat's last answer; none where there is nothing to take back."""
    undo = await TakeBacks(services.tables).name(table, seat)
    return [button(speaker.language.text("button-take-back"), click("back", table.record.id, undo))] if undo else []


async def take_back(request: Request, table_id: int, move: str) -> None:
    """Take back the own last answer, the last move of which has that name; say so where it can't be."""
    table = await request.table(table_id)
    async with (
        answering_elsewhere(request, table_id),
        request.services.announcer.answering(table.record.id, request.message) as answering,
    ):
        try:
            played = await TakeBacks(request.services.tables).take_back(table.record.id, request.person.user, move)
        except (NothingToTakeBack, MatchOver):
            now = await request.table(table_id)
            await own_view(request, now, [request.language.text(NothingToTakeBack.key)])
            return
        speaker = request.speaker(played.table)
        await own_view(request, played.table, [speaker.told(event, played.seat) for event in played.told])
        answering.read(played.table.number(played.seat))
