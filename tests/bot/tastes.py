"""What those who play whole games, and those who watch them, know of each game."""

from __future__ import annotations

from collections.abc import Mapping

from tests.bot.server import words

LIKED: Mapping[str, float] = {words("fortheking-option-pass"): 0.5}
"""What a button says that people press at once where they see it, and how likely that is: it keeps games short."""

TOLD: Mapping[str, tuple[str, ...]] = {
    "fortheking": ("pays", "can't pay"),
    "oriflamme": ("face down", "reveals", "eliminates"),
}
"""What is told in public during any whole game."""

OWN: Mapping[str, str] = {
    "fortheking": words("fortheking-row-personal"),
    "oriflamme": words("oriflamme-row-own-aside"),
}
"""The title of cards that only their owner ever sees."""
