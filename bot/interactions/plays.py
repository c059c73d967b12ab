"""Clicks that play: choices, ready-made answers, picks, and the number dialog."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from bot.announce.answering import Answering
from bot.announce.outgoing import NOBODY
from bot.faces.answers import DIGITS, Answers, number_dialog
from bot.interactions.services import Interaction, Services, in_private
from bot.tables.refusals import NotANumber, UnknownClick, WrongPicks
from bot.tables.table import Played, Table
from engine.errors import IllegalAction, NotYourTurn, StaleAction
from engine.match import Ask, Named, Offered, Picks, Reply

SHUT: Mapping[str, Any] = MappingProxyType({"view": None, "attachments": [], "allowed_mentions": NOBODY})
"""How a post that is not the present one is edited: what it says stays, and nothing can be pressed."""


async def play(
    services: Services, interaction: Interaction, table_id: int, seat: int, question: str, reply: Reply
) -> None:
    """Play an answer and show what came of it where it was given."""
    table = await services.table(interaction, table_id)
    show = _show_private if in_private(interaction) else _show_public
    message = interaction.message.id if interaction.message else None
    async with services.announcer.answering(table.record.id, message) as answering:
        try:
            played = await services.tables.play(table.record.id, interaction.user.id, seat, question, reply)
        except NotYourTurn:
            # Another click may have passed the turn on in the meantime.
            raise waiting_for(await services.table(interaction, table_id)) from None
        await show(services, interaction, played, answering)


def waiting_for(table: Table) -> NotYourTurn:
    """Return the refusal that names who is asked now."""
    deciding = table.match.deciding if table.match else ()
    return NotYourTurn(players=tuple(table.people.marked[seat] for seat in deciding), count=len(deciding))


async def _show_private(services: Services, interaction: Interaction, played: Played, answering: Answering) -> None:
    speaker = services.speaker(interaction, played.table)
    told = [speaker.say(event) for event in played.told]
    await services.display(interaction, await services.private(interaction, played.table, told))
    answering.read(played.table.started.asked[played.seat])


async def _show_public(_: Services, interaction: Interaction, played: Played, answering: Answering) -> None:
    look = await answering.post(played.table)
    await interaction.response.edit_message(**(look.changes if look else SHUT))
    answering.shown(look)


async def move(services: Services, interaction: Interaction, table: int, seat: int, question: str, number: int) -> None:
    """Play one choice."""
    await play(services, interaction, table, seat, question, Picks((number,)))


async def offer(
    services: Services, interaction: Interaction, table: int, seat: int, question: str, number: int
) -> None:
    """Play a ready-made answer."""
    await play(services, interaction, table, seat, question, Offered(number))


async def pick(services: Services, interaction: Interaction, table: int, seat: int, question: str, page: int) -> None:  # noqa: ARG001 - the page keeps the ids of several selects apart
    """Play what was picked in a select, together."""
    numbers = tuple(_picked(value) for value in values(interaction))
    try:
        await play(services, interaction, table, seat, question, Picks(numbers))
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


async def _ask(
    services: Services, interaction: Interaction, table_id: int, seat: int, question: str
) -> tuple[Table, Ask]:
    """Return the person's present question; raise a refusal if it isn't the one that was clicked."""
    table = await services.table(interaction, table_id)
    mine = table.asked(interaction.user.id).mine
    if mine is None or mine.seat != seat:
        raise waiting_for(table)
    if mine.question != question:
        raise StaleAction
    return table, mine


async def dialog(services: Services, interaction: Interaction, table_id: int, seat: int, question: str) -> None:
    """Open the dialog that asks for a number."""
    table, ask = await _ask(services, interaction, table_id, seat, question)
    speaker = services.speaker(interaction, table)
    await interaction.response.send_modal(number_dialog(Answers(table.record.id, ask, speaker)))


async def number(services: Services, interaction: Interaction, table: int, seat: int, question: str) -> None:
    """Play the number that was written into the dialog."""
    _, ask = await _ask(services, interaction, table, seat, question)
    amounts = [choice.option.amount for choice in ask.choices if choice.option.amount is not None]
    if not amounts:
        raise UnknownClick
    written = "".join(_written(interaction.data or {})).strip()
    if not (written.isdecimal() and len(written) <= DIGITS and int(written) in amounts):
        raise NotANumber(low=min(amounts), high=max(amounts))
    await play(services, interaction, table, seat, question, Named(int(written)))


def _written(part: Mapping[str, Any]) -> Iterator[str]:
    if "value" in part:
        yield str(part["value"])
    for inner in part.get("components", ()):
        yield from _written(inner)
    if isinstance(part.get("component"), Mapping):
        yield from _written(part["component"])


async def page(
    services: Services, interaction: Interaction, table_id: int, seat: int, question: str, number: int
) -> None:
    """Turn to another page of the cards that can be picked."""
    table, _ = await _ask(services, interaction, table_id, seat, question)
    await services.display(interaction, await services.private(interaction, table, page=number))
