"""Clicks that play: choices, ready-made answers, picks, and the number dialog."""

from __future__ import annotations

from bot.announce.answering import Answering
from bot.faces.answers import DIGITS, Answers, number_dialog
from bot.interactions.request import Request
from bot.interactions.showing import own_view, waiting_for
from bot.tables.refusals import NotANumber, UnknownClick, WrongPicks
from bot.tables.table import Played, Table
from bot.tables.tables import Answer
from engine.errors import IllegalAction, NotYourTurn, StaleAction
from engine.match import Ask
from engine.scene import Seat


async def play(request: Request, table_id: int, seat: int, answer: Answer) -> None:
    """Play an answer and show what came of it where it was given."""
    table = await request.table(table_id)
    async with request.services.announcer.answering(table.record.id, request.message) as answering:
        try:
            played = await request.services.tables.play(table.record.id, request.person.user, seat, answer)
        except NotYourTurn:
            # Another click may have passed the turn on in the meantime.
            raise waiting_for(await request.table(table_id)) from None
        await (_show_private if request.private else _show_public)(request, played, answering)


async def _show_private(request: Request, played: Played, answering: Answering) -> None:
    speaker = request.speaker(played.table)
    await own_view(request, played.table, [speaker.say(event) for event in played.told])
    answering.read(played.table.started.asked[played.seat])


async def _show_public(request: Request, played: Played, answering: Answering) -> None:
    look = await answering.post(played.table)
    await request.redraw(look)
    answering.shown(look)


async def move(request: Request, table_id: int, seat: int, asked: int, number: int) -> None:
    """Play one choice."""
    await play(request, table_id, seat, lambda match: match.picks(Seat(seat), asked, [number]))


async def offer(request: Request, table_id: int, seat: int, asked: int, number: int) -> None:
    """Play a ready-made answer."""
    await play(request, table_id, seat, lambda match: match.offer(Seat(seat), asked, number))


async def pick(request: Request, table_id: int, seat: int, asked: int, page: int) -> None:  # noqa: ARG001 - the page keeps the ids of several selects apart
    """Play what was picked in a select, together."""
    numbers = [_picked(value) for value in request.values]
    try:
        await play(request, table_id, seat, lambda match: match.picks(Seat(seat), asked, numbers))
    except IllegalAction:
        raise WrongPicks from None


def _picked(value: str) -> int:
    number, _, copy = value.partition(".")
    if not (number.isdecimal() and copy.isdecimal()):
        raise UnknownClick
    return int(number)


async def _ask(request: Request, table_id: int, seat: int, asked: int) -> tuple[Table, Ask]:
    """Return the person's present question; raise a refusal if it isn't the one that was clicked."""
    table = await request.table(table_id)
    mine = table.asked(request.person.user).mine
    if mine is None or mine.seat != seat:
        raise waiting_for(table)
    if mine.asked != asked:
        raise StaleAction
    return table, mine


async def dialog(request: Request, table_id: int, seat: int, asked: int) -> None:
    """Open the dialog that asks for a number."""
    table, ask = await _ask(request, table_id, seat, asked)
    await request.ask(number_dialog(Answers(table.record.id, ask, request.speaker(table))))


async def number(request: Request, table_id: int, seat: int, asked: int) -> None:
    """Play the number that was written into the dialog."""
    _, ask = await _ask(request, table_id, seat, asked)
    amounts = [choice.option.amount for choice in ask.choices if choice.option.amount is not None]
    if not amounts:
        raise UnknownClick
    written = request.written
    if not (written.isdecimal() and len(written) <= DIGITS and int(written) in amounts):
        raise NotANumber(low=min(amounts), high=max(amounts))
    await play(request, table_id, seat, lambda match: match.named(Seat(seat), asked, int(written)))


async def page(request: Request, table_id: int, seat: int, asked: int, number: int) -> None:
    """Turn to another page of the cards that can be picked."""
    table, _ = await _ask(request, table_id, seat, asked)
    await own_view(request, table, page=number)
