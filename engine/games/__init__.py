"""The games that Herald knows: one line per game."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.game import AnyGame
from engine.games.fortheking import FOR_THE_KING
from engine.games.oriflamme import ORIFLAMME

KNOWN: tuple[AnyGame, ...] = (
    FOR_THE_KING,
    ORIFLAMME,
)

GAMES: Mapping[str, AnyGame] = MappingProxyType({game.key: game for game in KNOWN})
