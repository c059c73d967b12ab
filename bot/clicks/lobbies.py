"""Clicks under an open table: join, leave, start, cancel; and the end of a running one."""

from __future__ import annotations

from bot.clicks.desk import Desk, Interaction, is_moderator
from bot.faces import messages
from bot.herald.wire import NOBODY, Letterhead
from bot.storage.port import Sitter
from bot.tables import Live


async def join(desk: Desk, interaction: Interaction, table: int) -> None:
    """Take a seat."""
    live = await desk.table(interaction, table)
    sitter = Sitter(interaction.user.id, interaction.user.display_name)
    await _show(desk, interaction, await desk.tables.join(live.table.id, sitter))


async def leave(desk: Desk, interaction: Interaction, table: int) -> None:
    """Give a seat back."""
    live = await desk.table(interaction, table)
    await _show(desk, interaction, await desk.tables.leave(live.table.id, interaction.user.id))


async def start(desk: Desk, interaction: Interaction, table: int) -> None:
    """Begin the game."""
    live = await desk.table(interaction, table)
    await _show(
        desk,
        interaction,
        await desk.tables.start(live.table.id, interaction.user.id, moderator=is_moderator(interaction)),
    )


async def cancel(desk: Desk, interaction: Interaction, table: int) -> None:
    """Give up a table that has not begun."""
    live = await desk.table(interaction, table)
    await _show(
        desk,
        interaction,
        await desk.tables.end(live.table.id, interaction.user.id, moderator=is_moderator(interaction)),
    )


async def end(desk: Desk, interaction: Interaction, table: int) -> None:
    """End a running table, after it was confirmed."""
    live = await desk.table(interaction, table)
    speaker = desk.speaker(interaction, live)
    live = await desk.tables.end(live.table.id, interaction.user.id, moderator=is_moderator(interaction))
    await desk.show(interaction, messages.layout([speaker.key("end-done", table=messages.title(live.table, speaker))]))


async def keep(desk: Desk, interaction: Interaction, table: int) -> None:
    """Leave a table as it is after all."""
    live = await desk.table(interaction, table)
    await desk.show(interaction, messages.layout([desk.speaker(interaction, live).key("end-kept")]))


async def _show(desk: Desk, interaction: Interaction, live: Live) -> None:
    """Answer by making the clicked message look as the table now does."""
    speaker = desk.announcer.speaker(live)
    frame = live.match.frame(None) if live.match else None
    view = messages.standing(live.table, frame, desk.tables.seats(live), speaker)
    await interaction.response.edit_message(view=view, allowed_mentions=NOBODY)
    if interaction.message is not None:
        desk.announcer.wire.shown(interaction.message.id, Letterhead(None, view))
