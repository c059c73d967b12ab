"""Standing orders, held against every game that takes them, and against toys that break the contract."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from engine import standing_orders
from engine.events import Event
from engine.game import AnyGame
from engine.games import GAMES
from engine.match import Match
from engine.orders import OrderAnswer
from engine.scene import Seat
from tests.contract import broken_orders, lasting, orders
from tests.contract.checks import check_every_question_has_a_hint
from tests.contract.orders import ordered_walk
from tests.contract.tables import by_turns, every_table
from tests.contract.walks import AnyMatch, seed
from tests.engine.errand import ERRAND, ErrandOrdering, ErrandTelling

POSITIONS = 12, pytest.param(40, marks=(pytest.mark.slow, pytest.mark.soak))
ORDERED = [game for game in (ERRAND, *GAMES.values()) if game.ordering is not None]
TABLES = every_table(ORDERED)
Check = Callable[[AnyMatch], None]


@pytest.mark.parametrize("positions", POSITIONS)
@pytest.mark.parametrize(
    ("check", "game", "seats"), by_turns([*orders.CHECKS, lasting.check_a_take_back_costs_nobody_an_order], ORDERED)
)
def test_orders(check: Check, positions: int, game: AnyGame, seats: int) -> None:
    """Each check of a position says what it proves; here it meets the positions of whole random matches."""
    hold(check, orders.every(ordered_walk(game, seats, 1)[0], positions))


@pytest.mark.parametrize(("game", "seats"), every_table(ORDERED[1:]))
def test_every_order_is_explained(game: AnyGame, seats: int) -> None:
    """Beside the questions of the rules, which are explained in every match."""
    hold(check_every_question_has_a_hint, orders.every(ordered_walk(game, seats, 1)[0], 40))


@pytest.mark.parametrize(
    ("part", "check"),
    [
        (broken_orders.TattlingOrdering, orders.check_an_order_shows_nobody_what_it_is),
        (broken_orders.ImmortalOrdering, orders.check_orders_end),
        (broken_orders.RecklessOrdering, orders.check_orders_answer_legally),
        (broken_orders.EmptyOrdering, orders.check_orders_answer_legally),
        (broken_orders.ObligingOrdering, orders.check_what_nobody_ordered_is_answered_whatever_the_hand),
        (broken_orders.PeekingOrdering, orders.check_what_can_be_ordered_goes_by_what_the_seat_knows),
        (broken_orders.BiasedOrdering, orders.check_what_can_be_ordered_goes_by_what_the_seat_knows),
        (broken_orders.MumblingTelling, orders.check_orders_have_words),
    ],
    ids=lambda value: value.__name__,
)
def test_a_broken_order_is_caught(part: type[ErrandOrdering | ErrandTelling], check: Check) -> None:
    """A check that a broken toy passes proves nothing."""
    positions = [match for number in range(8) for match in walked(broken_orders.broken(part), number)]
    with pytest.raises(AssertionError):
        hold(check, positions)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_lasting_order_shows_nowhere(game: AnyGame, seats: int) -> None:
    """Design, Secrets: neither that there is one nor which, before its seat has answered or the question is closed."""
    hidden = lasting.check_a_lasting_order_shows_nowhere(game, seats)
    begun = Match.start(game, seats, seed(1), orders=True)
    assert hidden or not any(topic.lasting for topic in orders.topics(begun, Seat(0)))


@pytest.mark.parametrize("game", [ERRAND, GAMES["fortheking"]], ids=lambda game: game.key)
def test_a_lasting_order_that_is_shown_is_caught(monkeypatch: pytest.MonkeyPatch, game: AnyGame) -> None:
    """What lasting orders come to counted as an answer once, which told everybody that there is one."""
    monkeypatch.setattr(standing_orders, "mark_presumed", lambda order: order)
    with pytest.raises(AssertionError, match="shows by who is asked"):
        lasting.check_a_lasting_order_shows_nowhere(game, game.seats[0])


@pytest.mark.parametrize(("game", "number"), [("fortheking", 5), ("oriflamme", 1)])
def test_a_take_back_that_ends_orders_is_caught(monkeypatch: pytest.MonkeyPatch, game: str, number: int) -> None:
    """A past that knows nothing of orders gives the state back, and the others are asked by hand."""
    monkeypatch.setattr(standing_orders, "restore_ended", lambda _game, _state, found, _to: found)
    with pytest.raises(AssertionError, match="ends with its take-back"):
        hold(lasting.check_a_take_back_costs_nobody_an_order, ordered_walk(GAMES[game], 3, number)[0])


def hold(check: Check, positions: Iterable[AnyMatch]) -> None:
    """Hold a check against each of some positions."""
    for match in positions:
        check(match)


def walked(game: AnyGame, number: int) -> list[AnyMatch]:
    """Return the positions of the sound toy's walk, each with what the orders come to in a broken one."""
    return [
        replace(
            match,
            game=game,
            orders=standing_orders.drop_fallen_orders(game, match.state, match.seq, before.orders or match.orders),
        )
        for before, match in pairwise(ordered_walk(ERRAND, 3, number)[0])
        if match.orders is not None
    ]


def test_an_order_that_leaks_by_an_event_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an owner is told of an order must reach nobody else."""

    def loud(_seat: Seat, carried: OrderAnswer[object], events: Sequence[Event]) -> tuple[Event, ...]:
        return (*events, Event(f"ordered-{carried.told}", carried.facts))

    monkeypatch.setattr(standing_orders, "note_order", loud)
    positions = [match for number in range(8) for match in ordered_walk(ERRAND, 3, number)[0]]
    with pytest.raises(AssertionError, match="had ordered"):
        hold(orders.check_an_ordered_move_is_told_as_if_made_by_hand, positions)
