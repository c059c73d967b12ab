"""Clicks that play: choices, ready-made answers, picks, and the number dialog."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.clicks.desk import Desk, Interaction, in_private
from bot.faces.answers import DIGITS, Answers, number_dialog
from bot.herald.wire import NOBODY
from bot.live import Live, Played
from bot.refusals import NotANumber, UnknownClick, WrongPicks
from bot.tables import Answer
from engine.errors import IllegalAction, NotYourTurn, StaleAction
from engine.match import Ask
from engine.scene import Seat


async def play(desk: Desk, interaction: Interaction, table: int, seat: int, answer: Answer) -> None:
    """Play an answer and show what came of it where it was given."""
    live = await desk.table(interaction, table)
    show = _show_private if in_private(interaction) else _show_public
    with desk.announcer.answering(live.table.id):
        try:
            played = await desk.tables.play(live.table.id, interaction.user.id, seat, answer)
        except NotYourTurn:
            # Another click may have passed the turn on in the meantime.
            raise waiting_for(await desk.table(interaction, table)) from None
        await show(desk, interaction, played)


def waiting_for(live: Live) -> NotYourTurn:
    """Return the refusal that names who is asked now."""
    deciding = live.match.deciding if live.match else ()
    return NotYourTurn(players=tuple(live.people.marked[seat] for seat in deciding), count=len(deciding))


async def _show_private(desk: Desk, interaction: Interaction, played: Played) -> None:
    speaker = desk.speaker(interaction, played.live)
    told = [speaker.say(event) for event in played.told]
    await desk.display(interaction, await desk.private(interaction, played.live, told))
    if interaction.message is not None:
        desk.announcer.letters.answered(interaction.message.id, played.live.started.asked[played.seat])


async def _show_public(desk: Desk, interaction: Interaction, played: Played) -> None:
    message = interaction.message.id if interaction.message else 0
    look = await desk.announcer.answered(played.live, message)
    if look is None:
        await interaction.response.edit_message(view=None, attachments=[], allowed_mentions=NOBODY)
        return
    await interaction.response.edit_message(content=look.content, view=look.view, allowed_mentions=NOBODY)
    if await desk.announcer.pictured(played.live):
        # The old picture stays until the announcer has the new one: a gap would make the channel jump.
        desk.announcer.wire.forget(message)
    else:
        desk.announcer.wire.shown(message, look)


async def move(desk: Desk, interaction: Interaction, table: int, seat: int, asked: int, number: int) -> None:
    """Play one choice."""
    await play(desk, interaction, table, seat, lambda match: match.picks(Seat(seat), asked, [number]))


async def offer(desk: Desk, interaction: Interaction, table: int, seat: int, asked: int, number: int) -> None:
    """Play a ready-made answer."""
    await play(desk, interaction, table, seat, lambda match: match.offer(Seat(seat), asked, number))


async def pick(desk: Desk, interaction: Interaction, table: int, seat: int, asked: int, page: int) -> None:  # noqa: ARG001 - the page keeps the ids of several selects apart
    """Play what was picked in a select, together."""
    numbers = [_picked(value) for value in values(interaction)]
    try:
        await play(desk, interaction, table, seat, lambda match: match.picks(Seat(seat), asked, numbers))
    except IllegalAction:
        raise WrongPicks from None


def _picked(value: str) -> int:
    number, _, copy = value.partition(".")
    if not (number.isdecimal() and copy.isdecimal()):
        raise UnknownClick
    return int(number)


def values(interaction: Interaction) -> Sequence[str]:
    """Return what was picked in a select."""
    data: Mapping[str, Any] = interaction.data or {}
    return [str(value) for value in data.get("values", ())]


async def _ask(desk: Desk, interaction: Interaction, table: int, seat: int, asked: int) -> tuple[Live, Ask]:
    """Return the person's present question; raise a refusal if it isn't the one that was clicked."""
    live = await desk.table(interaction, table)
    mine = live.asked(interaction.user.id).mine
    if mine is None or mine.seat != seat:
        raise waiting_for(live)
    if mine.asked != asked:
        raise StaleAction
    return live, mine


async def dialog(desk: Desk, interaction: Interaction, table: int, seat: int, asked: int) -> None:
    """Open the dialog that asks for a number."""
    live, ask = await _ask(desk, interaction, table, seat, asked)
    speaker = desk.speaker(interaction, live)
    await interaction.response.send_modal(number_dialog(Answers(live.table.id, ask, speaker)))


async def number(desk: Desk, interaction: Interaction, table: int, seat: int, asked: int) -> None:
    """Play the number that was written into the dialog."""
    _, ask = await _ask(desk, interaction, table, seat, asked)
    amounts = [choice.option.amount for choice in ask.choices if choice.option.amount is not None]
    if not amounts:
        raise UnknownClick
    written = "".join(_written(interaction.data or {})).strip()
    if not (written.isdecimal() and len(written) <= DIGITS and int(written) in amounts):
        raise NotANumber(low=min(amounts), high=max(amounts))
    await play(desk, interaction, table, seat, lambda match: match.named(Seat(seat), asked, int(written)))


def _written(part: Mapping[str, Any]) -> Iterator[str]:
    if "value" in part:
        yield str(part["value"])
    for inner in part.get("components", ()):
        yield from _written(inner)
    if isinstance(part.get("component"), Mapping):
        yield from _written(part["component"])


async def page(desk: Desk, interaction: Interaction, table: int, seat: int, asked: int, number: int) -> None:
    """Turn to another page of the cards that can be picked."""
    live, _ = await _ask(desk, interaction, table, seat, asked)
    await desk.display(interaction, await desk.private(interaction, live, page=number))
