"""Merged statements: changes in PostgreSQL's words, in as few statements as can be, for each costs a round trip.

Theory of operation. Changes that don't depend on each other become one statement, in which each is a part that tells
which rows it has written. PostgreSQL runs all parts on the rows from before the statement: none sees the work of
another. So a part may not write the rows of another, nor look for rows that another adds or deletes. Where a part has
written other rows than it must, the statement divides by zero, and all of it is taken back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from bot.host.shards import TIME_BITS, WHOLE, ShardSet
from bot.storage.port import NAMED, Dialect, Row, Statement
from bot.storage.postgres.connections import Connection

WRITES = re.compile(r"(INSERT INTO|UPDATE|DELETE FROM) (\w+)")
"""How a statement writes, and to which table: what it begins with."""
READS = re.compile(r"\b(?:FROM|JOIN) (\w+)")
MOST = 24
"""How many changes become one statement: PostgreSQL knows no more than 32,767 values in one."""
KINDS = 512
"""How many kinds of changes are remembered."""

COLUMNS = """
SELECT table_name, column_name FROM information_schema.columns
WHERE table_schema = current_schema() AND table_name NOT IN ('herald', 'notes')
ORDER BY table_name <> 'tables', table_name, ordinal_position
"""
"""Leaves out what the processes of PostgreSQL alone say to each other."""
UNFENCED = "TRUE"
"""The fence of a process that holds no share which another could take over."""


def postgres_dialect(share: ShardSet = WHOLE, fence: str = UNFENCED) -> Dialect:
    """Return the dialect of a process that looks after the servers of `share`, and writes as long as `fence` holds."""
    ids = ", ".join(map(str, share.ids))
    ours = (
        "TRUE"
        if share.is_whole
        else f"(guild >> {TIME_BITS}) % {share.count} IN ({ids})"
    )
    of_ours = f"EXISTS (SELECT FROM tables WHERE id = table_id AND {ours})"
    first = str(share.has_first)
    types = "BIGINT", "DOUBLE PRECISION", "BYTEA"

    return Dialect(
        ours,
        of_ours,
        first,
        fence,
        *types,
        form="",
        columns=COLUMNS,
        complaints="SELECT 1 WHERE FALSE",
    )


class Plan(NamedTuple):
    """Plan: a statement as PostgreSQL takes it, and of which change, by which name, each of its values is."""

    text: str
    names: Sequence[tuple[int, str]]

    def values(self, *known: Mapping[str, Any]) -> list[Any]:
        """Return its values in order, of those of the changes."""
        return [known[change][name] for change, name in self.names]


@cache
def plan_query(statement: Statement, words: Dialect) -> Plan:
    """Return the plan of a query, `statement`."""
    names: dict[tuple[int, str], int] = {}
    return Plan(_number_values(words.translate(statement.text), 0, names), tuple(names))


async def fetch(
    words: Dialect,
    question: Statement,
    values: Mapping[str, Any],
    connection: Connection,
) -> Sequence[Row]:
    """Return the rows of an answer."""
    plan = plan_query(question, words)
    return await connection.fetch(plan.text, *plan.values(values))


def _number_values(text: str, change: int, names: dict[tuple[int, str], int]) -> str:
    """Return `text` with a number for each name of the values of a change; `names` are those that have one."""
    return NAMED.sub(
        lambda found: f"${names.setdefault((change, found[1]), len(names) + 1)}", text
    )


@lru_cache(KINDS)
def plan_changes(words: Dialect, *shape: Statement) -> Sequence[Plan]:
    """Return the plans of changes by some statements, as few as can be."""
    groups: list[list[int]] = []
    for number, statement in enumerate(shape):
        last = groups[-1] if groups else []
        if (
            last
            and len(last) < MOST
            and all(_are_independent(shape[before], statement) for before in last)
        ):
            last.append(number)
        else:
            groups.append([number])

    return [_merge(words, shape, group) for group in groups]


def _merge(words: Dialect, shape: Sequence[Statement], group: Sequence[int]) -> Plan:
    names: dict[tuple[int, str], int] = {}
    parts, counts = [], []
    for each in group:
        statement = shape[each]
        counted = "" if statement.rows is None else " RETURNING 1"
        parts.append(
            f"part_{each} AS ({_number_values(words.translate(statement.text), each, names)}{counted})"
        )
        if counted:
            counts.append(f"(SELECT count(*) FROM part_{each}) = {statement.rows}")  # noqa: S608 # nothing but numbers

    checked = (
        f"1 / CASE WHEN {' AND '.join(counts)} THEN 1 ELSE 0 END" if counts else "1"
    )

    return Plan(f"WITH {', '.join(parts)} SELECT {checked}", tuple(names))


@cache
def _are_independent(before: Statement, after: Statement) -> bool:
    """Tell whether a change can be made together with one before it; one statement is about another row each time."""
    if before is after:
        return True
    (did, whose), (does, where) = (
        WRITES.findall(each.text)[0] for each in (before, after)
    )
    # What is deleted of a log asks for its table (own.sql).
    deleting = did == does == "DELETE FROM"
    looking = did != "UPDATE" and whose in READS.findall(after.text)
    return whose != where and not deleting and not looking
