"""Features: none knows another, the core knows none, and each comes and goes by one line."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from bot.faces import feature_hooks
from bot.faces.components import Parts, button
from bot.faces.feature_hooks import Feature
from bot.faces.scene_text import Localizer
from bot.interactions import router
from bot.interactions.request import Request
from bot.storage.keyed_documents import KINDS, DocumentKind
from bot.storage.records import TableRecord
from tests.bot.conftest import court  # noqa: F401 - the evening
from tests.bot.server import Evening, markdown, verbs, words
from tests.test_architecture import Module, files, inside, read

HANGS_IN = ("bot.client.herald", "bot.__main__")
"""Who may know of the features: the bot names them, and the command line removes people as /privacy does."""


def room(name: str) -> str:
    """Return the folder of the feature that a module stands in, or is taken from; "" for any other."""
    return name.split(".")[2] if inside(name, "bot.features") and name.count(".") > 1 else ""


def strangers(module: Module) -> list[str]:
    """Return what a module of the product imports of a feature that isn't its own."""
    own = room(module.name)
    if module.within("bot.features"):
        return sorted(name for name in module.reaches if own and room(name) not in {own, ""})
    return sorted(name for name in module.reaches if module.name not in HANGS_IN and inside(name, "bot.features"))


def test_no_feature_knows_another_and_the_core_knows_none() -> None:
    """But for who hangs them in."""
    product = map(read, files("engine", "bot", "cogs"))
    assert {module.name: found for module in product if (found := strangers(module))} == {}


@dataclass(frozen=True, slots=True)
class Odds:
    """How often a user has asked for the odds."""

    user: int
    times: int = 0


EVEN = "The odds are even."


async def tell(request: Request, table_id: int) -> None:
    """Answer the button of the odds, and count that it was pressed."""
    storage, user = request.services.storage, request.person.user
    asked = await storage.choice(Odds, user)
    await storage.store_choices(Odds(user, asked.times + 1))
    await request.tell(f"{EVEN} ({table_id})")


def lines(_: TableRecord, __: Localizer) -> list[str]:
    """Return what is told of the odds under a table."""
    return [EVEN]


def rows(table: TableRecord, _: Localizer) -> list[Parts]:
    """Return the button of the odds, in a row of its own."""
    return [[button("Odds", "odds", table.id)]]


@pytest.fixture
def odds() -> Iterator[None]:
    """Hang a toy in before the bot is made, which tells the odds: a line, a button, and something kept."""
    others = (*feature_hooks.FEATURES,)
    kinds = (DocumentKind("odds", Odds, ("user",)),)
    toy = Feature(key="odds", routes={"odds:<table_id>": tell}, lines=lines, rows=rows, kinds=kinds)
    feature_hooks.register_features([*others, toy])
    yield
    feature_hooks.register_features(others)
    del KINDS[Odds]


@pytest.mark.usefixtures("odds")
async def test_a_feature_is_added_by_one_line(court: Evening) -> None:  # noqa: F811
    """Its click, button, line, and what it keeps: the core stays as it is."""
    ann, *_ = await court.seat_first(2)
    assert EVEN in markdown(court.board())
    assert (await ann.press("odds")).private == f"{EVEN} (1)"
    assert await court.storage.choice(Odds, ann.id) == Odds(ann.id, 1)


async def test_a_feature_that_is_left_out_leaves_no_trace(court: Evening) -> None:  # noqa: F811
    """Neither of the toy, once it is gone, nor of any that is taken off the list."""
    assert "odds" not in router.all_routes()
    assert {"rematch", "privacy"} <= router.all_routes().keys()
    kept, feature_hooks.FEATURES[:] = [*feature_hooks.FEATURES], []
    try:
        assert not {"rematch", "privacy"} & router.all_routes().keys()
        await court.seat_first(2)
        assert "odds" not in verbs(court.board())
        shown = (await court.guests[0].command("settings show")).private
        assert words("follow-nothing") not in shown
    finally:
        feature_hooks.FEATURES[:] = kept


def test_whoever_makes_a_bot_has_the_features() -> None:
    """In an interpreter that imports the bot alone, as the sandbox does."""
    code = "import bot.client.herald; from bot.faces.feature_hooks import FEATURES; print(len(FEATURES))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603 # this very code
    assert int(told.stdout) == len(feature_hooks.FEATURES) > 0
