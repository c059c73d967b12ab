"""One object changes a table: it alone writes tables and what is in memory of them, and nobody reaches past it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

from bot.storage.sqlite.database import SqliteDatabase
from bot.storage.store import Store
from tests.test_architecture import Module, files, read

CACHE = "bot.tables.table_cache"
WRITES = {"save", "store_published", "create", "delete", "forget"}
"""The methods of the storage that change a table."""
STORES = {"storage", "_storage"}
LISTED = {"WAKE", "WISH", "PUT_OFF", "TOLD", "FORGET_SERVER"}
"""The statements that others make changes with: each of them changes a list beside the tables, or what is looked at."""
MOST_METHODS = 25


def reached_past(module: Module) -> Iterator[str]:
    """Yield what of a module writes a table, or what memory knows of one, beside the cache."""
    if module.name == CACHE:
        return
    alone = set(_alone(module.tree))
    product = module.top in {"bot", "cogs", "sandbox"}
    if product and not module.within("bot.tables", "bot.features"):
        yield from (f"imports {name}" for name in module.reaches if name == f"{CACHE}.TableCache")
        for way in ("changes_table", "changes_record"):
            yield from (f"imports {name}" for name in module.reaches if name == f"{CACHE}.{way}")
        yield from (f"takes {node.attr}" for node in module.nodes if _taken(node))
    for node in module.nodes:
        if isinstance(node, ast.Attribute) and node not in alone and _past(node.attr, _last(node.value)):
            yield f"line {node.lineno}: {ast.unparse(node)}"


def _alone(tree: ast.Module) -> Iterator[ast.Attribute]:
    """Yield what a function does with a storage that it opened itself: no bot can have that open, for it is locked."""
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.AsyncFunctionDef)):
        opened = [ast.unparse(node) for node in function.body if isinstance(node, ast.Assign)]
        if any(each.startswith("storage = Store(") for each in opened):
            yield from (node for node in ast.walk(function) if isinstance(node, ast.Attribute))


def _past(name: str, owner: str) -> bool:
    """Tell whether an attribute of that name, of what is called so, is what the cache alone does."""
    return (name in WRITES and owner in STORES) or (name.startswith("_") and owner in {"cache", "_cache"})


def _taken(node: ast.AST) -> TypeGuard[ast.Attribute]:
    """Tell whether this is the cache of the tables, which only a feature may change tables through besides them."""
    return isinstance(node, ast.Attribute) and node.attr == "cache" and _last(node.value) in {"tables", "_tables"}


def _last(node: ast.expr) -> str:
    """Return the last name of `a.b.c`, or of `c` alone."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def test_others_change_nothing_but_lists() -> None:
    """What they hand to `Store.change` writes no table, and no choice of anybody."""
    made = re.compile(r"\bsql\.([A-Z_]+)\(")
    others = [module for module in map(read, files("bot", "cogs")) if not module.within("bot.storage")]
    assert {name for module in others for name in made.findall(module.source)} == LISTED


def test_store_has_few_methods() -> None:
    """What can be asked of tables and choices is a question of `sql`, not a method."""
    store = Store(SqliteDatabase(Path("nowhere")))
    assert len([name for name in dir(store) if not name.startswith("_")]) <= MOST_METHODS + len({"session"})


def test_one_object_changes_tables() -> None:
    """Whoever reads the source of `TableCache` knows every way in which a table can change."""
    product = map(read, files("bot", "cogs", "sandbox"))
    assert {module.name: found for module in product if (found := [*reached_past(module)])} == {}


def test_the_parts_of_the_tables_stand_on_each_other_in_one_order() -> None:
    """None imports another only for types, or only when it is called: so would circles come in."""
    for module in map(read, files("bot/tables")):
        top = {id(node) for node in module.tree.body}
        inner = (node for node in module.nodes if isinstance(node, ast.Import | ast.ImportFrom))
        assert [ast.unparse(node) for node in inner if id(node) not in top] == [], module.name
