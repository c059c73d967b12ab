"""The games that Herald knows: one line per game."""

from engine.game import AnyGame, Games
from engine.games.fortheking import FOR_THE_KING
from engine.games.oriflamme import ORIFLAMME

KNOWN: tuple[AnyGame, ...] = (
    FOR_THE_KING,
    ORIFLAMME,
)

GAMES: Games = {game.key: game for game in KNOWN}
