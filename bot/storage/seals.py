"""Seals: the SHA-256 of what was written, so that whatever a disk changes is noticed; each move's continues the last.

What is sealed are values, each written so that none can be taken for another: NULL as "-", a number as "7,", a text as
its length in characters, ":" and itself in UTF-8, bytes as the text of their hexadecimal digits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from pydantic import TypeAdapter, ValidationError

T = TypeVar("T")

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
"""The seal that the first move continues."""
MOVE = ("table_id", "seq", "rules", "seat", "action", "told", "at")
CHECKPOINT = ("table_id", "seq", "rules", "asked", "state")
"""What is sealed of the rows that are added and never changed."""


def written(values: Iterable[Value]) -> bytes:
    """Return values as they are sealed."""
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


def seal(values: bytes, before: bytes = START) -> bytes:
    """Return the seal of written values that follow those of another seal."""
    return sha256(before + values).digest()


def of_row(columns: Iterable[str], row: Row, before: bytes = START) -> bytes:
    """Return the seal of some columns of a row."""
    return seal(written(row[column] for column in columns), before)


def row_whole(columns: Iterable[str], row: Row, before: bytes = START) -> bool:
    """Tell whether a row is still what was sealed.

    Nothing follows on a seal that is none: one bit of a file says of what kind a value is.
    """
    return isinstance(before, bytes) and bool(row["seal"] == of_row(columns, row, before))


def says(row: Row, values: Mapping[str, Value]) -> bool:
    """Tell whether some values stand in the columns of a row."""
    return all(row[column] == value for column, value in values.items())


def of_document(kind: str, key: Value, document: str) -> bytes:
    """Return the seal of a document of a kind."""
    return seal(written((kind, key, document)))


@dataclass(frozen=True)
class Documents(Generic[T]):
    """Records of a kind, each kept as a document that is sealed with its key; fields as by default are left out."""

    name: str
    type: type[T]

    @cached_property
    def form(self) -> TypeAdapter[T]:
        """Return what writes and reads the JSON."""
        return TypeAdapter(self.type)

    def write(self, key: Value, record: T) -> tuple[str, bytes]:
        """Return the document of a record, and its seal."""
        document = self.form.dump_json(record, exclude_defaults=True).decode()
        return document, of_document(self.name, key, document)

    def read(self, key: Value, document: Any, seal: Any) -> T | None:
        """Return the record of a document; None if that isn't what was sealed, or isn't there."""
        if document is None or seal != of_document(self.name, key, document):
            return None
        try:
            return self.form.validate_json(document)
        except ValidationError:
            return None
