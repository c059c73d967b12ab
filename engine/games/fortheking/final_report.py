"""The end in words: the result, highlights, and everything that was hidden.

Line by line the duties with their holders and reasons, the points, the winner and the reason; the closest duty, the
dearest card, the lead that changed hands; and the piles, for those who ask once C11 has had its time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce

from engine.analysis import Highlight, lead_highlights
from engine.games.fortheking import cards, names, scoring
from engine.games.fortheking.scoring import Duty, Victory
from engine.games.fortheking.state import Player, State
from engine.scene import Panel, Row, Seat, Text, Value, Who, say


def report(state: State) -> tuple[Text, ...]:
    """Return the whole result: its summary, then the holders of the duties (F36)."""
    return (*summary(state), *_duties(state, scoring.awarded_duties(state)))


def summary(state: State) -> tuple[Text, ...]:
    """Return the winners with the reason, and all points."""
    taken = scoring.awarded_duties(state)
    totals = scoring.points(state)
    won = scoring.victory(state, totals)
    points = _points(totals, taken, scoring.places(totals, won.seats))
    return (_victory_text(won, totals), *points)


def _duties(state: State, taken: list[Duty]) -> tuple[Text, ...]:
    held = {duty.office for duty in taken}
    idle = tuple(
        say("fortheking-score-nobody", office=names.office(key))
        for key in state.board
        if key not in held
    )
    return (*map(_duty_text, taken), *idle)


def _duty_text(duty: Duty) -> Text:
    return say(
        f"fortheking-score-{'second' if duty.second else 'first'}{'-tied' if duty.tied else ''}",
        player=Who(duty.standing.seat),
        office=names.office(duty.office),
        duty=names.duty(duty.office, duty.value),
        total=duty.standing.total,
        letter=duty.standing.letter,
    )


def _points(
    totals: list[int], taken: list[Duty], places: Sequence[int]
) -> tuple[Text, ...]:
    ranked = sorted(range(len(totals)), key=lambda seat: places[seat])
    return tuple(
        say(
            "fortheking-score-points",
            player=Who(Seat(seat)),
            points=totals[seat],
            sum=_sum_text(taken, seat),
        )
        for seat in ranked
    )


def _sum_text(taken: list[Duty], seat: int) -> Value:
    """Return the sum that makes a player's points: each duty, with its office."""
    parts = [_part(duty) for duty in taken if duty.standing.seat == seat]
    if not parts:
        return "0"
    return reduce(_plus, parts)


def _part(duty: Duty) -> Text:
    return say(
        f"fortheking-part{'-second' if duty.second else ''}",
        office=names.office(duty.office),
        value=duty.value,
    )


def _plus(before: Text, part: Text) -> Text:
    return say("fortheking-plus", before=before, part=part)


def _victory_text(won: Victory, totals: list[int]) -> Text:
    total = totals[won.seats[0]]
    if won.reason == "shared":
        return say(
            "fortheking-won-shared",
            players=tuple(map(Who, won.seats)),
            points=total,
        )
    player = Who(won.seats[0])

    if won.reason == "points":
        return say("fortheking-won", player=player, points=total)
    if won.reason == "gold":
        return say(
            "fortheking-won-gold",
            player=player,
            points=total,
            gold=won.best,
        )
    return say(
        f"fortheking-won-{won.reason}",
        player=player,
        points=total,
        office=names.office(won.office),
        best=won.best,
    )


NEAR = 3
"""A duty that was missed by more than this sum wasn't close."""
DEAREST = 20
"""A bid that everybody talks about, in gold."""


def highlights(state: State) -> Iterator[Highlight]:
    """Yield the highlights of a match that is over."""
    # By the points that the hands would have scored (F40).
    auctions = len(state.sales)
    if auctions:
        yield from lead_highlights(
            "fortheking-highlight-ahead",
            "fortheking-highlight-lead",
            state.course,
            auctions,
            count=auctions,
        )
    yield from _closest_duty(state)
    yield from _dearest_card(state)


def _closest_duty(state: State) -> Iterator[Highlight]:
    """Yield the duty that was missed by the least, the dearest of equally close ones (F37)."""
    close = [
        (margin, duty, rival)
        for duty in scoring.awarded_duties(state)
        for rival in scoring.office_rankings(state, duty.office)[1 + duty.second :][:1]
        if (margin := duty.standing.total - rival.total) <= NEAR
    ]

    if close:
        margin, duty, rival = min(close, key=lambda each: (each[0], -each[1].value))
        told = say(
            f"fortheking-highlight-{'tied' if duty.tied else 'close'}",
            player=Who(duty.standing.seat),
            rival=Who(rival.seat),
            office=names.office(duty.office),
            duty=names.duty(duty.office, duty.value),
            total=duty.standing.total,
            missed=rival.total,
        )

        closeness = 1 - margin / (NEAR + 1)
        yield Highlight(closeness * duty.value / cards.PRIMARY_MAX, told)


def _dearest_card(state: State) -> Iterator[Highlight]:
    """Yield the card that was sold for the most gold; bids for gold count cards and don't compare (F27)."""
    sold = [
        (sale.bid, sale.seat, sale.card)
        for sale in state.sales
        if sale.seat is not None and not cards.GOLD[sale.card]
    ]

    if sold:
        bid, seat, card = max(sold, key=lambda each: each[0])
        player = Who(seat)
        name = names.name(card)
        told = say(
            "fortheking-highlight-dear",
            player=player,
            card=name,
            bid=bid,
        )
        striking = min(bid / DEAREST, 1)
        yield Highlight(striking, told)


EMPTY = say("fortheking-opened-empty")


def open_piles(state: State) -> tuple[Row | Panel, ...]:
    """Return the piles that were hidden from all, the next card first, and each player's face-down cards."""
    panels = (
        Panel(Seat(seat), rows=tuple(_own(player)))
        for seat, player in enumerate(state.players)
    )
    deck = _opened_row("deck", reversed(state.deck))
    return (deck, _opened_row("box", state.box), *panels)


def _own(player: Player) -> Iterator[Row]:
    yield _opened_row("favored", player.favored)
    yield _opened_row("discarded", player.discarded)
    yield _opened_row("lost", player.lost)


def _opened_row(key: str, pile: Iterable[str]) -> Row:
    return Row(
        say(f"fortheking-opened-{key}"),
        tuple(names.CARDS[card] for card in pile),
        EMPTY,
    )
