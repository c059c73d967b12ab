"""Clicks under an open table: join, leave, start, cancel; and the end of a running one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.clicks import choices
from bot.clicks.desk import Desk, Interaction, is_moderator
from bot.faces import messages
from bot.faces.layout import layout
from bot.herald.wire import NOBODY, Letterhead
from bot.live import Live
from bot.storage.port import Sitter, TableId


async def join(desk: Desk, interaction: Interaction, table: int) -> None:
    """Take a seat."""
    sitter = Sitter(interaction.user.id, interaction.user.display_name)
    await _do(desk, interaction, table, lambda found: desk.tables.join(found, sitter))


async def leave(desk: Desk, interaction: Interaction, table: int) -> None:
    """Give a seat back."""
    await _do(desk, interaction, table, lambda found: desk.tables.leave(found, interaction.user.id))


async def start(desk: Desk, interaction: Interaction, table: int) -> None:
    """Begin the game."""
    user, moderator = interaction.user.id, is_moderator(interaction)
    await _do(desk, interaction, table, lambda found: desk.tables.start(found, user, moderator=moderator))


async def cancel(desk: Desk, interaction: Interaction, table: int) -> None:
    """Give up a table that has not begun."""
    user, moderator = interaction.user.id, is_moderator(interaction)
    await _do(desk, interaction, table, lambda found: desk.tables.cancel(found, user, moderator=moderator))


async def _do(desk: Desk, interaction: Interaction, table: int, change: Callable[[TableId], Awaitable[Live]]) -> None:
    """Change a table and show what became of it in the message that was clicked."""
    live = await desk.table(interaction, table)
    with desk.announcer.answering(live.table.id):
        live = await change(live.table.id)
        await _show(desk, interaction, live)
        if interaction.user.id in live.people.users:
            await choices.remember(desk, interaction)


async def end(desk: Desk, interaction: Interaction, table: int) -> None:
    """End a running table, after it was confirmed."""
    live = await desk.table(interaction, table)
    speaker = desk.speaker(interaction, live)
    live = await desk.tables.end(live.table.id, interaction.user.id, moderator=is_moderator(interaction))
    await desk.show(interaction, layout([speaker.key("end-done", table=messages.title(live.table, speaker))]))


async def keep(desk: Desk, interaction: Interaction, table: int) -> None:
    """Leave a table as it is after all."""
    live = await desk.table(interaction, table)
    await desk.show(interaction, layout([desk.speaker(interaction, live).key("end-kept")]))


async def _show(desk: Desk, interaction: Interaction, live: Live) -> None:
    """Answer by making the clicked message look as the table now does."""
    speaker = await desk.announcer.speaker(live)
    frame = live.match.frame(None) if live.match else None
    view = messages.standing(live.table, frame, desk.tables.seats(live), speaker)
    await interaction.response.edit_message(view=view, allowed_mentions=NOBODY)
    if interaction.message is not None:
        desk.announcer.wire.shown(interaction.message.id, Letterhead(None, view))
