"""The score: the holders of the duties, the points, and the winners (F37-F42, C11)."""

from __future__ import annotations

from typing import Literal

from engine.analysis import rank
from engine.frozen import frozen
from engine.games.fortheking import cards
from engine.games.fortheking.state import State
from engine.scene import Seat

Reason = Literal["points", "gold", "count", "letter", "shared"]


@frozen
class OfficeRanking:
    """The cards of one player in one office: the sum, the earliest letter and the number of cards."""

    seat: Seat
    total: int
    letter: str
    count: int


@frozen
class Duty:
    """A duty tile that was taken; `tied` if the letter decided against the next player's equal sum."""

    office: str
    value: int
    standing: OfficeRanking
    second: bool = False
    tied: bool = False


@frozen
class Victory:
    """The winners and the step of F41 that decided; `office` and `best` name the deciding office and value."""

    seats: tuple[Seat, ...]
    reason: Reason
    office: str = ""
    best: int | str = 0


def office_ranking(state: State, seat: Seat, office: str) -> OfficeRanking | None:
    """Return the standing of `seat` in an `office`, None without a card of it (F38)."""
    faces = [
        face
        for card in state.players[seat].hand
        if (face := cards.FACES[card]).office == office
    ]
    if not faces:
        return None

    total = sum(face.value for face in faces)
    letter = min(face.letter for face in faces)
    return OfficeRanking(seat, total, letter, len(faces))


def office_rankings(state: State, office: str) -> list[OfficeRanking]:
    """Return the standings in an `office`, best first: the highest sum, then the earliest letter (F37)."""
    seats = map(Seat, range(state.seats))
    every = (office_ranking(state, seat, office) for seat in seats)
    held = filter(None, every)
    return sorted(held, key=lambda one: (-one.total, one.letter))


def awarded_duties(state: State) -> list[Duty]:
    """Return every duty that is taken, office by office, primary before secondary (F37-F39)."""
    taken: list[Duty] = []

    for office, primary in state.board.items():
        ranked = office_rankings(state, office)
        values = (primary, cards.secondary_duty(primary, state.seats))
        for place, (value, one) in enumerate(zip(values, ranked, strict=False)):
            if value:
                behind = ranked[place + 1 :]
                tied = any(other.total == one.total for other in behind)
                taken.append(Duty(office, value, one, second=place > 0, tied=tied))

    return taken


def points(state: State) -> list[int]:
    """Return each seat's victory points, by the duties that are taken (F40)."""
    totals = [0] * state.seats
    for duty in awarded_duties(state):
        totals[duty.standing.seat] += duty.value
    return totals


def victory(state: State, totals: list[int]) -> Victory:
    """Return the winners: by points, gold, then office by office by number of cards and earliest letter (F41, F42)."""
    scores = {Seat(seat): total for seat, total in enumerate(totals)}
    leaders = _best(scores)
    if len(leaders) == 1:
        return Victory(leaders, "points")

    gold = {seat: state.players[seat].gold for seat in leaders}
    leaders = _best(gold)
    if len(leaders) == 1:
        return Victory(leaders, "gold", best=gold[leaders[0]])

    return _by_offices(state, leaders)


def _by_offices(state: State, leaders: tuple[Seat, ...]) -> Victory:
    for office in state.board:
        held = [one for seat in leaders if (one := office_ranking(state, seat, office))]
        if not held:
            continue

        scores = {one.seat: one.count for one in held}
        leaders = _best(scores)
        held = [one for one in held if one.seat in leaders]
        if len(held) == 1:
            return Victory(leaders, "count", office, held[0].count)

        first = min(held, key=lambda one: one.letter)
        return Victory((first.seat,), "letter", office, first.letter)

    return Victory(leaders, "shared")


def _best(scores: dict[Seat, int]) -> tuple[Seat, ...]:
    most = max(scores.values())
    return tuple(seat for seat, score in scores.items() if score == most)


def places(totals: list[int], winners: tuple[Seat, ...]) -> tuple[int, ...]:
    """Return each seat's place; F41 decides the first only, lower places with equal points are shared (C11)."""
    return rank([(total, seat in winners) for seat, total in enumerate(totals)])
