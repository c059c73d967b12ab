"""What tests know of For the King (and Me)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.games.fortheking import cards
from engine.games.fortheking.actions import Bid, Place
from engine.rng import Rng
from engine.scene import Seat
from tests.bot.faces.gallery import TORTURE
from tests.contract.censuses import Census
from tests.contract.walks import AnyMatch
from tests.engine.games.fortheking.possible import check as possible
from tests.engine.games.fortheking.scenarios import PASS, Table, auction_table, census, played, share_table, step
from tests.engine.ordered import ordered, taking_orders
from tests.gallery.situations import ALL, COMPANY, WHOLE, WIDE, Situation, decided, far, seen
from tests.games import GameData, Hues
from tests.golden.recipes import Recipe

KEY = "fortheking"
TWELVE = ("Wilhelmina M", "Maximilianus", "Jakub", "Владислава Щ")
"""Names of twelve letters, which are never cut."""

OFFICES = tuple(f"fortheking-office-{office.key}" for office in cards.OFFICES)


def _whole_box(count: Counter[str], _seats: int) -> None:
    """A1.7: the 108 cards of the box, 54 government, 39 gold and 15 Kings."""
    kinds = Counter[str]()
    for card, copies in count.items():
        kinds[cards.FACES[card].kind] += copies
    assert kinds == {"government": 54, "gold": 39, "king": 15}
    assert all(count[card] == 13 for card in ("gold-1", "gold-2", "gold-3"))


RECIPES = (
    Recipe(
        "2p_shared",
        2,
        "a shared victory with bare hands (F42): unpaid bids emptied the hands, and the last cards went unsold (F25)",
        ("won-shared .*points=0", "told-empty-hands", "told-default", "told-unsold"),
    ),
    Recipe("2p_gold", 2, "a victory by the gold in hand after equal points (F41)", ("won-gold",)),
    Recipe(
        "3p_points",
        3,
        "a victory by points alone (F40), with Kings, bids that weren't paid (F30) and cards that nobody took (F22)",
        ("won", "told-king", "told-default", "told-anew", "told-unsold", "told-paid-gold", "told-win-gold"),
    ),
    Recipe(
        "3p_diplomacy_cards",
        3,
        "a victory by the number of Diplomacy cards after equal points and equal gold (F41)",
        ("won-count .*office-diplomacy",),
    ),
    Recipe(
        "4p_letter",
        4,
        "a victory by the earliest letter after equal points, equal gold and equally many cards (F41)",
        ("won-letter",),
    ),
    Recipe(
        "5p_tied_duty",
        5,
        "six offices (F3), a duty that goes by the earliest letter (F37), and Provisions taken",
        ("won", "score-first-tied", "score-first .*office-provisions"),
    ),
)


def _played(seats: int, moves: int, number: int = 0) -> AnyMatch:
    return far(KEY, seats, moves, number, step)


def _auction(seats: int, size: int, *favor: str, board: Sequence[int] = ()) -> Table:
    """Return a table where everybody holds that many cards, and these are turned up in this order."""
    deck = [card for card in cards.pool(seats) if card not in favor and not card.startswith("king")]
    Rng(b"gallery", 0).shuffle(deck)
    hands = [deck[seat * size : (seat + 1) * size] for seat in range(seats)]
    return auction_table(hands, favor, board=board)


def _crowded() -> Table:
    """Return an auction with every column there is: who began has passed, one has no cards, one couldn't pay."""
    rich = "gold-3 gold-3 gold-2 gold-2"
    shown = played(f"{rich} | {rich} | | livestock-A livestock-B", "diplomacy-F gold-1")
    shown.state.players[0].discarded = ["gold-1", "livestock-C"]
    shown.state.players[1].discarded = ["gold-2"]
    shown.auction((Seat(0), 1), (Seat(1), 2), (Seat(3), 9), (Seat(0), 0), (Seat(1), 0))
    shown.auction((Seat(0), 4), (Seat(1), 5))
    return shown


def _limits() -> AnyMatch:
    """Return an auction before which all are asked how far to go, and two have answered."""
    asked = taking_orders(_auction(4, 9, "military-A", "gold-3").match)
    return ordered(asked, (Seat(1), "limit", 3), (Seat(2), "limit", 0))


def _situations() -> Iterator[Situation]:
    yield from seen("share-3", _played(3, 7, 1), locales=ALL)
    yield from seen("share-5-wide", _played(5, 29), names=WIDE, locales=ALL)
    auction = _auction(4, 9, "king-shift1", "gold-3", "diplomacy-I")
    auction.do(Seat(0), Bid(2))
    auction.do(Seat(1), PASS)
    yield from seen("auction-4", auction.match, locales=ALL)
    yield from seen("together-4", _limits(), names=COMPANY, locales=ALL)
    yield from seen("auction-2", _played(2, 90, 3))
    yield from seen("auction-5-torture", _played(5, 190, 2), names=TORTURE)
    yield from seen("names-4", _crowded().match, names=TWELVE, locales=ALL)
    yield from seen("hand", auction.match, Seat(2), locales=ALL)
    drawn = played(" | | ", "gold-3 military-A king-plus1 livestock-B")
    yield from seen("hand-drawn", drawn.match, Seat(0), locales=ALL)
    yield from decided("place", drawn.match, Seat(0))
    crowned = share_table(5, ["king-choice1", "gold-1", "gold-2"], hands=[["gold-2", "military-A"], [], [], [], []])
    crowned.do(Seat(0), Place("keep"))
    yield from decided("king", crowned.match, Seat(0))
    yield from decided("limit", _limits(), Seat(0))
    full = _auction(5, 18, "king-plus1", board=(6, 5, 4, 2, 1, 3))
    yield from seen("hand-full", full.match, Seat(4), names=WIDE, locales=ALL)
    yield from decided("bid-full", full.match, Seat(0), WIDE)
    yield from seen("scores-2", _played(2, WHOLE, 5))
    yield from seen("scores-4", _played(4, WHOLE, 6), locales=ALL)
    yield from seen("scores-5-wide", _played(5, WHOLE, 7), names=WIDE, locales=ALL)


DATA = GameData(
    census=Census(census, _whole_box, possible),
    recipes=RECIPES,
    told=("pays",),
    own="fortheking-row-personal",
    liked={"fortheking-option-pass": 0.5},
    hues={
        "offices": Hues(17.0, OFFICES),
        "court": Hues(11.0, (*OFFICES, "fortheking-gold", "fortheking-king")),
    },
    situations=_situations,
)
