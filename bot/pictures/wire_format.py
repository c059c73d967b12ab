"""Wire format between the bot and the drawing process: pickled requests there, a pickled `Drawing` back."""

from __future__ import annotations

import io
import pickle
import traceback
from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from functools import partial
from operator import attrgetter
from pathlib import Path
from struct import Struct
from typing import Any, TypeAlias

from engine import scene
from engine.frozen import frozen

LENGTH = Struct("!I")
"""Header of each message: its length in bytes."""

Reduce: TypeAlias = Callable[[Any], tuple[Any, ...]]

READY = b""
"""The first message of the drawing process."""

FRAMES = 3
"""How many of the innermost frames `describe_fault` names."""


@frozen
class Drawing:
    """A drawn file with its alt text; or else `fault` alone, the description of an error."""

    alt: str = ""
    data: bytes = b""
    fault: str = ""


def with_length(message: bytes) -> bytes:
    """Return `message` behind its `LENGTH` header."""
    return LENGTH.pack(len(message)) + message


def pickle_request(request: Hashable) -> bytes:
    """Return `request` pickled with the reducers in `REDUCED`."""
    target = io.BytesIO()
    pickler = pickle.Pickler(target, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = REDUCED
    pickler.dump(request)
    return target.getvalue()


def _reducer(kind: type[Any]) -> Reduce:
    """Return the pickle reducer of the dataclass `kind`: a call of it, three times as fast as Python's own."""
    make: Callable[..., object] = kind
    get = _value_getter(*(field.name for field in fields(kind) if not field.kw_only))
    keyed = [field.name for field in fields(kind) if field.kw_only]
    if not keyed:
        return lambda part: (make, get(part))
    return lambda part: (
        partial(make, **{name: getattr(part, name) for name in keyed}),
        get(part),
    )


def _value_getter(*names: str) -> Reduce:
    """Return a getter of the attributes `names` as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda part: tuple(getattr(part, name) for name in names)


REDUCED = {
    kind: _reducer(kind)
    for kind in vars(scene).values()
    if isinstance(kind, type) and is_dataclass(kind)
}
"""Pickle reducers of the parts of a scene, of which most of a request is made."""


def describe_fault(error: Exception) -> str:
    """Return the type of `error` and where it was raised; its message is left out, as it may name cards."""
    frames = reversed(traceback.extract_tb(error.__traceback__)[-FRAMES:])
    calls = (
        f"{frame.name} ({Path(frame.filename).name}:{frame.lineno})" for frame in frames
    )
    return " < ".join([type(error).__name__, *calls])
