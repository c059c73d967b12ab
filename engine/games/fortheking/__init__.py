"""For the King (and Me): place cards, bid with what you kept, and hold the best duties of the court."""

from typing import Any

from engine.analysis import Calibration
from engine.game import Game
from engine.games.fortheking import (
    judgement,
    names,
    order_rules,
    order_texts,
    rollout,
    rules,
    scoring,
    share_influence,
    telling,
)
from engine.games.fortheking.actions import Action
from engine.games.fortheking.final_report import highlights, open_piles
from engine.games.fortheking.state import State
from engine.scene import Seat
from engine.tutorial import Tutorial


def _without_proofs(state: dict[str, Any]) -> dict[str, Any]:
    """Migration from rules 1, without the proofs of unpaid bids: they can't be known any more."""
    return {
        **state,
        "players": [{**player, "proofs": []} for player in state["players"]],
    }


def _without_course(state: dict[str, Any]) -> dict[str, Any]:
    """Migration from rules 2, without the course of the points: the past of `state` can't be known any more."""
    return {**state, "course": []}


PRIMER_SALES = 3
"""The auctions of the primer: after these a learner has seen how each kind of them goes."""

FOR_THE_KING: Game[State, Action] = Game(
    key="fortheking",
    version=3,
    seats=range(2, 6),
    state_type=State,
    action_type=Action,
    rules=rules,
    telling=telling,
    minutes={2: 15, 3: 20, 4: 25, 5: 30},
    waits={2: (63, 41), 3: (102, 43), 4: (142, 46), 5: (206, 58)},
    decisions=50,
    best_with=4,
    headings=frozenset({"adviser", "phase-auction", "up", "over"}),
    passing=frozenset(
        {
            "adviser",
            "keep",
            "middle",
            "favor",
            "only-zone",
            "only-card",
            "king",
            "only-office",
            "up",
            "win",
            "win-gold",
        }
    ),
    hints=telling.hints,
    migrations={1: _without_proofs, 2: _without_course},
    opened=open_piles,
    box=names.BOX,
    judgement=judgement,
    rollout=rollout,
    highlights=highlights,
    chapters=frozenset({"adviser", "up"}),
    opening=share_influence.tell_turn,
    ordering=order_rules,
    order_telling=order_texts,
    orders_begin=State.has_begun_auctions,
    primer=Tutorial(
        number=20,
        seats=3,
        seat=Seat(2),
        skipped=55,
        over=lambda state: len(state.sales) >= PRIMER_SALES,
    ),
    points=scoring.points,
    foresight=Calibration(0.937, -0.193, -0.155, -1.112),
)
"""For the King (and Me), for two to five players (F1)."""
