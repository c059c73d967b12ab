"""Features: none knows another, the core knows none, and each comes and goes by one line."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.client.herald import Herald
from bot.faces import feature_hooks
from bot.faces.components import Parts, button
from bot.faces.feature_hooks import Feature, PrivateView, TableCommand
from bot.faces.scene_text import Localizer
from bot.interactions import router, table_commands
from bot.interactions.command_texts import localized_text
from bot.interactions.request import Request
from bot.interactions.services import Services
from bot.storage.keyed_documents import KINDS, DocumentKind
from bot.storage.records import TableRecord
from bot.storage.store import Store
from bot.tables.table import Table
from bot.texts import fluent
from bot.texts.fluent import Language, LazyBundle, language
from engine.scene import Seat
from tests.bot.conftest import court  # noqa: F401 - the evening
from tests.bot.server import Evening, markdown, verbs
from tests.bot.timed import go_round
from tests.bot.tongues import tongues
from tests.test_architecture import Module, files, inside, read

HANGS_IN = ("bot.client.herald", "bot.__main__")
"""Who may know of the features: the bot names them, and the command line removes people as /privacy does."""
SHARED: Mapping[str, str] = {}
"""Which other feature a feature may import, by their folders, and why."""


def room(name: str) -> str:
    """Return the folder of the feature that a module stands in, or is taken from; "" for any other."""
    return name.split(".")[2] if inside(name, "bot.features") and name.count(".") > 1 else ""


def strangers(module: Module) -> list[str]:
    """Return what a module imports of a feature that isn't its own."""
    if module.within("bot.features"):
        known = {room(module.name), SHARED.get(room(module.name), "")} if room(module.name) else {"*"}
        return sorted(name for name in module.reaches if room(name) and not known & {"*", room(name)})
    core = module.top in {"bot", "cogs", "engine"} and module.name not in HANGS_IN
    return sorted(name for name in module.reaches if core and inside(name, "bot.features"))


def test_no_feature_knows_another_and_the_core_knows_none() -> None:
    """But for who hangs them in."""
    product = map(read, files("engine", "bot", "cogs"))
    assert {module.name: found for module in product if (found := strangers(module))} == {}


@dataclass(frozen=True, slots=True)
class Odds:
    """How often a user has asked for the odds."""

    user: int
    times: int = 0


WORDS = {
    "en": """
odds-button = Odds
odds-line = The odds are even.
odds-told = Even.
odds-bet = Nobody has bet.
odds-times = Asked { $count } times.
command-table-odds = Odds of this table.
    .name = odds
""",
    "uk": """
odds-button = Шанси
odds-line = Шанси рівні.
odds-told = Порівну.
odds-bet = Ставок немає.
odds-times = Спитано: { $count }.
command-table-odds = Шанси за цим столом.
""",
}


async def bets(_: Any, table: TableRecord, user: int, localizer: Localizer) -> list[str]:
    """Return a line that tells the table and the user apart."""
    return [f"{localizer.key('odds-bet')} ({table.id}, {user})"]


async def bet(services: Services, table: Table, seat: Seat, localizer: Localizer) -> Parts:
    """Return a button right below the answers, for who sits there."""
    user, known = table.people.users[seat], await services.tables.get(table.record.id)
    return [button(localizer.language.text("odds-button"), "bet", known.record.id)] if user else []


def alone(table: TableRecord, localizer: Localizer, way: Sequence[str], _: object) -> Parts:
    """Return the button of the odds, where a way leads back to the view."""
    return [button(localizer.language.text("odds-button"), "odds", table.id)] if way else []


def toy(due: list[float]) -> Feature:
    """Return a feature that tells the odds: a command, a button, a line, something kept, something due."""

    async def tell(request: Request, table_id: int) -> None:
        asked = await request.services.storage.choice(Odds, request.person.user)
        await request.services.storage.store_choices(Odds(asked.user, asked.times + 1))
        await request.tell(f"{request.language.text('odds-told')} ({table_id})")

    def commands(_: Collection[str]) -> Iterator[app_commands.Command[Any, Any, Any]]:
        @app_commands.command(name="odds", description=localized_text("odds-line"))
        async def odds(interaction: discord.Interaction[Herald]) -> None:
            await tell(await interaction.client.request(interaction), 0)

        yield odds

    def lines(_: TableRecord, localizer: Localizer) -> list[str]:
        return [localizer.key("odds-line")]

    def rows(table: TableRecord, localizer: Localizer) -> list[Parts]:
        return [[button(localizer.language.text("odds-button"), "odds", table.id)]]

    async def told(storage: Store, user: int, _: int | None, reader: Language) -> list[str]:
        return [reader.text("odds-times", count=(await storage.choice(Odds, user)).times)]

    async def document(storage: Store, user: int) -> dict[str, Any]:
        return {"odds": [(await storage.choice(Odds, user)).times]}

    def looks(_: Services) -> Callable[[float], Awaitable[None]]:
        async def look(now: float) -> None:
            due.append(now)

        return look

    return Feature(
        key="odds",
        routes={"odds:<table_id>": tell, "bet:<table_id>": tell},
        commands=commands,
        table_commands=(TableCommand("odds", "odds", tell, table_commands.running_tables),),
        lines=lines,
        rows=rows,
        private_view=PrivateView(ways=bet, lines=bets, buttons=alone),
        look_buttons=lambda table, localizer: rows(table, localizer)[0],
        kinds=(DocumentKind("odds", Odds, ("user",)),),
        settings_lines=told,
        document=document,
        due=looks,
    )


@pytest.fixture
def due() -> Iterator[list[float]]:
    """Hang the toy in before the bot is made, with its words; return when it was looked after."""
    found: list[float] = []
    others = (*feature_hooks.FEATURES,)
    with _worded():
        feature_hooks.register_features([*others, toy(found)])
        yield found
        feature_hooks.register_features(others)
    del KINDS[Odds]


@contextmanager
def _worded() -> Iterator[None]:
    """Put the toy's words into the bundles that there are: a `Language` is one object for all who have imported it."""
    added = {locale: LazyBundle(locale, [words])._unread for locale, words in WORDS.items()}
    for locale, entries in added.items():
        fluent._bundle(locale)._unread.update(entries)
    yield
    for locale, entries in added.items():
        bundle = fluent._bundle(locale)
        for key in entries:
            bundle._unread.pop(key, None)
            bundle._messages.pop(key, None)


@pytest.mark.parametrize("locale", ["en", "uk"])
async def test_a_feature_is_added_by_one_line(due: list[float], court: Evening, locale: str) -> None:  # noqa: F811
    """Its command, button, line, part of a private view, what it keeps and what is due: the core stays as it is."""
    ann, bo, *_ = court.guests
    tongues(court, {ann: locale, bo: locale}, server=locale)
    reader = language(locale)
    await court.seat(ann, bo)
    assert reader.text("odds-line") in markdown(court.board())
    assert "odds" in verbs(court.board())
    assert "odds" in verbs((await ann.press("look")).message)
    assert reader.text("odds-told") in (await ann.press("odds")).private
    assert reader.text("odds-told") in (await ann.command("odds")).private
    assert f"{reader.text('odds-told')} (1)" in (await ann.command("table odds")).private
    view = await ann.press("hand")
    assert f"{reader.text('odds-bet')} (1, {ann.id})" in view.private
    assert {"odds", "bet"} <= {*verbs(view.message)}
    assert reader.text("odds-times", count=3) in (await ann.command("settings show")).private
    await go_round(court.bot.timekeeper)
    assert due


async def test_a_feature_that_is_left_out_leaves_no_trace(court: Evening) -> None:  # noqa: F811
    """Neither of the toy, once it is gone, nor of any that is taken off the list."""
    assert "odds" not in router.all_routes()
    assert "odds" not in {each.name for each in court.bot.tree.get_commands()}
    assert {"rematch", "privacy"} <= router.all_routes().keys()
    kept, feature_hooks.FEATURES[:] = [*feature_hooks.FEATURES], []
    try:
        assert not {"rematch", "privacy"} & router.all_routes().keys()
        await court.seat(*court.guests[:2])
        assert "odds" not in verbs(court.board())
        shown = (await court.guests[0].command("settings show")).private
        assert language("en").text("follow-nothing") not in shown
    finally:
        feature_hooks.FEATURES[:] = kept


def test_whoever_makes_a_bot_has_the_features() -> None:
    """In an interpreter that imports the bot alone, as the sandbox does."""
    code = "import bot.client.herald; from bot.faces.feature_hooks import FEATURES; print(len(FEATURES))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603 # this very code
    assert int(told.stdout) == len(feature_hooks.FEATURES) > 0
