"""A bid above one's means asks once more: in a message of its own, that nobody else sees."""

from __future__ import annotations

from bot.faces.doubts import asked_once_more
from bot.interactions.request import Request
from bot.tables.table import Table
from engine.match import Ask, Choice, Named, Picks, Reply


async def doubted(request: Request, table: Table, question: str, reply: Reply) -> bool:
    """Ask once more before a number above one's means, unless the person wants no such question; tell whether it was.

    What was pressed still asks, and shows nothing of it.
    """
    ask = table.asking(request.person.user, question)
    number = None if ask is None else _beyond(ask, reply)
    if ask is None or number is None:
        return False
    if not (await request.services.preferences.habits(request.person.user)).confirms:
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
