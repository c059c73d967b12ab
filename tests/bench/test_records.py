"""A record says whether its goal is reached, survives its file, and prints as a row."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.records import Record, compared, parser, read, table, tell, write


@pytest.mark.parametrize(
    ("record", "reached"),
    [
        (Record("writer", 59.9, "µs", goal="at most 60"), True),
        (Record("writer", 60.1, "µs", goal="at most 60"), False),
        (Record("moves", 30000, "1/s", goal="at least 30000"), True),
        (Record("moves", 29999, "1/s", goal="at least 30000"), False),
        (compared("CPU", 2.6, "ms", 2.0, "at most 1.3 times"), True),
        (compared("CPU", 2.7, "ms", 2.0, "at most 1.3 times"), False),
        (compared("kept", 14, "1/s", 10, "at least 1.5 times"), False),
        (Record("story", 4.1, "messages"), None),
    ],
)
def test_a_goal_bounds_the_value_or_with_times_the_ratio(record: Record, reached: bool | None) -> None:  # noqa: FBT001
    """A goal is a bound from above or below."""
    assert record.reached is reached


@pytest.mark.parametrize("goal", ["fast", "at most", "at most twice", "<= 60"])
def test_a_goal_that_nobody_can_check_is_refused(goal: str) -> None:
    """The error shows the form."""
    with pytest.raises(ValueError, match="at most 60"):
        Record("writer", 1, "µs", goal=goal)


def test_a_goal_in_times_needs_something_to_be_held_against() -> None:
    """A ratio goal without a floor could never fail."""
    with pytest.raises(ValueError, match="needs a ratio"):
        Record("CPU", 1, "ms", goal="at most 1.3 times")


def test_records_survive_their_file(tmp_path: Path) -> None:
    """What is written is what is read, None and letters beyond ASCII included."""
    records = [Record("кадр", 1.5, "µs"), compared("CPU", 3.0, "ms", 2.0, "at most 1.3 times")]
    write(tmp_path / "figures.json", records)
    assert read(tmp_path / "figures.json") == records


def test_the_table_leaves_out_columns_that_nobody_fills() -> None:
    """Without floors and goals three columns are left."""
    assert table([Record("frame", 12.345, "µs"), Record("moves", 12345.6, "1/s")]).splitlines() == [
        "what    value  unit",
        "frame    12.3  µs",
        "moves  12,346  1/s",
    ]


def test_every_benchmark_prints_and_writes_the_same_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--json FILE` is understood by the parser that all share."""
    arguments = parser("About.").parse_args(["--json", str(tmp_path / "out.json")])
    records = [compared("CPU", 3.0, "ms", 2.0, "at most 1.3 times")]
    tell(records, arguments.json)
    assert read(arguments.json) == records
    assert " ".join(capsys.readouterr().out.splitlines()[1].split()) == "CPU 3 ms 2 1.5 at most 1.3 times no"
