"""What the gallery shows: matches as they come about in a club, and the worst that a picture has to bear."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.faces.names import People
from bot.faces.picture.requests import PictureRequest, cards_picture, hand_picture, table_picture
from bot.faces.words import Speaker
from bot.tables.table import AnyMatch
from bot.texts.fluent import language
from engine.games import GAMES
from engine.games.fortheking import cards
from engine.games.fortheking.actions import Bid
from engine.match import Match
from engine.rng import Rng
from engine.scene import Seat, Viewer, say
from tests.bot.faces.gallery import TORTURE
from tests.engine.games.fortheking import table as fortheking
from tests.engine.games.oriflamme import table as oriflamme

FRIENDS = ("Ann", "Bo", "Cyprian", "Dana", "Olena Kovalenko")
WIDE = ("W" * 32, "Ж" * 32, "Anna-Katharina von der Wolkenburg", "李小龍的朋友們都在這裡玩桌遊", "مريم وأصدقاؤها")
HIGH_STACKS = (
    "K:felon_1",
    "R:queen^ / R:prince_2 / R:trap_1 / R:felon_0 / R:plot_3",
    "B:twin^",
    "B:cutthroat^ / B:queen^ / B:apothecary_0 / B:schemer^ / B:bribery_12",
    "G:queen^[Y]",
    "G:prince^ / G:felon^ / G:trap_0 / G:plot_0 / G:schemer_4",
    "Y:apothecary^",
    "K:schemer^ / K:queen_0",
    "R:cutthroat^[K]",
    "Y:impersonation_2",
    "B:felon^",
    "K:prince_1",
)


@dataclass(frozen=True)
class Situation:
    """A picture of the gallery: its name, and the order that draws it."""

    name: str
    order: PictureRequest


def speaker(match: AnyMatch, names: Sequence[str], locale: str) -> Speaker:
    """Return who speaks at a table where people of these names sit."""
    people = People(tuple(range(match.seats)), tuple(names[: match.seats]))
    return Speaker(language(locale), people)


def title(match: AnyMatch, locale: str) -> str:
    """Return the title of the table that the gallery is about."""
    return language(locale).text("table-title", game=say(f"{match.game.key}-name"), table="7")


def seen(
    name: str, match: AnyMatch, viewer: Viewer = None, names: Sequence[str] = FRIENDS, locales: Sequence[str] = ("en",)
) -> Iterator[Situation]:
    """Yield the table, or the hand of whoever looks, in these languages."""
    for locale in locales:
        make = table_picture if viewer is None else hand_picture
        order = make(match.frame(viewer), title(match, locale), speaker(match, names, locale))
        if order is not None:
            yield Situation(f"{match.game.key}-{name}-{locale}", order)


def far(game: str, seats: int, moves: int, number: int = 0) -> AnyMatch:
    """Return a random match after that many moves, or at its end."""
    step = fortheking.step if game == "fortheking" else oriflamme.step
    match: AnyMatch = Match.start(GAMES[game], seats, bytes([number]) * 32)
    rng = Rng(bytes([number]), 0)
    for _ in range(moves):
        if match.outcome is not None:
            break
        match, _ = step(match, rng)
    return match


def resolving(match: AnyMatch) -> AnyMatch:
    """Return a match of Oriflamme, played on until a face-down card is somebody's decision."""
    rng = Rng(b"on", 0)
    while match.state.phase != "resolution":
        match, _ = oriflamme.step(match, rng)
    return match


ALL = ("en", "uk")
WHOLE = 10_000


def _auction(seats: int, size: int, *favor: str, board: Sequence[int] = ()) -> fortheking.Table:
    """Return a table where everybody holds that many cards, and these are turned up in this order."""
    deck = [card for card in cards.pool(seats) if card not in favor and not card.startswith("king")]
    Rng(b"gallery", 0).shuffle(deck)
    hands = [deck[seat * size : (seat + 1) * size] for seat in range(seats)]
    return fortheking.auction_table(hands, favor, board=board)


def _fortheking() -> Iterator[Situation]:
    yield from seen("share-3", far("fortheking", 3, 7, 1), locales=ALL)
    yield from seen("share-5-wide", far("fortheking", 5, 29), names=WIDE, locales=ALL)
    auction = _auction(4, 9, "king-shift1", "gold-3", "diplomacy-I")
    auction.do(Seat(0), Bid(2))
    auction.do(Seat(1), fortheking.PASS)
    yield from seen("auction-4", auction.match, locales=ALL)
    yield from seen("auction-2", far("fortheking", 2, 90, 3))
    yield from seen("auction-5-torture", far("fortheking", 5, 190, 2), names=TORTURE)
    yield from seen("hand", auction.match, Seat(2), locales=ALL)
    full = _auction(5, 18, "king-plus1", board=(6, 5, 4, 2, 1, 3))
    yield from seen("hand-full", full.match, Seat(4), names=WIDE, locales=ALL)
    yield from seen("scores-2", far("fortheking", 2, WHOLE, 5))
    yield from seen("scores-4", far("fortheking", 4, WHOLE, 6), locales=ALL)
    yield from seen("scores-5-wide", far("fortheking", 5, WHOLE, 7), names=WIDE, locales=ALL)


def _oriflamme() -> Iterator[Situation]:
    yield from seen("placement-3", far("oriflamme", 3, 1), locales=ALL)
    middle = resolving(far("oriflamme", 4, 60, 4))
    yield from seen("resolution-4", middle, locales=ALL)
    yield from seen("hand", middle, Seat(1), locales=ALL)
    given = oriflamme.Given(seats=5, round=5, has={Seat(seat): 3 + 7 * seat for seat in range(5)})
    stacks = oriflamme.resolving(*HIGH_STACKS, at=2, given=given)
    yield from seen("stacks-5-wide", stacks.match, names=WIDE, locales=ALL)
    yield from seen("stacks-5-torture", stacks.match, names=TORTURE)
    yield from seen("hand-full", stacks.match, Seat(4), names=WIDE, locales=ALL)
    yield from seen("scores-3", far("oriflamme", 3, WHOLE, 8), locales=ALL)
    yield from seen("scores-5-wide", far("oriflamme", 5, WHOLE, 9), names=WIDE, locales=ALL)


def _kinds() -> Iterator[Situation]:
    for game in GAMES.values():
        for row in game.telling.glossary:
            key = row.title.key.removeprefix(f"{game.key}-glossary-")
            yield from (Situation(f"{game.key}-{key}-{locale}", cards_picture(row, language(locale))) for locale in ALL)


def situations() -> list[Situation]:
    """Return everything that the gallery shows."""
    return [*_fortheking(), *_oriflamme(), *_kinds()]
