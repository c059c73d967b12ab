"""Matches of the toy as tests need them, and what has to be refused of them."""

from __future__ import annotations

import pytest

from engine.errors import Refused
from engine.game import A, S
from engine.match import Match, Reply
from engine.scene import Seat
from tests.engine.toy import TOY, Drop, Lay, Name, ToyAction, ToyState

SEED = bytes(range(32))
ToyMatch = Match[ToyState, ToyAction]


def started(seats: int = 2) -> ToyMatch:
    """Return a toy match before its first move."""
    return Match.start(TOY, seats, SEED)


def after(match: ToyMatch, seat: int, *actions: ToyAction) -> ToyMatch:
    """Return the match after a seat has played."""
    return match.play(Seat(seat), actions)[0]


def laid(match: ToyMatch, *seats: int) -> ToyMatch:
    """Return the match after these seats have laid their lowest cards."""
    for seat in seats:
        match = after(match, seat, Lay(match.state.hands[seat][0]))
    return match


def dropping(seats: int = 2) -> tuple[ToyMatch, Seat]:
    """Return a match whose winner must drop two cards, and the winner."""
    match = laid(started(seats), *range(seats))
    return match, match.state.winner


def ended() -> ToyMatch:
    """Return a match that is over."""
    match, winner = dropping()
    match = after(match, winner, *(Drop(card) for card in match.state.hands[winner][:2]))
    return after(match, winner, Name(2))


def answered(match: Match[S, A], seat: int, reply: Reply) -> Match[S, A]:
    """Return the match after a seat has answered the question that stands."""
    return match.answer(Seat(seat), match.question_id(Seat(seat)), reply)[0]


def refuses_answer(match: ToyMatch, seat: int, question: str, reply: Reply, kind: type[Refused]) -> None:
    """Check that an answer is turned down as expected; tests/contract checks that the match is what it was."""
    with pytest.raises(kind) as refusal:
        match.answer(Seat(seat), question, reply)
    assert refusal.type is kind
