"""What standing orders mean for a table: who is asked together, what nobody pressed, and seats that change hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeAlias

from bot.storage.records import Sitter
from engine.game import AnyGame
from engine.match import Match, Move
from engine.scene import Seat

if TYPE_CHECKING:
    from bot.tables.table import Entry

AnyMatch: TypeAlias = Match[Any, Any]

JOINT = -2
"""The number of a question that was put to several seats at once after no move; after each other one, one less."""


def number_of(match: AnyMatch, seat: Seat) -> int:
    """Return what tells a seat's question from its others: the number of the move that brought it up.

    A joint question has a number below -1: what the rules ask once it was answered, it may have brought up after the
    same move. Who hasn't answered it when the rules ask the same seat has that question still, and was called for it.
    Who has answered it, and is asked once more when a card is uncovered, has another one.
    """
    put = {} if match.orders is None or match.posed is None else dict(match.orders.put)
    return joint_after(put[seat]) if seat in put else match.asked[seat]


def asked_by_rules(match: AnyMatch, seat: Seat) -> bool:
    """Tell whether the rules ask a seat: a joint question is for people, and is answered first."""
    return seat in match.deciding and seat in match.legal and not match.shut


def answered(match: AnyMatch, seat: Seat) -> tuple[AnyMatch, tuple[Move[Any], ...]]:
    """Return a match in which the person of a seat, who has just answered, is asked with the others again."""
    if match.orders is None or seat not in match.orders.stood_in:
        return match, ()
    return match.stand_in(seat, present=False)


def move_of(number: int) -> int:
    """Return after which move the question of a number was put."""
    return JOINT - number if number <= JOINT else number


def later(number: int) -> tuple[int, bool]:
    """Return what sorts the numbers of questions by when they were put."""
    return move_of(number), number >= 0


def joint_after(move: int) -> int:
    """Return the number of the joint question that was put after a move."""
    return JOINT - move


def by_hand(entries: Sequence[Entry], game: AnyGame) -> Iterator[Entry]:
    """Yield the moves that people made themselves, and rivals; what orders have played together has one time."""
    run: tuple[Seat, float | None] | None = None
    for entry in entries:
        if any(game.by_order(told.event) for told in entry.told):
            run = (entry.seat, entry.at)
        elif run != (entry.seat, entry.at):
            run = None
            yield entry


def by_hand_last_first(entries: Sequence[Entry], game: AnyGame) -> Iterator[Entry]:
    """Yield what `by_hand` does, the last move first: who looks for a recent one needn't look at all."""
    for _, run in groupby(reversed(entries), key=lambda entry: (entry.seat, entry.at)):
        yield from reversed([*by_hand([*run][::-1], game)])


def alike(before: AnyMatch, after: AnyMatch) -> bool:
    """Tell whether nobody but the owner of an order can see that it was given."""
    return before.frame(None) == after.frame(None)


def begun(match: AnyMatch, sitters: Sequence[Sitter]) -> AnyMatch:
    """Return a match that begins, in which rivals answer for their seats without orders."""
    for seat, sitter in enumerate(sitters):
        match, _ = match.stand_in(Seat(seat), present=sitter.level is not None)
    return match


def taken(match: AnyMatch, seat: Seat, before: Sitter, sitter: Sitter) -> tuple[AnyMatch, tuple[Move[Any], ...]]:
    """Return a match after a seat was taken, and what orders answer then; another person's end."""
    moves: tuple[Move[Any], ...] = ()
    if sitter.user != before.user or not sitter.user:
        match, moves = match.newcomer(seat)
    match, more = match.stand_in(seat, present=sitter.level is not None)
    return match, (*moves, *more)
