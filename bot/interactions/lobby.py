"""Clicks under an open table: join, leave, start, cancel; and the end of a running one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.announce.answering import Answering
from bot.announce.outgoing import Outgoing
from bot.faces import messages
from bot.faces.layout import layout
from bot.interactions import preferences
from bot.interactions.services import Interaction, Services, is_moderator
from bot.storage.port import Sitter, TableId
from bot.tables.table import Table


async def join(services: Services, interaction: Interaction, table: int) -> None:
    """Take a seat."""
    sitter = Sitter(interaction.user.id, interaction.user.display_name)
    await _do(services, interaction, table, lambda found: services.tables.join(found, sitter))


async def leave(services: Services, interaction: Interaction, table: int) -> None:
    """Give a seat back."""
    await _do(services, interaction, table, lambda found: services.tables.leave(found, interaction.user.id))


async def start(services: Services, interaction: Interaction, table: int) -> None:
    """Begin the game."""
    user, moderator = interaction.user.id, is_moderator(interaction)
    await _do(services, interaction, table, lambda found: services.tables.start(found, user, moderator=moderator))


async def cancel(services: Services, interaction: Interaction, table: int) -> None:
    """Give up a table that has not begun."""
    user, moderator = interaction.user.id, is_moderator(interaction)
    await _do(services, interaction, table, lambda found: services.tables.cancel(found, user, moderator=moderator))


async def _do(
    services: Services, interaction: Interaction, table_id: int, change: Callable[[TableId], Awaitable[Table]]
) -> None:
    """Change a table and show what became of it in the message that was clicked."""
    table = await services.table(interaction, table_id)
    message = interaction.message.id if interaction.message else None
    async with services.announcer.answering(table.record.id, message) as answer:
        table = await change(table.record.id)
        await _show(services, interaction, table, answer)
        if interaction.user.id in table.people.users:
            await preferences.remember(services, interaction)


async def end(services: Services, interaction: Interaction, table_id: int) -> None:
    """End a running table, after it was confirmed."""
    table = await services.table(interaction, table_id)
    speaker = services.speaker(interaction, table)
    table = await services.tables.end(table.record.id, interaction.user.id, moderator=is_moderator(interaction))
    await services.show(interaction, layout([speaker.key("end-done", table=messages.title(table.record, speaker))]))


async def keep(services: Services, interaction: Interaction, table_id: int) -> None:
    """Leave a table as it is after all."""
    table = await services.table(interaction, table_id)
    await services.show(interaction, layout([services.speaker(interaction, table).key("end-kept")]))


async def _show(services: Services, interaction: Interaction, table: Table, answer: Answering) -> None:
    """Answer by making the clicked message look as the table now does."""
    speaker = await services.audience.speaker(table)
    frame = table.match.frame(None) if table.match else None
    look = Outgoing(None, messages.standing(table.record, frame, services.tables.seats(table), speaker))
    await interaction.response.edit_message(**look.changes)
    answer.shown(look)
