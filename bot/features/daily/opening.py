"""Opening of a deal of the day: once for each user; another press leads back to the same table.

Theory of operation. An `Entry` is reserved before the table opens, by a conditional write that only one of several
processes or presses can make, and names the table afterwards, together with a `Claim`. If Herald dies in between, the
reservation lapses after `RESERVED` seconds: the next press finds the table that was opened, or opens one. A user that
is erased loses the entry; the claim stays until the day is over, so that no user plays the same deal twice.
"""

from __future__ import annotations

from bot.features.daily.deals import DEAL_SEATS, DailyDeals, claimant_hash
from bot.features.daily.records import Claim, Deal, Entry, State
from bot.interactions.lobby import NewTable
from bot.interactions.private_tables import SharedDeal, open_private_table, show_first
from bot.interactions.request import Request
from bot.interactions.table_views import show_own_view
from bot.storage.port import LostUpdate
from bot.storage.records import NO_PLACE, NO_TABLE, Status, TableId
from bot.tables.table import Table
from engine.errors import Refused
from engine.frozen import replace

LEVEL = "knight"
RESERVED = 60.0
"""Seconds after which a table that was to be opened, and isn't known, was lost with its process."""


class CalledOff(Refused):
    """Refusal: the deal was called off, since the rules of its game have changed meanwhile."""

    key = "refused-daily-off"


class BeingDealt(Refused):
    """Refusal: the table of the deal is being opened by another press."""

    key = "refused-daily-dealt"


async def begin(request: Request, days: DailyDeals, game: str) -> None:
    """Begin the deal of `game` for the user of `request`, or lead back to its table.

    Raise `CalledOff`, `Refused` for a day that is over, or as `_find_or_open` and `Table.running_table` do.
    """
    deal = await days.deal(game)
    if deal.state is State.OFF:
        raise CalledOff
    if deal.state is State.OVER:
        raise Refused("refused-daily-over")
    entry = await request.services.storage.choice(Entry, deal.date, game, request.user)

    opened = None
    if not entry.table:
        entry, opened = await _find_or_open(request, days, deal, entry)
    if opened is None:
        table = await request.table(entry.table)
        await show_own_view(request, table.running_table)
    else:
        await show_first(request, opened, "daily-begun")


async def _find_or_open(
    request: Request, days: DailyDeals, deal: Deal, entry: Entry
) -> tuple[Entry, Table | None]:
    """Return `entry` with the user's table for `deal`, and that table if it was opened now: there was none.

    Raise `BeingDealt`, or `Refused` for a deal that was played before.
    """
    storage, now = request.services.storage, days.now()
    claim = await storage.choice(
        Claim, deal.date, deal.game, claimant_hash(deal, request.user)
    )
    if claim.due is not None:
        raise Refused("refused-daily-played")
    if now - RESERVED < entry.since <= now:
        raise BeingDealt
    reserved = replace(
        entry, server=request.guild, name=request.sitter.name, since=now, due=deal.due
    )
    try:
        await storage.store_choices(reserved, was=entry)
    except LostUpdate:
        raise BeingDealt from None

    opened = None
    try:
        left = await _find_left_table(request, deal)
        if left == NO_TABLE:
            opened = await _new(request, deal)
    except Refused:
        await storage.store_choices(Entry(deal.date, deal.game, request.user))
        raise
    begun = replace(reserved, table=opened.id if opened else left)
    await storage.store_choices(begun, replace(claim, due=deal.due))
    # The day may be over by now, and closed without these two.
    days.hear(deal.due or now)
    return begun, opened


async def _find_left_table(request: Request, deal: Deal) -> TableId:
    """Return the user's table for `deal` that a process opened before it died, in any state; `NO_TABLE` for none."""
    found = await request.services.storage.find(
        user=request.user,
        guild=NO_PLACE,
        status=[Status.PLAYING, Status.SEALED, Status.ENDED],
    )
    return next(
        (each.id for each in found if (each.deal, each.game) == (deal.date, deal.game)),
        NO_TABLE,
    )


async def _new(request: Request, deal: Deal) -> Table:
    options = NewTable(rivals=DEAL_SEATS - 1, level=LEVEL, orders=False)
    place = deal.secret[0] % DEAL_SEATS
    shared = SharedDeal(deal.date, deal.secret, place=place)
    return await open_private_table(request, deal.game, options, shared)
