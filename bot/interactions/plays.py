"""Clicks that answer a question: choices, ready-made answers, picks, picks in an order, and the number dialog.

Each names the question that it answers. A click on another one than the person is asked now changes nothing, and is
answered with the present one.

A bid above one's means asks once more: in a message of its own, that nobody else sees.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from bot.announce.projection import Answering
from bot.faces import private_view as orders
from bot.faces.answers import DIGITS, NOTHING_YET, Answers, Progress, amounts, asked_once_more, number_dialog
from bot.faces.components import unpacked
from bot.interactions.request import Request
from bot.interactions.showing import anew, answering_elsewhere, check_asked, own_view
from bot.tables.refusals import NotANumber, NotYours, TableClosed, UnknownClick, WrongPicks
from bot.tables.table import Played, Table
from engine.asking import EVERYBODY
from engine.errors import IllegalAction, MatchOver, NotSeated, NotYourTurn, StaleAction
from engine.match import Ask, Choice, Named, Offered, Picks, Reply


async def doubted(request: Request, table: Table, question: str, reply: Reply) -> bool:
    """Ask once more before a number above one's means, unless the person wants no such question; tell whether it was.

    What was pressed still asks, and shows nothing of it.
    """
    ask = table.asking(request.user, question)
    number = None if ask is None else _beyond(ask, reply)
    if ask is None or number is None:
        return False
    if not (await request.services.preferences.habits(request.user)).confirms:
        return False
    await request.answer(asked_once_more(table.record, ask, number, request.speaker(table), request.names), anew=True)
    return True


def _beyond(ask: Ask, reply: Reply) -> Choice | None:
    """Return the number that a reply names, if it is more than the seat asked can cover; None for any other reply."""
    if ask.naming is None:
        return None
    named = next((choice for choice in ask.choices if _meant(choice, reply)), None)
    if named is None or named.option.amount is None:
        return None
    return named if named.option.amount > ask.naming.covered else None


def _meant(choice: Choice, reply: Reply) -> bool:
    match reply:
        case Picks(numbers):
            return numbers == (choice.number,)
        case Named(amount):
            return choice.option.amount == amount
        case _:
            return False


NO_AMOUNT = -1
"""Stands for what is no number; no question offers it."""
PICKED = -1
"""Stands for what was picked in a list; where nothing was, nothing is offered."""


async def move(request: Request, table_id: int, seat: int, question: str, number: int) -> None:
    """Play one choice."""
    await _play(request, table_id, seat, question, Picks((number,)))


async def sure(request: Request, table_id: int, seat: int, question: str, number: int) -> None:
    """Play a number above one's means, after it was asked once more whether it is meant."""
    await _play(request, table_id, seat, question, Picks((number,)), meant=True)


async def offer(request: Request, table_id: int, seat: int, question: str, number: int = PICKED) -> None:
    """Play a ready-made answer: that of the number, or the one that was picked in a list."""
    await _play(
        request, table_id, seat, question, Offered(next(iter(request.numbers), PICKED) if number == PICKED else number)
    )


async def pick(request: Request, table_id: int, seat: int, question: str, page: int) -> None:  # noqa: ARG001 - the page keeps the ids of several selects apart
    """Play what was picked in a select, together."""
    await play_picks(request, table_id, seat, question, _picked(request))


async def ordered(request: Request, table_id: int, seat: int, question: str, picked: str) -> None:
    """Play what was picked one after another, in that order."""
    await play_picks(request, table_id, seat, question, unpacked(picked))


async def number(request: Request, table_id: int, seat: int, question: str) -> None:
    """Play the number that was written into the dialog."""
    written = request.written
    amount = int(written) if written.isdecimal() and len(written) <= DIGITS else NO_AMOUNT
    try:
        await _play(request, table_id, seat, question, Named(amount))
    except IllegalAction:
        offered = amounts((await asking(request, table_id, seat, question)).ask)
        raise (NotANumber(low=min(offered), high=max(offered)) if offered else UnknownClick()) from None


async def dialog(request: Request, table_id: int, seat: int, question: str) -> None:
    """Open the dialog that asks for a number."""
    async with else_anew(request, table_id):
        answers = await asking(request, table_id, seat, question)
        if not amounts(answers.ask):
            raise UnknownClick
        await request.ask(number_dialog(answers))


async def order(request: Request, table_id: int, seat: int, question: str, picked: str = "") -> None:
    """Show what was picked one after another, the option picked in a select last, and what can come next."""
    async with else_anew(request, table_id):
        answers = await asking(request, table_id, seat, question)
        numbers = (*unpacked(picked), *_picked(request))
        if not answers.can_follow(numbers):
            raise WrongPicks
        await _view(request, answers, Progress(picked=numbers))


async def page(request: Request, table_id: int, seat: int, question: str, number: int, picked: str = "") -> None:
    """Turn to another page of what can be picked."""
    async with else_anew(request, table_id):
        answers = await asking(request, table_id, seat, question)
        await _view(request, answers, Progress(number, unpacked(picked)))


async def ahead(request: Request, table_id: int, seat: int, question: str = "") -> None:
    """Show what can be ordered about a topic, by the name of its question, or by the one that was picked in a list."""
    async with else_anew(request, table_id):
        await _view(request, await asking(request, table_id, seat, question or next(iter(request.values), "")))


async def lasting(request: Request, table_id: int, seat: int) -> None:
    """Open the dialog with all lasting orders of a seat."""
    async with else_anew(request, table_id):
        table = await _table(request, table_id, seat)
        await request.ask(
            orders.lasting_dialog(table.record.id, seat, _lasting(request, table), request.speaker(table))
        )


async def lasted(request: Request, table_id: int, seat: int) -> None:
    """Give the lasting orders that were filled in, and show the own view with what they will do."""
    async with else_anew(request, table_id):
        table = await _table(request, table_id, seat)
        picked = orders.read_lasting(request.fields, _lasting(request, table))
        async with request.services.announcer.answering(table.record.id, request.message) as answering:
            played = await request.services.tables.order_lasting(table.record.id, request.person.user, picked)
            await _show_private(request, played, answering)


def _lasting(request: Request, table: Table) -> list[orders.Lasting]:
    """Return the lasting orders of the person's seat; raise UnknownClick where there are none."""
    found = [each for each in table.asked(request.person.user).orders if each.lasting]
    asks = [table.asking(request.person.user, each.question) for each in found]
    if not found:
        raise UnknownClick
    both = zip(found, asks, strict=True)
    return [orders.Lasting(each.label, each.does, each.picked, ask) for each, ask in both if ask is not None]


async def _view(request: Request, answers: Answers, progress: Progress = NOTHING_YET) -> None:
    """Show what answers a question: the one that is asked, or one about an order."""
    table = await request.table(answers.table)
    about = None if answers.ask == table.asked(request.user).mine else answers.ask
    await own_view(request, table, progress=replace(progress, about=about))


async def play_picks(request: Request, table_id: int, seat: int, question: str, numbers: tuple[int, ...]) -> None:
    """Play the choices of these numbers together, and show what came of it."""
    try:
        await _play(request, table_id, seat, question, Picks(numbers))
    except IllegalAction:
        raise WrongPicks from None


def _picked(request: Request) -> tuple[int, ...]:
    """Return the numbers of the choices that were picked in a select; the copies of one choice have the same."""
    numbers = [value.partition(".") for value in request.values]
    if not all(number.isdecimal() and copy.isdecimal() for number, _, copy in numbers):
        raise UnknownClick
    return tuple(int(number) for number, _, _ in numbers)


async def _play(
    request: Request, table_id: int, seat: int, question: str, reply: Reply, *, meant: bool = False
) -> None:
    """Play a reply and show what came of it where it was given; ask once more first unless it is surely `meant`."""
    async with else_anew(request, table_id):
        table = await _table(request, table_id, seat)
        if not meant and await doubted(request, table, question, reply):
            return
        secret = _secret(request, table, seat, question)
        async with (
            answering_elsewhere(request, table_id),
            request.services.announcer.answering(table.id, request.message) as answering,
        ):
            played = await request.tables.play(table.id, request.user, question, reply)
            if request.private or secret:
                await _show_private(request, played, answering)
            else:
                await _show_public(request, played, answering)


def _secret(request: Request, table: Table, seat: int, question: str) -> bool:
    """Tell whether an answer is an order, which nobody else sees, and not what the rules ask for the same choices."""
    mine, ask = table.ask(request.user), table.asking(request.user, question)
    by_rules = seat == EVERYBODY and mine is not None and not mine.ahead
    return ask is not None and ask.ahead and not by_rules


async def _show_private(request: Request, played: Played, answering: Answering) -> None:
    await _show_own(request, played)
    answering.read(played.table.number(played.seat))


async def _show_own(request: Request, played: Played) -> None:
    speaker = request.speaker(played.table)
    await own_view(request, played.table, [speaker.told(event, played.seat) for event in played.told])


async def _show_public(request: Request, played: Played, answering: Answering) -> None:
    look = await answering.post(played.table)
    if look is None and request.paged:
        # Only a changed client answers from a page that asks nothing; the announcer shows the table.
        await _show_own(request, played)
        return
    await request.redraw(look)
    answering.shown(look)


async def _table(request: Request, table_id: int, seat: int) -> Table:
    """Return the table of a click on a question to a seat, or to all; raise NotYours if another has that seat."""
    table = await request.table(table_id)
    if table.seat_of(request.user) != seat and seat != EVERYBODY:
        if seat >= len(table.people.users):
            raise UnknownClick
        raise NotYours(player=table.people.bold_names[seat])
    return table


async def asking(request: Request, table_id: int, seat: int, question: str) -> Answers:
    """Return what answers the person's present question, or one about an order; raise StaleAction if it is neither."""
    table = await _table(request, table_id, seat)
    ask = table.asking(request.user, question)
    if ask is None:
        check_asked(request, table)
        raise StaleAction
    return Answers(table.id, ask, request.speaker(table))


@asynccontextmanager
async def else_anew(request: Request, table_id: int) -> AsyncIterator[None]:
    """Answer a click on a question that the person isn't asked with the one that is asked, below the refusal.

    Who isn't asked anything hears whom the table waits for; another click may have passed the turn on in the meantime.
    """
    try:
        yield
    except (NotSeated, NotYourTurn, MatchOver, TableClosed, StaleAction, NotYours) as refusal:
        await anew(request, await request.table(table_id), refusal)
