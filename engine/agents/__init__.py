"""Agents, which play a seat without a person: the same three levels for every game.

A squire is legal, sane and quick. A knight goes by the game's own judgement. A champion plays imagined worlds out with
that judgement, and compares. All get a view and a stream of random numbers, and nothing else of a match: their choice
depends on their seat's knowledge, and on these draws.
"""

from collections.abc import Mapping

from engine.agents.agent import Agent
from engine.agents.champion import Champion
from engine.agents.knight import Knight
from engine.agents.squire import Squire

LEVELS: Mapping[str, Agent] = {
    "squire": Squire(),
    "knight": Knight(),
    "champion": Champion(),
}
"""The levels by name, the weakest first."""
