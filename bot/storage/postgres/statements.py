"""Statements with names for their values, and those that follow from a list of columns alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

NAMED = re.compile(r"(?<!:):([a-z_]+)")
"""A value's name in a statement; `::` says of which type a value is."""
QUOTED = {"user"}
"""Columns that PostgreSQL has a meaning of its own for."""


class Statement:
    """A statement that PostgreSQL prepares once for each connection; a name may stand in it more than once."""

    __slots__ = ("_names", "named", "text")

    def __init__(self, text: str) -> None:
        """Take the statement with `:name` wherever a value stands."""
        self.named = text
        self._names = tuple(dict.fromkeys(NAMED.findall(text)))
        numbers = {name: number for number, name in enumerate(self._names, 1)}
        self.text = NAMED.sub(lambda found: f"${numbers[found[1]]}", text)

    def values(self, known: Mapping[str, Any]) -> list[Any]:
        """Return the values that the statement asks for, in its order."""
        return [known[name] for name in self._names]


def column(name: str) -> str:
    """Return a column's name as it is written in a statement."""
    return f'"{name}"' if name in QUOTED else name


@cache
def inserting(part: str, columns: tuple[str, ...]) -> Statement:
    """Return what adds a row to a part of the database."""
    return Statement(_insert(part, columns))


@cache
def keeping(part: str, key: str, columns: tuple[str, ...]) -> Statement:
    """Return what adds a row, or writes it over the one that has its key."""
    written = ", ".join(f"{column(name)} = excluded.{column(name)}" for name in columns)
    return Statement(f"{_insert(part, columns)} ON CONFLICT ({column(key)}) DO UPDATE SET {written}")


@cache
def updating(columns: tuple[str, ...], unchanged: tuple[str, ...], besides: str = "true") -> Statement:
    """Return what makes the next revision of a table, if some of its columns, and more besides, are what they were."""
    changed = ", ".join(f"{column(name)} = :{name}" for name in columns)
    return Statement(
        f"UPDATE tables SET {changed}, revision = revision + 1 WHERE {same(unchanged)} AND {besides}"  # noqa: S608 # names of our own schema
    )


def same(columns: Iterable[str]) -> str:
    """Return that a table's columns are what was read of them, `was_` and their names; the number finds the table."""
    rest = " AND ".join(f"{column(name)} IS NOT DISTINCT FROM :was_{name}" for name in columns)
    return f"id = :id AND {rest}"


def _insert(part: str, columns: Iterable[str]) -> str:
    names, values = ", ".join(map(column, columns)), ", ".join(f":{name}" for name in columns)
    return f"INSERT INTO {part} ({names}) VALUES ({values})"  # noqa: S608 # names of our own schema


def written(tag: str) -> int:
    """Return how many rows a statement has written, of what PostgreSQL answers to it."""
    return int(tag.rpartition(" ")[2])
