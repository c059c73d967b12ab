"""Public messages in the reader's own language: the same, in private, without what everybody can press there."""

from __future__ import annotations

from bot.clicks import views
from bot.clicks.desk import Desk, Interaction
from bot.faces import messages
from bot.faces.layout import layout
from bot.faces.words import Speaker
from bot.live import CLOSED, Live
from bot.storage.port import Status

OPEN_END = -1
"""Where a post ends that still grows."""


async def board(desk: Desk, interaction: Interaction, table: int) -> None:
    """Show the table message: the whole table if the game has begun, else who sits there, or that it was ended."""
    live = await desk.table(interaction, table)
    speaker = desk.speaker(interaction, live)
    if live.table.status is Status.ENDED:
        await desk.show(interaction, messages.closed(live.table, speaker))
    elif live.match is None:
        await desk.show(interaction, layout(messages.invitation(live.table, desk.tables.seats(live), speaker)))
    else:
        await views.look(desk, interaction, table)


async def post(desk: Desk, interaction: Interaction, table: int, after: int, until: int = OPEN_END) -> None:
    """Show a post: what everybody was told after one move and up to another, or up to now with what is asked."""
    live = await desk.table(interaction, table)
    speaker = desk.speaker(interaction, live)
    seq = live.started.seq
    moves = range(min(after, seq) + 1, (seq if until == OPEN_END else until) + 1)
    lines = await _story(desk, live, speaker, moves)
    if until == OPEN_END and live.table.status not in CLOSED:
        lines += [messages.turn_line(ask, (), speaker) for ask in live.frame(None).asks]
    frame = live.frame(live.viewer(interaction.user.id))
    await desk.show(interaction, messages.translated(live.table, frame, lines, speaker))


async def _story(desk: Desk, live: Live, speaker: Speaker, moves: range) -> list[str]:
    """Return what everybody was told of some moves, line by line; how the game began comes before the first one."""
    told = await desk.tables.log(live.table.id, None, moves.start - 1)
    begins = [messages.opening(live.frame(None), speaker)] if moves.start == 1 else []
    return begins + [speaker.say(event) for line in told if line.seq in moves for event in line.told]


async def farewell(desk: Desk, interaction: Interaction, table: int) -> None:
    """Show that a table was ended before its time."""
    live = await desk.table(interaction, table)
    speaker = desk.speaker(interaction, live)
    frame = live.frame(live.viewer(interaction.user.id))
    lines = [messages.farewell(live.table, speaker).content]
    await desk.show(interaction, messages.translated(live.table, frame, lines, speaker))
