"""Quick copies of what simcord sends back and forth.

simcord copies each payload several times by `copy.deepcopy`, which asks of every part what it is: a quarter of the time
of a whole game. What is plain JSON is copied as that here; the rest as ever.
"""

from __future__ import annotations

import copy
from types import SimpleNamespace
from typing import Any

import orjson
import pytest
from simcord import components, gateway, results
from simcord.backend import serializers
from simcord.http import router

STRICTLY = orjson.OPT_PASSTHROUGH_SUBCLASS | orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME
"""What is like JSON, but would come back as something else, is no JSON."""


def copied(value: Any) -> Any:
    """Return a deep copy."""
    try:
        return orjson.loads(orjson.dumps(value, option=STRICTLY))
    except TypeError:
        return copy.deepcopy(value)


def install(patch: pytest.MonkeyPatch) -> None:
    """Let simcord copy so."""
    for module in (components, results, serializers):
        patch.setattr(module, "deepcopy", copied)
    for module in (gateway, router):
        patch.setattr(module, "copy", SimpleNamespace(deepcopy=copied))
