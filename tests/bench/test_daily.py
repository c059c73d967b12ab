"""Many people play the deal of the day whole, and the day is closed while others are in the midst of their game."""

from __future__ import annotations

from pathlib import Path

from bench.daily import Taken, Waits, closed, opened, played
from tests.loopback.records import Message


def waits(*seconds: float) -> Waits:
    """Return waits for answers that were asked for a second after each other."""
    return Waits([(float(number), each) for number, each in enumerate(seconds)])


async def test_day_is_played_closed_and_posted(tmp_path: Path) -> None:
    """Whoever has come is through, is counted once, and stands in the post; those in the midst do not."""
    async with opened(tmp_path) as day:
        figures = {each.what: each for each in await played(day, 4, 1.0, flight=2)}
        assert (day.people, day.done) == (4, 4)
        assert len(day.taken.begun.answers) == 4
        assert len(day.taken.paced.answers) + len(day.taken.free.answers) >= 4 * 10
        late = figures.pop("beginnings that were not ready in time")
        assert late.value == day.taken.late
        assert all(0 < each.value < 3000 for each in figures.values())

        counted, posted, *slowest = await closed(day, late=2)
        assert counted.value > 0
        assert posted.value > 0
        assert slowest[1].value >= slowest[0].value
        assert [_named(each) for each in day.board.messages] == [["1", "2", "3", "4"]]


def _named(post: Message) -> list[str]:
    """Return the numbers of those who stand in a post."""
    return sorted({line.partition("Person ")[2][0] for line in post.text.splitlines() if "Person " in line})


def test_answers_of_the_hour_have_the_goal_and_the_first_hundred_the_memory() -> None:
    """Those that came as fast as it goes have none; without a hundred people nothing is said of memory."""
    taken = Taken(waits(*[0.1] * 98, 0.29, 0.29), waits(0.5, 0.5), waits(1.0, 1.0), {100: 100.0}, cpu=1.02)
    p50, p99, fast, begun, _, cpu = taken.records()
    assert (round(p50.value), round(p99.value), p99.reached) == (100, 290, True)
    assert (fast.value, fast.goal, begun.value) == (500.0, None, 1000.0)
    assert cpu.value == 10.0

    taken.sizes[300] = 106.0
    *_, growth = taken.records()
    assert (growth.value, growth.against, growth.reached) == (106.0, 100.0, False)


def test_an_answer_that_waits_when_counting_begins_counts() -> None:
    """One that was asked for before and came within, but none that was over or asked for afterwards."""
    assert waits(0.5, 1.5, 0.2, 0.3).within(1.9, 2.5) == [1.5, 0.2]
