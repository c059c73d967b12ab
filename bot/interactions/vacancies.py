"""Clicks that free a seat during a match, the user's own or an absent player's, and that take a free one."""

from __future__ import annotations

from contextlib import suppress

from bot.faces import leaving, lobby
from bot.host.connection_errors import OUTAGES
from bot.interactions import preferences
from bot.interactions.request import Request
from bot.interactions.table_views import answer_done, show_own_view
from bot.policies import find_candidate
from bot.tables.seats import check_neutral
from bot.tables.table import Table
from engine.scene import Seat


async def confirm_leave(request: Request, table: Table) -> None:
    """Ask for confirmation that the user gives up the own seat, in a message beside the private view.

    Raise `NotSeated`, or `TableClosed`.
    """
    table.answering_seat(request.user)
    page = leaving.leave_page(
        table.record,
        request.localizer(table),
    )
    await request.answer(page, anew=True)


async def vacate_seat(request: Request, table: Table) -> None:
    """Give up the user's seat, after it was confirmed."""
    tables = request.tables
    user = request.user
    if table.match is None:
        await tables.leave(table.id, user)
    else:
        await tables.seats.leave(table.id, user, await rival_name(request, table))
    await answer_done(request, table, "leave-done")


async def ask_seat_to_free(request: Request, table: Table) -> None:
    """Ask a moderator without a seat which one is to be freed."""
    table = table.running_table
    check_neutral(table, request.actor)
    page = leaving.seat_to_free_page(
        table.record,
        request.localizer(table),
    )
    await request.answer(page)


async def free_seat(request: Request, table: Table, seat: int) -> None:
    """Free `seat`, which a moderator has picked; a rival plays there."""
    tables = request.tables
    localizer = request.localizer(table)
    rival = await rival_name(request, table)
    await tables.seats.free_as_moderator(table.id, seat, request.actor, rival)
    player = localizer.name(Seat(seat))
    await request.answer_text(localizer.key("replace-done", player=player))


async def vote_to_free(request: Request, table: Table, seat: int) -> None:
    """Vote for freeing `seat`, whose time is up."""
    localizer = request.localizer(table)
    rival = await rival_name(request, table)
    _, freed = await request.tables.seats.vote_to_free(
        table.id,
        seat,
        request.user,
        rival,
    )
    player = localizer.name(Seat(seat))
    key = "vote-noted"
    if freed:
        key = "vote-done"
    await request.tell(localizer.key(key, player=player))


async def rival_name(request: Request, table: Table) -> str:
    """Return a name for the rival that takes over a freed seat."""
    public = await request.services.audience.language(table.guild)
    taken = [sitter.name for sitter in table.record.sitters]
    return lobby.free_name(public, taken, table.id)


async def request_seat(request: Request, table: Table, seat: int) -> None:
    """Take the free `seat`, or ask the players for it, or withdraw that."""
    after = await request.tables.seats.ask_for_seat(table.id, seat, request.sitter)

    if request.user in after.people.users:
        await show_own_view(request, after, [request.text("sit-done")])
    else:
        key = "sit-withdrawn"
        if find_candidate(after.record, seat, request.user) is not None:
            key = "sit-asked"
        await request.tell(request.text(key))

    await preferences.store_user_locale(request)


async def welcome_newcomer(
    request: Request, table: Table, seat: int, newcomer: int
) -> None:
    """Agree that the user `newcomer` takes the free `seat`."""
    user = request.user
    after = await request.tables.seats.welcome(table.id, seat, newcomer, user)
    key = "welcome-noted"
    if newcomer in after.people.users:
        key = "welcome-done"
    await request.tell(request.text(key))

    called = request.message
    if called is not None and request.channel is not None and not request.is_paged:
        # A ping message that an earlier process sent: this one knows of it by the click alone.
        with suppress(*OUTAGES):
            await request.services.announcer.sender.delete(request.channel, called)
