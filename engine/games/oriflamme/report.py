"""The result, line by line: who won, and by what, and how each player earned and lost."""

from __future__ import annotations

from engine.games.oriflamme import scoring
from engine.games.oriflamme.scoring import Standing, Victory
from engine.games.oriflamme.state import State
from engine.scene import Seat, Text, Value, Who, say

SOURCES = (
    *("start", "tokens", "prince", "twin", "queen", "schemer", "plot", "trap", "stolen"),
    *("cutthroat", "apothecary", "impersonation", "queens"),
)
LOSSES = ("felon", "robbed")


def summary(state: State) -> tuple[Text, ...]:
    """Return who has won and by what, and how everybody earned and lost, best first."""
    ranks = scoring.standings(state)
    places = scoring.places(ranks)
    ordered = sorted(range(state.seats), key=lambda seat: places[seat])
    lines = tuple(_earned(state, Seat(seat), ranks[seat]) for seat in ordered)
    return (_victory(scoring.victory(ranks), ranks), *lines)


def report(state: State) -> tuple[Text, ...]:
    """Return the whole result: there is no more to it than its summary."""
    return summary(state)


def _earned(state: State, seat: Seat, standing: Standing) -> Text:
    ledger = state.players[seat].ledger
    earned = tuple(_entry(source, ledger[source]) for source in SOURCES if ledger.get(source))
    lost = tuple(_entry(source, -ledger[source]) for source in LOSSES if ledger.get(source))
    facts: dict[str, Value] = {"player": Who(seat), "points": standing.influence, "earned": earned}
    return say("oriflamme-score-lost", lost=lost, **facts) if lost else say("oriflamme-score", **facts)


def _entry(source: str, points: int) -> Text:
    return say(f"oriflamme-from-{source}", points=points)


def _victory(won: Victory, ranks: list[Standing]) -> Text:
    best = ranks[won.seats[0]]
    if won.reason == "shared":
        players = tuple(Who(seat) for seat in won.seats)
        return say("oriflamme-won-shared", players=players, points=best.influence, cards=best.tops)
    key = "oriflamme-won-tops" if won.reason == "tops" else "oriflamme-won"
    return say(key, player=Who(won.seats[0]), points=best.influence, cards=best.tops)
