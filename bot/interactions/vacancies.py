"""What people press to take a seat that was left during a match, and to agree that somebody takes it."""

from __future__ import annotations

from contextlib import suppress

import discord

from bot.interactions import preferences
from bot.interactions.request import Request
from bot.interactions.showing import own_view
from bot.policies.vacancies import find_candidate


async def sit(request: Request, table_id: int, seat: int) -> None:
    """Take a free seat, or ask those at the table for it, or ask no more."""
    table = await request.table(table_id)
    after = await request.services.tables.vacancies.ask(table.record.id, seat, request.sitter)
    if request.person.user in after.people.users:
        await own_view(request, after, [request.language.text("sit-done")])
    else:
        asks = find_candidate(after.record, seat, request.person.user) is not None
        await request.tell(request.language.text("sit-asked" if asks else "sit-withdrawn"))
    await preferences.remember(request)


async def welcome(request: Request, table_id: int, seat: int, newcomer: int) -> None:
    """Agree that somebody takes a free seat."""
    table = await request.table(table_id)
    user = request.person.user
    after = await request.services.tables.vacancies.welcome(table.record.id, seat, newcomer, user)
    await request.tell(request.language.text("welcome-done" if newcomer in after.people.users else "welcome-noted"))
    called = request.interaction.message
    if called is not None and not request.paged:
        # A call that an earlier process sent: this one knows of it by the click alone.
        with suppress(discord.HTTPException):
            await called.delete()
