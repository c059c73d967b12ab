"""The epoch of a share of the database: a number that grows each time a process takes the share over.

What a process writes without asking for a table's revision, it writes only as long as the epoch of its own takeover
stands: so a process that was stopped and replaced meanwhile can't write over what its successor wrote.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.host.shards import Share
from bot.storage.postgres.connections import Connection

BEGIN = """
INSERT INTO notes (key, value)
SELECT unnest($1::text[]), 1 + coalesce((SELECT max(value::bigint) FROM notes WHERE key LIKE 'epoch %'), 0)
ON CONFLICT (key) DO UPDATE SET value = excluded.value RETURNING value
"""
STANDS = "NOT EXISTS (SELECT FROM notes WHERE key = ANY({keys}::text[]) AND value <> {number}::text)"
FENCE = STANDS.format(keys=":epochs", number=":epoch")
"""Asked in a statement that is written only in the epoch of `Epoch.values`."""
ASK = f"SELECT {STANDS.format(keys='$1', number='$2')}"

FIRST = "1"
NOW = "extract(epoch FROM clock_timestamp())"
TURN = f"""
INSERT INTO notes (key, value) VALUES ($1, ({NOW})::text) ON CONFLICT (key) DO UPDATE SET value = (
    CASE WHEN notes.value::float8 > {NOW} + $3::float8 THEN {NOW}
    ELSE greatest({NOW}, notes.value::float8 + $2::float8) END
)::text
RETURNING value::float8 - {NOW} AS left
"""  # noqa: S608 # constants of this module
LONGEST_LINE = 600.0
"""Seconds within which every turn of a line comes: a later one was taken before PostgreSQL's clock was set back."""


@dataclass(frozen=True, slots=True)
class Epoch:
    """The takeover of some shards, by the keys under which their epochs are noted; they have the same number."""

    keys: tuple[str, ...]
    number: str

    @property
    def values(self) -> dict[str, Any]:
        """Return what `FENCE` asks for."""
        return {"epochs": list(self.keys), "epoch": self.number}

    async def stands(self, connection: Connection) -> bool:
        """Tell whether nobody has taken over since."""
        return not self.keys or bool(await connection.fetchval(ASK, list(self.keys), self.number))


NONE = Epoch((), FIRST)
"""What stands always: nothing was taken over."""


async def begin(connection: Connection, share: Share) -> Epoch:
    """Begin the next epoch of a share that was taken just now."""
    keys = tuple(f"epoch {number}" for number in share.ids or (0,))
    return Epoch(keys, str(await connection.fetchval(BEGIN, list(keys))))


async def turn(connection: Connection, line: int, seconds: float) -> float:
    """Take the next turn in a line of all processes; return how many seconds are left until it comes."""
    return max(0.0, float(await connection.fetchval(TURN, f"turn {line}", seconds, LONGEST_LINE)))
