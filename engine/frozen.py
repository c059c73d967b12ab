"""Frozen records: dataclasses whose fields are read-only to type checkers, and as quick to make as ordinary ones.

`dataclass(frozen=True)` checks it while the program runs, too: each field is then set by a call of its own, and a
record takes four times as long to make. A click makes some three hundred.

Equality, hash and repr read the fields that a class has. `dataclass` would write and compile source text for each of
the three, for some 220 classes at every start: a twelfth of it. Only the constructor is worth that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from functools import cache, partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, dataclass_transform

if TYPE_CHECKING:
    # Type checkers know which fields it takes.
    from dataclasses import replace as replace  # noqa: PLC0414, TID251 - is exported
else:

    def replace(record: Any, /, **changes: Any) -> Any:
        """Return a copy of `record` with these `changes` of its fields; raise `TypeError` for one it doesn't have.

        `dataclasses.replace` asks each field whether it is one, and takes twice as long; a click makes some seventy.
        """
        return _copier(type(record))(record, **changes)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(
    cls: Any = None, /, *, eq: bool = True, kw_only: bool = False, slots: bool = True
) -> Any:
    """Make `cls` a dataclass that is hashed by its fields, or by its own `__hash__`; without `eq` by identity."""
    if cls is None:
        return partial(frozen, eq=eq, kw_only=kw_only, slots=slots)

    made = dataclass(eq=False, repr=False, kw_only=kw_only, slots=slots)(cls)
    methods = {"__repr__": _represent, **(_comparisons(made) if eq else {})}
    for name, method in methods.items():
        if name not in cls.__dict__:
            setattr(made, name, method)
    made.__frozen__ = True
    return made


def _represent(record: Any) -> str:
    """Return the expression that makes `record`."""
    kind: Any = type(record)
    shown = [f"{name}={getattr(record, name)!r}" for name in _shown_names(kind)]
    return f"{kind.__qualname__}({', '.join(shown)})"


@cache
def _shown_names(cls: Any) -> list[str]:
    return [each.name for each in fields(cls) if each.repr]


def _comparisons(cls: Any) -> dict[str, Any]:
    """Return the methods by which records of `cls` are equal, and are hashed, by their compared fields."""
    compared = [each for each in fields(cls) if each.compare]
    values = _getter(each.name for each in compared)
    hashed = _getter(each.name for each in compared if each.hash is not False)

    def equal(record: Any, other: Any) -> Any:
        return (
            values(record) == values(other)
            if type(other) is type(record)
            else NotImplemented
        )

    return {"__eq__": equal, "__hash__": lambda record: hash(hashed(record))}


@cache
def _copier(cls: type) -> Callable[..., Any]:
    """Return what makes a record of `cls` like a given one but for the fields that are named."""
    given = [each for each in fields(cls) if each.init]
    given.sort(key=attrgetter("kw_only"))
    changes = "".join(f", {each.name}=_same" for each in given)
    values = ", ".join(
        f"{f'{each.name}=' if each.kw_only else ''}"
        f"_was.{each.name} if {each.name} is _same else {each.name}"
        for each in given
    )
    names = {"_make": cls, "_same": object()}
    copier: Callable[..., Any] = eval(  # noqa: S307 - of nothing but the names of fields
        f"lambda _was, /{changes}: _make({values})", names
    )
    return copier


def _getter(names: Iterable[str]) -> Callable[[Any], Any]:
    """Return what reads the fields of these `names`, all at once; without any it returns the class."""
    known = tuple(names)
    return attrgetter(*known) if known else type
