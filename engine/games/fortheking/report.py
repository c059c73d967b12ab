"""The result, line by line: who takes which duty and why, the points, the winner and why."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from engine.games.fortheking import names, scoring
from engine.games.fortheking.scoring import Duty, Victory
from engine.games.fortheking.state import State
from engine.scene import Seat, Text, Value, Who, say


def report(state: State) -> tuple[Text, ...]:
    """Return the whole result: its summary, then who takes which duty (F36)."""
    return (*summary(state), *_duties(state, scoring.duties(state)))


def summary(state: State) -> tuple[Text, ...]:
    """Return who has won and why, and everybody's points."""
    taken = scoring.duties(state)
    totals = scoring.points(state, taken)
    won = scoring.victory(state, totals)
    return (_victory(won, totals), *_points(totals, taken, scoring.places(totals, won.seats)))


def _duties(state: State, taken: list[Duty]) -> tuple[Text, ...]:
    held = {duty.office for duty in taken}
    idle = tuple(say("fortheking-score-nobody", office=names.office(key)) for key in state.board if key not in held)
    return (*(_duty(duty) for duty in taken), *idle)


def _duty(duty: Duty) -> Text:
    return say(
        f"fortheking-score-{'second' if duty.second else 'first'}{'-tied' if duty.tied else ''}",
        player=Who(duty.standing.seat),
        office=names.office(duty.office),
        duty=names.duty(duty.office, duty.value),
        total=duty.standing.total,
        letter=duty.standing.letter,
    )


def _points(totals: list[int], taken: list[Duty], places: Sequence[int]) -> tuple[Text, ...]:
    ranked = sorted(range(len(totals)), key=lambda seat: places[seat])
    return tuple(
        say("fortheking-score-points", player=Who(Seat(seat)), points=totals[seat], sum=_sum(taken, seat))
        for seat in ranked
    )


def _sum(taken: list[Duty], seat: int) -> Value:
    """Return what a player's points are the sum of: each duty, with its office."""
    parts = [_part(duty) for duty in taken if duty.standing.seat == seat]
    return reduce(_plus, parts) if parts else "0"


def _part(duty: Duty) -> Text:
    return say(f"fortheking-part{'-second' if duty.second else ''}", office=names.office(duty.office), value=duty.value)


def _plus(before: Text, part: Text) -> Text:
    return say("fortheking-plus", before=before, part=part)


def _victory(won: Victory, totals: list[int]) -> Text:
    total = totals[won.seats[0]]
    if won.reason == "shared":
        return say("fortheking-won-shared", players=tuple(Who(seat) for seat in won.seats), points=total)
    player = Who(won.seats[0])
    if won.reason == "points":
        return say("fortheking-won", player=player, points=total)
    if won.reason == "gold":
        return say("fortheking-won-gold", player=player, points=total, gold=won.best)
    return say(
        f"fortheking-won-{won.reason}",
        player=player,
        points=total,
        office=names.office(won.office),
        best=won.best,
    )
