"""PostgreSQL's errors, and those on the way to it, as texts for the host: never in its own words, which quote rows."""

from __future__ import annotations

from asyncpg import (
    InterfaceError,
    InternalClientError,
    OperatorInterventionError,
    PostgresConnectionError,
    PostgresError,
    QueryCanceledError,
    TransactionRollbackError,
)

from bot.host.address import Address
from bot.storage.port import StorageError

LOST = (PostgresConnectionError, OperatorInterventionError, InterfaceError, InternalClientError, OSError)
"""What says that a connection is gone, or that there is none: whether something was written, nobody knows."""
CROSSED = (TransactionRollbackError,)
"""What says that two transactions were in each other's way: nothing was written, and it can be tried again."""
CANCELED = (QueryCanceledError,)
"""What says that a statement took longer than the server allows: nothing was written."""
UNDERSTOOD = (PostgresError, InterfaceError, InternalClientError, OSError)

KEYS = {
    "53100": "storage-server-full",
    "53300": "storage-server-crowded",
    "28": "storage-server-refused",
    "3D000": "storage-missing",
    "42501": "storage-server-no-access",
    "25006": "storage-server-read-only",
    "XX001": "storage-server-damaged",
    "XX002": "storage-server-damaged",
}
"""What PostgreSQL's codes of errors, or the classes that they begin with, mean to a host."""


def explain(error: BaseException, address: Address) -> StorageError:
    """Return an error as one for the host, which says nothing of rows nor of passwords."""
    code = getattr(error, "sqlstate", None) or ""
    key = KEYS.get(code) or KEYS.get(code[:2])
    if key is not None:
        return StorageError(key, path=str(address))
    if isinstance(error, LOST):
        return StorageError("storage-server-away", path=str(address))
    return StorageError("storage-unusable", path=str(address), why=f"{type(error).__name__} {code}".strip())
