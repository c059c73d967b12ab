"""The router's table: every custom_id that a face writes has one handler, which says the types of its words."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from bot.faces.feature_hooks import Handler
from bot.interactions.request import Request
from bot.interactions.router import Route, WrongRoute, all_routes
from bot.tables.refusals import UnknownClick
from bot.tables.table import Table
from tests.test_architecture import read

ROOT = Path(__file__).parents[3]
FACES = [path for room in ("faces", "announce", "features") for path in (ROOT / "bot" / room).rglob("*.py")]

VERBS = {"make_custom_id": 0, "custom_id": 0, "button": 1, "confirm_page": 2, "turn_to": 3}
"""In which place of their arguments the functions that write a custom_id take its verb."""


async def look(request: Request, number: int, game: str, page: int = 1) -> None:
    """Do nothing."""


async def untyped(request: Request, table) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    """Do nothing; the word has no type."""


async def listing(request: Request, names: list[str]) -> None:
    """Do nothing; no custom_id can hold a list."""


async def second(request: Request, game: str, table: Table) -> None:
    """Do nothing; a table is the first word."""


def test_words_have_the_types_of_the_handlers_parameters() -> None:
    """The last of them may be missing where the parameter has a default."""
    route = Route.of(look)
    assert route.read_words(["7", "12"]) == [7, "12"]
    assert route.read_words(["7", "chess", "3"]) == [7, "chess", 3]
    for wrong in ((), ("7",), ("x", "chess"), ("7", "chess", "x"), ("7", "chess", "3", "4")):
        with pytest.raises(UnknownClick):
            route.read_words(wrong)


@pytest.mark.parametrize(("handler", "named"), [(untyped, "table"), (listing, "names"), (second, "table")])
def test_a_handler_of_other_parameters_is_refused_by_name(handler: Handler, named: str) -> None:
    """When the bot is imported, not when somebody presses the button."""
    with pytest.raises(WrongRoute, match=f"{handler.__name__}.*{named}"):
        Route.of(handler)


def written() -> set[str]:
    """Return the verbs of all custom_ids that the source of the faces and of the announcer writes in so many words."""
    found: set[str] = set()
    for path in FACES:
        for node in read(path).nodes:
            if isinstance(node, ast.Call):
                place = VERBS.get(getattr(node.func, "attr", getattr(node.func, "id", "")), len(node.args))
                found |= {str(each.value) for each in node.args[place : place + 1] if isinstance(each, ast.Constant)}
    return found


@pytest.mark.slow
def test_every_custom_id_that_is_written_has_a_handler() -> None:
    """A verb that nobody answers would be a button that doesn't work."""
    assert written() <= set(all_routes())
    assert {"move", "play", "look", "join", "rules"} <= written()


def test_a_verb_leads_to_its_handler() -> None:
    """Whoever looks for a verb finds one line, in the router or in the feature that it belongs to, with the handler."""
    core = (ROOT / "bot" / "interactions" / "router.py").read_text(encoding="utf-8")
    for verb, route in all_routes().items():
        _, place, *rest = route.handler.__module__.split(".")
        room = rest[0] if place == "features" else ""
        own = ROOT / "bot" / "features" / room / "__init__.py"
        source = own.read_text(encoding="utf-8").partition(" = Feature(")[2] if room else core
        assert len(re.findall(rf'"{verb}": (?:\w+\.)?\w+\b', source)) == 1, verb
