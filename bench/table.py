"""`python -m bench.table FILES`: the figures of benchmarks as a table for docs/performance.md, printed or put into it.

Without `--only` every record of the files is a row; with it those are whose words match one of the patterns, in their
order. `--into docs/performance.md` writes the table there, between two comments: `--marks promises` are
<!-- promises --> and <!-- end of promises -->.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from bench.records import Record, number, read

FIGURES = "figures"
EMPTY = ""


def marks(name: str) -> tuple[str, str]:
    """Return the two comments between which a table of that name stands."""
    return f"<!-- {name} -->", f"<!-- end of {name} -->"


def cell(record: Record) -> tuple[str, ...]:
    """Return a record as the cells of a row: what, figure, what it is held against, goal."""
    figure = f"{number(record.value)} {record.unit}".strip()
    floor = (
        EMPTY
        if record.against is None
        else f"{number(record.against)} {record.unit}".strip()
    )
    times = "" if record.ratio is None else f" ({number(record.ratio)} times)"
    goal = (
        EMPTY
        if record.goal is None
        else f"{record.goal}{'' if record.reached else ', not reached'}"
    )
    return record.what, figure, floor + times, goal


def markdown(records: Iterable[Record]) -> str:
    """Return records as a table of Markdown."""
    rows = [
        ("what", "figure", "beside", "goal"),
        ("---", "---", "---", "---"),
        *map(cell, records),
    ]
    return "\n".join(
        f"| {' | '.join(text.replace('|', chr(92) + '|') for text in row)} |"
        for row in rows
    )


def chosen(records: Sequence[Record], patterns: Sequence[str]) -> list[Record]:
    """Return the records that match a pattern, in the order of the patterns; raise ValueError where none does."""
    found: list[Record] = []
    for pattern in patterns:
        matching = [record for record in records if re.fullmatch(pattern, record.what)]
        if not matching:
            raise ValueError(f"no record is called {pattern!r}")
        found += matching
    return found


def put(text: str, table: str, name: str = FIGURES) -> str:
    """Return a text with the table between its marks; raise ValueError if it hasn't both, once each."""
    begin, end = marks(name)
    if any(text.count(mark) != 1 for mark in (begin, end)):
        raise ValueError(f"the text must have {begin} and {end} once each")
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    return f"{before}{begin}\n{table}\n{end}{after}"


def main(words: Sequence[str] | None = None) -> None:
    """Print the table, or put it into a file."""
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument(
        "files",
        type=Path,
        nargs="+",
        metavar="FILE",
        help="what benchmarks wrote with --json",
    )
    arguments.add_argument(
        "--only",
        nargs="+",
        metavar="PATTERN",
        help="regular expressions for whole names of rows",
    )
    arguments.add_argument(
        "--into",
        type=Path,
        metavar="FILE",
        help="where to write it, between the two comments",
    )
    arguments.add_argument(
        "--marks", default=FIGURES, metavar="NAME", help="the name in the two comments"
    )
    given = arguments.parse_args(words)
    records = [record for path in given.files for record in read(path)]
    table = markdown(chosen(records, given.only) if given.only else records)
    if given.into is None:
        sys.stdout.write(f"{table}\n")
    else:
        given.into.write_text(put(given.into.read_text(), table, given.marks))


if __name__ == "__main__":
    main()
