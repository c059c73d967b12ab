"""Frozen records: dataclasses whose fields are read-only to type checkers, and as quick to make as ordinary ones.

`dataclass(frozen=True)` checks it while the program runs, too: each field is then set by a call of its own, and a
record takes four times as long to make. A click makes some three hundred.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any, dataclass_transform


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(
    cls: Any = None, /, *, eq: bool = True, kw_only: bool = False, slots: bool = True
) -> Any:
    """Make `cls` a dataclass that is hashed by its fields, or by its own `__hash__`; without `eq` by identity."""
    if cls is None:
        return partial(frozen, eq=eq, kw_only=kw_only, slots=slots)

    hashed = eq and "__hash__" not in cls.__dict__
    made = dataclass(eq=eq, kw_only=kw_only, slots=slots, unsafe_hash=hashed)(cls)
    made.__frozen__ = True
    return made


def is_frozen(value: object) -> bool:
    """Tell whether `value` is a record of a class that `frozen` has made."""
    return "__frozen__" in type(value).__dict__
