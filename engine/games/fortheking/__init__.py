"""For the King (and Me): place cards, bid with what you kept, and hold the best duties of the court."""

from engine.game import Game
from engine.games.fortheking import rules, telling
from engine.games.fortheking.actions import Action
from engine.games.fortheking.state import State

__all__ = ["FOR_THE_KING"]

FOR_THE_KING: Game[State, Action] = Game(
    key="fortheking",
    version=1,
    seats=range(2, 6),
    state_type=State,
    action_type=Action,
    rules=rules,
    telling=telling,
)
"""For the King (and Me), for two to five players (F1)."""
