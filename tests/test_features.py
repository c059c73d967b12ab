"""Features: none knows another, the core knows none, and each comes and goes by one line."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from discord import app_commands

from bot.client.herald import Herald
from bot.faces import feature_hooks
from bot.faces.components import Parts, button
from bot.faces.feature_hooks import Feature
from bot.faces.scene_text import Localizer
from bot.interactions import router
from bot.interactions.command_texts import localized_text
from bot.interactions.request import Request
from bot.storage.keyed_documents import KINDS, DocumentKind
from bot.storage.records import TableRecord
from bot.texts import fluent
from tests.bot.conftest import court  # noqa: F401 - the evening
from tests.bot.server import Evening, markdown, verbs, words
from tests.bot.timed import go_round
from tests.bot.tongues import everybody_reads
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


WORDS = {"en": "The odds are even.", "uk": "Шанси рівні."}


async def tell(request: Request, table_id: int) -> None:
    """Answer the button of the odds, and count that it was pressed."""
    storage, user = request.services.storage, request.person.user
    asked = await storage.choice(Odds, user)
    await storage.store_choices(Odds(user, asked.times + 1))
    await request.tell(f"{request.language.text('odds-line')} ({table_id})")


def commands(_: object) -> Iterator[app_commands.Command[Any, Any, Any]]:
    """Return the command of the odds, which is answered as the button of table 0 is."""

    @app_commands.command(name="odds", description=localized_text("odds-line"))
    async def odds(interaction: discord.Interaction[Herald]) -> None:
        await tell(await interaction.client.request(interaction), 0)

    yield odds


def lines(_: TableRecord, localizer: Localizer) -> list[str]:
    """Return what is told of the odds under a table."""
    return [localizer.key("odds-line")]


def rows(table: TableRecord, _: Localizer) -> list[Parts]:
    """Return the button of the odds, in a row of its own."""
    return [[button("Odds", "odds", table.id)]]


@pytest.fixture
def looks() -> Iterator[AsyncMock]:
    """Hang a toy in before the bot is made, with its words; return what does what is due."""
    others, look = (*feature_hooks.FEATURES,), AsyncMock()
    bundles = {locale: fluent._bundle(locale) for locale in WORDS}
    for locale, bundle in bundles.items():
        bundle._unread["odds-line"] = f"odds-line = {WORDS[locale]}"
    toy = Feature(
        key="odds",
        routes={"odds": tell},
        commands=commands,
        lines=lines,
        rows=rows,
        kinds=(DocumentKind("odds", Odds, ("user",)),),
        due=lambda _: look,
    )
    feature_hooks.register_features([*others, toy])
    yield look
    feature_hooks.register_features(others)
    del KINDS[Odds]
    for bundle in bundles.values():
        bundle._unread.pop("odds-line", None)
        bundle._messages.pop("odds-line", None)


@pytest.mark.parametrize("locale", WORDS)
async def test_a_feature_is_added_by_one_line(looks: AsyncMock, court: Evening, locale: str) -> None:  # noqa: F811
    """Its command, button, line, what it keeps and what is due, in both languages: the core stays as it is."""
    everybody_reads(court, locale)
    ann, *_ = await court.seat_first(2)
    assert WORDS[locale] in markdown(court.board())
    assert (await ann.press("odds")).private == f"{WORDS[locale]} (1)"
    assert (await ann.command("odds")).private == f"{WORDS[locale]} (0)"
    assert await court.storage.choice(Odds, ann.id) == Odds(ann.id, 2)
    await go_round(court.bot.timekeeper)
    looks.assert_awaited()


async def test_a_feature_that_is_left_out_leaves_no_trace(court: Evening) -> None:  # noqa: F811
    """Neither of the toy, once it is gone, nor of any that is taken off the list."""
    assert "odds" not in router.all_routes()
    assert "odds" not in {each.name for each in court.bot.tree.get_commands()}
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
