"""The hash chain: every row that matters carries a seal, and each move's seal continues its predecessor's.

A seal is a BLAKE2b of 32 bytes over the predecessor's seal, empty where there is none, and the row's columns in the
order of COLUMNS: each a netstring ("5:hello") of its bytes, its text in UTF-8 or its number in decimals; NULL is "-".
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any, TypeAlias

Value: TypeAlias = int | float | str | bytes | None

SEAL_BYTES = 32
START = b""
COLUMNS = {
    "tables": (
        *("id", "game", "guild", "channel", "private", "status"),
        *("rules", "seat_count", "seed", "seq", "asked", "state"),
    ),
    "moves": ("table_id", "seq", "rules", "seat", "action", "told", "at"),
    "checkpoints": ("table_id", "seq", "rules", "asked", "state"),
}
"""What is sealed of a row; people and what was announced are not, so that they can be removed from a table."""


def seal(values: Iterable[Value], before: bytes = START) -> bytes:
    """Return the seal of a row's columns that follow the row of another seal."""
    return blake2b(b"".join(map(_netstring, (before, *values))), digest_size=SEAL_BYTES).digest()


def _netstring(value: Value) -> bytes:
    if value is None:
        return b"-"
    raw = value if isinstance(value, bytes) else str(value).encode(errors="surrogateescape")
    return b"%d:%b" % (len(raw), raw)


def whole(part: str, row: Mapping[str, Any] | sqlite3.Row, before: bytes = START) -> bool:
    """Tell whether a row of one of the tables in COLUMNS is still what was sealed."""
    return bool(row["seal"] == seal((row[column] for column in COLUMNS[part]), before))
