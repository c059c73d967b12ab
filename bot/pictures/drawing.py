"""What goes between the bot and the process that draws: a pickled request there, a pickled drawing back."""

from __future__ import annotations

import io
import pickle
import traceback
from collections.abc import Callable, Hashable
from dataclasses import dataclass, fields, is_dataclass
from functools import partial
from operator import attrgetter
from pathlib import Path
from struct import Struct
from typing import Any, TypeAlias

from engine import scene

LENGTH = Struct("!I")
"""What stands before each message: how many bytes it has."""

Reduce: TypeAlias = Callable[[Any], tuple[Any, ...]]

READY = b""
"""The first message of the process that draws."""

FRAMES = 3
"""How many of the innermost calls a fault names."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A file and what it shows, in words; or else only what went wrong."""

    alt: str = ""
    data: bytes = b""
    fault: str = ""


def framed(message: bytes) -> bytes:
    """Return a message as it is sent."""
    return LENGTH.pack(len(message)) + message


def pickled(request: Hashable) -> bytes:
    """Return a request as it is handed over."""
    target = io.BytesIO()
    pickler = pickle.Pickler(target, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = REDUCED
    pickler.dump(request)
    return target.getvalue()


def _reduced(kind: type[Any]) -> Reduce:
    """Return how a part of a scene is pickled: as the call that makes it, which takes a third of Python's own way."""
    make: Callable[..., object] = kind
    get = _values(*(field.name for field in fields(kind) if not field.kw_only))
    keyed = [field.name for field in fields(kind) if field.kw_only]
    if not keyed:
        return lambda part: (make, get(part))
    return lambda part: (partial(make, **{name: getattr(part, name) for name in keyed}), get(part))


def _values(*names: str) -> Reduce:
    """Return what gets the values of these names."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda part: tuple(getattr(part, name) for name in names)


REDUCED = {kind: _reduced(kind) for kind in vars(scene).values() if isinstance(kind, type) and is_dataclass(kind)}
"""How each part of a scene is pickled; most of a request are such parts."""


def fault(error: Exception) -> str:
    """Return the kind of an error and where it came up; its own words may tell somebody's cards."""
    frames = reversed(traceback.extract_tb(error.__traceback__)[-FRAMES:])
    calls = (f"{frame.name} ({Path(frame.filename).name}:{frame.lineno})" for frame in frames)
    return " < ".join([type(error).__name__, *calls])
