"""Matches that were played by hand, played once more by orders that lead to the same actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from engine import standing_orders
from engine.match import Match
from engine.orders import Orders, Pick, Topic
from engine.rng import Rng
from engine.scene import Seat
from tests.contract.walks import AnyMatch, AnyMove, seats_of, seed
from tests.engine.games.scenarios import pick

Step: TypeAlias = tuple[AnyMatch, AnyMove]
"""A position, and the move that was made there by hand."""

Script: TypeAlias = Callable[[AnyMatch, Seat, Topic, Sequence[Step]], tuple[Pick, ...] | None]
"""Says what a seat orders about a topic so that the moves to come are made; None where it orders nothing."""

TRIES = 3
"""How many orders are tried ahead of each step."""


def by_orders(hand: Sequence[Step], number: int, script: Script) -> tuple[AnyMatch, list[AnyMove], int]:
    """Play a match once more, whoever is asked in random order; return its end, its moves, how many were ordered."""
    start = hand[0][0]
    match = Match.start(start.game, start.seats, start.seed, orders=True)
    played: list[AnyMove] = []
    for count in range(10 * len(hand) + 10):
        if not match.deciding:
            ordered = [move for move in played if any(match.game.is_by_order(one.event) for one in move.told_events)]
            return match, played, len(ordered)
        rng = Rng(seed(number), count)
        match = _lasting(match, hand[match.seq :], script)
        seat = rng.choice(match.deciding)
        for ahead in [Seat(rng.below(match.seats)) for _ in range(TRIES)]:
            if offered := [topic for topic in match.topics(ahead) if not topic.lasting]:
                match, moves = _ordered(match, ahead, rng.choice(offered), hand, script)
                match = _lasting(match, hand[match.seq :], script)
                played += moves
        if seat in match.deciding:
            match, moves = _step(match, seat, hand, script)
            played += moves
    raise AssertionError("the orders lead nowhere")


def _lasting(match: AnyMatch, hand: Sequence[Step], script: Script) -> AnyMatch:
    """Let everybody bring the lasting orders up to date, which answer nothing at once."""
    for seat in seats_of(match):
        for topic in match.topics(seat):
            picks = script(match, seat, topic, hand) if topic.lasting else None
            if picks is not None:
                match, moves = match.give_order(seat, topic.name, picks)
                assert not moves
    return match


def _ordered(
    match: AnyMatch, seat: Seat, topic: Topic, hand: Sequence[Step], script: Script
) -> tuple[AnyMatch, Sequence[AnyMove]]:
    picks = script(match, seat, topic, hand[match.seq :])
    return (match, ()) if picks is None else match.give_order(seat, topic.name, picks)


def _step(match: AnyMatch, seat: Seat, hand: Sequence[Step], script: Script) -> tuple[AnyMatch, Sequence[AnyMove]]:
    """Let one seat that is asked answer: with an order where it must, else by the next move that was made."""
    if seat in match.legal and not match.is_shut:
        assert hand[match.seq][1].seat == seat
        return match.play(seat, [hand[match.seq][1].action])
    after, moves = _ordered(match, seat, match.unanswered_topics(seat)[0], hand, script)
    assert after is not match, "who is asked together with others orders something"
    return after, moves


def check_the_same_story(hand: Sequence[Step], match: AnyMatch, moves: Sequence[AnyMove]) -> None:
    """Expect the same actions, the same end, and for everybody the same events but what owners are told of orders."""
    by_hand = [move for _, move in hand]
    assert [move[:3] for move in moves] == [move[:3] for move in by_hand]
    last, _ = hand[-1][0].play(by_hand[-1].seat, [by_hand[-1].action])
    assert match.state == last.state
    for one, ordered in zip(by_hand, moves, strict=True):
        noted = [each for each in ordered.told_events if match.game.is_by_order(each.event)]
        assert [each for each in ordered.told_events if each not in noted] == list(one.told_events)
        assert {each.to for each in noted} <= {ordered.seat}


def taking_orders(match: AnyMatch) -> AnyMatch:
    """Return a match that was laid out for a scenario, with people who can give orders."""
    given = standing_orders.drop_fallen_orders(match.game, match.state, match.seq, Orders.none(match.seats))
    return replace(match, orders=given)


def ordered(match: AnyMatch, *orders: tuple[Seat, str, Pick | tuple[Pick, ...]]) -> AnyMatch:
    """Return a match after some orders, each of a seat about a topic: one pick, or several."""
    for seat, topic, picks in orders:
        match, _ = match.give_order(seat, topic, picks if isinstance(picks, tuple) else (picks,))
    return match


def follow(match: AnyMatch, steps: str, players: Sequence[str]) -> tuple[AnyMatch, list[AnyMove]]:
    """Return a match after some steps, with all moves that came of them; `players` are the names of the seats.

    "P1: limit = 3" is an order about a topic, "P1: bid 2" an action by hand.
    """
    played: list[AnyMove] = []
    for step in filter(None, steps.split(", ")):
        name, _, said = step.partition(": ")
        topic, is_order, picks = said.partition(" = ")
        seat = Seat(players.index(name))
        if is_order:
            given = tuple(int(each) if each.isdigit() else each for each in picks.split())
            match, moves = match.give_order(seat, topic, given)
        else:
            match, moves = match.play(seat, [pick(match.legal[seat], said)])
        played += moves
    return match, played


def answered(match: AnyMatch) -> list[Seat]:
    """Return who is shown to have answered what several are asked."""
    shown = match.frame(None).joint
    assert shown is not None
    return list(shown.answered)
