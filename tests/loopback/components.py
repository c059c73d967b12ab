"""Reads the components of a message or modal, classic or V2."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]

BUTTON, SELECT, INPUT, TEXT, LABEL = 2, 3, 4, 10, 18
RADIO, CHECKBOXES, CHECKBOX = 21, 22, 23
SELECTS = frozenset({SELECT, 5, 6, 7, 8})
LINK_STYLES = frozenset({5, 6})
V2 = 1 << 15
EPHEMERAL = 1 << 6


def walk(tree: Any) -> Iterator[Json]:
    """Every component in reading order, however deep it is nested."""
    for node in tree or []:
        yield node
        yield from walk(node.get("components"))
        yield from walk([child for key in ("accessory", "component") if (child := node.get(key))])


def buttons(tree: list[Json]) -> list[Json]:
    """Return the buttons a person can click: no links, none disabled."""
    found = (node for node in walk(tree) if node["type"] == BUTTON and node.get("style") not in LINK_STYLES)
    return [node for node in found if not node.get("disabled")]


def selects(tree: list[Json]) -> list[Json]:
    """Return the selects of strings a person can use."""
    return [node for node in walk(tree) if node["type"] == SELECT and not node.get("disabled")]
