"""What a match turned on: the closest duty, the dearest card, the lead that changed hands."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.fortheking import cards, names, scoring
from engine.games.fortheking.scoring import Duty
from engine.games.fortheking.state import State
from engine.highlights import PLAIN, Highlight, find_lead
from engine.scene import Value, Who, say

NEAR = 3
"""A duty that was missed by more than this sum wasn't close."""
DEAREST = 20
"""A bid that everybody talks about, in gold."""


def highlights(state: State) -> Iterator[Highlight]:
    """Yield all that is worth telling of a match that is over."""
    yield from _lead(state)
    yield from _closest_duty(state)
    yield from _dearest_card(state)


def _lead(state: State) -> Iterator[Highlight]:
    """Yield since when the first has been ahead, by what the hands would have scored (F40).

    A lead that changed hands is the more striking the later it did.
    """
    lead, auctions = find_lead(state.course), len(state.sales)
    if lead is not None and auctions:
        number = auctions + 1 - len(state.course) + lead.since
        facts: dict[str, Value] = {"player": Who(lead.seat), "number": number, "count": auctions}
        if lead.before is None:
            yield Highlight(PLAIN, say("fortheking-highlight-ahead", **facts))
        else:
            yield Highlight(number / auctions, say("fortheking-highlight-lead", rival=Who(lead.before), **facts))


def _closest_duty(state: State) -> Iterator[Highlight]:
    """Yield the duty that was missed by the least, the dearest of equally close ones (F37)."""
    missed = [found for duty in scoring.duties(state) if (found := _runner_up(state, duty)) is not None]
    close = [(duty, next_best) for duty, next_best in missed if duty.standing.total - next_best.total <= NEAR]
    if close:
        duty, rival = min(close, key=lambda each: (each[0].standing.total - each[1].total, -each[0].value))
        told = say(
            f"fortheking-highlight-{'tied' if duty.tied else 'close'}",
            player=Who(duty.standing.seat),
            rival=Who(rival.seat),
            office=names.office(duty.office),
            duty=names.duty(duty.office, duty.value),
            total=duty.standing.total,
            missed=rival.total,
        )
        margin = duty.standing.total - rival.total
        yield Highlight((1 - margin / (NEAR + 1)) * duty.value / cards.PRIMARY_MAX, told)


def _runner_up(state: State, duty: Duty) -> tuple[Duty, scoring.Standing] | None:
    """Return a duty with the best of those who were beaten to it; None where nobody else held a card of its office."""
    beaten = scoring.standings(state, duty.office)[1 + duty.second :]
    return (duty, beaten[0]) if beaten else None


def _dearest_card(state: State) -> Iterator[Highlight]:
    """Yield the card that was sold for the most gold; bids for gold count cards and don't compare (F27)."""
    sold = [(sale.bid, sale.seat, sale.card) for sale in state.sales if sale.seat is not None]
    lots = [lot for lot in sold if not cards.GOLD[lot[2]]]
    if lots:
        bid, seat, card = max(lots, key=lambda lot: lot[0])
        facts: dict[str, Value] = {"player": Who(seat), "card": names.name(card), "bid": bid}
        yield Highlight(min(bid / DEAREST, 1), say("fortheking-highlight-dear", **facts))
