"""Reads the components of a message or modal, classic or V2, and says which of Discord's limits a message breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]

ROW, BUTTON, SELECT, INPUT, SECTION, TEXT, GALLERY, CONTAINER, LABEL = 1, 2, 3, 4, 9, 10, 12, 17, 18
RADIO, CHECKBOXES, CHECKBOX = 21, 22, 23
SELECTS = frozenset({SELECT, 5, 6, 7, 8})
LINK_STYLES = frozenset({5, 6})
V2 = 1 << 15
EPHEMERAL = 1 << 6
ALT_TEXT = 1024


def walk(tree: Any) -> Iterator[Json]:
    """Every component in reading order, however deep it is nested."""
    for node in tree or []:
        yield node
        yield from walk(node.get("components"))
        yield from walk([child for key in ("accessory", "component") if (child := node.get(key))])


def numbered(tree: list[Json]) -> list[Json]:
    """Return the same components, each with the number Discord gives to one that has none."""
    for number, node in enumerate(walk(tree), start=1):
        node.setdefault("id", number)
    return tree


def buttons(tree: list[Json]) -> list[Json]:
    """Return the buttons a person can click: no links, none disabled."""
    found = (node for node in walk(tree) if node["type"] == BUTTON and node.get("style") not in LINK_STYLES)
    return [node for node in found if not node.get("disabled")]


def selects(tree: list[Json]) -> list[Json]:
    """Return the selects of strings a person can use."""
    return [node for node in walk(tree) if node["type"] == SELECT and not node.get("disabled")]


def words(tree: list[Json]) -> list[str]:
    """Return the text displays in reading order."""
    return [node["content"] for node in walk(tree) if node["type"] == TEXT]


def attachment_names(value: Any) -> Iterator[str]:
    """Each file that components or embeds refer to as attachment://name."""
    if isinstance(value, str) and value.startswith("attachment://"):
        yield value.removeprefix("attachment://")
    elif isinstance(value, dict):
        yield from attachment_names(list(value.values()))
    elif isinstance(value, list):
        for child in value:
            yield from attachment_names(child)


def faults(content: str | None, tree: list[Json], embeds: list[Json], flags: int) -> list[str]:
    """Return what Discord would refuse in a message, in words; nothing when it would take it."""
    nodes = list(walk(tree))
    found = [fault for node in nodes for fault in _node_faults(node)]
    found += _repeated(nodes)
    found += _v2_faults(content, nodes, embeds) if flags & V2 else _classic_faults(content, tree)
    return found


def _repeated(nodes: list[Json]) -> list[str]:
    ids = Counter(node["custom_id"] for node in nodes if node.get("custom_id") is not None)
    return [f"custom_id {key!r} appears {times} times" for key, times in ids.items() if times > 1]


def _node_faults(node: Json) -> Iterator[str]:
    if "custom_id" in node and not 1 <= len(node["custom_id"]) <= 100:
        yield f"custom_id of {len(node['custom_id'])} characters"
    if node["type"] == BUTTON:
        if len(node.get("label") or "") > 80:
            yield f"button label {node['label']!r} is over 80 characters"
        if not node.get("label") and not node.get("emoji"):
            yield "a button without label and emoji"
    if node["type"] == ROW and not 1 <= len(node["components"]) <= 5:
        yield f"a row of {len(node['components'])}"
    if node["type"] == SECTION and not 1 <= len(node["components"]) <= 3:
        yield f"a section of {len(node['components'])} texts"
    if len(node.get("description") or "") > ALT_TEXT:
        yield f"an alt text of {len(node['description'])} characters"
    if node["type"] == SELECT:
        yield from _select_faults(node)
    if node["type"] == GALLERY:
        yield from _gallery_faults(node)


def _gallery_faults(node: Json) -> Iterator[str]:
    items = node.get("items") or []
    if not 1 <= len(items) <= 10:
        yield f"a gallery of {len(items)}"
    if any(len(item.get("description") or "") > ALT_TEXT for item in items):
        yield "an alt text of a gallery is too long"


def file_faults(attachments: list[Json]) -> list[str]:
    """Return what Discord would refuse in the files of a message."""
    found = [f"{len(attachments)} files, over 10"] if len(attachments) > 10 else []
    long = (item["filename"] for item in attachments if len(item.get("description") or "") > ALT_TEXT)
    return found + [f"the alt text of {name!r} is too long" for name in long]


def _select_faults(node: Json) -> Iterator[str]:
    options = node.get("options") or []
    if not 1 <= len(options) <= 25:
        yield f"a select of {len(options)} options"
    if len({option["value"] for option in options}) != len(options):
        yield "two options of a select have one value"
    if not 0 <= node.get("min_values", 1) <= node.get("max_values", 1) <= max(len(options), 1):
        yield f"min/max values {node.get('min_values')}/{node.get('max_values')} of {len(options)} options"
    for option in options:
        if any(len(option.get(key) or "") > 100 for key in ("label", "value", "description")):
            yield f"an option over 100 characters: {option['label']!r}"


def _v2_faults(content: str | None, nodes: list[Json], embeds: list[Json]) -> Iterator[str]:
    if content or embeds:
        yield "components V2 beside content or embeds"
    if len(nodes) > 40:
        yield f"{len(nodes)} components, over 40"
    if (letters := sum(len(node["content"]) for node in nodes if node["type"] == TEXT)) > 4000:
        yield f"{letters} characters of text displays, over 4000"


def _classic_faults(content: str | None, tree: list[Json]) -> Iterator[str]:
    if len(content or "") > 2000:
        yield f"{len(content or '')} characters of content, over 2000"
    if len(tree) > 5:
        yield f"{len(tree)} rows, over 5"
    if any(node["type"] != ROW for node in tree):
        yield "a component outside a row without the V2 flag"


def modal_faults(data: Json) -> list[str]:
    """Return what Discord would refuse in a modal."""
    found = [fault for node in walk(data.get("components")) for fault in _node_faults(node)]
    if not 1 <= len(data.get("title") or "") <= 45:
        found.append(f"modal title {data.get('title')!r}")
    if not 1 <= len(data.get("components") or []) <= 5:
        found.append(f"a modal of {len(data.get('components') or [])} components")
    named = [node for node in walk(data.get("components")) if node["type"] in {INPUT, LABEL}]
    found += [f"label {node['label']!r}" for node in named if len(node.get("label") or "") > 45]
    return found + _repeated(list(walk(data.get("components"))))
