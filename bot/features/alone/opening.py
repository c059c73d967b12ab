"""Private tables opened: a person and rivals, at a game of their choice."""

from __future__ import annotations

from bot.faces.rivals import companions
from bot.interactions.lobby import Company
from bot.interactions.private_tables import paced, show_first
from bot.interactions.request import Request
from bot.storage.records import NO_PLACE, NO_TABLE, Status, TableRecord
from bot.tables.refusals import WrongPlayers
from bot.tables.table import Table


async def open_table(request: Request, game: str, company: Company) -> None:
    """Open a private table of a game and show its first question; raise what `new_table` does."""
    table = await new_table(request, game, company)
    await show_first(request, table, request.text("alone-begun", **request.names))


async def new_table(
    request: Request, game: str, company: Company, *, deal: str = "", secret: bytes | None = None, place: int = -1
) -> Table:
    """Return a new private table; raise WrongPlayers, TooManyAlone or TooSoon.

    `deal` names a deal that others play as well, of this `secret`, and `place` is the person's seat there; else the
    person sits anywhere.
    """
    rules = request.services.games[game]
    count = company.rivals or rules.best - 1
    if count + 1 not in rules.seats:
        raise WrongPlayers(low=rules.seats[0], high=rules.seats[-1])
    number = request.interaction.id
    rivals = companions(request.language, [request.sitter.name], [company.level] * count, 0 if deal else number)
    place = number % (count + 1) if place < 0 else place
    record = TableRecord(
        NO_TABLE,
        game,
        NO_PLACE,
        NO_PLACE,
        request.user,
        None,
        Status.LOBBY,
        (*rivals[:place], request.sitter, *rivals[place:]),
        advice=not deal,
        orders=rules.ordering is not None and company.orders is not False,
        deal=deal,
    )
    with paced(request):
        return await request.tables.open_alone(record, secret)
