"""Database addresses: a file of SQLite, or the DSN of a PostgreSQL, printed without its password."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TypeAlias
from urllib.parse import quote, urlsplit

SCHEMES = ("postgresql", "postgres")
URL = re.compile(r"[\w+.-]{2,}:/|postgres(ql)?(:|//)", re.IGNORECASE)
"""How a URL begins, of whatever scheme, or one of PostgreSQL's that lacks a sign; a path on Windows has one letter."""
SERVER = re.compile(r"(\[[^]]*\]|[^:]*)(:\d*)?")
"""A host and perhaps its port; libpq takes several, with commas between them."""


class Address:
    """DSN of a PostgreSQL database in libpq's form; `str` and `repr` leave out the password."""

    __slots__ = ("_dsn", "_shown")

    def __init__(self, dsn: str) -> None:
        """Take the whole `dsn`; raise `ValueError` if it isn't one.

        A `/`, `?` or `#` that a password has as it is would divide it, and half of it would be shown.
        """
        parts = urlsplit(dsn)
        user, _, place = parts.netloc.rpartition("@")
        if (
            dsn.partition("://")[0].lower() not in SCHEMES
            or parts.fragment
            or "@" in (parts.path.strip("/") or parts.query)
            or "@" in parts.query.partition("=")[0]
            or not all(map(SERVER.fullmatch, place.split(",")))
        ):
            raise ValueError
        name = user.partition(":")[0]
        self._dsn = (
            dsn if parts.password else _with_password(dsn, os.environ.get("PGPASSWORD"))
        )
        self._shown = f"postgresql://{name}{'@' if name else ''}{place}{parts.path}"

    def reveal(self) -> str:
        """Return the DSN with its password, `PGPASSWORD` where it has none, for connecting."""
        return self._dsn

    def __str__(self) -> str:
        return self._shown

    def __repr__(self) -> str:
        return f"Address({self._shown!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Address) and other._dsn == self._dsn

    def __hash__(self) -> int:
        return hash(self._dsn)


def _with_password(dsn: str, password: str | None) -> str:
    if not password:
        return dsn
    return f"{dsn}{'&' if '?' in dsn else '?'}password={quote(password, safe='')}"


Place: TypeAlias = Path | Address
"""Address of a database of either backend."""


def parse_address(text: str) -> Place:
    """Return the address that `text` writes; raise `ValueError` if it is none, as a URL of another scheme."""
    return Address(text) if URL.match(text) else Path(text)
