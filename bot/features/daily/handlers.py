"""Handlers of `/daily` and its clicks: the deals of today, one begun or gone on with, and the user's `Habit`.

Theory of operation. Each user opens a deal once; another press leads back to the same table. An `Entry` is reserved
before the table opens, by a conditional write that only one of several processes or presses can make, and names the
table afterwards, together with a `Claim`. If Herald dies in between, the reservation lapses after `RESERVED` seconds:
the next press finds the table that was opened, or opens one. A user that is erased loses the entry; the claim stays
until the day is over, so that no user plays the same deal twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any

import discord

from bot.faces import settings
from bot.faces.scene_text import Localizer
from bot.faces.settings import Form
from bot.features.daily import view
from bot.features.daily.deals import (
    DEAL_SEATS,
    Board,
    Claim,
    DailyDeals,
    Deal,
    Entry,
    Habit,
    State,
    claimant_hash,
    habit_lines,
    shift_date,
)
from bot.features.daily.rankings import streak
from bot.host import answer_deadline
from bot.interactions.lobby import NewTable
from bot.interactions.permissions import (
    missing_permissions,
    permission_names,
    permissions_at,
)
from bot.interactions.preferences import channel_field, managed_guild
from bot.interactions.private_tables import (
    SharedDeal,
    find_shared,
    open_private_table,
    show_first,
)
from bot.interactions.request import Request
from bot.interactions.table_views import show_own_view
from bot.storage.port import Damaged, LostUpdate
from bot.storage.records import NO_TABLE, Status
from bot.tables.preferences import Preferences
from bot.tables.refusals import NoSuchTable, TableClosed, UnknownClick
from bot.tables.table import Table, points_of
from engine.errors import Refused
from engine.frozen import replace
from engine.match import Ask

LAST = 7
"""How many of one's own results are told."""


async def obey(request: Request, game: str | None = None) -> None:
    """Answer `/daily`: show the deals of today, or open that of `game`."""
    await (daily(request) if game is None else deal(request, game))


async def daily(request: Request, date: str = "") -> None:  # noqa: ARG001 - the date keeps the posts of several days apart
    """Show the deals of today, the user's `LAST` results and the streak."""
    days = DailyDeals(request.services)
    today = [await _today(request, await days.deal(game)) for game in days.games]
    past = await _results(request)
    past.sort(key=attrgetter("date", "game"), reverse=True)
    habit = await request.preferences.get(Habit, request.user)
    played = streak(habit, days.today, await days.called_off_dates())
    running = [each.deal for each in today if each.deal.state is State.RUNNING]
    ends = max(
        (deal.due for deal in running if deal.due),
        default=days.end_of(days.today),
    )

    await request.answer(
        view.overview(today, past[:LAST], played, int(ends), request.language)
    )


async def _today(request: Request, deal: Deal) -> view.Today:
    """Return the state of `deal` for the user of `request`."""
    entry = await request.services.storage.choice(
        Entry, deal.date, deal.game, request.user
    )
    if not entry.table:
        return view.Today(deal, entry)
    try:
        table = await request.tables.get(entry.table)
    except NoSuchTable:
        # It was put away before the first move, and is deleted since.
        return view.Today(deal, entry, Status.ENDED)
    except (TableClosed, Damaged):
        return view.Today(deal, entry)

    points = None
    if table.status in {Status.SEALED, Status.OVER}:
        points = points_of(table, request.user)
    return view.Today(deal, entry, table.status, points)


async def called_off_lines(
    chosen: Preferences, table: Table, user: int, localizer: Localizer, ask: Ask
) -> list[str]:
    """Return the line that the deal of `table` was called off, above the first question after that; store that."""
    if table.record.deal:
        return []
    entries = await chosen.storage.choices(Entry, user=user)
    entry = discord.utils.get(entries, table=table.id)
    if entry is None or entry.off not in {"", ask.question}:
        return []
    if not entry.off:
        with answer_deadline.ignore_changes():
            await chosen.storage.store_choices(replace(entry, off=ask.question))

    return [localizer.key("refused-daily-off")]


async def deal(request: Request, game: str) -> None:
    """Begin the deal of `game` or lead back to it; open the dialog of the `Habit` first if the user has none.

    Raise `UnknownClick` for a game without deals, and as `begin` does.
    """
    days = DailyDeals(request.services)
    if game not in days.games:
        raise UnknownClick
    habit = await request.preferences.get(Habit, request.user)

    if habit.shown is None:
        await request.open_dialog(view.habit_dialog(habit, game, request.language))
    else:
        await begin(request, days, game)


async def open_habit_dialog(request: Request) -> None:
    """Open the dialog in which the user's `Habit` is set, and which leads on to no deal."""
    habit = await request.preferences.get(Habit, request.user)
    await request.open_dialog(view.habit_dialog(habit, "", request.language))


async def store_habit(request: Request, game: str) -> None:
    """Store the `Habit` from the dialog, then begin the deal of `game` unless it is `NO_GAME`; raise as `deal` does."""
    days = DailyDeals(request.services)
    if game not in {*days.games, view.NO_GAME}:
        raise UnknownClick
    changes = settings.read_changes(view.FORM, request.fields)[Habit]
    habit = await request.preferences.change(Habit, request.user, **changes)
    await _make_past_results_due(request)

    if game == view.NO_GAME:
        await request.tell("\n".join(habit_lines(habit, request.language)))
    else:
        await begin(request, days, game)


async def _make_past_results_due(request: Request) -> None:
    """Make the user's past entries due, so that others may look at those games as the new `Habit` says."""
    now = request.tables.now()
    due = [replace(each, due=now) for each in await _results(request)]
    await request.services.storage.store_choices(*due)
    if due:
        request.tables.schedule.notify_due(now)


async def _results(request: Request) -> list[Entry]:
    """Return the user's entries of days that are over, with a result each."""
    return [
        each
        for each in await request.services.storage.choices(Entry, user=request.user)
        if each.points is not None
    ]


# For a server


def board_fields(request: Request) -> Mapping[str, Form]:
    """Return the form fields of the standings in the settings of a guild."""
    guild, changes = request.interaction.guild, partial(_board_changes, request)
    field = channel_field(guild, "daily-board", view.CHANNELS, changes)
    return {"here": {Board: {"board": field}}}


def _board_changes(request: Request, channel: int | None) -> Mapping[str, Any]:
    """Return the changes of a `Board` for the picked `channel`; the standings of days before today aren't posted."""
    if channel is None:
        return {"channel": None, "posted": "", "due": None, "early": ()}
    days = DailyDeals(request.services)
    due = days.end_of(days.today)
    days.hear(due)

    return {"channel": channel, "posted": shift_date(days.today, -1), "due": due}


async def board_lines(request: Request) -> Sequence[str]:
    """Return the lines about standings in the settings of a guild, and on what keeps Herald from posting them."""
    board = await request.preferences.get(Board, managed_guild(request))
    if board.channel is None:
        return (request.text("daily-board-off-now"),)

    lacks = _lacks_to_post(request.interaction.guild, board.channel)
    key = "daily-board-now" if lacks == [] else "daily-board-lacking"
    return (
        request.text(
            key,
            channel=f"<#{board.channel}>",
            permissions=permission_names(lacks or ()),
            count=len(lacks or ()),
        ),
    )


def _lacks_to_post(guild: discord.Guild | None, channel: int) -> list[str] | None:
    """Return the names of the permissions that Herald lacks to post in `channel`; None if that is gone."""
    place = guild.get_channel(channel) if guild else None
    if place is None:
        return None
    granted = permissions_at(place)
    return missing_permissions(granted, in_thread=False, opens_thread=False)


LEVEL = "knight"
ANY_STATE = Status.PLAYING, Status.SEALED, Status.ENDED
RESERVED = 60.0
"""Seconds after which a table that was to be opened, and isn't known, was lost with its process."""


async def begin(request: Request, days: DailyDeals, game: str) -> None:
    """Begin the deal of `game` for the user of `request`, or lead back to its table.

    Raise `Refused` for a deal that was called off or is over, or as `_find_or_open` and `Table.running_table` do.
    """
    deal = await days.deal(game)
    if deal.state is State.OFF:
        raise Refused("refused-daily-off")
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

    Raise `Refused` where another press is opening it, or the deal was played before.
    """
    storage, now = request.services.storage, days.now()
    claim = await storage.choice(
        Claim, deal.date, deal.game, claimant_hash(deal, request.user)
    )
    if claim.due is not None:
        raise Refused("refused-daily-played")
    if now - RESERVED < entry.since <= now:
        raise Refused("refused-daily-dealt")
    reserved = replace(
        entry, server=request.guild, name=request.sitter.name, since=now, due=deal.due
    )
    try:
        await storage.store_choices(reserved, was=entry)
    except LostUpdate:
        raise Refused("refused-daily-dealt") from None

    opened = None
    try:
        # A process that died may have opened it.
        left = await find_shared(request, deal.game, deal.date, *ANY_STATE)
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


async def _new(request: Request, deal: Deal) -> Table:
    options = NewTable(rivals=DEAL_SEATS - 1, level=LEVEL, orders=False)
    place = deal.secret[0] % DEAL_SEATS
    shared = SharedDeal(deal.date, deal.secret, place=place)
    return await open_private_table(request, deal.game, options, shared)
