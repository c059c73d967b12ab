"""Quick copies of what simcord sends back and forth.

simcord copies each payload several times by `copy.deepcopy`, which asks of every part what it is: a quarter of the time
of a whole game. What is made of dicts, lists and plain values is copied as that here; the rest as ever.
"""

from __future__ import annotations

import copy
from types import SimpleNamespace
from typing import Any

import pytest
from simcord import components, gateway, results
from simcord.backend import serializers
from simcord.http import router

PLAIN = frozenset({str, int, float, bool, type(None)})


def copied(value: Any) -> Any:
    """Return a deep copy."""
    kind = type(value)
    if kind is dict:
        return {key: part if type(part) in PLAIN else copied(part) for key, part in value.items()}
    if kind is list:
        return [part if type(part) in PLAIN else copied(part) for part in value]
    return value if kind in PLAIN else copy.deepcopy(value)


def install(patch: pytest.MonkeyPatch) -> None:
    """Let simcord copy so."""
    for module in (components, results, serializers):
        patch.setattr(module, "deepcopy", copied)
    for module in (gateway, router):
        patch.setattr(module, "copy", SimpleNamespace(deepcopy=copied))
