"""When the game of an open table begins by itself."""

from __future__ import annotations

import pytest

from bench.beginnings import measured
from bot.clocks.start_condition import GRACE, StartCondition

NOW = 1_000_000.0
ANN, BO, CY = 1, 2, 3


def sit(starting: StartCondition, people: int, at: float = NOW, fewest: int = 2) -> StartCondition:
    """Return what a table waits for as the first few people sit there."""
    return starting.with_sitters(people, range(1, people + 1), fewest, at)


def test_full_table_begins_after_grace() -> None:
    """Those who come later than the last one that was waited for change nothing of that.

    Whoever sits down then is waited for as long again. Three times at most, so that nobody holds a table up; a word
    before the table is full counts as none of them.
    """
    starting = sit(StartCondition(3), 2)
    assert starting.due is None
    starting = sit(starting, 3)
    assert starting.due == NOW + 60
    assert sit(starting, 4, NOW + 30).due == NOW + GRACE

    starting = sit(sit(StartCondition(3), 3), 2, NOW + 30)
    assert starting.due is None
    assert sit(starting, 3, NOW + 90).due == NOW + 90 + GRACE

    starting = sit(StartCondition(2).extend_grace(NOW - 10), 2)
    for number in range(1, 5):
        starting = starting.extend_grace(NOW + 10 * number)
    assert starting.due == NOW + 10 * 3 + GRACE


@pytest.mark.parametrize("typed, wait", [(False, 3600), (True, 86_400)])
def test_asked_for_with_fewer_begins_unopposed(*, typed: bool, wait: float) -> None:
    """In an hour; a number that was typed is kept for a day."""
    starting = sit(StartCondition(4, typed=typed), 2).agree_to_begin(ANN, NOW)
    assert starting.due == NOW + wait
    assert starting.agree_to_begin(BO, NOW + 60).agreed == (ANN, BO)
    assert starting.object_to_begin(BO).due is None
    assert starting.object_to_begin(BO).agree_to_begin(BO, NOW + 90).due == NOW + wait, (
        "who changes their mind objects no more"
    )


def test_wish_ends_with_who_wished() -> None:
    """And where too few stay for the game."""
    starting = sit(StartCondition(4), 3).agree_to_begin(CY, NOW)
    assert sit(starting, 2).asked is None
    assert sit(sit(StartCondition(4), 2, fewest=3).agree_to_begin(ANN, NOW), 2, fewest=3).asked is None
    filled = sit(StartCondition(4, fill="knight"), 2, fewest=3).agree_to_begin(ANN, NOW)
    assert sit(filled, 2, fewest=3).asked == NOW, "rivals make enough of them"


def test_last_who_had_not_agreed_leaves() -> None:
    """Those who stay agree, so that it begins as if all were here, unless one objects or another comes."""
    starting = sit(StartCondition(4, typed=True), 3).agree_to_begin(ANN, NOW).agree_to_begin(BO, NOW)
    assert sit(starting, 3).due == NOW + 86_400
    agreed = sit(starting.object_to_begin(CY), 2)
    assert agreed.due == NOW + GRACE
    assert sit(agreed.object_to_begin(BO), 2).due is None
    assert sit(agreed, 3).due == NOW + 86_400


def test_end_of_objections_leaves_time_to_object() -> None:
    """Who objected leaves, or agrees when the time is nearly up, or was: as long as one objected, no other had to."""
    starting = sit(StartCondition(4), 3).agree_to_begin(ANN, NOW).object_to_begin(CY)
    for at in (NOW + 3599, NOW + 7200):
        assert starting.agree_to_begin(CY, at).due == at + 3600
    assert sit(starting, 3, NOW + 7200).due is None
    alone = sit(starting, 2, NOW + 7200)
    assert alone.due == NOW + 7200 + 3600
    assert sit(alone, 2, NOW + 9000).due == alone.due
    assert sit(starting, 2, NOW + 60).due == starting.agree_to_begin(CY, NOW + 60).due == NOW + 3600


def test_chosen_moment_or_opener_alone_begin_it() -> None:
    """It begins then, also when it is full before; with too few it waits on as if none had been chosen.

    The opener's word alone begins it.
    """
    starting = sit(StartCondition(2, at=NOW + 5000), 2)
    assert starting.due == NOW + 5000
    late = starting.miss_chosen_time()
    assert (late.at, late.missed, late.due) == (None, True, NOW + GRACE)

    assert sit(StartCondition(2, by_hand=True), 2).due is None


def test_interruption_ends_wishes() -> None:
    """A table that is led back waits for its people anew; what its opener chose holds.

    Nobody waits for longer than if the host's clock had always been right.
    """
    starting = sit(StartCondition(2, typed=True, fill="knight"), 2).agree_to_begin(ANN, NOW).interrupt()
    assert starting == StartCondition(2, typed=True, fill="knight")

    starting = sit(StartCondition(2), 2, NOW + 9999).agree_to_begin(ANN, NOW + 9999).after_wall_clock_rewind(NOW)
    assert (starting.full, starting.asked) == (NOW, NOW)


def test_openers_sleep_costs_nobody_anything() -> None:
    """In 300 simulated tables the first move is made in two fifths of the time that it takes if the opener must begin.

    Also where the table waits for one more than come.
    """
    for record in measured(300):
        assert record.ratio is not None
        assert record.ratio <= 0.4, record.what
