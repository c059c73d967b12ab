"""The hash chain: every row that matters carries a seal, and each move's seal continues its predecessor's."""

import json
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), default=bytes.hex)
SEAL_BYTES = 32
START = b""


def canonical(row: Mapping[str, Any]) -> bytes:
    """Return a row as bytes, the same whatever the order of its columns; a column that is None is as good as absent."""
    known = {column: value for column, value in row.items() if value is not None and column != "seal"}
    return ENCODER.encode(known).encode()


def seal(row: Mapping[str, Any], before: bytes = START) -> bytes:
    """Return the seal of a row that follows the row of another seal."""
    return blake2b(before + canonical(row), digest_size=SEAL_BYTES).digest()


def whole(row: Mapping[str, Any], before: bytes = START) -> bool:
    """Tell whether a row is still what was sealed."""
    return bool(row["seal"] == seal(row, before))
