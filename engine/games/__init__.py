"""The games that Herald knows: one line per game."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.game import AnyGame
from engine.games.fortheking import ForTheKing
from engine.games.oriflamme import Oriflamme

GAMES: Mapping[str, AnyGame] = MappingProxyType({game.key: game for game in (ForTheKing(), Oriflamme())})
