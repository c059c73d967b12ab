"""What people press about time: what a lobby agrees on."""

from __future__ import annotations

from bot.clocks.clock import Clock
from bot.faces import clocks
from bot.interactions.request import Request
from bot.storage.records import Status
from bot.tables.refusals import AlreadyStarted, NotYours, UnknownClick
from bot.tables.table import Table
from engine.errors import StaleAction


async def time(request: Request, table_id: int) -> None:
    """Show what a lobby has agreed on about time; who opened it may choose anew."""
    table = await request.table(table_id)
    await _panel(request, table)


async def terms(request: Request, table_id: int, what: str) -> None:
    """Let who opened a lobby choose anew: at once while nobody else sits there, else as a proposal."""
    table = await request.table(table_id)
    picked = request.values
    clock = table.record.clock or Clock()
    try:
        wanted = clocks.chosen(clock.proposal or clock.terms, what, picked[0], None)
    except (LookupError, ValueError):
        raise UnknownClick from None
    table = await request.services.tables.clocks.propose(table.record.id, request.person.user, wanted)
    await _panel(request, table)


async def agree(request: Request, table_id: int) -> None:
    """Agree with what was proposed about time; with everybody's word it holds."""
    table = await request.table(table_id)
    table = await request.services.tables.clocks.agree(table.record.id, request.person.user)
    await _panel(request, table)


async def _panel(request: Request, table: Table) -> None:
    if table.record.status is not Status.LOBBY:
        raise AlreadyStarted
    opener = table.record.opener == request.person.user
    await request.answer(clocks.panel(table.record, request.language, opener=opener, zone=None))


async def hush(request: Request, table_id: int, seat: int, question: str) -> None:
    """Remind somebody no more of a question, who has pressed that."""
    table = await request.table(table_id)
    own = table.seat_of(request.person.user)
    if not 0 <= seat < len(table.people.users):
        raise UnknownClick
    if own != seat:
        raise NotYours(player=table.people.marked[seat])
    if table.started.question_id(own) != question:
        raise StaleAction
    await request.services.tables.clocks.wind(table.record.id, lambda clock: clock.hushed(own), quietly=True)
    await request.tell(request.language.text("hush-done"))
