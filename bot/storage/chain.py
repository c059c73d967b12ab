"""The hash chain: every row that matters carries a seal, and each move's seal continues its predecessor's.

A seal is the SHA-256 of the predecessor's seal, if there is one, and of the row's columns in the order of COLUMNS, each
written so that none can be taken for another: NULL as "-", a number as "7,", a text as its length in characters, ":"
and itself in UTF-8, bytes as the text of their hexadecimal digits.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Protocol, TypeAlias

Value: TypeAlias = int | float | str | bytes | None


class Row(Protocol):
    """A row of any database, by the names of its columns."""

    def __getitem__(self, column: str, /) -> Any:
        """Return what stands in a column."""
        ...

    def keys(self) -> Iterable[str]:
        """Return the names of the columns."""
        ...


START = b""
COLUMNS = {
    "tables": (
        *("id", "game", "guild", "channel", "private", "status"),
        *("rules", "seat_count", "seed", "seq", "asked", "state", "generations"),
    ),
    "moves": ("table_id", "seq", "rules", "seat", "action", "told", "at"),
    "checkpoints": ("table_id", "seq", "rules", "asked", "state"),
    "shuffles": ("table_id", "secret", "first_message", "words"),
    "orders": ("table_id", "number", "given"),
    "announcements": (
        *("table_id", "revision", "seq", "message", "phase", "look"),
        *("post", "post_from", "called", "dms", "restored", "summons"),
    ),
    "users": ("user", "private", "dm_closed", "dm_told", "language", "locale", "pictures"),
    "servers": ("server", "language", "locale", "pictures"),
}
"""What is sealed of a row; people have a seal of their own (`rows.people`), so that they can be taken out of it."""


def written(values: Iterable[Value]) -> bytes:
    """Return a row's columns as they are sealed."""
    texts = []
    for value in values:
        if isinstance(value, str):
            texts.append(f"{len(value)}:{value}")
        elif value is None:
            texts.append("-")
        elif isinstance(value, bytes):
            texts.append(f"{2 * len(value)}:{value.hex()}")
        else:
            texts.append(f"{value},")
    return "".join(texts).encode(errors="surrogateescape")


def sealed(part: str, row: Row) -> bytes:
    """Return the seal of a row of one of the tables in COLUMNS that follows on no other."""
    return seal(written(row[column] for column in COLUMNS[part]))


def seal(row: bytes, before: bytes = START) -> bytes:
    """Return the seal of a written row that follows the row of another seal."""
    return sha256(before + row).digest()


def whole(part: str, row: Row, before: bytes = START) -> bool:
    """Tell whether a row of one of the tables in COLUMNS is still what was sealed.

    Nothing follows on a seal that is none: one bit of a file says of what kind a value is.
    """
    return isinstance(before, bytes) and bool(
        row["seal"] == seal(written(row[column] for column in COLUMNS[part]), before)
    )
