"""Where a database is: a file of SQLite, or the address of a PostgreSQL, whose password no text shows."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeAlias
from urllib.parse import quote, urlsplit

SCHEMES = ("postgresql", "postgres")


class Address:
    """The address of a PostgreSQL database, as libpq writes it; printed, logged or compared, it holds no password."""

    __slots__ = ("_dsn", "_shown")

    def __init__(self, dsn: str) -> None:
        """Take the whole address; raise ValueError if it can't be one."""
        parts = urlsplit(dsn)
        if parts.scheme not in SCHEMES or parts.fragment:
            raise ValueError(parts.scheme)
        user, _, place = parts.netloc.rpartition("@")
        name = user.partition(":")[0]
        self._dsn = dsn if parts.password else _with_password(dsn, os.environ.get("PGPASSWORD"))
        self._shown = f"postgresql://{name}{'@' if name else ''}{place}{parts.path}"

    def reveal(self) -> str:
        """Return the address with its password, for whoever connects; PGPASSWORD counts where it has none."""
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
    return f"{dsn}{'&' if '?' in dsn else '?'}password={quote(password, safe='')}" if password else dsn


Place: TypeAlias = Path | Address
"""Where a database is, of either kind."""


def place(text: str) -> Place:
    """Return where a database is; raise ValueError if it is the address of none."""
    return Address(text) if text.partition("://")[0].lower() in SCHEMES else Path(text)
