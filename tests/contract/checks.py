"""What every game has to keep to, as checks of one position or of one whole match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias, cast

import pytest

from engine import saves
from engine.errors import IllegalAction, MatchOver, NotYourTurn, Refused, StaleAction
from engine.game import AnyGame, Question, Rules, Telling
from engine.match import Frame, Match, Named, Offered, Picks
from engine.replay import replay
from engine.rng import Rng
from engine.scene import Seat, Text, Viewer
from engine.telling import SILENT
from tests.contract.walks import AnyMatch, AnyMove, Walk, fingerprint, imagined, sample, seed, some, to_the_end, viewers

POSITIONS = 80
FEW_POSITIONS = 8
ACTIONS = 6
WORLDS = 2

Known: TypeAlias = tuple[Counter[Text], tuple[str, ...]]
Refusal: TypeAlias = tuple[Callable[[], object], type[Refused]]


class _NoDraws(Rng):
    """Chance where nothing is left to it."""

    def _word(self) -> int:
        raise AssertionError("something is drawn")


def check_the_seed_counts(game: AnyGame) -> None:
    """Ten seeds don't make one start ten times, unless nothing is drawn."""
    for seats in game.seats:
        starts = [game.rules.setup(seats, Rng(seed(number), 0)) for number in range(10)]
        if all(start == starts[0] for start in starts):
            game.rules.setup(seats, _NoDraws(seed(0), 0))


def check_the_questions(match: AnyMatch) -> None:
    """Somebody is asked until the match is over; each has choices, stable and without repeats, and sensible bounds."""
    rules = match.game.rules
    assert (match.outcome is None) == bool(match.deciding)
    assert list(match.deciding) == sorted(set(match.deciding) & set(range(match.seats)))
    for seat in map(Seat, range(match.seats)):
        legal = rules.legal(match.state, seat)
        assert bool(legal) == (seat in match.deciding)
        assert all(action not in legal[:place] for place, action in enumerate(legal))
        assert legal == rules.legal(match.state.copy(), seat)
        assert len({repr(action) for action in legal}) == len(legal)
    for seat in match.deciding:
        question = match.game.telling.question(match.state, seat)
        assert 1 <= question.at_least <= question.at_most
        _check_the_options(match, seat, question)
        _check_the_offers(match, seat, question)


def _check_the_options(match: AnyMatch, seat: Seat, question: Question[Any]) -> None:
    options = [match.game.telling.option(match.state, seat, action) for action in match.legal[seat]]
    assert len({option.label for option in options}) == len(options)
    assert all(option.times >= 1 for option in options)
    amounts = [option.amount for option in options if option.amount is not None]
    assert len(set(amounts)) == len(amounts)
    assert not amounts or question.at_least == 1


def _check_the_offers(match: AnyMatch, seat: Seat, question: Question[Any]) -> None:
    assert len({offer.label for offer in question.offers}) == len(question.offers)
    for number, offer in enumerate(question.offers):
        after, moves = match.answer(seat, match.question_id(seat), Offered(number))
        assert tuple(move.action for move in moves) == offer.actions
        assert after.seq == match.seq + len(offer.actions)


def check_the_phase(match: AnyMatch) -> None:
    """Expect one phase for everybody: it decides about the table message, which everybody sees."""
    phases = {match.frame(viewer).scene.phase for viewer in viewers(match)}
    assert len(phases) == 1
    assert phases != {""}


def check_every_choice_can_be_played(match: AnyMatch) -> None:
    """Play legal actions: each leads to what all can look at, is told to people at the table, and keeps `match`."""
    before = fingerprint(match)
    for seat in match.deciding:
        for action in some(match.legal[seat], ACTIONS, Rng(seed(1), match.seq)):
            following, (move,) = match.play(seat, [action])
            assert following.seq == match.seq + 1
            assert {told.to for told in move.told} <= set(viewers(match))
            assert saves.load_told(saves.dump_told(move.told)) == move.told
            assert [following.frame(viewer).viewer for viewer in viewers(match)] == viewers(match)
            assert fingerprint(match) == before


def check_telling_changes_nothing(match: AnyMatch) -> None:
    """Where nobody listens, the same actions with the same draws lead to the same states."""
    for seat, move in ((seat, match.seq + 1) for seat in match.deciding):
        for action in some(match.legal[seat], ACTIONS, Rng(seed(4), match.seq)):
            silent = match.state.copy()
            match.game.rules.apply(silent, seat, action, Rng(match.seed, move), SILENT)
            assert silent == match.play(seat, [action])[0].state


def check_a_question_stands_for_its_seat(match: AnyMatch) -> None:
    """Expect a question to change when its seat moves or its legal actions do; until then, all of it stays."""
    for seat in match.deciding:
        for action in some(match.legal[seat], ACTIONS, Rng(seed(5), match.seq)):
            after, _ = match.play(seat, [action])
            for other in map(Seat, range(match.seats)):
                anew = other == seat or match.legal.get(other) != after.legal.get(other)
                assert after.asked[other] == (after.seq if anew else match.asked[other])
                if not anew:
                    assert after.frame(other).mine == match.frame(other).mine, f"seat {other} is asked something else"


def check_a_way_back_shows_nothing(match: AnyMatch) -> None:
    """Where a seat takes back what nobody saw, the others' frames are what they were: nobody can count such steps."""
    for seat in match.deciding:
        for action in some(match.legal[seat], ACTIONS, Rng(seed(6), match.seq)):
            step, _ = match.play(seat, [action])
            for back in step.legal.get(seat, ()):
                again, _ = step.play(seat, [back])
                if again.state == match.state:
                    _check_the_same_frames(match, step, again, seat)


def _check_the_same_frames(match: AnyMatch, step: AnyMatch, again: AnyMatch, mover: Seat) -> None:
    for viewer in viewers(match):
        if viewer != mover:
            assert again.frame(viewer) == match.frame(viewer)
            assert step.frame(viewer) == match.frame(viewer) or _open(match, mover)


def _open(match: AnyMatch, seat: Seat) -> bool:
    return match.game.telling.question(match.state, seat).open


def check_refusals_change_nothing(match: AnyMatch, others: Sequence[Any]) -> None:
    """Whatever is refused - illegal, half legal, out of turn, stale, too late - the match is what it was."""
    before = fingerprint(match)
    for seat in map(Seat, range(match.seats)):
        for play, kind in [*_refused_actions(match, seat, others), *_refused_answers(match, seat)]:
            with pytest.raises(kind) as refusal:
                play()
            assert refusal.type is kind
            assert fingerprint(match) == before


def _refused_actions(match: AnyMatch, seat: Seat, others: Sequence[Any]) -> Iterator[Refusal]:
    """Yield what is refused of actions."""
    legal = match.legal.get(seat)
    if legal is None:
        kind = MatchOver if match.outcome else NotYourTurn
        yield from ((partial(match.play, seat, [action]), kind) for action in others[:2])
        return
    yield partial(match.play, seat, []), IllegalAction
    for action in others:
        if action not in legal:
            yield partial(match.play, seat, [action]), IllegalAction
            if _never_follows(match, seat, action):
                yield partial(match.play, seat, [legal[0], action]), IllegalAction


def _refused_answers(match: AnyMatch, seat: Seat) -> Iterator[Refusal]:
    """Yield what is refused of answers."""
    if seat not in match.legal:
        kind = MatchOver if match.outcome else NotYourTurn
        yield partial(match.answer, seat, "0" * 12, Picks((0,))), kind
        return
    question, mine = match.question_id(seat), match.game.telling.question(match.state, seat)
    yield partial(match.answer, seat, "", Picks((0,))), StaleAction
    yield partial(match.answer, seat, f"{question}0", Picks((0,))), StaleAction
    numbers = tuple(range(len(match.legal[seat])))
    for count in {0, mine.at_least - 1, mine.at_most + 1}:
        yield partial(match.answer, seat, question, Picks((numbers * count)[:count])), IllegalAction
    for number in (-1, len(numbers)):
        yield partial(match.answer, seat, question, Picks((number,) * mine.at_least)), IllegalAction
    for number in (-1, len(mine.offers)):
        yield partial(match.answer, seat, question, Offered(number)), IllegalAction
    yield partial(match.answer, seat, question, Named(-1)), IllegalAction


def _never_follows(match: AnyMatch, seat: Seat, action: Any) -> bool:
    """Tell whether an action is still refused after the first legal one."""
    following, _ = match.play(seat, match.legal[seat][:1])
    return action not in following.legal.get(seat, ())


def check_faults_change_nothing(match: AnyMatch) -> None:
    """Where the rules break down in the middle of a move, the match is what it was."""
    before = fingerprint(match)
    breaking = cast("Rules[Any, Any]", _Breaking(match.game.rules))
    broken = replace(match, game=replace(match.game, rules=breaking))
    for seat in match.deciding:
        with pytest.raises(ZeroDivisionError):
            broken.play(seat, match.legal[seat][:1])
        assert fingerprint(match) == before


class _Breaking:
    """Rules that break down after the action was played."""

    def __init__(self, rules: Any) -> None:
        self._rules = rules

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def apply(self, *args: Any) -> None:
        """Play the action and break down."""
        self._rules.apply(*args)
        raise ZeroDivisionError


def check_a_save_is_the_match(match: AnyMatch) -> None:
    """Save and load: it is the same match, and its next moves bring the same."""
    loaded = saves.load(saves.dump(match), {match.game.key: match.game})
    assert loaded == match
    assert saves.dump(loaded) == saves.dump(match)
    for seat in match.deciding:
        action = match.legal[seat][-1]
        assert loaded.play(seat, [action]) == match.play(seat, [action])


def check_an_update_refuses_old_answers(match: AnyMatch) -> None:
    """After an update of the rules, every answer to a question from before is refused, the question being anew."""
    game = match.game
    newer = replace(game, version=game.version + 1, migrations={**game.migrations, game.version: dict})
    migrated = saves.load(saves.dump(match), {game.key: newer})
    assert migrated.state == match.state
    for seat in match.deciding:
        with pytest.raises(StaleAction):
            migrated.answer(seat, match.question_id(seat), Picks((0,)))


def check_other_choices_refuse_old_answers(match: AnyMatch) -> None:
    """Where an update lists the same actions in another order, an old number can't stand for another action."""
    turned = cast("Rules[Any, Any]", _Turned(match.game.rules))
    updated = replace(match, game=replace(match.game, rules=turned))
    for seat in match.deciding:
        assert (match.question_id(seat) == updated.question_id(seat)) == (len(match.legal[seat]) == 1)


class _Turned:
    """Rules that list the legal actions the other way round."""

    def __init__(self, rules: Any) -> None:
        self._rules = rules

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def legal(self, state: Any, seat: Seat) -> tuple[Any, ...]:
        """List the last one first."""
        return tuple(reversed(self._rules.legal(state, seat)))


def check_the_log_replays(walked: Walk) -> None:
    """From the seed and the lines of the log, every position comes again, with everything that was told."""
    positions, moves = walked
    start = Match.start(positions[0].game, positions[0].seats, positions[0].seed)
    assert start == positions[0]
    log = [(move.seat, saves.dump_action(start.game, move.action)) for move in moves]
    for (match, again), move, position in zip(replay(start, log), moves, positions[1:], strict=True):
        assert (again, again.told) == (move, move.told)
        assert match == position


def check_the_log_replays_without_telling(walked: Walk) -> None:
    """Verification needs the rules alone: the same positions come where there is nothing to tell with."""
    positions, moves = walked
    mute = replace(positions[0].game, telling=cast("Telling[Any, Any]", None))
    log = [(move.seat, saves.dump_action(mute, move.action)) for move in moves]
    for (match, _), position in zip(replay(replace(positions[0], game=mute), log), positions[1:], strict=True):
        assert match.state == position.state


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
    """Expect that what a viewer can't see does change: otherwise the other checks would prove nothing.

    A game in which nobody ever sees anything of their own has nothing hidden.
    """
    positions = sample(walked[0], FEW_POSITIONS)
    if not any(match.frame(viewer).scene.hand for match in positions for viewer in viewers(match)):
        return
    for viewer in viewers(positions[0]):
        assert any(imagined(match, viewer, 0).state != match.state for match in positions[1:-1])


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
                names = tuple(ask.question for ask in frame.asks)
                _check_the_same(known.setdefault(_unnamed(frame), (told, names)), (told, names), viewer)


def _check_the_same(known: Known, told: Known, viewer: Viewer) -> None:
    assert known == told, f"seat {viewer} sees the same and was told otherwise"


def _continuations(match: AnyMatch) -> list[tuple[AnyMatch, AnyMove]]:
    continued = []
    for seat in match.deciding:
        for action in some(match.legal[seat], ACTIONS, Rng(seed(2), match.seq)):
            following, (move,) = match.play(seat, [action])
            continued.append((following, move))
    return continued


def _unnamed(frame: Frame) -> Frame:
    return replace(frame, asks=tuple(replace(ask, question="") for ask in frame.asks))


def check_cards_are_kept(walked: Walk, census: Callable[[Any], Any], expected: Callable[[Any, int], None]) -> None:
    """Nothing comes from nowhere or gets lost: the census is right at the start and never changes."""
    first = census(walked[0][0].state)
    expected(first, walked[0][0].seats)
    for match in walked[0]:
        assert census(match.state) == first
    for match in sample(walked[0], FEW_POSITIONS):
        for viewer in viewers(match):
            assert census(imagined(match, viewer, 0).state) == first


def check_only_the_possible(walked: Walk, possible: Callable[[Any], None]) -> None:
    """Hold every position of a match, and what viewers imagine of some, against what the rules rule out."""
    for match in walked[0]:
        possible(match.state)
    for match in sample(walked[0], FEW_POSITIONS):
        for viewer in viewers(match):
            possible(imagined(match, viewer, 0).state)


def played_before(walked: Walk) -> list[Any]:
    """Return one action of each kind and then some, as examples of what may be illegal elsewhere."""
    actions = list(dict.fromkeys(move.action for move in walked[1]))
    return some(actions, ACTIONS, Rng(seed(3), 0))
