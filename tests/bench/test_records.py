"""A record says whether its goal is reached, survives its file, prints as a row, and stands in the tables of README."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.records import Record, compared, parser, read, tell, write
from bench.table import FIGURES, chosen, main, marks, put

MARKS = marks(FIGURES)
CPU = compared("CPU a move, 8 in flight", 5.0, "ms", 2.5, "at most 1.3 times")
PICTURE = Record("a picture", 5.5, "ms", goal="at most 6")
CLICKS = Record("clicks | moves", 1.25, "clicks")


@pytest.mark.parametrize(
    ("value", "ratio", "goal", "reached"),
    [
        (59.9, None, "at most 60", True),
        (60.1, None, "at most 60", False),
        (30000, None, "at least 30000", True),
        (29999, None, "at least 30000", False),
        (2.6, 1.3, "at most 1.3 times", True),
        (2.7, 1.35, "at most 1.3 times", False),
        (14, 1.4, "at least 1.5 times", False),
        (4.1, None, None, None),
    ],
)
def test_a_goal_bounds_the_value_or_with_times_the_ratio(
    value: float,
    ratio: float | None,
    goal: str | None,
    reached: bool | None,  # noqa: FBT001
) -> None:
    """A goal is a bound from above or below."""
    assert Record("writer", value, "µs", ratio=ratio, goal=goal).reached is reached


@pytest.mark.parametrize(
    ("goal", "why"),
    [
        *((goal, "at most 60") for goal in ("fast", "at most", "at most twice", "<= 60")),
        ("at most 1.3 times", "needs a ratio"),
    ],
)
def test_goal_that_nobody_can_check_is_refused(goal: str, why: str) -> None:
    """The error shows the form; a ratio goal without a floor could never fail."""
    with pytest.raises(ValueError, match=why):
        Record("writer", 1, "µs", goal=goal)


def test_every_benchmark_prints_and_writes_the_same_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--json FILE` is understood by the parser that all share; what is written is read, None and Cyrillic included."""
    arguments = parser("About.").parse_args(["--json", str(tmp_path / "out.json")])
    records = [compared("CPU", 3.0, "ms", 2.0, "at most 1.3 times"), Record("кадр", 1.5, "µs")]
    tell(records, arguments.json)
    assert read(arguments.json) == records
    assert " ".join(capsys.readouterr().out.splitlines()[1].split()) == "CPU 3 ms 2 1.5 at most 1.3 times no"


def test_the_table_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    """Twice put is once there, with the rows asked for by whole names, in that order; other tables stay.

    A goal that was reached stands alone; a stroke in a name stays in its cell.
    """
    readme, figures = tmp_path / "README.md", tmp_path / "whole.json"
    (begin, end), other = MARKS, "\nkept\n".join(marks("promises"))
    readme.write_text(f"{begin}\nold\n{end}\n{other}\n")
    write(figures, [CPU, PICTURE, CLICKS])
    for _ in range(2):
        main([str(figures), "--into", str(readme), "--only", "a picture", "CPU .*", "clicks.*"])
    rows = [
        "| what | figure | beside | goal |",
        "| --- | --- | --- | --- |",
        "| a picture | 5.5 ms |  | at most 6 |",
        "| CPU a move, 8 in flight | 5 ms | 2.5 ms (2 times) | at most 1.3 times, not reached |",
        "| clicks \\| moves | 1.25 clicks |  |  |",
    ]
    assert readme.read_text().splitlines() == [begin, *rows, end, *other.splitlines()]
    with pytest.raises(ValueError, match="no record is called 'CPU'"):
        chosen([CPU], ["CPU"])


@pytest.mark.parametrize("text", ["no marks", MARKS[0], f"{MARKS[0]} {MARKS[1]} {MARKS[0]}"])
def test_a_file_without_both_marks_is_left_alone(text: str) -> None:
    """Nobody loses a README."""
    with pytest.raises(ValueError, match="once each"):
        put(text, "table")
