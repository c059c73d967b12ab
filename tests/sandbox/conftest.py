"""A page of the sandbox to test, used as its browser uses it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import pytest
from aiohttp.test_utils import TestClient, TestServer
from aiohttp.web import Application, Request
from simcord.components import walk_components

from bot.client.herald import Herald
from bot.pictures.process import WorkerProcess
from bot.texts.fluent import DEFAULT, language, locales
from sandbox.__main__ import settings
from sandbox.server import application
from sandbox.table import Round, open_table
from sandbox.world import CROWD, Clock, World, living
from tests.bot.clocked import named
from tests.bot.conftest import painted
from tests.bot.represented import LANGUAGE, represented
from tests.loopback.components import Json
from tests.sandbox.courier import Courier

__all__ = ["painted"]


@dataclass
class Page:
    """A browser that can be anybody."""

    client: TestClient[Request, Application]
    world: World

    async def view(self, person: str, place: str = "") -> Json:
        """Look at a place as a person."""
        answer = await self.client.get("/view", params={"person": person, "place": place})
        return dict(await answer.json())

    async def last(self, person: str) -> Json:
        """Return the newest message that a person sees in the channel."""
        return dict((await self.view(person))["messages"][-1])

    async def dms(self, person: str) -> Json:
        """Look at a person's direct messages."""
        places = (await self.view(person))["places"]
        return await self.view(person, next(place["id"] for place in places if place["kind"] == "dm"))

    async def post(self, person: str, status: int = 200, **deed: object) -> Json:
        """Do something as a person, in the channel unless said otherwise."""
        answer = await self.client.post("/do", json={"person": person, "place": str(self.world.channel.id), **deed})
        assert answer.status == status, await answer.text()
        return dict(await answer.json())

    async def command(self, person: str, name: str, **options: str) -> Json:
        """Run a command as a person."""
        return await self.post(person, kind="command", name=name, options=options)

    async def press(self, person: str, label: str, status: int = 200) -> Json:
        """Press the newest button of a label as a person."""
        view = await self.view(person)
        found = [
            (message["id"], part["custom_id"])
            for message in view["messages"]
            for part in walk_components(message["parts"])
            if part.get("label") == label
        ]
        message, part = found[-1]
        return await self.post(person, status, kind="click", message=message, part=part)


@asynccontextmanager
async def paged(
    make_bot: Callable[[], discord.Client], locale: str = DEFAULT, people: int = CROWD, clock: Clock | None = None
) -> AsyncIterator[Page]:
    """Run a world of a language with a bot in it, and its page."""
    async with (
        living(make_bot, language(locale), people, clock) as world,
        TestClient(TestServer(application(world, "fortheking"))) as client,
    ):
        yield Page(client, world)


@asynccontextmanager
async def hosted(folder: Path, locale: str = DEFAULT, **changes: Any) -> AsyncIterator[Page]:
    """Run a world with Herald in it, whose settings have some changes, and its page."""
    chosen = settings(folder / "herald.db", locale).model_copy(update=changes)
    clock = Clock()
    async with paged(lambda: Herald(chosen, clock=clock), locale, clock=clock) as page:
        yield page


@pytest.fixture(autouse=True)
def _only_named(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pictures be named instead of drawn, unless a test takes `painted`: a process that draws starts for long."""
    if "painted" not in request.fixturenames:
        monkeypatch.setattr(WorkerProcess, "draw", named)


@pytest.fixture
async def page() -> AsyncIterator[Page]:
    """Return the page of a world with the courier in it."""
    async with paged(Courier) as page:
        yield page


@pytest.fixture
async def easel(page: Page) -> Page:
    """Return the page of a world with the courier in it, after its first picture."""
    await page.command("ann", "paint")
    return page


@pytest.fixture(params=represented(locales(), by=LANGUAGE))
async def court(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Page]:
    """Return the page of a world of each language with Herald in it, and a table of three."""
    async with hosted(tmp_path, request.param) as page:
        await open_table(page.world, "fortheking", Round(3))
        yield page


@pytest.fixture
async def door(tmp_path: Path) -> AsyncIterator[Page]:
    """Return the page of an English world with Herald in it, and no table."""
    async with hosted(tmp_path) as page:
        yield page
