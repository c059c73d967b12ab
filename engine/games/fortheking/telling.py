"""The `Telling` of For the King: its words for events, and everything else that faces need."""

from __future__ import annotations

from collections.abc import Mapping

from engine.events import Wording
from engine.games.fortheking import names
from engine.games.fortheking.final_report import report, summary
from engine.games.fortheking.questions import STEP_WORDS, option, question
from engine.games.fortheking.scene import scene
from engine.scene import Who

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


glossary = names.GLOSSARY
wording: Wording = {
    "player": Who,
    "neighbour": Who,
    "players": lambda seats: tuple(map(Who, seats)),
    "card": names.name,
    "cards": lambda cards: tuple(map(names.name, cards)),
    "office": names.office,
}
hints: Mapping[str, str] = {
    "ask-place": "draw",
    **dict.fromkeys(("ask-take", "ask-pick"), "middle"),
    **{
        f"ask-king-{step}{which}": "king"
        for step in STEP_WORDS.values()
        for which in ("", "-first", "-other")
    },
    **dict.fromkeys(
        (
            "ask-bid",
            "ask-bid-first",
            "ask-bid-cards",
            "ask-bid-cards-first",
            "ask-limit",
            "ask-limit-cards",
        ),
        "auction",
    ),
    "ask-pay": "payment",
    "ask-discard": "discard",
    **dict.fromkeys(
        ("ask-discards", "ask-never", "ask-gold", "ask-cards", "ask-paying"),
        "order",
    ),
}
