"""The end in words: the winners and the reason, each player's gains and losses, and highlights.

Highlights are a lead that changed hands, the margin, the largest gain, the largest loss.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.analysis import Highlight, lead_highlights, rank
from engine.games.oriflamme import cards, scoring
from engine.games.oriflamme.scoring import Score
from engine.games.oriflamme.state import State
from engine.scene import Seat, Text, Value, Who, say

SOURCES = (
    "start",
    "tokens",
    "prince",
    "twin",
    "queen",
    "schemer",
    "plot",
    "trap",
    "stolen",
    "cutthroat",
    "apothecary",
    "impersonation",
    "queens",
)
LOSSES = ("felon", "robbed")


def summary(state: State) -> tuple[Text, ...]:
    """Return the winners with the reason, and each player's gains and losses, best first."""
    scored = scoring.scores(state)
    places = rank(scored)
    ordered = sorted(range(state.seats), key=places.__getitem__)
    lines = tuple(_score_text(state, Seat(seat)) for seat in ordered)
    return (_victory_text(scored), *lines)


report = summary
"""Returns the whole result: there is no more to it than its summary."""


def _score_text(state: State, seat: Seat) -> Text:
    player = state.players[seat]
    facts: dict[str, Value] = {
        "player": Who(seat),
        "points": player.influence,
        "earned": _entries(player.ledger, SOURCES),
    }
    lost = _entries(player.ledger, LOSSES)
    return (
        say("oriflamme-score-lost", lost=lost, **facts)
        if lost
        else say("oriflamme-score", **facts)
    )


def _entries(ledger: Mapping[str, int], sources: Sequence[str]) -> tuple[Text, ...]:
    return tuple(
        say(f"oriflamme-from-{source}", points=abs(ledger[source]))
        for source in sources
        if ledger.get(source)
    )


def _victory_text(scored: Sequence[Score]) -> Text:
    """Return the winners and the reason: Influence, then uncovered cards, then together (R58-R60)."""
    best = max(scored)
    winners = tuple(
        Who(Seat(seat)) for seat, score in enumerate(scored) if score == best
    )
    points, tops = best
    if len(winners) > 1:
        return say(
            "oriflamme-won-shared",
            players=winners,
            points=points,
            cards=tops,
        )
    level = sum(score.influence == points for score in scored)
    key = "oriflamme-won-tops" if level > 1 else "oriflamme-won"
    return say(
        key,
        player=winners[0],
        points=points,
        cards=tops,
    )


NEAR = 2
"""A victory by more Influence than this wasn't close."""
MUCH = 10
"""Influence from one source, or lost to one, that everybody talks about."""


def highlights(state: State) -> Iterator[Highlight]:
    """Yield the highlights of a match that is over."""
    yield from lead_highlights(
        "oriflamme-highlight-ahead",
        "oriflamme-highlight-lead",
        state.course,
        cards.ROUNDS,
    )
    yield from _margin(state)
    # The Influence that all began with is no gain.
    sources = [source for source in SOURCES if source != "start"]
    yield from _largest(state, sources, "earned")
    yield from _largest(state, LOSSES, "lost")


def _margin(state: State) -> Iterator[Highlight]:
    """Yield the margin between the first and the second, where it was small and Influence decided (R58)."""
    scored = scoring.scores(state)
    first, second, *_ = sorted(
        map(Seat, range(state.seats)), key=scored.__getitem__, reverse=True
    )
    margin = scored[first].influence - scored[second].influence

    if 0 < margin <= NEAR:
        player, rival = Who(first), Who(second)
        told = say(
            "oriflamme-highlight-margin", player=player, rival=rival, margin=margin
        )
        yield Highlight(1 - margin / (NEAR + 1), told)


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
