"""What every game has to keep to, as checks of one position or of one whole match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, cast

import pytest

from engine import saves
from engine.errors import IllegalAction, MatchOver, NotYourTurn, Refused, StaleAction
from engine.game import AnyGame, Question
from engine.match import Frame, Match
from engine.rng import Rng
from engine.scene import Seat, Text, Viewer
from tests.contract.walks import AnyMatch, AnyMove, Walk, fingerprint, imagined, sample, seed, some, to_the_end, viewers

POSITIONS = 80
FEW_POSITIONS = 8
ACTIONS = 6
WORLDS = 2

Known: TypeAlias = tuple[Counter[Text], tuple[int, ...]]


def check_the_questions(match: AnyMatch) -> None:
    """Somebody is asked until the match is over; each has choices, stable and without repeats, and sensible bounds."""
    asking = match.game.asking(match.state)
    assert (match.outcome is None) == bool(asking)
    assert set(asking) <= set(range(match.seats))
    for seat, question in asking.items():
        legal = list(match.game.legal(match.state, seat))
        assert legal
        assert all(action not in legal[:place] for place, action in enumerate(legal))
        assert legal == list(match.game.legal(match.state.copy(), seat))
        assert 1 <= question.at_least <= question.at_most
        _check_the_options(match, seat, legal)
        _check_the_offers(match, seat, question)


def _check_the_options(match: AnyMatch, seat: Seat, legal: Sequence[Any]) -> None:
    options = [match.game.option(match.state, seat, action) for action in legal]
    assert len({option.label for option in options}) == len(options)
    assert all(option.times >= 1 for option in options)
    amounts = [option.amount for option in options if option.amount is not None]
    assert len(set(amounts)) == len(amounts)


def _check_the_offers(match: AnyMatch, seat: Seat, question: Question[Any]) -> None:
    assert len({offer.label for offer in question.offers}) == len(question.offers)
    for number, offer in enumerate(question.offers):
        assert question.at_least <= len(offer.actions) <= question.at_most
        actions = match.offer(seat, match.asked[seat], number)
        assert match.play(seat, actions, match.asked[seat])[0].seq == match.seq + len(offer.actions)


def check_every_choice_can_be_played(match: AnyMatch) -> None:
    """Play legal actions: each leads to what all can look at, is told to people at the table, and keeps `match`."""
    before = fingerprint(match)
    for seat in match.deciding:
        for action in some(match.game.legal(match.state, seat), ACTIONS, Rng(seed(1), match.seq)):
            following, (move,) = match.play(seat, [action], match.asked[seat])
            assert following.seq == match.seq + 1
            assert {told.to for told in move.told} <= set(viewers(match))
            assert saves.load_told(saves.dump_told(move.told)) == move.told
            assert [following.frame(viewer).viewer for viewer in viewers(match)] == viewers(match)
            assert fingerprint(match) == before


def check_refusals_change_nothing(match: AnyMatch, others: Sequence[Any]) -> None:
    """Whatever is refused - illegal, half legal, out of turn, stale, too late - the match is what it was."""
    before = fingerprint(match)
    for seat in map(Seat, range(match.seats)):
        for actions, asked, kind in _refusals(match, seat, others):
            with pytest.raises(kind) as refusal:
                match.play(seat, actions, asked)
            assert refusal.type is kind
            assert fingerprint(match) == before


def _refusals(match: AnyMatch, seat: Seat, others: Sequence[Any]) -> list[tuple[list[Any], int, type[Refused]]]:
    asked = match.asked[seat]
    if match.outcome is not None:
        return [([action], asked, MatchOver) for action in others[:2]]
    legal = list(match.game.legal(match.state, seat))
    if seat not in match.deciding:
        return [([action], asked, NotYourTurn) for action in others[:2]]
    illegal = [action for action in others if action not in legal]
    return [
        ([], asked, IllegalAction),
        (legal[:1], asked + 1, StaleAction),
        (legal[:1], asked - 1, StaleAction),
        *(([action], asked, IllegalAction) for action in illegal),
        *(([legal[0], action], asked, IllegalAction) for action in illegal[:1] if _never_follows(match, seat, action)),
    ]


def _never_follows(match: AnyMatch, seat: Seat, action: Any) -> bool:
    """Tell whether an action is still refused after the first legal one."""
    following, _ = match.play(seat, list(match.game.legal(match.state, seat))[:1], match.asked[seat])
    return seat not in following.deciding or action not in following.game.legal(following.state, seat)


def check_faults_change_nothing(match: AnyMatch) -> None:
    """Where the rules break down in the middle of a move, the match is what it was."""
    before = fingerprint(match)
    broken = replace(match, game=cast("AnyGame", _Breaking(match.game)))
    for seat in match.deciding:
        with pytest.raises(ZeroDivisionError):
            broken.play(seat, list(match.game.legal(match.state, seat))[:1], match.asked[seat])
        assert fingerprint(match) == before


class _Breaking:
    """A game whose rules break down after the action was played."""

    def __init__(self, game: Any) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def apply(self, *args: Any) -> None:
        """Play the action and break down."""
        self._game.apply(*args)
        raise ZeroDivisionError


def check_a_save_is_the_match(match: AnyMatch) -> None:
    """Save and load: it is the same match, and its next moves bring the same."""
    loaded = saves.load(saves.dump(match), {match.game.key: match.game})
    assert loaded == match
    assert saves.dump(loaded) == saves.dump(match)
    for seat in match.deciding:
        action = list(match.game.legal(match.state, seat))[-1]
        assert loaded.play(seat, [action], loaded.asked[seat]) == match.play(seat, [action], match.asked[seat])


def check_the_log_replays(walked: Walk) -> None:
    """From the seed and the lines of the log, every position comes again, with everything that was told."""
    positions, moves = walked
    match = Match.start(positions[0].game, positions[0].seats, positions[0].seed)
    assert match == positions[0]
    for move, position in zip(moves, positions[1:], strict=True):
        action = saves.load_action(match.game, saves.dump_action(match.game, move.action))
        assert action == move.action
        match, (again,) = match.play(move.seat, [action], match.asked[move.seat])
        assert again == move
        assert match == position


def check_the_end(walked: Walk) -> None:
    """Expect a place for every seat at the end, the best one taken, equal places shared, and a report."""
    outcome = walked[0][-1].outcome
    assert outcome is not None
    assert [position.outcome for position in walked[0][:-1]] == [None] * (len(walked[0]) - 1)
    assert len(outcome.places) == walked[0][-1].seats
    assert all(place == 1 + sum(other < place for other in outcome.places) for place in outcome.places)
    assert outcome.report


def check_imagination_changes_no_frame(match: AnyMatch) -> None:
    """Secrets 1: dealing anew what a viewer can't see changes nothing that this viewer sees, nor the match itself."""
    before = fingerprint(match)
    for viewer in viewers(match):
        frame = match.frame(viewer)
        for number in range(WORLDS):
            assert imagined(match, viewer, number).frame(viewer) == frame
    assert fingerprint(match) == before


def check_imagination_needs_no_more_than_the_frame(match: AnyMatch) -> None:
    """Secrets: imagined from an imagined state, with the same draws, the same state comes out."""
    for viewer in viewers(match):
        other = imagined(match, viewer, 0)
        assert imagined(other, viewer, 1).state == imagined(match, viewer, 1).state


def check_imagination_can_be_played(match: AnyMatch) -> None:
    """Play on in what each viewer imagines, as the search agent does: every such match comes to its end."""
    for viewer in viewers(match):
        *_, (last, _) = [(imagined(match, viewer, 0), None), *to_the_end(imagined(match, viewer, 0), match.seq)]
        assert last.outcome is not None


def check_imagination_deals_anew(walked: Walk) -> None:
    """Expect that what a viewer can't see does change: otherwise the other checks would prove nothing."""
    for viewer in viewers(walked[0][0]):
        middle = sample(walked[0], FEW_POSITIONS)[:-1]
        assert any(imagined(match, viewer, 0).state != match.state for match in middle)


def check_frames_are_complete(match: AnyMatch) -> None:
    """Secrets 2: where two continuations give a viewer equal frames, they told that viewer equal events.

    The continuations begin in the real and in imagined states, which look alike to the viewer, and play different
    actions. The order of what one action told doesn't count: a frame may forget which of two cards was placed first.
    """
    for viewer in viewers(match):
        known: dict[Frame, Known] = {}
        for world in [match, *(imagined(match, viewer, number) for number in range(WORLDS))]:
            for following, move in _continuations(world):
                frame = following.frame(viewer)
                told = Counter(told.event for told in move.told if told.heard(viewer))
                numbers = tuple(ask.asked for ask in frame.asks)
                _check_the_same(known.setdefault(_unnumbered(frame), (told, numbers)), (told, numbers), viewer)


def _check_the_same(known: Known, told: Known, viewer: Viewer) -> None:
    assert known == told, f"seat {viewer} sees the same and was told otherwise"


def _continuations(match: AnyMatch) -> list[tuple[AnyMatch, AnyMove]]:
    continued = []
    for seat in match.deciding:
        for action in some(match.game.legal(match.state, seat), ACTIONS, Rng(seed(2), match.seq)):
            following, (move,) = match.play(seat, [action], match.asked[seat])
            continued.append((following, move))
    return continued


def _unnumbered(frame: Frame) -> Frame:
    return replace(frame, asks=tuple(replace(ask, asked=0) for ask in frame.asks))


def check_cards_are_kept(walked: Walk, census: Callable[[Any], Any], expected: Callable[[Any, int], None]) -> None:
    """Nothing comes from nowhere or gets lost: the census is right at the start and never changes."""
    first = census(walked[0][0].state)
    expected(first, walked[0][0].seats)
    for match in walked[0]:
        assert census(match.state) == first
    for match in sample(walked[0], FEW_POSITIONS):
        for viewer in viewers(match):
            assert census(imagined(match, viewer, 0).state) == first


def played_before(walked: Walk) -> list[Any]:
    """Return one action of each kind and then some, as examples of what may be illegal elsewhere."""
    actions = list(dict.fromkeys(move.action for move in walked[1]))
    return some(actions, ACTIONS, Rng(seed(3), 0))
