"""Quick copies of what simcord sends back and forth, and one look at it instead of several.

simcord copies each payload several times by `copy.deepcopy`, which asks of every part what it is: a quarter of the time
of a whole game. What is plain JSON is copied as that here; the rest as ever. It also looks twice whether a message can
be sent, when it is taken and when it is kept: what came out of the first look is what the second one returns.
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, TypeAlias

import orjson
import pytest
from simcord import components, gateway, results
from simcord.backend import serializers
from simcord.http import router

from tests.bot.limits import walk

Validation: TypeAlias = Callable[..., list[dict[str, Any]]]
STRICTLY = orjson.OPT_PASSTHROUGH_SUBCLASS | orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME
"""What is like JSON, but would come back as something else, is no JSON."""
LATEST = 4
"""How many messages that could be sent are remembered."""


def copied(value: Any) -> Any:
    """Return a deep copy."""
    try:
        return orjson.loads(orjson.dumps(value, option=STRICTLY))
    except TypeError:
        return copy.deepcopy(value)


def once(validated: Validation) -> Validation:
    """Return what knows again the components that it has just returned, and finds nothing more to do there."""
    sound: deque[tuple[int, bytes]] = deque(maxlen=LATEST)

    def validate(parts: Any, *, flags: int = 0) -> list[dict[str, Any]]:
        given = flags, orjson.dumps(parts, option=STRICTLY)
        if given in sound:
            return list(orjson.loads(given[1]))
        normalized = validated(parts, flags=flags)
        sound.append((flags, orjson.dumps(normalized, option=STRICTLY)))
        return normalized

    return validate


def install(patch: pytest.MonkeyPatch) -> None:
    """Let simcord copy so."""
    patch.setattr(components, "validate_components", once(components.validate_components))
    patch.setattr(components, "walk_components", walk)
    for module in (components, results, serializers):
        patch.setattr(module, "deepcopy", copied)
    for module in (gateway, router):
        patch.setattr(module, "copy", SimpleNamespace(deepcopy=copied))
