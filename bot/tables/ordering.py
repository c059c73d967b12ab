"""What standing orders mean for a table: who is asked together, what nobody pressed, and seats that change hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.storage.records import Sitter
from bot.tables.prompts import AnyMatch
from engine.match import Move
from engine.scene import Seat


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
