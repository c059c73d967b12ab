"""What every game that takes orders has to keep to: they answer legally, end, and tell nobody but their owner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

from engine.events import SILENT
from engine.game import AnyGame
from engine.match import AmountReply, Frame, Match, PicksReply
from engine.orders import Orders, Pick, Topic
from engine.rng import Rng
from engine.scene import Seat
from tests.contract.walks import AnyMatch, AnyMove, choose, heard, imagined, reloaded, seats_of, seed, viewers

MOST_STEPS = 8000
MOST_PICKS = 4
HALVINGS = 4
WORLDS = 2
MOST_LASTING, MOST_TICKS = 4, 10
"""How many fields a dialog has beside its text, and how many options one of them."""


def picked(topic: Topic, rng: Rng) -> tuple[Pick, ...]:
    """Return a random order about a topic: of many picks, mostly the first ones."""
    bound = len(topic.picks)
    for _ in range(HALVINGS if bound > MOST_PICKS * HALVINGS else 0):
        bound = 1 + rng.below(bound)
    first = topic.picks[bound - 1] if bound < len(topic.picks) else rng.choice(topic.picks)
    rest = list(topic.picks)
    rest.remove(first)
    more = topic.at_least - 1 + rng.below(max(1, min(topic.at_most, MOST_PICKS) - topic.at_least + 1))
    return (first, *rng.shuffled(rest)[:more])


def _each(topic: Topic) -> list[tuple[Pick, ...]]:
    """Return an order for each of the first picks, and for the last one."""
    first = topic.choices[:MOST_PICKS]
    return [(pick, *[one for one in topic.choices if one != pick][: topic.at_least - 1]) for pick in first] + [
        tuple(topic.choices[-topic.at_least :])
    ]


@cache
def ordered_walk(game: AnyGame, seats: int, number: int) -> tuple[tuple[AnyMatch, ...], tuple[AnyMove, ...]]:
    """Return the positions of a random match in which people order at random, and all its moves."""
    match, moves = Match.start(game, seats, seed(number), orders=True), list[AnyMove]()
    positions = [match]
    for count in range(MOST_STEPS):
        if not match.deciding:
            return tuple(positions), tuple(moves)
        match, made = ordered_step(match, Rng(seed(number + 2_000_000), count))
        positions.append(match)
        moves += made
    raise AssertionError(f"{game.key} goes on after {MOST_STEPS} steps")


def ordered_step(match: AnyMatch, rng: Rng) -> tuple[AnyMatch, Sequence[AnyMove]]:
    """Play a random action of a seat that is asked, or give a random order."""
    seat = Seat(rng.below(match.seats))
    if rng.below(3) == 0 and match.topics(seat):
        topic = rng.choice(match.topics(seat))
        return match.give_order(seat, topic.name, picked(topic, rng))
    return answer(match, rng.choice(match.deciding), rng)(match)


def answer(match: AnyMatch, seat: Seat, rng: Rng) -> Callable[[AnyMatch], tuple[AnyMatch, Sequence[AnyMove]]]:
    """Return what a seat that is asked plays or orders at random, to be done in any match that asks the same."""
    if seat in match.legal and not match.is_shut:
        return partial(Match.play, seat=seat, actions=[choose(match, seat, rng)])
    topic = match.unanswered_topics(seat)[0]
    return partial(Match.give_order, seat=seat, topic=topic.name, picks=picked(topic, rng))


def orders_of(match: AnyMatch) -> Orders:
    """Return all that stands ordered in a match that has orders."""
    assert match.orders is not None
    return match.orders


def _others(match: AnyMatch, seat: Seat) -> list[Frame]:
    return [match.frame(viewer) for viewer in viewers(match) if viewer != seat]


def check_an_order_shows_nobody_what_it_is(match: AnyMatch) -> None:
    """Two orders about one thing, where the same seats have answered: everybody else sees the same, and told the same.

    Where orders are played at once, what the rules tell of that is what it would tell of hands.
    """
    for seat in seats_of(match):
        for topic in match.topics(seat):
            known: dict[Any, list[Frame]] = {}
            for picks in (*_each(topic), picked(topic, Rng(seed(0), match.seq))):
                after, moves = match.give_order(seat, topic.name, picks)
                if not moves:
                    assert after.seq == match.seq, "an order counts as no move"
                    left = after.unanswered_topics(seat)
                    assert topic not in left, f"whatever seat {seat} orders, it has answered: {topic.name}"
                    answered = None if after.open_joint is None else after.open_joint.waits
                    seen = _others(after, seat)
                    assert known.setdefault(answered, seen) == seen, f"others see what seat {seat} orders: {topic.name}"


def check_an_ordered_move_is_told_as_if_made_by_hand(match: AnyMatch) -> None:
    """Who is not its owner is told of an ordered move what the rules tell of it, and nothing else."""
    for seat in seats_of(match):
        for topic in match.topics(seat):
            after, moves = match.give_order(seat, topic.name, picked(topic, Rng(seed(3), match.seq)))
            hand = match
            for move in moves:
                hand, (made,) = hand.play_without_orders(move.seat, [move.action])
                for viewer in viewers(match):
                    told = heard(move, viewer)
                    if viewer == move.seat:
                        told = [event for event in told if not match.game.is_by_order(event)]
                    assert told == heard(made, viewer), (
                        f"seat {viewer} is told that seat {move.seat} had ordered {move.action}"
                    )
            assert hand.state == after.state, "orders play by the rules"


def check_orders_answer_legally(match: AnyMatch) -> None:
    """Whatever a seat has ordered, what that answers is legal, one action after the other."""
    ordering = match.game.ordering
    assert ordering is not None
    for seat in () if match.is_shut else match.legal:
        for number in range(MOST_PICKS):
            orders = orders_of(match)
            for topic in match.topics(seat):
                picks = picked(topic, Rng(seed(number), match.seq))
                orders = orders.with_orders(seat, {**orders.of(seat), topic.name: topic.order(picks)})
            carried = ordering.answer(match.state, seat, orders.of(seat))
            state = match.state.copy()
            for action in () if carried is None else carried.actions:
                assert action in match.game.rules.legal(state, seat), f"an order answers what isn't legal: {action}"
                match.game.rules.apply(state, seat, action, Rng(match.seed, match.seq), SILENT)
            assert carried is None or carried.actions, "an order that answers nothing leaves it to its person: None"


def check_what_nobody_ordered_is_answered_whatever_the_hand(match: AnyMatch) -> None:
    """Whether a seat without orders is asked goes by what everybody knows: being asked, or not, tells of no hand."""
    ordering = match.game.ordering
    assert ordering is not None
    for seat in () if match.is_shut else match.legal:
        asked = ordering.answer(match.state, seat, {}) is None
        for viewer in viewers(match):
            others = [imagined(match, viewer, number) for number in range(WORLDS if viewer != seat else 0)]
            told = [
                (ordering.answer(other.state, seat, {}) is None) == asked for other in others if seat in other.legal
            ]
            assert all(told), f"that seat {seat} is asked, or not, tells others of its hand"


def check_orders_end(match: AnyMatch) -> None:
    """Expect what doesn't last to stand while it can be ordered, or while its seat is asked by the rules."""
    for seat in seats_of(match):
        offered = {topic.name for topic in match.topics(seat)}
        for topic in orders_of(match).of(seat):
            assert topic in offered or seat in match.legal, f"seat {seat}'s order survives its end: {topic}"
    if match.deciding:
        gone, _ = match.seat_newcomer(Seat(0))
        assert set(orders_of(gone).of(Seat(0))) == set(), "with another person what was ordered ends"


def check_what_can_be_ordered_goes_by_what_the_seat_knows(match: AnyMatch) -> None:
    """In all states that a seat can't tell apart the same can be ordered, in the same words, to the same effect."""
    ordering = match.game.ordering
    assert ordering is not None
    for viewer in viewers(match):
        for number in range(WORLDS if match.deciding else 0):
            other = imagined(match, viewer, number)
            here, there = ordering.joint(match.state), ordering.joint(other.state)
            assert (here is None) == (there is None), "who is asked together goes by what is hidden"
            if here and there:
                assert (here.key, set(here.topics), here.sealed) == (there.key, set(there.topics), there.sealed)
                assert here.open == there.open, "the choices for all go by what is hidden"
            if viewer is not None:
                _check_the_same_orders(match, other, viewer)


def _check_the_same_orders(match: AnyMatch, other: AnyMatch, seat: Seat) -> None:
    assert match.topics(seat) == other.topics(seat), f"what seat {seat} can order goes by what it can't know"
    ordering = match.game.ordering
    if ordering is not None and seat in match.legal:
        orders = orders_of(match).of(seat)
        same = ordering.answer(match.state, seat, orders) == ordering.answer(other.state, seat, orders)
        assert same, f"what seat {seat}'s orders answer goes by what it can't know"


def check_orders_have_words(match: AnyMatch) -> None:
    """Each topic has a question with a label for each pick, a name of its own, and a sentence for what is ordered."""
    for seat in seats_of(match):
        standings = match.frame(seat).orders
        assert sum(one.lasting for one in standings) <= MOST_LASTING, "all lasting orders are one dialog"
        assert len({one.question for one in standings}) == len(standings) == len(match.topics(seat))
        for topic, one in zip(match.topics(seat), standings, strict=True):
            assert (one.does is not None) == (topic.name in orders_of(match).of(seat))
            ask = match.order_question(seat, one.question)
            labels = [choice.option.own or choice.option.label for choice in ask.choices]
            assert len(set(labels)) == len(labels), f"give each pick a label of its own: {labels}"
            assert (ask.at_least, ask.at_most, ask.ordered) == (topic.at_least, topic.at_most, topic.ordered)
            if topic.lasting:
                named = [choice for choice in ask.choices if choice.option.amount is None]
                assert len(named) <= MOST_TICKS, f"the dialog of lasting orders has {MOST_TICKS} options: {topic}"
                assert topic.at_least == 1, f"the first pick of a lasting order is as if nothing were: {topic}"
            times = {choice.number: choice.option.times for choice in ask.choices}
            assert times == {number: topic.picks.count(pick) for number, pick in enumerate(topic.choices)}


def check_an_answer_gives_the_order(match: AnyMatch) -> None:
    """Answer questions about orders, by the choices' numbers or by a number that is named: that gives the order."""
    for seat in seats_of(match):
        for topic, one in zip(match.topics(seat), match.frame(seat).orders, strict=True):
            number = len(topic.choices) // 2
            picks = tuple(range(number, number + topic.at_least))
            named = tuple(topic.choices[at] for at in picks)
            assert match.answer(seat, one.question, PicksReply(picks)) == match.give_order(seat, topic.name, named)
            if isinstance(named[0], int):
                assert match.answer(seat, one.question, AmountReply(named[0])) == match.give_order(
                    seat, topic.name, named
                )


def check_orders_are_saved(match: AnyMatch) -> None:
    """Save and load: the same orders, which answer the same."""
    loaded = reloaded(match)
    assert loaded == match
    for seat in match.deciding:
        assert loaded.frame(seat) == match.frame(seat)


def check_a_view_knows_no_orders(match: AnyMatch) -> None:
    """Agents, and what anybody imagines, know nothing of what is ordered."""
    bare = Match(match.game, match.seats, match.seed, match.seq, match.asked, match.state)
    for seat in () if match.is_shut else match.legal:
        assert match.view(seat, Rng(seed(1), 0)) == bare.view(seat, Rng(seed(1), 0))


def check_choices_for_all_are_alike(match: AnyMatch) -> None:
    """Where all may be offered the same choices, each is asked about one thing, the same, in the same words."""
    joint = None if match.open_joint is None else match.open_joint.joint
    telling = match.game.order_telling
    if joint is None or not joint.open or telling is None:
        return
    opened = match.frame(None).joint
    assert opened is not None
    assert opened.open is not None
    topic, *others = {each for asked in joint.topics.values() for each in asked}
    assert not others, f"all are asked about one thing: {joint.topics}"
    assert {*joint.open} <= {*topic.choices}
    for pick in joint.open[:MOST_PICKS]:
        options = {telling.option(match.state, seat, topic, pick) for seat in joint.topics}
        assert len(options) == 1, f"everybody reads the same choices: {options}"
        number = topic.choices.index(pick)
        for seat in joint.topics:
            after, moves = match.answer(seat, opened.open.question, PicksReply((number,)))
            ordered, carried = match.give_order(seat, topic.name, (pick,))
            if seat in opened.deciding:
                assert (after.state, moves[0].action) == (ordered.state, carried[0].action)
                assert not any(match.game.is_by_order(told.event) for told in moves[0].told_events), (
                    "by hand it is no order"
                )
            else:
                assert (after, moves) == (ordered, carried)


CHECKS = (
    check_choices_for_all_are_alike,
    check_an_order_shows_nobody_what_it_is,
    check_an_ordered_move_is_told_as_if_made_by_hand,
    check_orders_answer_legally,
    check_what_nobody_ordered_is_answered_whatever_the_hand,
    check_orders_end,
    check_what_can_be_ordered_goes_by_what_the_seat_knows,
    check_orders_have_words,
    check_an_answer_gives_the_order,
    check_orders_are_saved,
    check_a_view_knows_no_orders,
)
"""Each is about one position."""


def every(positions: Sequence[AnyMatch], most: int) -> Sequence[AnyMatch]:
    """Return up to twice as many positions, spread evenly."""
    return positions[:: max(1, len(positions) // most)]
