"""The end in words: the winners and the reason, each player's gains and losses, and highlights.

Highlights are a lead that changed hands, the margin, the largest gain, the largest loss.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.analysis import PLAIN, Highlight, find_lead
from engine.games.oriflamme import cards, scoring
from engine.games.oriflamme.scoring import Score, Victory
from engine.games.oriflamme.state import State
from engine.scene import Seat, Text, Value, Who, say

SOURCES = (
    *(
        "start",
        "tokens",
        "prince",
        "twin",
        "queen",
        "schemer",
        "plot",
        "trap",
        "stolen",
    ),
    *("cutthroat", "apothecary", "impersonation", "queens"),
)
LOSSES = ("felon", "robbed")


def summary(state: State) -> tuple[Text, ...]:
    """Return the winners with the reason, and each player's gains and losses, best first."""
    scored = scoring.scores(state)
    places = scoring.places(scored)
    ordered = sorted(range(state.seats), key=lambda seat: places[seat])
    lines = tuple(_score_text(state, Seat(seat), scored[seat]) for seat in ordered)
    return (_victory_text(scoring.victory(scored), scored), *lines)


def report(state: State) -> tuple[Text, ...]:
    """Return the whole result: there is no more to it than its summary."""
    return summary(state)


def _score_text(state: State, seat: Seat, score: Score) -> Text:
    ledger = state.players[seat].ledger
    earned = tuple(
        _ledger_text(source, ledger[source]) for source in SOURCES if ledger.get(source)
    )
    lost = tuple(
        _ledger_text(source, -ledger[source]) for source in LOSSES if ledger.get(source)
    )
    facts: dict[str, Value] = {
        "player": Who(seat),
        "points": score.influence,
        "earned": earned,
    }
    return (
        say("oriflamme-score-lost", lost=lost, **facts)
        if lost
        else say("oriflamme-score", **facts)
    )


def _ledger_text(source: str, points: int) -> Text:
    return say(f"oriflamme-from-{source}", points=points)


def _victory_text(won: Victory, scored: list[Score]) -> Text:
    best = scored[won.seats[0]]
    if won.reason == "shared":
        players = tuple(Who(seat) for seat in won.seats)
        return say(
            "oriflamme-won-shared",
            players=players,
            points=best.influence,
            cards=best.tops,
        )
    key = "oriflamme-won-tops" if won.reason == "tops" else "oriflamme-won"
    return say(key, player=Who(won.seats[0]), points=best.influence, cards=best.tops)


NEAR = 2
"""A victory by more Influence than this wasn't close."""
MUCH = 10
"""Influence from one source, or lost to one, that everybody talks about."""


def highlights(state: State) -> Iterator[Highlight]:
    """Yield the highlights of a match that is over."""
    yield from _lead(state)
    yield from _margin(state)
    # The Influence that all began with is no gain.
    sources = [source for source in SOURCES if source != "start"]
    yield from _largest(state, sources, "earned")
    yield from _largest(state, LOSSES, "lost")


def _lead(state: State) -> Iterator[Highlight]:
    """Yield the round since which the first has been ahead; a late change of the lead is the more striking."""
    lead = find_lead(state.course)
    if lead is not None:
        number = cards.ROUNDS + 1 - len(state.course) + lead.since
        facts: dict[str, Value] = {"player": Who(lead.seat), "number": number}
        if lead.before is None:
            yield Highlight(PLAIN, say("oriflamme-highlight-ahead", **facts))
        else:
            yield Highlight(
                number / cards.ROUNDS,
                say("oriflamme-highlight-lead", rival=Who(lead.before), **facts),
            )


def _margin(state: State) -> Iterator[Highlight]:
    """Yield the margin between the first and the second, where it was small and Influence decided (R58)."""
    scored = scoring.scores(state)
    first, second = sorted(
        range(state.seats), key=lambda seat: scoring.places(scored)[seat]
    )[:2]
    margin = scored[first].influence - scored[second].influence

    if 0 < margin <= NEAR:
        facts: dict[str, Value] = {
            "player": Who(Seat(first)),
            "rival": Who(Seat(second)),
            "margin": margin,
        }
        yield Highlight(
            1 - margin / (NEAR + 1), say("oriflamme-highlight-margin", **facts)
        )


def _largest(state: State, sources: Sequence[str], what: str) -> Iterator[Highlight]:
    """Yield the largest gain or loss from one of `sources`, by the text of `what`."""
    entries = [
        (abs(points), Seat(seat), source)
        for seat, player in enumerate(state.players)
        for source in sources
        if (points := player.ledger.get(source, 0))
    ]

    if entries:
        points, seat, source = max(entries, key=lambda entry: entry[0])
        entry = say(f"oriflamme-from-{source}", points=points)
        yield Highlight(
            min(points / MUCH, 1),
            say(f"oriflamme-highlight-{what}", player=Who(seat), entry=entry),
        )
