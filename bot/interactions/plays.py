"""Clicks that answer a question: choices, offers, picks, sequences, the number dialog, and orders.

Each custom_id names the question that it answers. A click on another question than the user is asked now changes
nothing, and is answered with the present one.

A bid above the player's means asks for confirmation: in a private message of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias

from bot.announce.click_answer import ClickAnswer
from bot.faces import feature_hooks
from bot.faces import private_view as orders
from bot.faces.answer_controls import (
    DIGITS,
    NOTHING_YET,
    Answers,
    Progress,
    amounts,
    asked_once_more,
    number_dialog,
)
from bot.faces.components import unpack_numbers
from bot.faces.logbook import latest_news
from bot.interactions.request import Request
from bot.interactions.table_views import (
    check_asked,
    show_own_view,
    show_present_question,
    update_other_view,
)
from bot.tables.refusals import (
    NotANumber,
    NotYours,
    TableClosed,
    UnknownClick,
)
from bot.tables.table import MoveResult, Table
from engine.asking import EVERYBODY
from engine.errors import (
    IllegalAction,
    MatchOver,
    NotSeated,
    NotYourTurn,
    Refused,
    StaleAction,
)
from engine.frozen import replace
from engine.match import AmountReply, Ask, Choice, OfferReply, PicksReply, Reply

OF_TURNS = NotSeated, NotYourTurn, MatchOver, TableClosed, StaleAction, NotYours
"""Refusals that are about turns."""

P = ParamSpec("P")
AtTable: TypeAlias = Callable[Concatenate[Request, Table, P], Coroutine[Any, Any, None]]


def present_question_instead(answer: AtTable[P]) -> AtTable[P]:
    """Decorate what answers a click: a refusal about turns comes with the question that the user is asked now.

    Another click may have passed the turn on in the meantime; see `table_views.show_present_question`.
    """

    @wraps(answer)
    async def answer_or_ask(
        request: Request, table: Table, /, *args: P.args, **kwargs: P.kwargs
    ) -> None:
        try:
            await answer(request, table, *args, **kwargs)
        except OF_TURNS as refusal:
            await show_present_question(request, await request.table(table.id), refusal)

    return answer_or_ask


async def confirm_overbid(
    request: Request, table: Table, question: str, reply: Reply
) -> bool:
    """Ask for confirmation of a number above the player's means, unless the user wants none; tell whether it asked.

    The message that was clicked still asks its question, and shows nothing of it.
    """
    ask = table.find_ask(request.user, question)
    number = None if ask is None else _overbid(ask, reply)
    if ask is None or number is None:
        return False

    if not (await request.preferences.time_settings(request.user)).confirms:
        return False
    answers = Answers(table.id, ask, request.localizer(table))
    names = request.command_names
    page = asked_once_more(answers, number, names)
    await request.answer(page, anew=True)
    return True


def _overbid(ask: Ask, reply: Reply) -> Choice | None:
    """Return the choice of a number that `reply` makes and that exceeds `covered`; None for any other reply."""
    if ask.naming is None:
        return None
    for choice in ask.choices:
        amount = choice.option.amount
        if amount is None or amount <= ask.naming.covered:
            continue
        if reply in {PicksReply((choice.number,)), AmountReply(amount)}:
            return choice
    return None


NO_AMOUNT = -1
"""The amount of a text that is no number; no question offers it."""
PICKED = -1
"""The number of an offer that was picked in a list; if none was picked, no offer has it."""


async def play_choice(
    request: Request, table: Table, seat: int, question: str, number: int
) -> None:
    """Play the choice `number`."""
    await _play_reply(request, table, seat, question, PicksReply((number,)))


async def play_confirmed(
    request: Request, table: Table, seat: int, question: str, number: int
) -> None:
    """Play the choice of a number above the player's means, after its confirmation."""
    reply = PicksReply((number,))
    await _play_reply(request, table, seat, question, reply, meant=True)


async def play_offer(
    request: Request, table: Table, seat: int, question: str, number: int = PICKED
) -> None:
    """Play a ready-made answer: the offer `number`, or the one that was picked in a list."""
    if number == PICKED:
        number = next(iter(request.numbers), PICKED)
    await _play_reply(request, table, seat, question, OfferReply(number))


async def play_selection(
    request: Request,
    table: Table,
    seat: int,
    question: str,
    page: int,  # noqa: ARG001 - the page keeps the ids of several selects apart
) -> None:
    """Play the choices picked in a select, together."""
    await play_picks(request, table, seat, question, _picked_numbers(request))


async def play_sequence(
    request: Request, table: Table, seat: int, question: str, picked: str
) -> None:
    """Play the choices `picked`, in that sequence."""
    await play_picks(request, table, seat, question, unpack_numbers(picked))


async def play_number(request: Request, table: Table, seat: int, question: str) -> None:
    """Play the number written into the dialog; raise `NotANumber` with the bounds if it isn't one of the amounts."""
    written = request.dialog_text
    is_number = written.isdecimal() and len(written) <= DIGITS
    amount = int(written) if is_number else NO_AMOUNT
    try:
        await _play_reply(request, table, seat, question, AmountReply(amount))
    except IllegalAction:
        offered = amounts(answers_to(request, table, seat, question).ask)
        if not offered:
            raise UnknownClick from None
        raise NotANumber(low=min(offered), high=max(offered)) from None


@present_question_instead
async def open_number_dialog(
    request: Request, table: Table, seat: int, question: str
) -> None:
    """Open the dialog for a number; raise `UnknownClick` if the question has no amounts."""
    answers = answers_to(request, table, seat, question)
    if not amounts(answers.ask):
        raise UnknownClick
    await request.open_dialog(number_dialog(answers))


@present_question_instead
async def extend_sequence(
    request: Request, table: Table, seat: int, question: str, picked: str = ""
) -> None:
    """Add the option picked in a select to the sequence `picked`, and show the choices that can follow."""
    answers = answers_to(request, table, seat, question)
    numbers = (*unpack_numbers(picked), *_picked_numbers(request))
    if not answers.can_follow(numbers):
        raise Refused("refused-picks")
    await _show_answers(request, table, answers.ask, Progress(picked=numbers))


@present_question_instead
async def turn_page(
    request: Request,
    table: Table,
    seat: int,
    question: str,
    number: int,
    picked: str = "",
) -> None:
    """Turn to another page of choices, and keep those `picked`."""
    ask = answers_to(request, table, seat, question).ask
    progress = Progress(number, unpack_numbers(picked))
    await _show_answers(request, table, ask, progress)


@present_question_instead
async def show_order_topic(
    request: Request, table: Table, seat: int, question: str = ""
) -> None:
    """Show the order for a topic, by its `question` or by the one picked in a list."""
    picked = question or next(iter(request.values), "")
    ask = answers_to(request, table, seat, picked).ask
    await _show_answers(request, table, ask)


@present_question_instead
async def open_lasting_dialog(request: Request, table: Table, seat: int) -> None:
    """Open the dialog with all lasting orders of `seat`."""
    _check_seat(request, table, seat)
    found = _lasting_orders(request, table)
    lines = await _explain_once(request, table, found[0].ask)
    localizer = request.localizer(table)
    await request.open_dialog(
        orders.lasting_dialog(table.id, seat, found, localizer, lines)
    )


@present_question_instead
async def store_lasting_orders(request: Request, table: Table, seat: int) -> None:
    """Store the lasting orders of the dialog, and show the private view with their effects."""
    _check_seat(request, table, seat)
    lasting = _lasting_orders(request, table)
    picked = orders.read_lasting(request.fields, lasting)
    async with request.hold_news(table) as answering:
        played = await request.tables.order_lasting(table.id, request.user, picked)
        await _show_private(request, played, answering)


async def _explain_once(request: Request, table: Table, ask: Ask) -> list[str]:
    """Return what features explain of `ask` in the answer to `request`, and not once more while it is asked."""
    this_answer = replace(ask, question=str(request.interaction.id))
    settings = request.preferences
    return await feature_hooks.explanations(
        settings,
        table,
        request.user,
        request.localizer(table),
        this_answer,
    )


def _lasting_orders(request: Request, table: Table) -> list[orders.Lasting]:
    """Return the lasting orders of the user's seat; where there are none, raise as `check_asked`, or `UnknownClick`."""
    frame = table.answering_frame(request.user)
    found = [each for each in frame.orders if each.lasting]
    if not found:
        check_asked(request, table)
        raise UnknownClick

    return [
        orders.Lasting(each.label, each.does, each.picked, ask)
        for each in found
        if (ask := table.find_ask(request.user, each.question))
    ]


async def _show_answers(
    request: Request, table: Table, ask: Ask, progress: Progress = NOTHING_YET
) -> None:
    """Show the answers of `ask` in the private view: the present question, or an order."""
    asked = table.answering_frame(request.user).mine
    about = None if ask == asked else ask
    await show_own_view(request, table, progress=replace(progress, about=about))


async def play_picks(
    request: Request, table: Table, seat: int, question: str, numbers: tuple[int, ...]
) -> None:
    """Play the choices of `numbers` together, and show the result; raise `Refused` if they don't go together."""
    try:
        await _play_reply(request, table, seat, question, PicksReply(numbers))
    except IllegalAction:
        raise Refused("refused-picks") from None


def _picked_numbers(request: Request) -> tuple[int, ...]:
    """Return the numbers of the choices picked in a select; copies of one choice have the same number."""
    numbers = [value.partition(".")[0] for value in request.values]
    if not all(number.isdecimal() for number in numbers):
        raise UnknownClick

    return tuple(int(number) for number in numbers)


@present_question_instead
async def _play_reply(
    request: Request,
    table: Table,
    seat: int,
    question: str,
    reply: Reply,
    *,
    meant: bool = False,
) -> None:
    """Play `reply` and show the result in the clicked message; confirm first unless it is `meant`."""
    _check_seat(request, table, seat)
    if not meant and await confirm_overbid(request, table, question, reply):
        return

    asked = table.ask(request.user)
    secret = _is_secret(request, table, seat, question)
    async with (
        update_other_view(request, table.id),
        request.hold_news(table) as answering,
    ):
        played = await request.tables.play(table.id, request.user, question, reply)
        if request.is_private or secret:
            unread = None if request.is_private else asked
            await _show_private(request, played, answering, unread)
        else:
            await _show_public(request, played, answering)


def _is_secret(request: Request, table: Table, seat: int, question: str) -> bool:
    """Tell whether the answer is to a private question, and not to one by the rules with the same choices."""
    mine = table.ask(request.user)
    ask = table.find_ask(request.user, question)
    by_rules = seat == EVERYBODY and mine is not None and not mine.ahead
    return ask is not None and (ask.ahead or not ask.open) and not by_rules


async def _show_private(
    request: Request,
    played: MoveResult,
    answering: ClickAnswer,
    unread: Ask | None = None,
) -> None:
    await _show_own(request, played, unread)
    answering.note_question(played.table.question_number(played.seat))


async def _show_own(
    request: Request, played: MoveResult, unread: Ask | None = None
) -> None:
    """Show the private view after a move, with what explains `unread` unless a further question is asked there."""
    localizer = request.localizer(played.table)
    match = played.table.started_match
    # The question that follows says what goes on with a heading; at the end the view itself says who has won.
    asked = played.table.frame(played.seat).mine is not None
    told = (
        localizer.event(each, played.seat)
        for each in played.events
        if not (asked and match.game.is_heading(each) and match.game.is_passing(each))
    )
    lines = [] if match.outcome else [*latest_news([*told])]
    if unread is not None and not asked:
        lines += await _explain_once(request, played.table, unread)
    await show_own_view(request, played.table, lines)


async def _show_public(
    request: Request, played: MoveResult, answering: ClickAnswer
) -> None:
    outgoing = await answering.render_post(played.table)
    if outgoing is None and request.is_paged:
        # Only a changed client answers from a page that asks nothing; the announcer shows the table.
        await _show_own(request, played)
        return
    await request.redraw(outgoing)


def _check_seat(request: Request, table: Table, seat: int) -> None:
    """Raise `NotYours` with the player that has `seat`, unless it is the user's or `EVERYBODY`."""
    if table.seat_of(request.user) != seat and seat != EVERYBODY:
        if seat >= len(table.people.users):
            raise UnknownClick
        raise NotYours(player=table.people.bold_names[seat])


def answers_to(request: Request, table: Table, seat: int, question: str) -> Answers:
    """Return the answers of the user's present question or order `question`; raise `StaleAction` if it is neither."""
    _check_seat(request, table, seat)
    ask = table.find_ask(request.user, question)
    if ask is None:
        check_asked(request, table)
        raise StaleAction
    return Answers(table.id, ask, request.localizer(table))
