"""`python -m bench.waits`: how often a table waits for people in whole games, by hand and by orders, and for how long.

A wait is a stretch in which nothing goes on until people act. One question to several is one wait; what the same
person is asked next, with nobody else in between, is the same wait; cards paid for gold and Kings count. By orders,
everybody gives every order there is as soon as somebody asks them something. Days are counted with people who look in
twice a day, each at hours of their own, and do then whatever they are asked. How people play: `bench/habits.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import mean

from bench import habits
from bench.habits import AnyMatch, Given
from bench.records import Record, compared, parser, tell
from engine.game import AnyGame
from engine.games import GAMES
from engine.match import Match
from engine.rng import SEED_BYTES, Rng
from engine.scene import Seat

FEW, MANY = 20, 200
"""How many games are played of each kind."""
GOALS: Mapping[tuple[str, int], int] = {
    ("fortheking", 2): 48,
    ("fortheking", 3): 50,
    ("fortheking", 4): 55,
    ("fortheking", 5): 64,
    ("oriflamme", 3): 28,
    ("oriflamme", 4): 37,
    ("oriflamme", 5): 46,
}
"""How often a table may wait at most in one game where everybody uses orders."""
DAYS: Mapping[tuple[str, int], int] = {("fortheking", 4): 21}
"""How many days a game may take at most."""
DAY = 24 * 60
VISITS = ((7 * 60, 12 * 60), (17 * 60, 23 * 60))
"""Between which minutes of the day each of a person's visits lies."""


def begun(game: AnyGame, seats: int, number: int, *, orders: bool) -> AnyMatch:
    """Return a match of that number."""
    return Match.start(game, seats, number.to_bytes(SEED_BYTES, "big"), orders=orders)


def acted(match: AnyMatch, seat: Seat, given: Given) -> AnyMatch:
    """Let somebody who is asked answer everything that they are asked, and order what there is to order then."""
    while seat in match.deciding:
        match = habits.ahead(match, seat, given)
        if seat in match.legal and not match.is_shut:
            match, _ = Match.play_orders(*habits.by_hand(match, seat))
            match = habits.ahead(match, seat, given)
    return match


def waits(game: AnyGame, seats: int, number: int, *, orders: bool) -> int:
    """Return how often a table waits in one game."""
    match, given = begun(game, seats, number, orders=orders), Given()
    count, before, rng = (
        0,
        frozenset[Seat](),
        Rng(number.to_bytes(SEED_BYTES, "big"), 2),
    )
    while match.deciding:
        asked = frozenset(match.deciding)
        count += asked != before or len(asked) > 1
        # Those who are asked together look in as it happens, not in the order of the seats.
        for seat in rng.shuffled(sorted(asked)):
            match = acted(match, seat, given)
        before = asked
    return count


def decisions(game: AnyGame, seats: int, number: int, *, orders: bool) -> float:
    """Return how many questions each seat answers in one game, those about orders that all are asked included."""
    match, count = begun(game, seats, number, orders=orders), 0
    while match.deciding:
        match, count = answered(match, match.deciding[0]), count + 1
    return count / seats


def answered(match: AnyMatch, seat: Seat) -> AnyMatch:
    """Let somebody answer the one question that they are asked."""
    if (
        match.open_joint is None
        or match.orders is None
        or (seat in match.legal and not match.is_shut)
    ):
        return Match.play_orders(*habits.by_hand(match, seat))[0]
    topic = match.unanswered_topics(seat)[0]
    return match.give_order(seat, topic.name, habits.wanted(match, seat, topic))[0]


def days(game: AnyGame, seats: int, number: int, *, orders: bool) -> float:
    """Return how many days one game takes."""
    match, given = begun(game, seats, number, orders=orders), Given()
    for minute, seat in visits(seats, number):
        match = acted(match, seat, given)
        if not match.deciding:
            return minute / DAY
    raise AssertionError("people come back every day")


def visits(seats: int, number: int) -> Iterator[tuple[int, Seat]]:
    """Yield who looks in when, in minutes from the first midnight, day after day."""
    rng = Rng(number.to_bytes(SEED_BYTES, "big"), 1)
    hours = sorted(
        (begin + rng.below(end - begin), Seat(seat))
        for seat in range(seats)
        for begin, end in VISITS
    )
    day = 0
    while True:
        yield from ((day * DAY + minute, seat) for minute, seat in hours)
        day += 1


def measured(game: AnyGame, seats: int, count: int) -> Iterator[Record]:
    """Yield what some games have shown."""
    name, numbers = f"{game.key}, {seats} seats", range(count)
    hand = mean(waits(game, seats, number, orders=False) for number in numbers)
    yield Record(f"{name}: waits, by hand", hand, "waits")
    ordered = mean(waits(game, seats, number, orders=True) for number in numbers)
    most = GOALS.get((game.key, seats))
    yield compared(
        f"{name}: waits, by orders",
        ordered,
        "waits",
        hand,
        None if most is None else f"at most {most}",
    )
    told = mean(decisions(game, seats, number, orders=True) for number in numbers)
    yield Record(f"{name}: decisions of each, by orders", told, "decisions")
    slow = mean(days(game, seats, number, orders=False) for number in numbers)
    yield Record(f"{name}: days, by hand", slow, "days")
    fast, most = (
        mean(days(game, seats, number, orders=True) for number in numbers),
        DAYS.get((game.key, seats)),
    )
    yield compared(
        f"{name}: days, by orders",
        fast,
        "days",
        slow,
        None if most is None else f"at most {most}",
    )


def main() -> None:
    """Print a table of all games and numbers of seats."""
    asked = parser(__doc__ or "")
    asked.add_argument(
        "--full",
        action="store_true",
        help=f"play {MANY} games of each kind instead of {FEW}",
    )
    arguments = asked.parse_args()
    count = MANY if arguments.full else FEW
    tables = [
        (game, seats)
        for game in GAMES.values()
        if game.ordering is not None
        for seats in game.seats
    ]
    tell(
        [record for game, seats in tables for record in measured(game, seats, count)],
        arguments.json,
    )


if __name__ == "__main__":
    main()
