"""Mutable records: what a game changes in place, such as its state, and what can copy itself.

A match copies its state before each move, a search copies worlds all the time. So the copy is written out for a class,
field by field and without its constructor, which would take half as long again: at the first copy, as `dataclass`
writes a constructor.
"""

from __future__ import annotations

from typing import Any, Self, get_args, get_origin, get_type_hints


class Mutable:
    """A base for dataclasses that are changed in place.

    >>> from dataclasses import dataclass
    >>> @dataclass(slots=True)
    ... class Table(Mutable):
    ...     hands: list[list[int]]
    >>> table = Table([[1, 2], [3]])
    >>> table.copy().hands[0].append(4)
    >>> table
    Table(hands=[[1, 2], [3]])
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        """Let the copy of a class be written anew for one that has more fields."""
        cls.copy = vars(cls).get("copy", Mutable.copy)  # type: ignore[method-assign]

    def copy(self) -> Self:
        """Return a record that shares nothing changeable with this one.

        Copied are lists, dictionaries, sets and mutable records, also where they lie in lists or dictionaries; all else
        is shared, for it doesn't change. Raise TypeError at a field whose type mixes both.
        """
        kind = type(self)
        lines = (
            f"    other.{name} = {_copy_expression(f'self.{name}', hint)}\n"
            for name, hint in get_type_hints(kind).items()
        )
        known: dict[str, Any] = {"kind": kind, "make": object.__new__}
        exec(  # noqa: S102 - made of the names of a class's own fields
            f"def copy(self):\n    other = make(kind)\n{''.join(lines)}    return other",
            known,
        )
        kind.copy = known["copy"]  # type: ignore[method-assign]  # the same, for this class
        return self.copy()


def _copy_expression(value: str, hint: Any) -> str:
    """Return the expression for a copy of `value`, which has the type `hint`."""
    held = [each for each in get_args(hint) if _may_change(each)]
    if not hasattr(hint, "copy") and not held:
        return value
    if not held:
        return f"{value}.copy()"

    each = _copy_expression("each", held[-1])
    kind = get_origin(hint)
    if kind is dict:
        return f"{{key: {each} for key, each in {value}.items()}}"
    if kind is list:
        return f"[{each} for each in {value}]"
    raise TypeError(f"what may be {hint} can't be copied")


def _may_change(hint: Any) -> bool:
    """Tell whether a value of the type `hint`, or what lies in it, can be changed in place."""
    if (get_origin(hint) or hint) is frozenset:
        return False
    return hasattr(hint, "copy") or any(map(_may_change, get_args(hint)))
