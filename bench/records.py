"""What every benchmark measures, in one shape: JSON for machines, a table for people, and goals that check themselves.

Each `python -m bench.NAME` builds its own arguments on `parser()` and ends with `tell(records, arguments.json)`.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

GOAL = re.compile(
    r"at (?P<side>most|least) (?P<number>\d+(?:\.\d+)?)(?P<times> times)?"
)
"""How a goal is written: "at most 60" bounds the value, "at least 1.5 times" the ratio."""
HEAD = ("what", "value", "unit", "against", "ratio", "goal", "reached")
LEFT = frozenset({"what", "unit", "goal", "reached"})


@dataclass(frozen=True, slots=True)
class Record:
    """One figure: what was measured, in which unit, and what it is held against.

    `against` is the floor measured in the same run and unit, `ratio` is value / against, and `goal` a text of the form
    of GOAL, in the record's own unit or, with "times", in those of the floor. Each of the three may be None.
    """

    what: str
    value: float
    unit: str
    against: float | None = None
    ratio: float | None = None
    goal: str | None = None

    def __post_init__(self) -> None:
        """Refuse a goal that nobody could check, by ValueError."""
        if self.goal is None:
            return
        found = GOAL.fullmatch(self.goal)
        if found is None:
            raise ValueError(
                f"a goal reads like 'at most 60' or 'at least 1.5 times', not {self.goal!r}"
            )
        if found["times"] and self.ratio is None:
            raise ValueError(f"{self.what}: the goal {self.goal!r} needs a ratio")

    @property
    def reached(self) -> bool | None:
        """Tell whether the goal is reached; None where there is none."""
        found = GOAL.fullmatch(self.goal or "")
        if found is None:
            return None
        figure = self.ratio if found["times"] and self.ratio is not None else self.value
        bound = float(found["number"])
        return figure <= bound if found["side"] == "most" else figure >= bound


def compared(
    what: str, value: float, unit: str, against: float, goal: str | None = None
) -> Record:
    """Return a record of a value beside its floor, which isn't zero, with their ratio."""
    return Record(what, value, unit, against, value / against, goal)


def number(figure: float | None) -> str:
    """Return a figure with three digits that count, or all before the point; an empty text for None."""
    if figure is None:
        return ""
    if abs(figure) >= 100:  # noqa: PLR2004 - three digits before the point
        return f"{figure:,.0f}"
    return f"{figure:.3g}"


def cells(record: Record) -> tuple[str, ...]:
    """Return a record as the cells of a row, in the order of HEAD."""
    reached = {None: "", True: "yes", False: "no"}[record.reached]
    figures = (
        number(record.value),
        record.unit,
        number(record.against),
        number(record.ratio),
    )
    return (record.what, *figures, record.goal or "", reached)


def table(records: Sequence[Record]) -> str:
    """Return records as a table of plain text; columns that nobody fills are left out."""
    rows = [HEAD, *map(cells, records)]
    filled = [
        column
        for column, name in enumerate(HEAD)
        if any(row[column] for row in rows[1:])
    ]
    widths = {column: max(len(row[column]) for row in rows) for column in filled}
    lines = []
    for row in rows:
        put = (
            row[c].ljust(widths[c]) if HEAD[c] in LEFT else row[c].rjust(widths[c])
            for c in filled
        )
        lines.append("  ".join(put).rstrip())
    return "\n".join(lines)


def write(path: Path, records: Sequence[Record]) -> None:
    """Write records to a file, as a JSON list of objects."""
    path.write_text(
        json.dumps([asdict(record) for record in records], indent=1, ensure_ascii=False)
        + "\n"
    )


def read(path: Path) -> list[Record]:
    """Return the records of a file; raise TypeError or ValueError if it holds something else."""
    return [Record(**fields) for fields in json.loads(path.read_text())]


def parser(about: str) -> argparse.ArgumentParser:
    """Return a parser of the arguments that every benchmark takes; `about` is the docstring of its module."""
    made = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument(
        "--json", type=Path, metavar="FILE", help="write the records there, too"
    )
    return made


def tell(records: Sequence[Record], path: Path | None = None) -> None:
    """Print a table of records, and write them to a file if one is named."""
    sys.stdout.write(f"{table(records)}\n")
    if path is not None:
        write(path, records)
