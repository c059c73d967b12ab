"""The button under a game that is over: the same people, the same options, everybody a seat further."""

from __future__ import annotations

from bot.interactions.lobby import offer_word
from bot.interactions.permissions import demand
from bot.interactions.request import Request


async def rematch(request: Request, table_id: int) -> None:
    """Open a table like this one and take a seat there; the lobby calls the others."""
    table = await request.table(table_id)
    table.seat_of(request.person.user)
    demand(request.interaction, opens_thread=False)
    paces = request.services.paces
    paces.open(request.person.user)
    fresh = False
    try:
        opened, fresh = await request.services.tables.rematches.open(table.record.id, request.sitter)
    finally:
        if not fresh:
            paces.tables.give_back(request.person.user)
    facts = {"table": str(opened.record.id), "channel": f"<#{opened.record.channel}>"}
    if fresh:
        await offer_word(request, opened, request.language.text("newgame-opened", **facts))
    else:
        await request.tell(request.language.text("rematch-open", **facts))
