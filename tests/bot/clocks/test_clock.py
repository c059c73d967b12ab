"""A table's clocks: when they run, what they take from the reserve, and what is due when."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clocks.table_clock import DAY, HOUR, PACES, TableClock, TimeControl, TimeoutAction
from bot.clocks.timeline import Standstill

NEVER = Standstill()
NOW = 1_800_000_000.0
ANN, BO = 0, 1


def table(pace: int = DAY, then: TimeoutAction = TimeoutAction.RIVAL) -> TableClock:
    """Return the clocks of two people whose game begins now; Ann has been called for the question of move 0."""
    return TableClock(TimeControl(pace, then)).begin_game(2, NOW).start_clocks([(ANN, 0)], NOW).with_due(NEVER)


def until(clock: TableClock, seat: int = ANN, downtime: Standstill = NEVER) -> float | None:
    """Return when the time of a seat is up."""
    return clock.with_due(downtime).seats[seat].until


def test_nobodys_time_runs_before_they_were_called() -> None:
    """A clock starts when the call was made, not when the move was kept; a second call for the question starts none.

    Neither the end nor the reserve knows of it.
    """
    clock = TableClock(TimeControl(DAY)).begin_game(2, NOW)
    assert until(clock) is None
    called = clock.start_clocks([(ANN, 0)], NOW + 60)
    assert until(called) == NOW + 60 + 4 * DAY
    assert called.start_clocks([(ANN, 0)], NOW + HOUR) == called

    gone = Standstill(((NOW + HOUR, NOW + 2 * DAY),))
    assert until(table(), downtime=gone) == NOW + 4 * DAY + 2 * DAY - HOUR
    assert table().after_moves(ANN, {}, NOW + 2 * DAY + HOUR, gone, told=True).seats[ANN].reserve == 3 * DAY


@pytest.mark.parametrize("told, begins", [(True, NOW + HOUR), (False, NOW)])
def test_a_new_question_of_the_own_turn_starts_the_pace_anew(*, told: bool, begins: float) -> None:
    """Nobody is called for it, so it runs from the move on, unless nobody was told of that.

    Everybody sees the deadline: one that moved would tell of a secret step, and going to and fro would never end.
    """
    after = table().after_moves(ANN, {ANN: 1}, NOW + HOUR, NEVER, told=told)
    assert after.seats[ANN].asked == 1
    assert until(after) == begins + 4 * DAY


def test_whose_time_is_up_has_a_tenth_of_the_pace_from_then_on() -> None:
    """At most two hours, the same whatever the hand.

    Any press is enough.
    """
    late = table().mark_late(ANN, NOW + 4 * DAY)
    next_ = late.after_moves(ANN, {ANN: 1}, NOW + 4 * DAY, NEVER, told=True)
    assert until(next_) == NOW + 4 * DAY + 2 * HOUR
    quick = table(HOUR).mark_late(ANN, NOW + 4 * HOUR).after_moves(ANN, {ANN: 1}, NOW + 4 * HOUR, NEVER, told=True)
    assert until(quick) == NOW + 4 * HOUR + HOUR / 10

    back = table().mark_late(ANN, NOW + 4 * DAY).note_activity(ANN, NOW + 5 * DAY)
    assert not back.seats[ANN].late
    assert until(back) == NOW + 5 * DAY + DAY


def test_after_three_paces_among_themselves_rivals_stop() -> None:
    """Counted from the moment at which the last one took over, or at which a person acted last.

    What ran out while it slept counts for nobody.
    """
    late = table().mark_late(ANN, NOW + 4 * DAY)
    assert not late.is_left_to_rivals(NOW + 7 * DAY - 1, NEVER)
    assert late.is_left_to_rivals(NOW + 7 * DAY, NEVER)
    assert late.rest().with_due(NEVER).due is None
    assert not late.note_activity(BO, NOW + 6 * DAY).is_left_to_rivals(NOW + 7 * DAY, NEVER)

    both = table().start_clocks([(BO, 0)], NOW).mark_late(ANN, NOW + 4 * DAY).rest()
    awake = both.note_activity(ANN, NOW + 40 * DAY)
    assert not awake.rests
    assert until(awake, BO) == NOW + 44 * DAY


def test_a_pause_stops_everything_and_gives_back_what_was_left() -> None:
    """While it lasts, nobody knows when time is up.

    What began in a future that was none began now.
    """
    paused = table().pause(NOW + DAY)
    assert until(paused) is None
    assert paused.with_due(NEVER).due == NOW + DAY / 2, "the first reminder was due before"
    assert until(paused.resume(NOW + 11 * DAY)) == NOW + 14 * DAY

    back = table().after_wall_clock_rewind(NOW - 10 * DAY)
    assert until(back) == NOW - 6 * DAY
    assert table().after_wall_clock_rewind(NOW + 1) == table()


def test_absence_said_anew_replaces_the_first() -> None:
    """What is left of the first one counts for none of the fourteen days that a person may be away."""
    anew = table().set_away(ANN, NOW + 10 * DAY, NOW).set_away(ANN, NOW + 20 * DAY, NOW + DAY)
    anew = anew.set_away(ANN, NOW + 30 * DAY, NOW + 2 * DAY)
    assert anew.seats[ANN].away == ((NOW, NOW + DAY), (NOW + DAY, NOW + 2 * DAY), (NOW + 2 * DAY, NOW + 14 * DAY))
    assert until(anew) == NOW + 18 * DAY


def test_there_are_two_reminders_at_half_the_pace_and_a_tenth_before_the_end() -> None:
    """And no third; at a pace of less than a day one call is enough.

    Also where no reserve is left the second one leaves two hours: people are reminded at paces of a day and more.
    """
    for pace, days in (
        ("hour", []),
        ("half-day", []),
        ("day", [0.5, 4 - 0.4]),
        ("three-days", [1.5, 12 - 1.2]),
        ("week", [3.5, 28 - 2.8]),
    ):
        clock, found = table(PACES[pace]), []
        while (due := clock.with_due(NEVER).seats[ANN].remind) is not None:
            found.append(due)
            clock = clock.count_reminder(ANN)
        assert found == [NOW + each * DAY for each in days], pace

    spent = replace(table(), seats=tuple(replace(each, reserve=0.0) for each in table().seats))
    assert spent.count_reminder(ANN).with_due(NEVER).seats[ANN].remind == NOW + DAY - 0.1 * DAY


def test_what_was_proposed_holds_only_when_all_have_agreed() -> None:
    """Alone one decides; with others nothing changes without the consent of all.

    Neither a consent nor a veto of theirs is left, and who comes is asked as well.
    """
    alone = TableClock(TimeControl(DAY)).propose(TimeControl(HOUR), 7).settle_proposal([7])
    assert alone.terms.pace == HOUR
    asked = TableClock(TimeControl(DAY)).propose(TimeControl(HOUR), 7).settle_proposal([7, 8, 9])
    assert asked.terms.pace == DAY
    assert asked.agree(8).settle_proposal([7, 8, 9]).terms.pace == DAY
    assert asked.agree(8).settle_proposal([7, 8, 9]).agree(9).settle_proposal([7, 8, 9]).terms.pace == HOUR

    asked = TableClock(TimeControl(DAY)).propose(TimeControl(HOUR), 7).settle_proposal([7, 8])
    assert asked.settle_proposal([7]).terms.pace == HOUR
    assert asked.agree(8).settle_proposal([7, 8, 9]).settle_proposal([7, 9]).terms.pace == DAY
    assert asked.settle_proposal([7, 8]).agreed == (7,)


@pytest.mark.slow
@given(st.sampled_from([pace for pace in PACES.values() if pace]), st.lists(st.floats(1, 10 * DAY), max_size=12))
def test_all_that_a_seat_may_ever_use_is_the_pace_for_each_question_and_one_reserve(
    pace: int, waits: list[float]
) -> None:
    """However long each answer takes: no question ends later than that, and no reserve falls below 0."""
    clock, now = TableClock(TimeControl(pace)).begin_game(2, NOW), NOW
    beyond = 0.0
    for move, wait in enumerate(waits):
        clock = clock.start_clocks([(ANN, move)], now)
        end = until(clock)
        assert end is not None
        assert end - now <= 4 * pace
        waited = min(wait, end - now)
        beyond += max(0.0, waited - pace)
        clock = clock.after_moves(ANN, {}, now + waited, NEVER, told=True)
        now += waited
        assert clock.seats[ANN].reserve == pytest.approx(3 * pace - beyond, abs=1e-3)
