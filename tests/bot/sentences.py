"""Whether something was said, however its sentence may be worded and whatever it mentions."""

from __future__ import annotations

import re
from collections.abc import Awaitable
from functools import cache

from fluent.syntax import FluentParser, ast

from bot.faces.scene_text import Localizer
from bot.tables.table import Table
from bot.texts import fluent
from bot.texts.fluent import DEFAULT, language
from tests.bot.server import Answer, Guest, Place, words
from tests.bot.tongues import Say


@cache
def _unread() -> dict[str, str]:
    """Return the sentences as they are written, by their keys: to take all of them apart takes a second."""
    entries = [entry for source in fluent._sources(DEFAULT) for entry in fluent.ENTRY.split(source)[1:]]
    return {entry.partition("=")[0].strip(): entry for entry in entries}


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
    entry = FluentParser().parse_entry(_unread()[key])
    assert isinstance(entry, ast.Message)
    assert entry.value is not None
    return re.compile(_shape(entry.value))


def speaks(table: Table, locale: str = "en") -> Localizer:
    """Return who speaks of a table and its people in a language."""
    return Localizer(language(locale), table.people)


def said(key: str, text: str) -> bool:
    """Tell whether a sentence stands in a text."""
    return sentence(key).search(text) is not None


async def assert_said(key: str, coming: Awaitable[Answer]) -> None:
    """Check that a click or a command is answered by a sentence, to its person alone."""
    assert said(key, (await coming).private)


async def assert_tells(key: str, coming: Awaitable[Answer]) -> None:
    """Check that a sentence stands in what a click or a command is answered, whoever sees it."""
    assert said(key, (await coming).text)


async def assert_refused(key: str, guest: Guest, *forged: str, place: Place | None = None, says: Say = words) -> None:
    """Check that forged clicks are answered by one sentence of Herald's each, and that one, to their person alone."""
    for clicked in forged:
        assert (await guest.forge(clicked, place)).private.strip() == says(key), clicked
