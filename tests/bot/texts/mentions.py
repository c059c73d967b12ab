"""What the source may ask for: keys that stand there as they are, and keys that are put together."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from tests.test_architecture import read

ROOT = Path(__file__).parents[3]
SPEAKING = ("engine", "bot", "cogs", "sandbox")
PAGES = ("*.js", "*.html")
SHORTEST = 4
"""How many letters there must be of a key that is put together: less of one would fit anything."""
HOLE = "(.+)"
FIELDS = frozenset({"Preference", "Switches", "Written"})
"""What is called with how its keys begin."""


@cache
def _nodes() -> tuple[ast.AST, ...]:
    """Return every node of the source but those of docstrings, which name much that nobody asks for."""
    rest: list[ast.AST] = [read(path).tree for top in SPEAKING for path in (ROOT / top).rglob("*.py")]
    found: list[ast.AST] = []
    while rest:
        inner = [child for child in ast.iter_child_nodes(rest.pop()) if not _is_docstring(child)]
        found += inner
        rest += inner
    return tuple(found)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


@cache
def literals() -> frozenset[str]:
    """Return every string of the source, and every name that a page of the sandbox uses."""
    constants = (node.value for node in _nodes() if isinstance(node, ast.Constant))
    pages = (path.read_text(encoding="utf-8") for kind in PAGES for path in (ROOT / "sandbox").rglob(kind))
    named = (name for page in pages for name in re.findall(r"[\w-]+", page))
    return frozenset({*(value for value in constants if isinstance(value, str)), *named})


@cache
def words() -> frozenset[str]:
    """Return every word of the source's strings: what can fill a gap in a key."""
    return frozenset(word for literal in literals() for word in re.split(r"[\W_]+", literal))


@cache
def composed() -> frozenset[re.Pattern[str]]:
    """Return every f-string as a pattern, but those that say too little of what they are."""
    strings = {_shape(node) for node in _nodes() if isinstance(node, ast.JoinedStr)}
    return frozenset(re.compile(shape) for shape in strings if len(re.sub(r"[\W_]", "", shape)) >= SHORTEST)


def _shape(node: ast.JoinedStr) -> str:
    parts = (re.escape(str(part.value)) if isinstance(part, ast.Constant) else HOLE for part in node.values)
    return "".join(parts).replace(HOLE * 2, HOLE)


@cache
def offered() -> frozenset[re.Pattern[str]]:
    """Return as patterns how the keys of fields of dialogs begin: each composes its own (`bot.faces.settings`)."""
    calls = (node for node in _nodes() if isinstance(node, ast.Call))
    fields = (call for call in calls if isinstance(call.func, ast.Name) and call.func.id in FIELDS)
    given = (argument for call in fields for argument in (*call.args, *(each.value for each in call.keywords)))
    shapes = (_begin(argument) for argument in given)
    return frozenset(re.compile(f"{shape}-{HOLE}") for shape in shapes if shape)


def _begin(argument: ast.expr) -> str:
    """Return how keys begin that an argument of a field says, in two words or more, as no name of a field is; or ""."""
    if isinstance(argument, ast.JoinedStr):
        return _shape(argument)
    said = argument.value if isinstance(argument, ast.Constant) else None
    return re.escape(said) if isinstance(said, str) and "-" in said else ""


def asked_for(key: str) -> bool:
    """Tell whether the source may ask for a key: as it stands there, by an f-string, or by a field of a dialog."""
    return key in literals() or any(_fits(pattern, key) for pattern in (*composed(), *offered()))


def _fits(pattern: re.Pattern[str], key: str) -> bool:
    found = pattern.fullmatch(key)
    return found is not None and all(
        word.isdecimal() or word in words() for gap in found.groups() for word in gap.split("-")
    )
