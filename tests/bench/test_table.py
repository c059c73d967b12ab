"""The table of README is made of the figures that benchmarks wrote, and nothing else in the file changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.records import Record, compared, write
from bench.table import FIGURES, chosen, main, markdown, marks, put

MARKS = marks(FIGURES)
CPU = compared("CPU a move, 8 in flight", 5.0, "ms", 2.5, "at most 1.3 times")
PICTURE = Record("a picture", 5.5, "ms", goal="at most 6")
CLICKS = Record("clicks | moves", 1.25, "clicks")


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
