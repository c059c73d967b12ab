"""Standing orders (pre-moves) at a table: prompts, moves that orders played, and seats that change hands.

`QuestionNumber` tells a question that a seat is asked from the seat's others, in clocks, pings and DMs. `new_pings`
says which seats are pinged for theirs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from bot.storage.records import Sitter, TableRecord
from engine.asking import Choice
from engine.match import AnyMatch, AnyPlayed, Ask, Move, PicksReply
from engine.scene import Seat
from engine.tutorial import LESSON

JOINT = -2
"""The number of a joint question (put to several seats at once) after no move; after each other move one less."""
SeatQuestion = tuple[int, int]
"""A seat and the number of its question (`QuestionNumber`): an open one, or one that it was pinged for."""


class QuestionNumber(int):
    """Number of a question, by the move that brought it up; it is stored in databases.

    A joint question has a number of `JOINT` or below: the question that the rules ask once it was answered may have
    come up after the same move.
    """

    @classmethod
    def joint_after(cls, move: int) -> QuestionNumber:
        """Return the joint question that was put after `move`."""
        return cls(JOINT - move)

    @property
    def is_joint(self) -> bool:
        """Tell whether the question was put to several seats at once."""
        return self <= JOINT

    @property
    def move(self) -> int:
        """Return the move after which the question was put."""
        return JOINT - self if self.is_joint else int(self)

    @property
    def sort_key(self) -> tuple[int, bool]:
        """Return the sort key of the question: the `move`, and joint questions first."""
        return self.move, not self.is_joint


def question_number(match: AnyMatch, seat: Seat) -> QuestionNumber:
    """Return the number of the question that `seat` is asked.

    A seat that hasn't answered a joint question when the rules ask it still has that question, and was pinged for it.
    One that has answered, and is asked once more when a card is uncovered, has another one.
    """
    orders = match.orders if match.open_joint is not None else None
    put = dict(orders.put) if orders is not None else {}
    if seat in put:
        return QuestionNumber.joint_after(put[seat])
    return QuestionNumber(match.asked[seat])


def question_shown(
    before: AnyMatch, after: AnyMatch, seat: Seat
) -> SeatQuestion | None:
    """Return the question that `seat` was shown as its answer closed a joint question; None if it closed none.

    It needs no ping. Where an order answered nothing a missing ping would tell everybody that it was given.
    """
    if not before.is_last_awaited(seat) or seat not in after.deciding:
        return None
    number = question_number(after, seat)
    return None if number == question_number(before, seat) else (seat, number)


def choices_of(match: AnyMatch, ask: Ask, actions: Iterable[Any]) -> list[Choice]:
    """Return the choices of the question `ask` that stand for `actions`, all of which it offers."""
    legal = match.legal[ask.seat]
    return [ask.choices[legal.index(action)] for action in actions]


def is_asked_by_rules(match: AnyMatch, seat: Seat) -> bool:
    """Tell whether the rules ask `seat`: a joint question is for people, and is answered first."""
    return seat in match.deciding and seat in match.legal and not match.is_shut


def end_stand_in(match: AnyMatch, seat: Seat) -> AnyPlayed:
    """Return `match` with `seat` asked together with others again, as its person has just answered; and the moves."""
    if match.orders is None or seat not in match.orders.stood_in:
        return match, ()
    return match.stand_in(seat, present=False)


def is_hidden(
    before: AnyMatch | None, after: AnyMatch | None, moves: Sequence[Move[Any]]
) -> bool:
    """Tell whether only its owner can see the change of a match: an order that was given, and has played no move."""
    if before is None or after is None or moves:
        return False
    return before.frame(None) == after.frame(None)


def stand_in_for_rivals(match: AnyMatch, sitters: Sequence[Sitter]) -> AnyMatch:
    """Return `match` at its beginning with rivals stood in for: they answer for their seats without orders."""
    for seat, sitter in enumerate(sitters):
        match, _ = match.stand_in(Seat(seat), present=sitter.level is not None)
    return match


def play_pending(
    record: TableRecord, match: AnyMatch, moves: Sequence[Move[Any]]
) -> AnyPlayed:
    """Return `match`, which `moves` have led to, after what orders or the game by itself answer, and all moves.

    A lesson leaves all questions to its person, to explain them.
    """
    if record.deal == LESSON:
        return match, tuple(moves)
    return match.play_orders(moves)


def change_sitter(
    match: AnyMatch, seat: Seat, before: Sitter, sitter: Sitter
) -> AnyPlayed:
    """Return `match` after `sitter` took `seat`, and the moves that orders play then; those of `before` end."""
    moves: tuple[Move[Any], ...] = ()
    if sitter.user != before.user or not sitter.user:
        match, moves = match.seat_newcomer(seat)
    match, more = match.stand_in(seat, present=sitter.level is not None)
    return match, (*moves, *more)


def with_lasting_orders(
    match: AnyMatch,
    seat: Seat,
    picked: Sequence[tuple[int, ...]],
    *,
    settled: bool = False,
) -> AnyPlayed:
    """Return `match` with the lasting orders of `seat` as `picked`, and the moves played then; else raise a refusal.

    `picked` has the numbers that each of them picks, in their order; orders that stand already are not given again.
    What they came to in the open question stays if that is `settled`, as when the time for it is up.
    """
    played: tuple[Move[Any], ...] = ()

    for place, numbers in enumerate(picked):
        # A move that one order has played may have ended the match, or named the next question anew.
        lasting = [each for each in match.frame(seat).orders if each.lasting]
        if place < len(lasting) and numbers != lasting[place].picked:
            question = lasting[place].question
            before = match if settled else match.drop_presumed_orders(seat)
            match, moves = before.answer(seat, question, PicksReply(numbers))
            played += moves

    return match, played


def new_pings(
    asked: Mapping[Seat, int],
    called: Collection[SeatQuestion],
    movers: Mapping[int, Seat | None],
    *,
    joint_open: bool = False,
) -> tuple[Seat, ...]:
    """Return the seats to ping now.

    `asked` are the open questions, each by its number; `called` are those that were pinged for, or that their seat was
    shown as it closed a joint question; `movers` has the seat of each move since the last announcement. A ping is per
    seat and question: a seat that decides at the same time as others isn't pinged again for their answers. A question
    that the seat's own move brought up goes on with the same turn, even if others have moved meanwhile: it needs no
    ping. A question that another seat's move brought up, or the beginning, needs one; so does one that is older than
    the last announcement and wasn't pinged for then, as after a rest. What the rules ask after a joint question was
    brought up by the last answer to it, which is no move: it needs a ping, unless others have still to answer
    (`joint_open`), so that the answer was the seat's own.
    """
    due: list[Seat] = []
    for seat, number in asked.items():
        is_own = movers.get(QuestionNumber(number).move) == seat
        if (seat, QuestionNumber.joint_after(number)) in called:
            is_own = joint_open
        if not is_own and (seat, number) not in called:
            due.append(seat)
    return tuple(due)
