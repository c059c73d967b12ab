"""What every game has to keep to about who knows what, and that nothing is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, TypeAlias

from engine.match import Frame
from engine.scene import Text, Viewer
from tests.contract.takebacks import unnamed
from tests.contract.walks import (
    AnyMatch,
    AnyMove,
    Walk,
    fingerprint,
    heard,
    imagined,
    sample,
    to_the_end,
    tried,
    viewers,
)

FEW_POSITIONS = 8
WORLDS = 2

Known: TypeAlias = tuple[Counter[Text], tuple[str, ...]]


def check_imagination_changes_no_frame(match: AnyMatch) -> None:
    """Secrets 1: dealing anew what a viewer can't see changes nothing that this viewer sees, nor the match itself."""
    before = fingerprint(match)
    for viewer in viewers(match):
        frame = match.frame(viewer)
        for number in range(WORLDS):
            seen = imagined(match, viewer, number).frame(viewer)
            assert seen == frame, f"a frame of seat {viewer} shows what it can't know, or `imagine` changes what it can"
    assert fingerprint(match) == before, "`imagine` leaves the state that it is given alone"


def check_what_helps_to_decide_is_its_seats_alone(match: AnyMatch) -> None:
    """Only the frame of the seat asked has what its decision is about, and which numbers mean something to it.

    The name of a question and the numbers of its choices are the same to all who see them.
    """
    for seat in match.deciding:
        own = match.frame(seat).mine
        assert own is not None, f"seat {seat} decides and is asked nothing"
        for viewer in viewers(match):
            asks = [ask for ask in match.frame(viewer).asks if ask.seat == seat and viewer != seat]
            told = [ask for ask in asks if ask.stakes or ask.naming or ask.details]
            assert not told, f"viewer {viewer} sees what helps seat {seat} to decide: {told}"
            named = [(ask.question, len(ask.choices)) for ask in asks if own.open]
            known = own.question, len(own.choices)
            assert named == [known] * len(named), f"viewer {viewer} sees other ids than seat {seat}: {named}, {known}"


def check_imagination_needs_no_more_than_the_frame(match: AnyMatch) -> None:
    """Secrets: imagined from an imagined state, with the same draws, the same state comes out."""
    for viewer in viewers(match):
        other = imagined(match, viewer, 0)
        same = imagined(other, viewer, 1).state == imagined(match, viewer, 1).state
        assert same, (
            f"`imagine` goes by something that seat {viewer} can't know: sort what is unseen before it is dealt anew"
        )


def check_imagination_can_be_played(match: AnyMatch) -> None:
    """Play on in what each viewer imagines, as the search agent does: every such match comes to its end."""
    for viewer in viewers(match):
        *_, (last, _) = [(imagined(match, viewer, 0), None), *to_the_end(imagined(match, viewer, 0), match.seq)]
        assert last.outcome is not None, f"what seat {viewer} imagines can be played to its end"


def check_imagination_deals_anew(walked: Walk) -> None:
    """Expect that what a viewer can't see does change: otherwise the other checks would prove nothing.

    A game in which nobody ever sees anything of their own has nothing hidden.
    """
    positions = sample(walked[0], FEW_POSITIONS)
    if not any(match.frame(viewer).scene.hand for match in positions for viewer in viewers(match)):
        return
    for viewer in viewers(positions[0]):
        dealt = any(imagined(match, viewer, 0).state != match.state for match in positions[1:-1])
        assert dealt, f"`imagine` deals anew what seat {viewer} can't see; here it changes nothing"


def check_frames_are_complete(match: AnyMatch) -> None:
    """Secrets 2: where two continuations give a viewer equal frames, they told that viewer equal events.

    The continuations begin in the real and in imagined states, which look alike to the viewer, and play different
    actions. The order of what one action told doesn't count: a frame may forget which of two cards was placed first.
    """
    for viewer in viewers(match):
        known: dict[Frame, tuple[Known, AnyMove]] = {}
        for world in [match, *(imagined(match, viewer, number) for number in range(WORLDS))]:
            for _, following, move in tried(world, 2):
                frame = following.frame(viewer)
                told = Counter(heard(move, viewer))
                names = tuple(ask.question for ask in frame.asks)
                first, other = known.setdefault(unnamed(frame), ((told, names), move))
                assert first == (told, names), _otherwise(viewer, (first, other), ((told, names), move))


def _otherwise(viewer: Viewer, *continued: tuple[Known, AnyMove]) -> str:
    """Return what is wrong where two moves look the same to a viewer: each move with what it alone told."""
    (one, _), (two, _) = continued
    told = [
        f"{move.action} of seat {move.seat} tells {[*(known[0] - other[0]).elements()] or 'nothing more'}"
        for (known, move), other in zip(continued, (two, one), strict=True)
    ]
    return (
        f"seat {viewer} sees the same after both, but {told[0]} and {told[1]}: show in the scene what is told, or tell "
        "fewer of it; what follows from what is seen is no difference if `imagine` rules it out, and `possible` says so"
    )


def check_cards_are_kept(walked: Walk, census: Callable[[Any], Any], expected: Callable[[Any, int], None]) -> None:
    """Nothing comes from nowhere or gets lost: the census is right at the start and never changes."""
    first = census(walked[0][0].state)
    expected(first, walked[0][0].seats)
    for match in walked[0]:
        assert census(match.state) == first, "something is lost or comes from nowhere"
    for match in sample(walked[0], FEW_POSITIONS):
        for viewer in viewers(match):
            assert census(imagined(match, viewer, 0).state) == first, "`imagine` loses something or makes it up"


def check_only_the_possible(walked: Walk, possible: Callable[[Any], None]) -> None:
    """Hold every position of a match, and what viewers imagine of some, against what the rules rule out."""
    for match in walked[0]:
        possible(match.state)
    for match in sample(walked[0], FEW_POSITIONS):
        for viewer in viewers(match):
            possible(imagined(match, viewer, 0).state)
