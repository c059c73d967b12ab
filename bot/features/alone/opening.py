"""Private tables opened by /alone: a person and rivals, at a game of their choice."""

from __future__ import annotations

from bot.interactions.lobby import Company
from bot.interactions.private_tables import new_table, show_first
from bot.interactions.request import Request


async def open_table(request: Request, game: str, company: Company) -> None:
    """Open a private table of a game and show its first question; raise what `new_table` does."""
    table = await new_table(request, game, company)
    await show_first(request, table, request.text("alone-begun", **request.names))
