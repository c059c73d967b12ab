"""The files of sentences, taken apart: what each pattern says, mentions and chooses by."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from babel import Locale
from fluent.syntax import FluentParser, ast

from bot.texts import fluent

CATEGORIES = frozenset({"zero", "one", "two", "few", "many", "other"})
"""The names of plurals in all languages together."""


@cache
def parsed(locale: str) -> tuple[ast.Resource, ...]:
    """Return the files of a locale taken apart, which takes a second: once for all tests of a process."""
    return tuple(map(FluentParser().parse, fluent._sources(locale)))


UNREAD = (
    "Fluent drops these lines in silence: give each its `key =`, or indent it by four spaces and let it begin with a "
    "word; a line that goes on can't begin with `*`, `[`, `.` or `}`."
)


def unread(path: Path) -> list[str]:
    """Return where Fluent can't read a file of sentences, a line for each place, with what it expected there."""
    source = path.read_text(encoding="utf-8")
    junk = [entry for entry in FluentParser().parse(source).body if isinstance(entry, ast.Junk)]
    return [
        f"{path.parent.name}/{path.name}:{source.count(chr(10), 0, why.span.start) + 1}: {why.message}"
        for entry in junk
        for why in entry.annotations
        if why.span
    ]


def messages(locale: str) -> list[ast.Message]:
    """Return every message of a locale, in the order of the files."""
    return [entry for source in parsed(locale) for entry in source.body if isinstance(entry, ast.Message)]


@cache
def patterns(locale: str) -> Mapping[str, ast.Pattern]:
    """Return every pattern of a locale by its key; an attribute's is "key.attribute"."""
    entries = messages(locale)
    values = {entry.id.name: entry.value for entry in entries if entry.value}
    named = {f"{entry.id.name}.{one.id.name}": one.value for entry in entries for one in entry.attributes}
    return {**values, **named}


def nodes(node: ast.BaseNode) -> Iterator[ast.BaseNode]:
    """Yield a node and everything inside it, variants of selectors included."""
    yield node
    for value in vars(node).values():
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.BaseNode):
                yield from nodes(part)


def variables(pattern: ast.BaseNode) -> set[str]:
    """Return the names of all facts that a pattern mentions or chooses by."""
    return {node.id.name for node in nodes(pattern) if isinstance(node, ast.VariableReference)}


def numerals(pattern: ast.Pattern) -> set[str]:
    """Return the names of the facts that a pattern formats as numbers, and that can be nothing else."""
    calls = (node.arguments for node in nodes(pattern) if isinstance(node, ast.FunctionReference))
    return {fact.id.name for call in calls for fact in call.positional if isinstance(fact, ast.VariableReference)}


def written(pattern: ast.Pattern) -> str:
    """Return what a pattern says by itself, in all its variants; a space stands for what is filled in."""
    return "".join(map(_written, nodes(pattern)))


def _written(node: ast.BaseNode) -> str:
    if isinstance(node, ast.TextElement | ast.StringLiteral):
        return node.value
    return " " if isinstance(node, ast.Placeable) else ""


def choices(pattern: ast.Pattern) -> Iterator[set[str]]:
    """Yield the keys of every selector that chooses by a number."""
    for node in nodes(pattern):
        if isinstance(node, ast.SelectExpression):
            keys = {_key(variant.key) for variant in node.variants}
            if all(key in CATEGORIES or key.isdecimal() for key in keys):
                yield keys


def _key(key: ast.Identifier | ast.NumberLiteral) -> str:
    return key.name if isinstance(key, ast.Identifier) else key.value


def counts(keys: set[str], locale: str) -> bool:
    """Tell whether a selector has all plurals of its language, or single numbers and the rest."""
    plurals = {key for key in keys if not key.isdecimal()}
    rest = plurals == {"other"} and plurals != keys
    return rest or plurals == {*Locale.parse(locale).plural_form.tags, "other"}


def included(pattern: ast.Pattern) -> set[str]:
    """Return the names of the sentences that a pattern includes."""
    return {node.id.name for node in nodes(pattern) if isinstance(node, ast.MessageReference)}


def bold(pattern: ast.Pattern) -> set[str]:
    """Return what stands in bold in a pattern."""
    return set(re.findall(r"\*\*([^*]+)\*\*", written(pattern)))
