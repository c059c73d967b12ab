"""The `Telling` of Oriflamme: its words for events, and everything else that faces need."""

from __future__ import annotations

from collections.abc import Mapping

from engine.events import Wording
from engine.games.oriflamme import names
from engine.games.oriflamme.cards import NAMES
from engine.games.oriflamme.final_report import report, summary
from engine.games.oriflamme.questions import option, question
from engine.games.oriflamme.scene import scene
from engine.scene import Seat, Text, Who, say

__all__ = [
    "glossary",
    "hints",
    "option",
    "question",
    "report",
    "scene",
    "summary",
    "wording",
]

Victim = tuple[Seat, str, int, bool, int]
"""An eliminated card: its family, its name, the number of its position, whether it lay face up, and its tokens."""


def _victim(victim: Victim) -> Text:
    family, card, number, revealed, tokens = victim
    player, name = Who(family), names.name(card)
    if revealed:
        return say("oriflamme-victim-shown", player=player, card=name, number=number)
    return say(
        "oriflamme-victim-hidden",
        player=player,
        card=name,
        number=number,
        tokens=tokens,
    )


glossary = names.GLOSSARY
wording: Wording = {
    "player": Who,
    "owner": Who,
    "card": names.name,
    "partner": names.name,
    "victims": lambda victims: tuple(map(_victim, victims)),
}
hints: Mapping[str, str] = {
    **{f"ask-{name}": "act" for name in (*NAMES, "token")},
    **dict.fromkeys(("ask-card", "ask-place", "ask-prince"), "lay"),
    **dict.fromkeys(("ask-reveal", "ask-turn"), "reveal"),
    **dict.fromkeys(("ask-aim", "ask-aim-prince", "ask-tokens"), "order"),
}
