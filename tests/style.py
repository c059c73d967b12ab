"""Figures of how the code reads: `python -m tests.style [ROOM...]` prints them beside those of six well-kept projects.

Counted are the sources without tests, as the figures of the others were: names of functions, docstrings, and the
density of bodies. `tests/test_style.py` holds those that are goals.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

ROOT: Final = Path(__file__).parents[1]
ROOMS: Final = ("bot", "engine", "cogs")
LONG: Final = 8
"""Lines from which on a body is expected to have paragraphs."""
PRONOUNS: Final = re.compile(
    r"\b(who|whom|whose|whoever|what|whatever|somebody|someone|anybody|nobody)\b", re.IGNORECASE
)
PARTICIPLE: Final = re.compile(
    r"""[a-z]+(?<!e)ed
    |begun|bought|brought|built|chosen|come|cut|done|drawn|driven|fallen|found|given|gone|heard|held|kept
    |known|laid|left|lent|lost|made|meant|met|paid|put|read|said|sat|seen|sent|shown|spoken|spent|stood
    |taken|told|thought|thrown|understood|won|worn|written""",
    re.VERBOSE,
)
VERBS: Final = frozenset({"come", "cut", "put", "read", "need", "feed", "seed", "speed", "embed", "exceed", "shed"})
"""Words of that form that are verbs or nouns as well."""
GOALS: Final[Mapping[str, tuple[float, bool]]] = {
    "function names that are participles, %": (2, True),
    "pronouns in 1,000 words of docstrings": (6, True),
    "docstrings that name something in code marks, %": (40, False),
    "names and calls on a line of a body": (4.5, True),
    "bodies of 8 and more lines with a blank line, %": (60, False),
}
"""What is to be reached, and whether it is a most."""
OTHERS: Final[Mapping[str, Sequence[float]]] = {
    "function names that are participles, %": (1, 1, 0, 0, 1, 0),
    "pronouns in 1,000 words of docstrings": (2, 3, 2, 0, 0, 2),
    "docstrings that name something in code marks, %": (22, 53, 78, 91, 42, 25),
    "names and calls on a line of a body": (2.9, 3.0, 3.2, 2.5, 2.8, 1.9),
    "bodies of 8 and more lines with a blank line, %": (42, 33, 38, 89, 60, 86),
}
"""SpellBot, mautrix, h11, svcs, httpx, Synapse's storage."""

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
Documented: TypeAlias = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def is_participle(name: str) -> bool:
    """Tell whether a name is a past participle alone, such as `told`; of several words a verb may be the first."""
    word = name.strip("_")
    return word not in VERBS and PARTICIPLE.fullmatch(word) is not None


def body_of(function: Function) -> list[ast.stmt]:
    """Return the statements of `function` after its docstring."""
    return function.body[1:] if ast.get_docstring(function) is not None else function.body


def density(function: Function) -> tuple[int, int]:
    """Return how many names, attributes and calls a body has, and on how many lines."""
    nodes = [node for statement in body_of(function) for node in ast.walk(statement)]
    lines = {node.lineno for node in nodes if hasattr(node, "lineno")}
    return sum(isinstance(node, ast.Name | ast.Attribute | ast.Call) for node in nodes), len(lines)


def has_paragraphs(function: Function, lines: Sequence[str]) -> bool | None:
    """Tell whether a body of `LONG` lines or more has a blank line; None for a shorter one."""
    body = body_of(function)
    if not body:
        return None
    rows = lines[body[0].lineno - 1 : body[-1].end_lineno]
    return any(not row.strip() for row in rows) if len(rows) >= LONG else None


@cache
def count(source: str) -> tuple[tuple[float, float], ...]:
    """Return for each of `GOALS` what counts in a source, and of how much; each file is in several packages."""
    nodes = list(ast.walk(ast.parse(source)))
    functions = [node for node in nodes if isinstance(node, Function)]
    docs = [doc for node in nodes if isinstance(node, Documented) and (doc := ast.get_docstring(node))]
    counts = [density(function) for function in functions]
    lines = source.splitlines()
    paragraphs = [found for function in functions if (found := has_paragraphs(function, lines)) is not None]
    return (
        (100 * sum(is_participle(function.name) for function in functions), len(functions)),
        (1000 * sum(len(PRONOUNS.findall(doc)) for doc in docs), sum(len(re.findall(r"[\w']+", doc)) for doc in docs)),
        (100 * sum("`" in doc for doc in docs), len(docs)),
        (sum(names for names, _ in counts), sum(rows for _, rows in counts)),
        (100 * sum(paragraphs), len(paragraphs)),
    )


def measure(sources: Mapping[Path, str]) -> dict[str, float]:
    """Return the figures of sources by their names in `GOALS`."""
    counts = zip(*map(count, sources.values()), strict=True)
    return {
        goal: sum(hits for hits, _ in each) / sum(of for _, of in each)
        for goal, each in zip(GOALS, counts, strict=True)
    }


def read(rooms: Iterable[str]) -> dict[Path, str]:
    """Return the sources of rooms by their paths."""
    return {path: path.read_text("utf-8") for room in rooms for path in sorted((ROOT / room).rglob("*.py"))}


def report(figures: Mapping[str, float]) -> Iterator[str]:
    """Yield a line for each figure."""
    for name, figure in figures.items():
        bound, most = GOALS[name]
        beside = " ".join(f"{other:g}" for other in OTHERS[name])
        yield f"{name:50} {figure:6.1f}   at {'most' if most else 'least'} {bound:g}   others: {beside}"


if __name__ == "__main__":
    for line in report(measure(read(sys.argv[1:] or ROOMS))):
        print(line)  # noqa: T201 - it is what the command is for
