"""What standing orders mean for a table: who is asked together, what nobody pressed, and seats that change hands.

Prompts: what tells a question that is put to a seat from the seat's others, in clocks, calls and DMs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from bot.storage.records import Sitter
from engine.match import Match, Move, Picks
from engine.scene import Seat

AnyMatch: TypeAlias = Match[Any, Any]

JOINT = -2
"""The number of a question that was put to several seats at once after no move; after each other one, one less."""


class Prompt(int):
    """A question, numbered by the move that brought it up, and so kept in databases.

    A joint question has a number below -1: what the rules ask once it was answered, it may have brought up after the
    same move.
    """

    @classmethod
    def joint_after(cls, move: int) -> Prompt:
        """Return the joint question that was put after a move."""
        return cls(JOINT - move)

    @property
    def joint(self) -> bool:
        """Tell whether the question was put to several seats at once."""
        return self <= JOINT

    @property
    def move(self) -> int:
        """Return after which move the question was put."""
        return JOINT - self if self.joint else int(self)

    @property
    def order(self) -> tuple[int, bool]:
        """Return what sorts questions by when they were put."""
        return self.move, not self.joint


def prompt_of(match: AnyMatch, seat: Seat) -> Prompt:
    """Return the question that a seat is asked.

    Who hasn't answered a joint one when the rules ask the same seat has that question still, and was called for it.
    Who has answered it, and is asked once more when a card is uncovered, has another one.
    """
    put = {} if match.orders is None or match.posed is None else dict(match.orders.put)
    return Prompt.joint_after(put[seat]) if seat in put else Prompt(match.asked[seat])


def asked_by_rules(match: AnyMatch, seat: Seat) -> bool:
    """Tell whether the rules ask a seat: a joint question is for people, and is answered first."""
    return seat in match.deciding and seat in match.legal and not match.shut


def answered(match: AnyMatch, seat: Seat) -> tuple[AnyMatch, tuple[Move[Any], ...]]:
    """Return a match in which the person of a seat, who has just answered, is asked with the others again."""
    if match.orders is None or seat not in match.orders.stood_in:
        return match, ()
    return match.stand_in(seat, present=False)


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


def with_lasting(
    match: AnyMatch, seat: Seat, picked: Sequence[tuple[int, ...]]
) -> tuple[AnyMatch, tuple[Move[Any], ...]]:
    """Return a match in which a seat's lasting orders are those, and what is played then; raise a refusal instead.

    `picked` has for each, in their order, the numbers of what it picks; what stands already is not given again.
    """
    played: tuple[Move[Any], ...] = ()
    for place, numbers in enumerate(picked):
        # What one order let be played may have ended the match, or named the next question anew.
        lasting = [each for each in match.frame(seat).orders if each.lasting]
        if place < len(lasting) and numbers != lasting[place].picked:
            match, moves = match.answer(seat, lasting[place].question, Picks(numbers))
            played += moves
    return match, played
