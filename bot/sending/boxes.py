"""The boxes of games, as an open table shows them."""

from __future__ import annotations

from dataclasses import replace

from bot.faces.lobby import Box
from bot.tables.table import Table
from bot.tables.tables import Tables


async def box_at(tables: Tables, table: Table) -> Box:
    """Return what stands on the box of a table's game, and how long such games have taken on its server."""
    game = tables.game(table)
    kinds, orders = next(iter(game.telling.glossary), None), game.ordering is not None
    box = Box(game.seats, game.minutes, kinds, orders=orders, waits=game.waits)
    return replace(box, usual=await tables.lengths.usual(table.record, box.players(table.record)))
