"""Whether something was said, however its sentence may be worded and whatever it mentions."""

from __future__ import annotations

import re
from functools import cache

from fluent.syntax import ast

from bot.texts.fluent import DEFAULT
from tests.bot.catalogue import messages


@cache
def _messages() -> dict[str, ast.Message]:
    return {entry.id.name: entry for entry in messages(DEFAULT)}


def _shape(pattern: ast.Pattern) -> str:
    return "".join(_part(element) for element in pattern.elements)


def _part(element: ast.TextElement | ast.Placeable) -> str:
    if isinstance(element, ast.TextElement):
        return re.escape(element.value)
    if isinstance(element.expression, ast.SelectExpression):
        return f"(?:{'|'.join(_shape(variant.value) for variant in element.expression.variants)})"
    return "[^\\n]*?"


@cache
def sentence(key: str) -> re.Pattern[str]:
    """Return what a sentence looks like, whatever it mentions."""
    value = _messages()[key].value
    assert value is not None
    return re.compile(_shape(value))


def said(key: str, text: str) -> bool:
    """Tell whether a sentence stands in a text."""
    return sentence(key).search(text) is not None
