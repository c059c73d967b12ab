"""What tests know of Oriflamme: Ablaze."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.games.oriflamme import cards
from engine.rng import Rng
from engine.scene import Seat
from tests.bot.faces.gallery import TORTURE
from tests.contract.censuses import Census
from tests.contract.walks import AnyMatch
from tests.engine.games.oriflamme.possible import check as possible
from tests.engine.games.oriflamme.scenarios import B, R, census, resolving, step
from tests.engine.ordered import ordered, taking_orders
from tests.gallery.situations import ALL, COMPANY, WHOLE, WIDE, Situation, decided, far, seen
from tests.games import GameData, Hues
from tests.golden.recipes import Recipe

KEY = "oriflamme"
HIGH_STACKS = (
    "K:felon_1, >R:queen^ / R:prince_2 / R:trap_1 / R:felon_0 / R:plot_3, B:twin^, "
    "B:cutthroat^ / B:queen^ / B:apothecary_0 / B:schemer^ / B:bribery_12, G:queen^[Y], "
    "G:prince^ / G:felon^ / G:trap_0 / G:plot_0 / G:schemer_4, Y:apothecary^, K:schemer^ / K:queen_0, "
    "R:cutthroat^[K], Y:impersonation_2, B:felon^, K:prince_1"
)

ONE_STACK = (
    "R:prince^, B:queen_0, G:felon^, Y:trap_2, "
    ">R:twin^ / R:queen^ / R:apothecary_0 / R:schemer^ / R:plot_0 / R:cutthroat_0 / R:bribery_4, B:schemer^, "
    "G:queen_1, Y:impersonation_0, G:apothecary^[Y]"
)

LONG_QUEUE = (
    "Y:felon_3, G:trap_2 / G:queen_2, R:bribery_3, Y:plot_2, Y:trap_1, Y:queen_4, K:trap_0 / K:felon_3, "
    "Y:schemer_4, G:felon_2, R:trap_0 / R:plot_2, B:felon_2, >R:impersonation_4, G:plot_3, Y:prince_3, K:plot_1, "
    "B:queen^, R:cutthroat_0, B:prince^ / B:schemer_5, K:bribery_5, B:cutthroat^[R], G:schemer^, K:queen_3, "
    "R:felon^, B:apothecary^, G:bribery_2, K:prince^"
)


def _own_cards(count: Counter[tuple[Seat, str]], seats: int) -> None:
    """B1.2: the 11 cards of each colour in play, one of each."""
    assert count == {(seat, name): 1 for seat in range(seats) for name in cards.NAMES}


RECIPES = (
    Recipe(
        "3p_influence",
        3,
        "a victory by Influence (R58) after Prince and Twin (R22-R24b), Queen, Felon and Schemer have acted",
        (
            "won",
            "told-twin-on",
            "told-gain .*card-prince",
            "told-gain .*card-twin",
            "told-gain .*card-queen",
            "told-gain .*card-schemer",
            "told-schemer-out",
            "told-felon",
            "told-partner",
        ),
    ),
    Recipe(
        "3p_shared",
        3,
        "a shared victory (R60), after Influence and uncovered cards were level",
        ("won-shared",),
    ),
    Recipe(
        "4p_tops",
        4,
        "a victory by uncovered cards after equal Influence (R59), and a forced move",
        ("won-tops", "told-forced", "told-idle"),
    ),
    Recipe(
        "4p_eliminated",
        4,
        "eliminations by the Cutthroat, two at once (R25), by the Apothecary (R29) and by Impersonation, Queens (R34)",
        (
            "told-eliminate .*card-cutthroat.* points=2",
            "told-eliminate .*card-cutthroat.* points=0",
            "told-eliminate .*card-apothecary",
            "told-eliminate .*card-impersonation",
            "told-queens",
        ),
    ),
    Recipe(
        "5p_intrigues",
        5,
        "intrigues at work: Impersonation (R36), Plot (R43), Trap (R47, R48) and Bribery (R52, R55)",
        (
            "told-replaced-pile",
            "told-replaced-aside",
            "told-plot-first",
            "told-plot-again",
            "told-plot-gain",
            "told-disarm",
            "told-trap",
            "told-bribe",
            "told-token-back",
        ),
    ),
)


def _played(seats: int, moves: int, number: int = 0) -> AnyMatch:
    return far(KEY, seats, moves, number, step)


def _resolving(match: AnyMatch) -> AnyMatch:
    """Return a match played on until a face-down card is somebody's decision."""
    rng = Rng(b"on", 0)
    while match.state.phase != "resolution":
        match, _ = step(match, rng)
    return match


def _reveals() -> AnyMatch:
    """Return a queue whose owners are asked together which of their cards to reveal; one has answered."""
    queue = "R:felon_1, B:queen_0, G:queen^, Y:trap_2, G:plot_0, R:prince^"
    laid = resolving(queue, "seats: 4")
    return ordered(taking_orders(laid.match), (B, "turn 1-queen", "leave"))


def _longest() -> AnyMatch:
    """Return the last round of five who have left nearly every card face down: 26 places, four of them on another."""
    return resolving(LONG_QUEUE, "seats: 5, round: 6, R has: 4, B has: 5, G has: 6, Y has: 7, K has: 8").match


def _situations() -> Iterator[Situation]:
    yield from seen("placement-3", _played(3, 1), locales=ALL)
    middle = _resolving(_played(4, 60, 4))
    yield from seen("resolution-4", middle, locales=ALL)
    yield from seen("hand", middle, Seat(1), locales=ALL)
    yield from seen("together-4", _reveals(), names=COMPANY, locales=ALL)
    stacks = resolving(HIGH_STACKS, "seats: 5, round: 5, R has: 3, B has: 10, G has: 17, Y has: 24, K has: 31")
    tall = resolving(ONE_STACK, "seats: 4, round: 4, R has: 0, B has: 2, G has: 4, Y has: 6, B pile: twin felon")
    yield from seen("stacks-5-wide", stacks.match, names=WIDE, locales=ALL)
    yield from seen("stack-of-seven-4", tall.match, locales=ALL)
    yield from seen("stacks-5-torture", stacks.match, names=TORTURE)
    yield from seen("hand-full", stacks.match, Seat(4), names=WIDE, locales=ALL)
    yield from decided("queue", _reveals(), R)
    laying = _played(4, 45, 4)
    yield from decided("laying", laying, laying.deciding[0])
    yield from decided("stacks-wide", stacks.match, stacks.match.deciding[0], WIDE)
    yield from decided("longest", _longest(), R)
    yield from seen("scores-3", _played(3, WHOLE, 8), locales=ALL)
    yield from seen("scores-5-wide", _played(5, WHOLE, 9), names=WIDE, locales=ALL)


DATA = GameData(
    census=Census(census, _own_cards, possible),
    recipes=RECIPES,
    told=("face down", "reveals", "eliminates"),
    own="oriflamme-row-own-aside",
    hues={"families": Hues(17.0, tuple(f"oriflamme-family-{colour}" for colour in cards.COLOURS))},
    situations=_situations,
)
