"""A record says whether its goal is reached, survives its file, prints as a row, and stands in the tables of README."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.records import Record, compared, parser, read, table, tell, write
from bench.table import FIGURES, chosen, main, markdown, marks, put

MARKS = marks(FIGURES)
CPU = compared("CPU a move, 8 in flight", 5.0, "ms", 2.5, "at most 1.3 times")
PICTURE = Record("a picture", 5.5, "ms", goal="at most 6")
CLICKS = Record("clicks | moves", 1.25, "clicks")


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


def test_the_table_leaves_out_columns_that_nobody_fills() -> None:
    """Without floors and goals three columns are left."""
    assert table([Record("frame", 12.345, "µs"), Record("moves", 12345.6, "1/s")]).splitlines() == [
        "what    value  unit",
        "frame    12.3  µs",
        "moves  12,346  1/s",
    ]


def test_every_benchmark_prints_and_writes_the_same_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--json FILE` is understood by the parser that all share; what is written is read, None and Cyrillic included."""
    arguments = parser("About.").parse_args(["--json", str(tmp_path / "out.json")])
    records = [compared("CPU", 3.0, "ms", 2.0, "at most 1.3 times"), Record("кадр", 1.5, "µs")]
    tell(records, arguments.json)
    assert read(arguments.json) == records
    assert " ".join(capsys.readouterr().out.splitlines()[1].split()) == "CPU 3 ms 2 1.5 at most 1.3 times no"


def test_a_row_tells_figure_floor_ratio_and_a_goal_that_was_missed() -> None:
    """A goal that was reached stands alone; a stroke in a name stays in its cell."""
    assert markdown([CPU, PICTURE, CLICKS]).splitlines() == [
        "| what | figure | beside | goal |",
        "| --- | --- | --- | --- |",
        "| CPU a move, 8 in flight | 5 ms | 2.5 ms (2 times) | at most 1.3 times, not reached |",
        "| a picture | 5.5 ms |  | at most 6 |",
        "| clicks \\| moves | 1.25 clicks |  |  |",
    ]


def test_rows_are_chosen_by_whole_names_in_the_order_asked_for() -> None:
    """A pattern that fits nothing is a mistake, not an empty table."""
    assert chosen([CPU, PICTURE, CLICKS], ["a picture", "CPU .*"]) == [PICTURE, CPU]
    with pytest.raises(ValueError, match="no record is called 'CPU'"):
        chosen([CPU], ["CPU"])


def test_the_table_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    """Twice put is once there."""
    readme, figures = tmp_path / "README.md", tmp_path / "whole.json"
    readme.write_text(f"# Herald\n\n{MARKS[0]}\nold\n{MARKS[1]}\n\nThe end.\n")
    write(figures, [CPU, PICTURE])
    for _ in range(2):
        main([str(figures), "--into", str(readme), "--only", "a picture"])
    assert readme.read_text() == f"# Herald\n\n{MARKS[0]}\n{markdown([PICTURE])}\n{MARKS[1]}\n\nThe end.\n"


def test_a_text_holds_several_tables_each_between_marks_of_its_own() -> None:
    """A new one of one name leaves the others as they are."""
    begin, end = marks("promises")
    figures = put(f"{MARKS[0]}\n{MARKS[1]}\n{begin}\nold\n{end}\n", "figures")
    assert put(figures, "new", "promises") == f"{MARKS[0]}\nfigures\n{MARKS[1]}\n{begin}\nnew\n{end}\n"


@pytest.mark.parametrize("text", ["no marks", MARKS[0], f"{MARKS[0]} {MARKS[1]} {MARKS[0]}"])
def test_a_file_without_both_marks_is_left_alone(text: str) -> None:
    """Nobody loses a README."""
    with pytest.raises(ValueError, match="once each"):
        put(text, "table")
