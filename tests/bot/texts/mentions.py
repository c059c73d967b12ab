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
LOGGED = frozenset({"fortheking-told-ordered-reached"})
"""What logs of before may still hold."""
FIELDS = frozenset({"Preference", "Switches", "Written"})
"""What is called with how its keys begin."""


@cache
def nodes(*tops: str) -> tuple[ast.AST, ...]:
    """Return every node of some folders or files but those of docstrings, which name much that nobody asks for."""
    paths = (path for top in tops for path in [*(ROOT / top).rglob("*.py")] or [ROOT / top])
    rest: list[ast.AST] = [read(path).tree for path in paths]
    found: list[ast.AST] = []
    while rest:
        inner = [child for child in ast.iter_child_nodes(rest.pop()) if not _is_docstring(child)]
        found += inner
        rest += inner
    return tuple(found)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


@cache
def literals(*tops: str) -> frozenset[str]:
    """Return every string of some folders' source, and every name that a page there uses."""
    constants = (node.value for node in nodes(*tops) if isinstance(node, ast.Constant))
    pages = (path.read_text(encoding="utf-8") for top in tops for kind in PAGES for path in (ROOT / top).rglob(kind))
    named = (name for page in pages for name in re.findall(r"[\w-]+", page))
    return frozenset({*(value for value in constants if isinstance(value, str)), *named})


@cache
def words(*tops: str) -> frozenset[str]:
    """Return every word of the source's strings: what can fill a gap in a key."""
    return frozenset(word for literal in literals(*tops) for word in re.split(r"[\W_]+", literal))


@cache
def composed(*tops: str) -> frozenset[re.Pattern[str]]:
    """Return as patterns every f-string that says enough of what it is, and how the keys of fields of dialogs begin.

    Each field composes its own keys (`bot.faces.settings`): what it is given says two words or more, as no name does.
    """
    strings = {shape(node) for node in nodes(*tops) if isinstance(node, ast.JoinedStr)}
    calls = (node for node in nodes(*tops) if isinstance(node, ast.Call))
    fields = (call for call in calls if isinstance(call.func, ast.Name) and call.func.id in FIELDS)
    given = {shape(each) for call in fields for each in (*call.args, *(named.value for named in call.keywords))}
    shapes = {each for each in strings if len(re.sub(r"[\W_]", "", each)) >= SHORTEST}
    return frozenset(map(re.compile, shapes | {f"{each}-{HOLE}" for each in given if "-" in each}))


def shape(node: ast.AST) -> str:
    """Return a string as a pattern, with a hole for each part that is filled in; "" of anything else."""
    if isinstance(node, ast.JoinedStr):
        return "".join(shape(part) or HOLE for part in node.values).replace(HOLE * 2, HOLE)
    return re.escape(node.value) if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def asked_for(key: str, *tops: str) -> bool:
    """Tell whether the source may ask for a key: as it stands there, by an f-string, or by a field of a dialog."""
    tops = tops or SPEAKING
    found = (match for each in composed(*tops) if (match := each.fullmatch(key)))
    gaps = ([word for gap in match.groups() for word in gap.split("-")] for match in found)
    return key in LOGGED | literals(*tops) or any(
        all(word.isdecimal() or word in words(*tops) for word in gap) for gap in gaps
    )
