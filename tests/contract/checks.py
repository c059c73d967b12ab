"""What every game has to keep to, as checks of one position or of one whole match; `secrets` has those of knowledge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias, cast
from unittest.mock import patch

import pytest

from bot.faces.components import MOST_PACKED, OPTIONS, ROW_BUTTONS
from engine import saves
from engine.asking import every_offer
from engine.errors import IllegalAction, MatchOver, NotYourTurn, Refused, StaleAction
from engine.events import SILENT
from engine.game import AnyGame, Question, Rules, Telling
from engine.match import AmountReply, Match, Move, OfferReply, PicksReply, Reply
from engine.rng import DuplicateRng, Rng
from engine.saves import replay
from engine.scene import Seat
from tests.contract.walks import (
    ACTIONS,
    AnyMatch,
    Walk,
    fingerprint,
    line,
    reloaded,
    seats_of,
    seed,
    some,
    to_the_end,
    tried,
    viewers,
)

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


def check_draws_have_occasions(game: AnyGame, seats: int, number: int) -> None:
    """Fail where a match draws without an occasion, which raises, or twice at the same."""
    met: Counter[str] = Counter()
    at = DuplicateRng.for_occasion

    def noted(rng: DuplicateRng, *occasion: object) -> Rng:
        met[repr(occasion)] += 1
        return at(rng, *occasion)

    start: AnyMatch = Match.start(game, seats, seed(number))
    with patch.object(DuplicateRng, "for_occasion", noted):
        assert [*to_the_end(replace(start, duplicate=True), number)], "it is played"
    twice = [occasion for occasion, times in met.items() if times > 1]
    assert not twice, f"give each draw of {game.key} an occasion of its own (`rng.at`), also these: {twice}"


def check_the_questions(match: AnyMatch) -> None:
    """Somebody is asked until the match is over; each has choices, stable and without repeats, and sensible bounds."""
    rules = match.game.rules
    assert (match.outcome is None) == bool(match.deciding), "let somebody decide until `places` says that it is over"
    seats = sorted(set(match.deciding) & set(range(match.seats)))
    assert list(match.deciding) == seats, "`deciding` names each seat once, in the order of the seats"
    for seat in seats_of(match):
        legal = rules.legal(match.state, seat)
        assert bool(legal) == (seat in match.deciding), f"`legal` lists something for who decides only: seat {seat}"
        assert all(action not in legal[:place] for place, action in enumerate(legal)), f"listed twice: {legal}"
        again = rules.legal(match.state.copy(), seat)
        assert legal == again, f"`legal` lists the same in the same order each time, and `copy` copies all: {again}"
        assert len({repr(action) for action in legal}) == len(legal), f"the `repr` of an action says all of it: {legal}"
    for seat in match.deciding:
        question = match.game.telling.question(match.state, seat)
        assert 1 <= question.at_least <= question.at_most, f"1 <= at_least <= at_most: {question}"
        assert not question.ordered or question.at_most <= MOST_PACKED, (
            f"let at most {MOST_PACKED} picks be put in order in one answer (`at_most`), as many as a button can hold"
        )
        _check_the_options(match, seat, question)
        _check_the_offers(match, seat, question)


def check_every_question_has_a_hint(match: AnyMatch) -> None:
    """Expect something that explains each kind of question to a beginner, orders included, to its seat alone."""
    for seat in match.deciding:
        frame = match.frame(seat)
        asked = [frame.mine, *(match.order_question(seat, order.question) for order in frame.orders)]
        unexplained = [ask.prompt.key for ask in asked if ask is not None and ask.hint is None]
        assert not unexplained, f"name in the game's `hints` what explains {unexplained}"
    assert not any(ask.hint for ask in match.frame(None).asks), "what explains a question is its seat's"


def _check_the_options(match: AnyMatch, seat: Seat, question: Question[Any]) -> None:
    options = [match.game.telling.option(match.state, seat, action) for action in match.legal[seat]]
    for labels in ([option.label for option in options], [option.own or option.label for option in options]):
        assert len(set(labels)) == len(labels), f"give each legal action a label of its own in `option`: {labels}"
    assert not all(option.quiet for option in options), "show something that can be chosen (Option.quiet)"
    assert all(option.times >= 1 for option in options), "whatever is offered may be picked once (Option.times)"
    amounts = [option.amount for option in options if option.amount is not None]
    assert len(set(amounts)) == len(amounts), f"give each number to one action only (Option.amount): {amounts}"
    assert not amounts or question.at_least == 1, "a number that is named is a whole answer: `at_least` is 1"
    ready = [amount for amount, _ in question.naming.ready] if question.naming else []
    assert {*ready} <= {*amounts}, f"let numbers that are ready be legal (Naming.ready): {ready}"


def _check_the_offers(match: AnyMatch, seat: Seat, question: Question[Any]) -> None:
    assert not question.listed or 1 <= len(question.offers) <= OPTIONS, f"a list has 1 to {OPTIONS} offers: {question}"
    assert not question.open or not question.openings, f"an open question has its choices, no openings: {question}"
    assert len(question.openings) <= ROW_BUTTONS, f"openings are one row of buttons: {question}"
    for offers in (question.offers, *(opening.offers for opening in question.openings)):
        labels = [offer.label for offer in offers]
        assert len(set(labels)) == len(labels), f"give each offer a label of its own: {labels}"
        assert len(labels) <= OPTIONS, f"a list has at most {OPTIONS} offers: {labels}"
    for number, offer in enumerate(every_offer(question)):
        singly, moves = match, list[Move[Any]]()
        for action in offer.actions:
            singly, made = singly.play(seat, [action])
            moves += made
        at_once = match.answer(seat, match.question_id(seat), OfferReply(number))
        assert at_once == (singly, tuple(moves)), f"an offer plays its actions, one after the other: {offer}"


def check_the_phase(match: AnyMatch) -> None:
    """Expect one phase for everybody: it decides about the table message, which everybody sees."""
    phases = {match.frame(viewer).scene.phase for viewer in viewers(match)}
    assert len(phases) == 1, f"Scene.phase is the same for every viewer: {phases}"
    assert phases != {""}, "name the part of the match in Scene.phase"


def check_every_choice_can_be_played(match: AnyMatch) -> None:
    """Play legal actions: each leads to what all can look at, is told to people at the table, and keeps `match`."""
    before = fingerprint(match)
    for _, following, move in tried(match, 1):
        told = move.told_events
        assert following.seq == match.seq + 1, f"one action is one move: {move.action}"
        assert {each.to for each in told} <= set(viewers(match)), f"tell who sits at the table: {told}"
        assert saves.load_told(saves.dump_told(told)) == told, f"tell plain facts: {told}"
        assert [following.frame(viewer).viewer for viewer in viewers(match)] == viewers(match), "show everybody"
        assert fingerprint(match) == before, f"`copy` shares something that {move.action} changes"


def check_telling_changes_nothing(match: AnyMatch) -> None:
    """Where nobody listens, the same actions with the same draws lead to the same states."""
    for seat, told, (number, _, action, *_) in tried(match, 4):
        silent = match.state.copy()
        match.game.rules.apply(silent, seat, action, Rng(match.seed, number), SILENT)
        assert silent == told.state, f"`apply` must not go by what it tells, nor by who listens: {action}"


def check_a_question_stands_for_its_seat(match: AnyMatch) -> None:
    """Expect a question to change when its seat moves or its legal actions do; until then, all of it stays."""
    for seat, after, _ in tried(match, 5):
        for other in seats_of(match):
            anew = other == seat or match.legal.get(other) != after.legal.get(other)
            expected = after.seq if anew else match.asked[other]
            assert after.asked[other] == expected, f"whether seat {other} is asked anew goes by its legal actions"
            if not anew:
                assert after.frame(other).mine == match.frame(other).mine, (
                    f"seat {other} is asked something else though its legal actions are the same: leave out of its"
                    " question what only others' moves change"
                )


def check_a_way_back_shows_nothing(match: AnyMatch) -> None:
    """Where a seat takes back what nobody saw, the others' frames are what they were: nobody can count such steps."""
    for seat, step, _ in tried(match, 6):
        for back in step.legal.get(seat, ()):
            again, _ = step.play(seat, [back])
            if again.state == match.state:
                _check_the_same_frames(match, step, again, seat)


def _check_the_same_frames(match: AnyMatch, step: AnyMatch, again: AnyMatch, mover: Seat) -> None:
    for viewer in viewers(match):
        if viewer != mover:
            assert again.frame(viewer) == match.frame(viewer), f"seat {viewer} sees that seat {mover} went back"
            seen = step.frame(viewer) != match.frame(viewer) and not _open(match, mover)
            assert not seen, f"seat {viewer} sees a step that seat {mover} can take back in secret: leave it out"


def _open(match: AnyMatch, seat: Seat) -> bool:
    return match.game.telling.question(match.state, seat).open


def check_refusals_change_nothing(match: AnyMatch, others: Sequence[Any]) -> None:
    """Whatever is refused - illegal, half legal, out of turn, at no seat, stale, late - the match is what it was."""
    before = fingerprint(match)
    for seat in map(Seat, range(match.seats + 1)):
        for play, kind in [*_refused_actions(match, seat, others), *_refused_answers(match, seat)]:
            with pytest.raises(kind) as refusal:
                play()
            assert refusal.type is kind, f"seat {seat} is refused otherwise than by {kind.__name__}: {refusal.type}"
            assert fingerprint(match) == before, "what is refused changes nothing: `legal` leaves the state alone"


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
        yield partial(match.answer, seat, "0" * 12, PicksReply((0,))), kind
        return
    question, mine = match.question_id(seat), match.game.telling.question(match.state, seat)
    yield partial(match.answer, seat, "", PicksReply((0,))), StaleAction
    yield partial(match.answer, seat, f"{question}0", PicksReply((0,))), StaleAction
    numbers = tuple(range(len(match.legal[seat])))
    replies: list[Reply] = [
        *(PicksReply((numbers * count)[:count]) for count in {0, mine.at_least - 1, mine.at_most + 1}),
        *(PicksReply((number,) * mine.at_least) for number in (-1, len(numbers))),
        *(OfferReply(number) for number in (-1, len(every_offer(mine)))),
        AmountReply(-1),
    ]
    yield from ((partial(match.answer, seat, question, reply), IllegalAction) for reply in replies)


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
        assert fingerprint(match) == before, "`copy` shares something that `apply` changes"


class _Changed:
    """Rules of which something is changed."""

    def __init__(self, rules: Any) -> None:
        self._rules = rules

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)


class _Breaking(_Changed):
    """Rules that break down after the action was played."""

    def apply(self, *args: Any) -> None:
        """Play the action and break down."""
        self._rules.apply(*args)
        raise ZeroDivisionError


def check_a_save_is_the_match(match: AnyMatch) -> None:
    """Save and load: it is the same match, and its next moves bring the same."""
    loaded = reloaded(match)
    assert loaded == match, "each field of the state has a type that pydantic reads back as it was"
    assert saves.dump(loaded) == saves.dump(match), "a state is saved the same each time: no sets"
    for seat in match.deciding:
        action = match.legal[seat][-1]
        same = loaded.play(seat, [action]) == match.play(seat, [action])
        assert same, f"after a save {action} brings something else: all that counts stands in the state"


def check_an_update_refuses_old_answers(match: AnyMatch) -> None:
    """After an update of the rules, every answer to a question from before is refused, the question being anew."""
    game = match.game
    newer = replace(game, version=game.version + 1, migrations={**game.migrations, game.version: dict})
    migrated = saves.load(saves.dump(match), {game.key: newer})
    assert migrated.state == match.state, "a migration that changes nothing gives the same state"
    for seat in match.deciding:
        with pytest.raises(StaleAction):
            migrated.answer(seat, match.question_id(seat), PicksReply((0,)))


def check_other_choices_refuse_old_answers(match: AnyMatch) -> None:
    """Where an update lists the same actions in another order, an old number can't stand for another action."""
    turned = cast("Rules[Any, Any]", _Turned(match.game.rules))
    updated = replace(match, game=replace(match.game, rules=turned))
    for seat in match.deciding:
        same = match.question_id(seat) == updated.question_id(seat)
        assert same == (len(match.legal[seat]) == 1), "the same actions in another order are another question"


class _Turned(_Changed):
    """Rules that list the legal actions the other way round."""

    def legal(self, state: Any, seat: Seat) -> tuple[Any, ...]:
        """List the last one first."""
        return tuple(reversed(self._rules.legal(state, seat)))


def check_the_log_replays(walked: Walk) -> None:
    """From the seed and the lines of the log, every position comes again, with everything that was told."""
    positions, moves = walked
    start = Match.start(positions[0].game, positions[0].seats, positions[0].seed)
    assert start == positions[0], "`setup` draws from its rng alone"
    for (match, again), move, position in zip(replay(start, map(line, moves)), moves, positions[1:], strict=True):
        assert (again, again.told_events) == (move, move.told_events), (
            f"replayed, something else is told of {move.action}"
        )
        assert match == position, f"replayed, {move.action} brings another state: draw from the rng that is given"


def check_the_log_replays_without_telling(walked: Walk) -> None:
    """Verification needs the rules alone: the same positions come where there is nothing to tell with."""
    positions, moves = walked
    mute = replace(positions[0].game, telling=cast("Telling[Any, Any]", None))
    start = replace(positions[0], game=mute)
    for (match, _), position in zip(replay(start, map(line, moves)), positions[1:], strict=True):
        assert match.state == position.state, "replayed without telling, another state comes"


def check_the_end(walked: Walk) -> None:
    """Expect a place for every seat at the end, the best one taken, equal places shared, and a report."""
    outcome = walked[0][-1].outcome
    assert outcome is not None, "every match ends"
    before = [position.outcome for position in walked[0][:-1]]
    assert before == [None] * len(before), "`places` is None until the end"
    assert len(outcome.places) == walked[0][-1].seats, f"`places` has a place for each seat: {outcome.places}"
    placed = tuple(1 + sum(other < place for other in outcome.places) for place in outcome.places)
    assert outcome.places == placed, f"a place is 1 and the number of seats that are better: {placed}"
    assert outcome.report, "`report` tells the whole result"


def played_before(walked: Walk) -> list[Any]:
    """Return one action of each kind and then some, as examples of what may be illegal elsewhere."""
    actions = list(dict.fromkeys(move.action for move in walked[1]))
    return some(actions, ACTIONS, Rng(seed(3), 0))
